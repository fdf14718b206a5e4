package sim

import (
	"slices"
	"strings"
	"testing"
)

// flow is one transfer of a hand-worked table.
type flow struct {
	links   []Link // 1 is the first of the test's links
	latency Time
	after   Time // start, in ps
	bytes   Bytes
	ends    Time
	rates   []Segment
}

// All bandwidths are in multiples of 1e12 B/s, so that a byte at 1 takes 1 ps.
func TestSharesWorkedByHand(t *testing.T) {
	const unit = 1e12
	tests := []struct {
		name  string
		links []Bandwidth
		flows []flow
	}{
		{
			name:  "alone",
			links: []Bandwidth{2},
			flows: []flow{{links: []Link{1}, latency: 5, bytes: 100, ends: 55, rates: []Segment{{5, 55, 2}}}},
		},
		{
			// Both at 1 until the first has its 10; the second then has 20 left, at 2.
			name:  "two share a link, one leaves early",
			links: []Bandwidth{2},
			flows: []flow{
				{links: []Link{1}, bytes: 10, ends: 10, rates: []Segment{{0, 10, 1}}},
				{links: []Link{1}, bytes: 30, ends: 20, rates: []Segment{{0, 10, 1}, {10, 20, 2}}},
			},
		},
		{
			// The first has moved 20 when the second comes, and shares its last 10.
			name:  "latency takes no bandwidth",
			links: []Bandwidth{2},
			flows: []flow{
				{links: []Link{1}, bytes: 30, ends: 20, rates: []Segment{{0, 10, 2}, {10, 20, 1}}},
				{links: []Link{1}, latency: 10, bytes: 20, ends: 25, rates: []Segment{{10, 20, 1}, {20, 25, 2}}},
			},
		},
		{
			// Link 1 (3) carries A and B, link 2 (1) carries B: B is held to 1 by
			// link 2 and A takes the other 2.
			name:  "bottleneck elsewhere",
			links: []Bandwidth{3, 1},
			flows: []flow{
				{links: []Link{1}, bytes: 40, ends: 20, rates: []Segment{{0, 20, 2}}},
				{links: []Link{1, 2}, bytes: 20, ends: 20, rates: []Segment{{0, 20, 1}}},
			},
		},
		{
			// Bertsekas, Gallager, Data Networks, §6.5, gives the method; numbers
			// by hand. Links of 4, 8 and 10: A over all three, B over 1, C and D
			// over 2, E over 3. Link 1 fills first: A = B = 2. Link 2 has 6 for C
			// and D: 3 each. Link 3 has 8 for E. At 8 all of A, B and E end.
			// C and D then share the 8 of link 2: of their 40, 16 are left, 4 ps.
			name:  "three links",
			links: []Bandwidth{4, 8, 10},
			flows: []flow{
				{links: []Link{1, 2, 3}, bytes: 16, ends: 8, rates: []Segment{{0, 8, 2}}},
				{links: []Link{1}, bytes: 16, ends: 8, rates: []Segment{{0, 8, 2}}},
				{links: []Link{2}, bytes: 40, ends: 12, rates: []Segment{{0, 8, 3}, {8, 12, 4}}},
				{links: []Link{2}, bytes: 40, ends: 12, rates: []Segment{{0, 8, 3}, {8, 12, 4}}},
				{links: []Link{3}, bytes: 64, ends: 8, rates: []Segment{{0, 8, 8}}},
			},
		},
		{
			// Three share 1: a third each. 10 bytes take 30 ps, though a third has
			// no exact float.
			name:  "thirds end together",
			links: []Bandwidth{1},
			flows: []flow{
				{links: []Link{1}, bytes: 10, ends: 30, rates: []Segment{{0, 30, 1. / 3}}},
				{links: []Link{1}, bytes: 10, ends: 30, rates: []Segment{{0, 30, 1. / 3}}},
				{links: []Link{1}, bytes: 10, ends: 30, rates: []Segment{{0, 30, 1. / 3}}},
			},
		},
		{
			// As one leaves another comes: the rate of the third never changes, and
			// it ends at its 20 bytes at 1.
			name:  "leave and join at one instant",
			links: []Bandwidth{2},
			flows: []flow{
				{links: []Link{1}, bytes: 10, ends: 10, rates: []Segment{{0, 10, 1}}},
				{links: []Link{1}, latency: 10, bytes: 10, ends: 20, rates: []Segment{{10, 20, 1}}},
				{links: []Link{1}, bytes: 20, ends: 20, rates: []Segment{{0, 20, 1}}},
			},
		},
		{
			name:  "too few bytes for a float of their time",
			links: []Bandwidth{1e200},
			flows: []flow{{links: []Link{1}, bytes: 5e-324, ends: 1, rates: []Segment{{0, 1, 1e200}}}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := NewGraph()
			for i, b := range test.links {
				g.Link(ID{"link#", int32(i + 1), 0, 0}, b*unit)
			}
			for i, f := range test.flows {
				start := g.Work(ID{"wait#", int32(i), 0, 0}, 0, f.after)
				g.Send(ID{"send#", int32(i), 0, 0}, 0, g.Path(f.links...), f.latency, f.bytes, start)
			}
			tl, err := g.Run()
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range test.flows {
				r := Ref(2*i + 1)
				if got := tl.Finish(r); got != want.ends {
					t.Errorf("flow %d ends at %d, want %d", i, got, want.ends)
				}
				var rates []Segment
				for _, s := range tl.Segments(r) {
					rates = append(rates, Segment{s.From, s.To, s.Rate / unit})
				}
				if !slices.Equal(rates, want.rates) {
					t.Errorf("flow %d moves at %v, want %v", i, rates, want.rates)
				}
			}
		})
	}
}

// With g of 8 GPUs at a NIC, a NIC carries 120·g transfers out and as many in,
// all at once. 3 NICs have 3, 3 and 2 GPUs: the 60 transfers between two of the
// last kind get what the other 180 at B/360 leave, B/120 each.
func TestAnAllToAllEndsTogether(t *testing.T) {
	const b, nic, port = 1e9 / 128, 50e9, 450e9
	ports := 2*Microsecond + 121_527_778 // 7·b/port = 121.5277…7 µs
	nics := func(flows float64) Time {
		d, err := Bandwidth(nic / flows).Duration(b)
		if err != nil {
			t.Fatal(err)
		}
		return 5*Microsecond + d
	}
	for _, test := range []struct {
		nics int
		want []Time
	}{
		{1, []Time{ports, nics(960)}},
		{2, []Time{ports, nics(480)}},
		{3, []Time{ports, nics(120), nics(360)}},
		{4, []Time{ports, nics(240)}},
		{8, []Time{ports, nics(120)}},
	} {
		tl, err := allToAll(16, 8, test.nics, equalSize).timeline()
		if err != nil {
			t.Fatal(err)
		}
		r := newRun(tl)
		if err := r.play(); err != nil {
			t.Fatal(err)
		}
		ends := slices.Clone(tl.end)
		slices.Sort(ends)
		if got := slices.Compact(ends); !slices.Equal(got, test.want) {
			t.Errorf("%d NICs: ends at %v, want %v", test.nics, got, test.want)
		}
		// All join at two instants.
		if got, want := int(r.shares.round), 2+len(test.want); got != want {
			t.Errorf("%d NICs: rates are shared %d times, want %d", test.nics, got, want)
		}
		if err := Verify(tl); err != nil {
			t.Errorf("%d NICs: %v", test.nics, err)
		}
	}
}

// Sixty equal transfers have links of their own, where others come and go in
// different ways, but always on whole picoseconds and always with as many bytes
// in all. A byte takes 3 ps, so no rate has an exact float.
func TestErrorsOfFloatsDoNotSpreadEnds(t *testing.T) {
	const own, others = 1e9, 2_520_000
	g := NewGraph()
	var sends []Ref
	for i := range int32(60) {
		p := g.Path(g.Link(ID{"link#", i, 0, 0}, 1e12/3.))
		sends = append(sends, g.Send(ID{"send#", i, 0, 0}, 0, p, 0, own))
		rounds, width := i%10+1, i/10+1
		last := g.Work(ID{"wait#", i, 0, 0}, 0, Microsecond)
		for round := range rounds {
			var all []Ref
			for k := range width {
				all = append(all, g.Send(ID{"other#/#/#", i, round, k}, 0, p, 0, others/Bytes(rounds*width), last))
			}
			last = g.Work(ID{"round#/#", i, round, 0}, 0, 0, all...)
		}
	}
	tl := play(t, g)
	for _, r := range sends {
		if got, want := tl.Finish(r), Time(3*(own+others)); got != want {
			t.Errorf("%v ends at %d, want %d", tl.id(r), got, want)
		}
	}
}

// A transfer alone on its links ends at Bandwidth.Duration, also when its path
// was used before at a rate that differs by less than equal rates may.
func TestATransferAloneHasItsBottleneck(t *testing.T) {
	const b, n = 1e12, 100e12 // 100 s: a relative difference of 2^-42 is 23 ps
	g := NewGraph()
	wide, narrow := g.Link(ID{Kind: "wide"}, b), g.Link(ID{Kind: "narrow"}, b/(1<<42))
	p := g.Path(wide)
	first := g.Send(ID{Kind: "first"}, 0, p, 0, 1e6)
	other := g.Send(ID{Kind: "other"}, 0, g.Path(wide, narrow), 0, 1)
	alone := g.Send(ID{Kind: "alone"}, 0, p, 0, n, first, other)
	tl := play(t, g)
	if got := tl.Segments(first)[0].Rate; got == b {
		t.Fatalf("the first transfer has the rate %v, want less: else the test tests nothing", got)
	}
	if got, want := tl.Finish(alone)-tl.Start(alone), 100*Second; got != want {
		t.Errorf("alone takes %d ps, want %d", got, want)
	}
}

// A transfer whose rate never changes ends at the exact end of its bytes, also
// when others on its path come and go: 10^10 and 2/10^4 ps are not 10^10 ps.
func TestAConstantRateHasNoErrors(t *testing.T) {
	g := NewGraph()
	p := g.Path(g.Link(ID{Kind: "link"}, 1e12))
	long := g.Send(ID{Kind: "long"}, 0, p, 0, 5e9+1e-4)
	lane := g.Stream(ID{Kind: "lane"})
	for i := range int32(1000) {
		g.Send(ID{"short#", i, 0, 0}, lane, p, 0, 5e6+1)
	}
	tl := play(t, g)
	if got, want := len(tl.Segments(long)), 1; got != want {
		t.Errorf("moves in %d segments, want %d", got, want)
	}
	if got, want := tl.Finish(long), Time(1e10+1); got != want {
		t.Errorf("ends at %d, want %d", got, want)
	}
}

// Of transfers that come after each other the timeline keeps one rate.
func TestEqualRatesAreKeptOnce(t *testing.T) {
	tl := play(t, oneFOneB(4, 20, false))
	if got, want := len(tl.changes), 2*3; got != want {
		t.Errorf("%d rates are kept, want %d, one for each path in use", got, want)
	}
}

func TestSharingThatCostsTooMuchIsRefused(t *testing.T) {
	tl, err := allToAll(2, 3, 1, unequalSize).timeline()
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(tl)
	r.shares.budget = 100
	if err := r.play(); err == nil || !strings.HasPrefix(err.Error(), "more than 100000000 rates to share by ") {
		t.Errorf("got %v, want an error that names the limit", err)
	}
}

package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"sort"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/sim"
	"inflight/scenes/trace"
)

// event is an event of the format, every field that any may have.
type event struct {
	Ph   string         `json:"ph"`
	Pid  *int           `json:"pid"`
	Tid  *int           `json:"tid"`
	TS   json.Number    `json:"ts"`
	Dur  *json.Number   `json:"dur"`
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	ID   *int           `json:"id"`
	BP   string         `json:"bp"`
	S    string         `json:"s"`
	Args map[string]any `json:"args"`
}

// read reads a trace as strictly as it can.
func read(t *testing.T, text []byte) []event {
	t.Helper()
	var file struct {
		Unit   string  `json:"displayTimeUnit"`
		Events []event `json:"traceEvents"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(&file); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	if file.Unit != "ns" {
		t.Errorf("unit %q, want ns", file.Unit)
	}
	for i, e := range file.Events {
		if err := e.check(); err != nil {
			t.Fatalf("event %d, %+v: %v", i, e, err)
		}
	}
	return file.Events
}

// check holds an event to what the format wants of its phase.
func (e event) check() error {
	has := map[string]bool{"dur": e.Dur != nil, "cat": e.Cat != "", "id": e.ID != nil, "bp": e.BP != "", "s": e.S != "", "args": e.Args != nil}
	want, ok := map[string][]string{"M": {"args"}, "X": {"dur", "cat", "args"}, "s": {"cat", "id"}, "f": {"cat", "id", "bp"}, "C": {"args"}, "i": {"s"}}[e.Ph]
	if !ok {
		return fmt.Errorf("phase %q", e.Ph)
	}
	n := 0
	for _, yes := range has {
		if yes {
			n++
		}
	}
	for _, field := range want {
		if !has[field] {
			return fmt.Errorf("no %s", field)
		}
	}
	at, err := pico(e.TS)
	switch {
	case n != len(want):
		return fmt.Errorf("has %v, want only %v", has, want)
	case e.Pid == nil || *e.Pid < 1 || e.Tid == nil || *e.Tid < 0 || e.Name == "":
		return fmt.Errorf("want a process, a thread and a name")
	case err != nil || at < 0:
		return fmt.Errorf("ts %s: %v", e.TS, err)
	case e.Ph == "C" && len(e.Args) != 1:
		return fmt.Errorf("args %v, want one value", e.Args)
	}
	return nil
}

// pico is a number of microseconds in whole picoseconds.
func pico(n json.Number) (int64, error) {
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return 0, fmt.Errorf("%s: want a number", n)
	}
	r.Mul(r, big.NewRat(1e6, 1))
	if !r.IsInt() {
		return 0, fmt.Errorf("%s: want whole picoseconds", n)
	}
	return r.Num().Int64(), nil
}

func whole(t *testing.T, v any) int64 {
	t.Helper()
	n, err := v.(json.Number).Int64()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func sides(t *testing.T, e *scenes.Entry) map[string]scenes.Side {
	t.Helper()
	all := map[string]scenes.Side{}
	settings := map[string][]scenes.Value{"default": nil}
	for _, p := range e.Presets {
		settings[p.ID] = p.Values
	}
	for id, values := range settings {
		s := e.New()
		s.Apply(values, true)
		f, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		all[id] = scenes.Side{Setting: s, Film: f}
	}
	return all
}

func TestReadBackTheSpansAreTheSame(t *testing.T) {
	for _, e := range all.List() {
		for id, side := range sides(t, e) {
			t.Run(e.Name+"/"+id, func(t *testing.T) {
				text := trace.JSON(trace.Of(side.Setting, side.Film)...)
				events := read(t, text)
				sameSpans(t, events, 1, side.Film.Timeline())
				sameCounters(t, events, side.Film.Timeline())
				nests(t, events)
				arrowsHold(t, events)
				if again := trace.JSON(trace.Of(side.Setting, side.Film)...); !bytes.Equal(text, again) {
					t.Error("other bytes the second time")
				}
			})
		}
	}
}

// sameSpans wants the spans of a process to be those of a timeline, to the
// picosecond, in args and in ts and dur, on threads with the names of their lanes.
func sameSpans(t *testing.T, events []event, pid int, tl *sim.Timeline) {
	t.Helper()
	threads := map[int]string{}
	for _, e := range events {
		if e.Ph == "M" && e.Name == "thread_name" && *e.Pid == pid {
			threads[*e.Tid] = e.Args["name"].(string)
		}
	}
	n := 0
	for _, e := range events {
		if e.Ph != "X" || *e.Pid != pid {
			continue
		}
		want := tl.Span(sim.Ref(n))
		n++
		start, end := whole(t, e.Args["start_ps"]), whole(t, e.Args["end_ps"])
		if e.Args["id"] != want.ID.String() || start != int64(want.Start) || end != int64(want.End) {
			t.Fatalf("span %d: got %v, want %v from %d to %d", n-1, e.Args, want.ID, want.Start, want.End)
		}
		ts, _ := pico(e.TS)
		dur, err := pico(*e.Dur)
		if ts != start || dur != end-start || err != nil {
			t.Errorf("%s: ts %s, dur %s, but args %v", want.ID, e.TS, *e.Dur, e.Args)
		}
		if bytes, ok := e.Args["bytes"]; ok != (want.Bytes > 0) {
			t.Errorf("%s: bytes %v, want %g", want.ID, bytes, want.Bytes)
		} else if ok {
			if got, err := bytes.(json.Number).Float64(); err != nil || got != float64(want.Bytes) {
				t.Errorf("%s: bytes %v, want %g", want.ID, bytes, want.Bytes)
			}
		}
		lane := tl.LaneID(want.Lane).String()
		if want.Lane == 0 {
			lane = "no lane"
		}
		if got := threads[*e.Tid]; got != lane && (len(got) < len(lane)+2 || got[:len(lane)+2] != lane+" (") {
			t.Errorf("%s is on the thread %q, want %q", want.ID, got, lane)
		}
	}
	if n != tl.Len() {
		t.Errorf("%d spans, want %d", n, tl.Len())
	}
}

func sameCounters(t *testing.T, events []event, tl *sim.Timeline) {
	t.Helper()
	got := map[string]int{}
	for _, e := range events {
		if e.Ph == "C" {
			got[e.Name]++
		}
	}
	for _, c := range tl.Counters() {
		if name, want := tl.CounterID(c).String(), len(tl.Points(c)); got[name] != want {
			t.Errorf("%s: %d points, want %d", name, got[name], want)
		}
	}
}

type thread struct{ pid, tid int }

// byThread are the starts and ends of the slices of each thread, by start.
func byThread(t *testing.T, events []event) map[thread][][2]int64 {
	t.Helper()
	all := map[thread][][2]int64{}
	for _, e := range events {
		if e.Ph == "X" {
			at := thread{*e.Pid, *e.Tid}
			all[at] = append(all[at], [2]int64{whole(t, e.Args["start_ps"]), whole(t, e.Args["end_ps"])})
		}
	}
	for _, list := range all {
		sort.SliceStable(list, func(i, j int) bool { return list[i][0] < list[j][0] })
	}
	return all
}

// nests wants the slices of a thread not to overlap: readers take what does for
// calls within calls.
func nests(t *testing.T, events []event) {
	t.Helper()
	slices := byThread(t, events)
	for at, list := range slices {
		last := int64(0)
		for _, s := range list {
			if s[0] < last {
				t.Errorf("%v: a slice begins at %d ps, before the end of another, %d ps", at, s[0], last)
			}
			last = max(last, s[1])
		}
	}
}

// arrowsHold wants each arrow to leave from one slice and end in another, later.
func arrowsHold(t *testing.T, events []event) {
	t.Helper()
	slices := byThread(t, events)
	open := map[int]int64{}
	for _, e := range events {
		if e.Ph != "s" && e.Ph != "f" {
			continue
		}
		at, _ := pico(e.TS)
		list := slices[thread{*e.Pid, *e.Tid}]
		i := sort.Search(len(list), func(i int) bool { return list[i][1] > at })
		if i == len(list) || list[i][0] > at {
			t.Fatalf("an end of arrow %d at %s is in no slice", *e.ID, e.TS)
		}
		from, begun := open[*e.ID]
		switch {
		case e.Ph == "s" && begun:
			t.Errorf("arrow %d begins twice", *e.ID)
		case e.Ph == "s":
			open[*e.ID] = at
		case !begun || from > at:
			t.Errorf("arrow %d ends at %d ps and begins at %d ps", *e.ID, at, from)
		default:
			delete(open, *e.ID)
		}
	}
	if len(open) > 0 {
		t.Errorf("%d arrows without an end", len(open))
	}
}

// The ring of three: each chunk goes on to the next rank, so each send but the
// last of a rank is needed by one of the next rank.
func TestArrowsFollowTheChunks(t *testing.T) {
	e, _ := all.Find("collective")
	s := e.New()
	s.Apply([]scenes.Value{{Key: "gpus", Text: "3"}}, true)
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, e := range read(t, trace.JSON(trace.Of(s, f)...)) {
		if e.Ph == "s" {
			n++
		}
	}
	if want := 3 * 3; n != want { // 4 steps of 3 sends: 3 times one goes on
		t.Errorf("%d arrows, want %d", n, want)
	}
}

func TestBothSidesOfAComparison(t *testing.T) {
	e, _ := all.Find("collective")
	var both [2]scenes.Side
	for i, algo := range []string{"ring", "tree"} {
		s := e.New()
		s.Apply([]scenes.Value{{Key: "algo", Text: algo}}, true)
		f, err := s.Build()
		if err != nil {
			t.Fatal(err)
		}
		both[i] = scenes.Side{Setting: s, Film: f}
	}
	pair := scenes.Compare(both[0], both[1])
	events := read(t, trace.JSON(trace.Of(both[0].Setting, pair)...))
	sameSpans(t, events, 1, both[0].Film.Timeline())
	sameSpans(t, events, 2, both[1].Film.Timeline())
	arrowsHold(t, events)
	var names []string
	for _, e := range events {
		if e.Name == "process_name" {
			names = append(names, e.Args["name"].(string))
		}
	}
	if want := "[collective A · algo ring collective B · algo tree]"; fmt.Sprint(names) != want {
		t.Errorf("processes %v, want %s", names, want)
	}
}

// Two that overlap on a track, and one after them.
func TestOverlapsGetThreadsOfTheirOwn(t *testing.T) {
	g := sim.NewGraph()
	track := g.Track(sim.ID{Kind: "a \"track\""})
	for i := range int32(2) {
		g.Work(sim.ID{Kind: "w/#", A: i}, track, sim.Time(1_500_001+i))
	}
	tl, err := g.Run()
	if err != nil {
		t.Fatal(err)
	}
	got := string(trace.JSON(trace.Process{Name: "p", Timeline: tl}))
	const want = `{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","pid":1,"tid":0,"ts":0,"name":"process_name","args":{"name":"p"}},
{"ph":"M","pid":1,"tid":0,"ts":0,"name":"process_sort_index","args":{"sort_index":1}},
{"ph":"M","pid":1,"tid":1,"ts":0,"name":"thread_name","args":{"name":"a \"track\""}},
{"ph":"M","pid":1,"tid":1,"ts":0,"name":"thread_sort_index","args":{"sort_index":1}},
{"ph":"M","pid":1,"tid":2,"ts":0,"name":"thread_name","args":{"name":"a \"track\" (2)"}},
{"ph":"M","pid":1,"tid":2,"ts":0,"name":"thread_sort_index","args":{"sort_index":2}},
{"ph":"X","pid":1,"tid":1,"ts":0,"name":"w","dur":1.500001,"cat":"work","args":{"id":"w/0","start_ps":0,"end_ps":1500001}},
{"ph":"X","pid":1,"tid":2,"ts":0,"name":"w","dur":1.500002,"cat":"work","args":{"id":"w/1","start_ps":0,"end_ps":1500002}}
]}
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

package sim

import (
	"encoding/hex"
	"testing"
)

// skewedHash is the hash of skewed, the same on every platform. It changes when
// the engine's times, or what Hash covers, do: then say why in the commit.
const skewedHash = "8224c61cbc0aadf3ac0194677e3a322c"

func TestHashIsTheSameOnEveryPlatform(t *testing.T) {
	tl, err := skewed().Run()
	if err != nil {
		t.Fatal(err)
	}
	hash := tl.Hash()
	if got, want := hex.EncodeToString(hash[:]), skewedHash; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

// dice are the numbers of a linear congruential generator.
// Source: Knuth, TAOCP vol. 2, 3rd ed., §3.3.4.
type dice uint64

// roll returns a number from 0 to n-1.
func (d *dice) roll(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d>>33) % uint64(n))
}

// skewed is a cluster in which no two things are alike: uneven links, uneven
// durations, everything shares a switch, and no number is round.
func skewed() *Graph {
	const nodes, gpus, rounds, sends = 3, 4, 60, 6
	const n = nodes * gpus
	g := NewGraph()
	var compute, copies, comm [n]Lane
	var memory [n]Counter
	var out, in [n]Link
	for i := range n {
		id := func(kind string) ID { return ID{kind, int32(i), 0, 0} }
		compute[i] = g.Stream(id("gpu#"))
		copies[i] = g.Pool(id("gpu#/copy"), 2)
		comm[i] = g.Track(id("gpu#/comm"))
		memory[i] = g.Counter(id("gpu#/memory"), "B")
		out[i] = g.Link(id("gpu#/out"), 450e9*(1+Bandwidth(i)/37))
		in[i] = g.Link(id("gpu#/in"), 450e9/(1+Bandwidth(i)/41))
	}
	var nic [nodes]Link
	for i := range nodes {
		nic[i] = g.Link(ID{"nic#", int32(i), 0, 0}, 50e9/(1+Bandwidth(i)/7))
	}
	spine := g.Link(ID{"switch", 0, 0, 0}, 110e9/3.)

	d := dice(1)
	var before []Ref // of the round before
	for round := range int32(rounds) {
		var now []Ref
		for i := range int32(n) {
			flops := 1e12 * (1 + float64(d.roll(1000))/999)
			time, err := Seconds(flops / 3.3e14)
			if err != nil {
				panic(err) // cannot be out of range
			}
			var needs []Ref
			for range min(len(before), 2) {
				needs = append(needs, before[d.roll(len(before))])
			}
			work := g.Work(ID{"work/#/#", round, i, 0}, compute[i], time, needs...)
			for k := range int32(sends) {
				peer := d.roll(n)
				if k < sends/2 { // half of them inside the node
					peer = int(i)/gpus*gpus + d.roll(gpus)
				}
				path := []Link{out[i], in[peer]}
				if int(i)/gpus != peer/gpus {
					path = append(path, nic[int(i)/gpus], spine)
				}
				bytes := Bytes(1e6*(1+d.roll(300))) / 7
				latency := Time(1+d.roll(9)) * Microsecond
				send := g.Send(ID{"send/#/#/#", round, i, k}, comm[i], g.Path(path...), latency, bytes, work)
				copied := g.Work(ID{"copy/#/#/#", round, i, k}, copies[peer], time/Time(2+k), send)
				g.Count(memory[peer], send, AtStart, float64(bytes)/3)
				g.Count(memory[peer], copied, AtEnd, -float64(bytes)/3)
				now = append(now, copied)
			}
		}
		before = now
	}
	return g
}

// The golden timeline has to have what could differ: if it came out of a few
// round numbers it would be the same anywhere.
func TestTheSkewedTimelineIsSkewed(t *testing.T) {
	tl := play(t, skewed())
	segments, most, shared := 0, 0, 0
	for i := range tl.Len() {
		n := len(tl.Segments(Ref(i)))
		segments += n
		most = max(most, n)
		if n > 1 {
			shared++
		}
	}
	points := 0
	for _, c := range tl.Counters() {
		points += len(tl.Points(c))
	}
	t.Logf("%d tasks, %d segments, at most %d of one transfer, %d transfers with several, %d points", tl.Len(), segments, most, shared, points)
	if shared < 2000 || most < 50 || points < 5000 {
		t.Errorf("%d transfers of several segments, at most %d, and %d points: want 2000, 50 and 5000 or more", shared, most, points)
	}
}

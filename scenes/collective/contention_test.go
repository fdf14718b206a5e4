package collective

import (
	"testing"

	"inflight/scenes/sim"
)

// TestContentionByHand: 2 nodes of 4 GPUs, S = 8 GB, links of 100 GB/s, NICs of
// 10 GB/s one way, latencies of 1 µs in a node and 10 µs between nodes.
func TestContentionByHand(t *testing.T) {
	const ms, us = sim.Millisecond, sim.Microsecond
	for _, c := range []struct {
		name     string
		op, algo string
		nics     int
		channels int
		want     sim.Time
	}{
		// Each GPU sends 1 GB to each of 4 GPUs of the other node: 16 GB leave a
		// node. Over one NIC of 10 GB/s that is 1600 ms; over four, 400 ms each.
		// Inside the node 3 GB leave each port of 100 GB/s in 30 ms meanwhile.
		{"all-to-all, one NIC", allToAll, direct, 1, 0, 1600*ms + 10*us},
		{"all-to-all, four NICs", allToAll, direct, 4, 0, 400*ms + 10*us},
		// Two NICs for four GPUs: 8 GB through each.
		{"all-to-all, two NICs", allToAll, direct, 2, 0, 800*ms + 10*us},

		// One channel: each of 14 steps moves 0.5 GB right and 0.5 GB left. The
		// node's way right leaves by GPU 3 and enters by GPU 0, the way left
		// leaves by GPU 0 and enters by GPU 3. One NIC carries both: 100 ms a
		// step. With four NICs GPU 3's carries one way and GPU 0's the other:
		// 50 ms a step. Inside, 0.5 GB takes 5 ms.
		{"ring both ways, one NIC", allReduce, ringBoth, 1, 1, 14 * (100*ms + 10*us)},
		{"ring both ways, four NICs, one channel", allReduce, ringBoth, 4, 1, 14 * (50*ms + 10*us)},
		// Four channels of a quarter each: a NIC carries 0.125 GB right, of one
		// channel, and 0.125 GB left, of the next one: 25 ms a step.
		{"ring both ways, four NICs", allReduce, ringBoth, 4, 0, 14 * (25*ms + 10*us)},

		// A ring with four channels: a chunk is 8 GB / 8 GPUs / 4 = 0.25 GB. One
		// NIC carries all four: 100 ms a step. Four NICs carry one each: 25 ms.
		// Inside, three channels share a link: 0.75 GB at 100 GB/s, 7.5 ms.
		{"ring, four channels, one NIC", allReduce, ringAlgo, 1, 4, 14 * (100*ms + 10*us)},
		{"ring, four channels, four NICs", allReduce, ringAlgo, 4, 4, 14 * (25*ms + 10*us)},
		// One channel has one NIC however many there are: 1 GB, 100 ms a step.
		{"ring, one channel, four NICs", allReduce, ringAlgo, 4, 1, 14 * (100*ms + 10*us)},
	} {
		p := defaults
		p.Op, p.Algo, p.Nodes, p.NICs, p.Channels = c.op, c.algo, 2, c.nics, c.channels
		p.Bytes, p.Bandwidth, p.Latency, p.NICBandwidth, p.NICLatency = 8e9, 100e9, 1e-6, 10e9, 10e-6
		f, err := build(p)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		tl := f.Timeline()
		if got := tl.End(); got != c.want {
			t.Errorf("%s: %d ps, want %d", c.name, got, c.want)
		}
		if err := sim.Verify(tl); err != nil { // no link above its bandwidth, among others
			t.Errorf("%s: %v", c.name, err)
		}
		for _, check := range f.Checks() {
			if !check.OK() || !check.Applies() {
				t.Errorf("%s: check %s: engine %v, formula %v", c.name, check.ID, check.Engine, check.Formula)
			}
		}
	}
}

// TestLinksAreFullWhereTheyAreTheBottleneck: the NIC of the case above carries
// its 10 GB/s from the first byte to the last.
func TestTheBottleneckIsFull(t *testing.T) {
	p := defaults
	p.Op, p.Algo, p.Nodes, p.NICs = allToAll, direct, 2, 1
	p.Bytes, p.Bandwidth, p.Latency, p.NICBandwidth, p.NICLatency = 8e9, 100e9, 1e-6, 10e9, 10e-6
	f, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	tl, found := f.Timeline(), 0
	for _, l := range tl.Links() {
		if tl.LinkID(l).Kind != "node#/nic#/out" {
			continue
		}
		found++
		for _, point := range tl.Load(l) {
			full := point.At >= 10*sim.Microsecond && point.At < tl.End()
			if full && (point.Value < 9.999e9 || point.Value > 10.001e9) {
				t.Errorf("%v carries %v B/s at %v, want 10 GB/s", tl.LinkID(l), point.Value, point.At)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d NICs, want 2", found)
	}
}

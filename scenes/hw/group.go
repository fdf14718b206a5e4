package hw

import "inflight/scenes/sim"

// Group is GPUs that hold collectives together: so many, some of them in one
// node, the others reached over NICs, one for each GPU.
type Group struct {
	Size   int
	InNode int // of Size; at least 1
	Port   Wire
	NIC    Wire
}

// Wire is a port or NIC of a GPU: what a round waits before its first byte, in
// seconds, and the bandwidth one way.
type Wire struct {
	Latency   float64
	Bandwidth sim.Bandwidth
}

// Rounds is how many steps once round the ring has.
func (g Group) Rounds() int { return g.Size - 1 }

// Spread says that the group lies in several nodes.
func (g Group) Spread() bool { return g.InNode < g.Size }

// Shares are the parts of what a GPU sends round a ring that leave through its
// port and through its NIC: of InNode hops in a node, over channels that each
// cross by another GPU, one crosses.
func (g Group) Shares() (port, nic float64) {
	if !g.Spread() {
		return 1, 0
	}
	nic = 1 / float64(g.InNode)
	return 1 - nic, nic
}

// Sent is what a GPU sends of a vector in one turn round the ring, in bytes.
func (g Group) Sent(bytes float64) float64 {
	return float64(bytes*float64(g.Rounds())) / float64(g.Size)
}

// Ring is how long so many turns of a vector of bytes round the ring last, in
// seconds: one for an all-gather or a reduce-scatter, two for an all-reduce. In
// each round the slower of the hops inside a node and between nodes sets the pace.
// Source: Thakur, Rabenseifner, Gropp, IJHPCA 2005, §4.
func (g Group) Ring(bytes float64, turns int) float64 {
	if g.Size <= 1 || bytes == 0 {
		return 0
	}
	port, nic := g.Shares()
	rounds, sent := float64(turns*g.Rounds()), g.Sent(bytes)*float64(turns)
	slowest := 0.0
	if port > 0 {
		slowest = float64(rounds*g.Port.Latency) + float64(sent*port)/float64(g.Port.Bandwidth)
	}
	if nic > 0 {
		slowest = max(slowest, float64(rounds*g.NIC.Latency)+float64(sent*nic)/float64(g.NIC.Bandwidth))
	}
	return slowest
}

// AllToAll is how long it takes, in seconds, until each GPU has sent each other
// one its block of a vector of bytes: all blocks at once, those for GPUs of the
// same node over the port, the others over the NIC.
func (g Group) AllToAll(bytes float64) float64 {
	if g.Size <= 1 || bytes == 0 {
		return 0
	}
	block := bytes / float64(g.Size)
	slowest := 0.0
	if n := g.InNode - 1; n > 0 {
		slowest = g.Port.Latency + float64(block*float64(n))/float64(g.Port.Bandwidth)
	}
	if n := g.Size - g.InNode; n > 0 {
		slowest = max(slowest, g.NIC.Latency+float64(block*float64(n))/float64(g.NIC.Bandwidth))
	}
	return slowest
}

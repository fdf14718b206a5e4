package hw

import (
	"slices"

	"inflight/scenes/sim"
)

// Node is a machine as its network sees it.
type Node struct {
	Key  string
	Name string
	NICs int
	NIC  sim.Bandwidth // one NIC, one way
	Origin
}

// Bandwidth is that of all NICs together, one way.
func (n Node) Bandwidth() sim.Bandwidth { return sim.Bandwidth(n.NICs) * n.NIC }

// Nodes lists all.
func Nodes() []Node { return slices.Clone(nodes) }

// FindNode returns the node with a key. The error lists the keys and names the
// one that was likely meant.
func FindNode(key string) (Node, error) {
	return find(key, nodes, func(n Node) string { return n.Key })
}

var nodeOrigin = Origin{Source: mlEngineering + "network/README.md:574-598", Version: mlVersion, Status: Confirmed}

// The table of nodes.
var nodes = []Node{
	{"dgx-b300", "DGX B300, XDR", 8, 100e9, nodeOrigin},
	{"dgx-h100", "DGX H100, NDR", 8, 50e9, nodeOrigin},
	{"p6-b200", "AWS P6-B200, EFA v4", 8, 50e9, nodeOrigin},
	{"p5en", "AWS P5en, EFA v3", 16, 25e9, nodeOrigin},
	{"p5", "AWS P5, EFA v2", 32, 12.5e9, nodeOrigin},
	{"p4d", "AWS P4d, EFA v1", 4, 12.5e9, nodeOrigin},
	{"a3-mega", "GCP A3 Mega", 8, 25e9, nodeOrigin},
}

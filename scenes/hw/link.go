package hw

import (
	"slices"

	"inflight/scenes/sim"
)

// Link is a kind of connection with its bandwidth in one direction.
type Link struct {
	Key       string // value in URLs
	Name      string
	Kind      LinkKind
	Bandwidth sim.Bandwidth // one GPU or one port, one way
	Latency   float64       // seconds, one way; 0 where no source was found
	Wiring    Wiring        // of NVLink
	Origin
}

// LinkKind groups links for menus.
type LinkKind string

const (
	NVLink     LinkKind = "nvlink"     // between the GPUs of a node
	PCIe       LinkKind = "pcie"       // between a GPU and its host
	InfiniBand LinkKind = "infiniband" // between nodes
	Ethernet   LinkKind = "ethernet"   // between nodes
)

// Wiring is what an NVLink generation is made of: Lane·Lanes·Links is its
// bandwidth.
type Wiring struct {
	Lane  sim.Bandwidth // one lane, one way
	Lanes int           // of a link, one way
	Links int           // of a GPU
}

// BothWays is the figure that vendors print for NVLink.
func (l Link) BothWays() sim.Bandwidth { return 2 * l.Bandwidth }

// Links lists all, by kind and then by bandwidth.
func Links() []Link { return slices.Clone(links) }

// LinksOf lists the links of some kinds, in the order of Links.
func LinksOf(kinds ...LinkKind) []Link {
	return slices.DeleteFunc(Links(), func(l Link) bool { return !slices.Contains(kinds, l.Kind) })
}

// FindLink returns the link with a key. The error lists the keys and names the
// one that was likely meant.
func FindLink(key string) (Link, error) {
	return find(key, links, func(l Link) string { return l.Key })
}

var (
	nvlinkOrigin = Origin{Source: mlEngineering + "network/README.md:296-308", Version: mlVersion, Status: Confirmed}
	pcieOrigin   = Origin{Source: mlEngineering + "network/README.md:248-259", Version: mlVersion, Status: Confirmed}
	ibOrigin     = Origin{Source: mlEngineering + "network/README.md:685-699", Version: mlVersion, Status: Confirmed}
	ibLatency    = Origin{Source: mlEngineering + "network/README.md:685-699, latency :733-735", Version: mlVersion, Status: Confirmed}
	lineRate     = Origin{Source: "line rate / 8", Status: Confirmed}
	tpuOrigin    = Origin{Source: scalingBook + "tpus.md, text after the ICI table", Version: bookVersion, Status: Confirmed}
)

// doubted is an origin whose figures are only a plan.
func doubted(o Origin) Origin {
	o.Status = Unconfirmed
	return o
}

// The table of links.
var links = []Link{
	{Key: "nvlink1", Name: "NVLink 1 (P100)", Kind: NVLink, Bandwidth: 80e9, Wiring: Wiring{2.5e9, 8, 4}, Origin: nvlinkOrigin},
	{Key: "nvlink2", Name: "NVLink 2 (V100)", Kind: NVLink, Bandwidth: 150e9, Wiring: Wiring{3.125e9, 8, 6}, Origin: nvlinkOrigin},
	{Key: "nvlink3", Name: "NVLink 3 (A100)", Kind: NVLink, Bandwidth: 300e9, Wiring: Wiring{6.25e9, 4, 12}, Origin: nvlinkOrigin},
	{Key: "nvlink4", Name: "NVLink 4 (H100)", Kind: NVLink, Bandwidth: 450e9, Wiring: Wiring{12.5e9, 2, 18}, Origin: nvlinkOrigin},
	{Key: "nvlink5", Name: "NVLink 5 (B200)", Kind: NVLink, Bandwidth: 900e9, Wiring: Wiring{25e9, 2, 18}, Origin: nvlinkOrigin},
	{Key: "nvlink6", Name: "NVLink 6 (Rubin)", Kind: NVLink, Bandwidth: 1800e9, Wiring: Wiring{25e9, 2, 36}, Origin: doubted(nvlinkOrigin)},

	{Key: "pcie4", Name: "PCIe Gen4 x16", Kind: PCIe, Bandwidth: 31e9, Origin: pcieOrigin},
	{Key: "pcie5", Name: "PCIe Gen5 x16", Kind: PCIe, Bandwidth: 63e9, Origin: pcieOrigin},
	{Key: "pcie6", Name: "PCIe Gen6 x16", Kind: PCIe, Bandwidth: 121e9, Origin: pcieOrigin},
	{Key: "tpu-pcie", Name: "TPU PCIe", Kind: PCIe, Bandwidth: 15e9, Origin: tpuOrigin},

	{Key: "edr", Name: "InfiniBand EDR", Kind: InfiniBand, Bandwidth: 12.5e9, Latency: 0.5e-6, Origin: ibLatency},
	{Key: "hdr", Name: "InfiniBand HDR", Kind: InfiniBand, Bandwidth: 25e9, Latency: 0.6e-6, Origin: ibLatency},
	{Key: "ndr", Name: "InfiniBand NDR", Kind: InfiniBand, Bandwidth: 50e9, Origin: ibOrigin},
	{Key: "xdr", Name: "InfiniBand XDR", Kind: InfiniBand, Bandwidth: 100e9, Origin: ibOrigin},
	{Key: "gdr", Name: "InfiniBand GDR", Kind: InfiniBand, Bandwidth: 200e9, Origin: doubted(ibOrigin)},

	{Key: "100gbe", Name: "100G Ethernet", Kind: Ethernet, Bandwidth: 12.5e9, Origin: lineRate},
	{Key: "200gbe", Name: "200G Ethernet", Kind: Ethernet, Bandwidth: 25e9, Origin: lineRate},
	{Key: "400gbe", Name: "400G Ethernet", Kind: Ethernet, Bandwidth: 50e9, Origin: lineRate},
	{Key: "800gbe", Name: "800G Ethernet", Kind: Ethernet, Bandwidth: 100e9, Origin: lineRate},
	{Key: "tpu-dcn", Name: "TPU host DCN", Kind: Ethernet, Bandwidth: 25e9, Origin: tpuOrigin},
}

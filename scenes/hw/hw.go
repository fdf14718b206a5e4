// Package hw holds what accelerators, links and nodes can do, each figure with
// its source, and turns bytes and FLOPs into durations.
//
// All figures are in SI base units. A bandwidth is one direction: vendors print
// both directions together for NVLink, which is twice that. Capacities of HBM
// and all rates are decimal (80 GB = 80e9 B), on-chip memories are binary
// (164 KB = 164·1024 B). FLOP/s are dense.
package hw

import (
	"fmt"
	"slices"

	"inflight/scenes/suggest"
)

// Status says how far a source was followed.
type Status string

const (
	Confirmed   Status = "confirmed"   // read in the source named
	Partly      Status = "partly"      // all but the figures that Unconfirmed lists
	Unconfirmed Status = "unconfirmed" // secondary source, roadmap or announcement
)

// Field names a figure of an entry, so that a doubt can be shown beside it.
type Field string

const (
	FieldMatmul        Field = "matmul"         // dense matrix FLOP/s
	FieldHBM           Field = "hbm"            // capacity
	FieldHBMBandwidth  Field = "hbm-bandwidth"  // one way
	FieldSMs           Field = "sms"            // streaming multiprocessors or compute units
	FieldSharedMemory  Field = "shared-memory"  // of an SM
	FieldL2            Field = "l2"             // cache
	FieldScaleUp       Field = "scale-up"       // NVLink or its like
	FieldPCIe          Field = "pcie"           // generation
	FieldLinkBandwidth Field = "link-bandwidth" // of a link or a node
)

// Origin says where an entry's figures come from.
type Origin struct {
	Source  string // repository and place in it
	Version string // "as of commit 744d01e…"; "" where no version is known
	Status  Status
	// Unconfirmed lists the doubtful figures of an entry that is only partly
	// confirmed.
	Unconfirmed []Field
}

// Doubtful reports whether a figure may only be shown with its status.
func (o Origin) Doubtful(f Field) bool {
	return o.Status == Unconfirmed || slices.Contains(o.Unconfirmed, f)
}

const (
	mlEngineering = "stas00/ml-engineering "
	mlVersion     = "as of commit 744d01e18b79512572f64a6bbd8b5f4a725203a7"
	scalingBook   = "jax-ml/scaling-book "
	bookVersion   = "as of commit 0819a7d8c55ddc113f5cba0285a5f97380cac1e3"
	secondary     = "secondary source, not opened"
)

// find returns the entry with a key; the error lists the keys.
func find[T any](key string, table []T, keyOf func(T) string) (T, error) {
	keys := make([]string, len(table))
	for i, entry := range table {
		if keys[i] = keyOf(entry); keys[i] == key {
			return entry, nil
		}
	}
	var none T
	return none, fmt.Errorf("no %q: %w", key, suggest.OneOf(key, keys))
}

package sim

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"math"
)

// Hash is the 128-bit FNV-1a hash of all that the timeline says: IDs, times,
// needs, lanes, links, rates and counters. It is the same on every platform.
func (t *Timeline) Hash() [16]byte {
	d := digest{hash: fnv.New128a()}
	d.number(int64(len(t.lanes)))
	for i := 1; i < len(t.lanes); i++ {
		d.id(t, t.lanes[i].id)
		d.number(int64(t.lanes[i].kind))
		d.number(int64(t.lanes[i].width))
	}
	d.number(int64(len(t.links)))
	for i := 1; i < len(t.links); i++ {
		d.id(t, t.links[i].id)
		d.float(float64(t.links[i].bandwidth))
	}
	d.number(int64(len(t.ids)))
	for i := range t.ids {
		d.task(t, Ref(i))
	}
	d.number(int64(len(t.counters)))
	for i := 1; i < len(t.counters); i++ {
		d.id(t, t.counters[i].id)
		d.text(t.counters[i].unit)
		points := t.Points(Counter(i))
		d.number(int64(len(points)))
		for _, p := range points {
			d.number(int64(p.At))
			d.float(p.Value)
		}
	}
	return d.sum()
}

// digest writes numbers into a hash, each in eight bytes.
type digest struct {
	hash hash.Hash
	buf  []byte
}

func (d *digest) task(t *Timeline, r Ref) {
	d.id(t, t.ids[r])
	d.number(int64(t.lane[r]))
	d.number(int64(t.start[r]))
	d.number(int64(t.end[r]))
	d.number(int64(t.length[r]))
	d.float(float64(t.bytes[r]))
	links := t.paths.of(t.path[r])
	d.number(int64(len(links)))
	for _, l := range links {
		d.number(int64(l))
	}
	segments := t.Segments(r)
	d.number(int64(len(segments)))
	for _, s := range segments {
		d.number(int64(s.From))
		d.float(s.Rate)
	}
	needs := t.Needs(r)
	d.number(int64(len(needs)))
	for _, n := range needs {
		d.number(int64(n))
	}
}

func (d *digest) id(t *Timeline, k key) {
	d.text(t.names[k.kind])
	d.number(int64(k.a))
	d.number(int64(k.b))
	d.number(int64(k.c))
}

func (d *digest) text(s string) {
	d.number(int64(len(s)))
	d.buf = append(d.buf, s...)
}

func (d *digest) float(f float64) { d.number(int64(math.Float64bits(f))) }

func (d *digest) number(n int64) {
	d.buf = binary.LittleEndian.AppendUint64(d.buf, uint64(n))
	if len(d.buf) > 1<<14 {
		d.flush()
	}
}

func (d *digest) flush() {
	d.hash.Write(d.buf)
	d.buf = d.buf[:0]
}

func (d *digest) sum() [16]byte {
	d.flush()
	return [16]byte(d.hash.Sum(nil))
}

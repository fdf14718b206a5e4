package sim

import "sync"

// finder is a hash table of tasks by ID, with open addressing.
type finder struct {
	once  sync.Once
	kinds map[string]int32
	slots []Ref // 1 + task, or 0
}

// Find returns the task with an ID, the first one if the ID stands twice.
func (t *Timeline) Find(id ID) (Ref, bool) {
	f := &t.finder
	f.once.Do(t.index)
	kind, ok := f.kinds[id.Kind]
	if !ok {
		return 0, false
	}
	k := key{kind, id.A, id.B, id.C}
	for i := f.slot(k); f.slots[i] != 0; i = (i + 1) & (len(f.slots) - 1) {
		if r := f.slots[i] - 1; t.ids[r] == k {
			return r, true
		}
	}
	return 0, false
}

func (t *Timeline) index() {
	f := &t.finder
	f.kinds = make(map[string]int32, len(t.names))
	for i, name := range t.names {
		f.kinds[name] = int32(i)
	}
	size := 8
	for size < 2*len(t.ids) {
		size *= 2
	}
	f.slots = make([]Ref, size)
	for r, k := range t.ids {
		i := f.slot(k)
		for f.slots[i] != 0 && t.ids[f.slots[i]-1] != k {
			i = (i + 1) & (size - 1)
		}
		if f.slots[i] == 0 {
			f.slots[i] = Ref(r) + 1
		}
	}
}

// slot is where the search for a key begins.
func (f *finder) slot(k key) int {
	h := uint64(uint32(k.kind))<<32 | uint64(uint32(k.a))
	h *= 0x9e3779b97f4a7c15
	h ^= h >> 32
	h ^= uint64(uint32(k.b))<<32 | uint64(uint32(k.c))
	h *= 0x9e3779b97f4a7c15
	h ^= h >> 32
	return int(h & uint64(len(f.slots)-1))
}

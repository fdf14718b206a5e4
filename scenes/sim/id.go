package sim

import (
	"strconv"
	"strings"
)

// String writes the ID out: ID{"fwd/s#/mb#", 2, 5, 0} is "fwd/s2/mb5". A fourth
// # stays as it is.
func (id ID) String() string {
	b := make([]byte, 0, len(id.Kind)+16)
	n := 0
	for i := 0; i < len(id.Kind); i++ {
		c := id.Kind[i]
		if c != '#' || n == 3 {
			b = append(b, c)
			continue
		}
		b = strconv.AppendInt(b, int64([3]int32{id.A, id.B, id.C}[n]), 10)
		n++
	}
	return string(b)
}

// Name is Kind up to its first slash: what the task does, such as "send".
func (id ID) Name() string {
	name, _, _ := strings.Cut(id.Kind, "/")
	return name
}

// key is an ID with its kind interned.
type key struct{ kind, a, b, c int32 }

// kinds interns the kinds of a graph's IDs.
type kinds struct {
	names []string
	index map[string]int32
	// recent is tried before the map: most graphs have a handful of kinds.
	recent [16]int32
}

func (k *kinds) key(id ID) key {
	return key{k.intern(id.Kind), id.A, id.B, id.C}
}

func (k *kinds) intern(name string) int32 {
	slot := &k.recent[0]
	if len(name) > 0 {
		slot = &k.recent[(len(name)+int(name[0]))%len(k.recent)]
	}
	if int(*slot) < len(k.names) && k.names[*slot] == name {
		return *slot
	}
	n, ok := k.index[name]
	if !ok {
		if k.index == nil {
			k.index = make(map[string]int32)
		}
		n = int32(len(k.names))
		k.names = append(k.names, name)
		k.index[name] = n
	}
	*slot = n
	return n
}

func id(names []string, k key) ID {
	return ID{names[k.kind], k.a, k.b, k.c}
}

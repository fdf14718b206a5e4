package block

import (
	"math/rand/v2"
	"testing"

	"inflight/tests/noise"
)

// world is a manager with sequences, and what must hold for them.
type world struct {
	m    *Manager
	c    Config
	live []*Sequence
	rand func(n int) int
}

func newWorld(c Config, rand func(n int) int) *world {
	return &world{m: NewManager(c), c: c, rand: rand}
}

// act does one operation.
func (w *world) act(op int) {
	pick := func() *Sequence {
		if len(w.live) == 0 {
			return nil
		}
		return w.live[w.rand(len(w.live))]
	}
	s := pick()
	switch op % 8 {
	case 0, 1:
		tokens := make([]Token, 1+w.rand(5*w.c.Size))
		for i := range tokens {
			tokens[i] = Token(w.rand(2) * i) // prefixes that often agree
		}
		s := w.m.NewSequence(tokens, "")
		hit := w.m.Hit(s)
		if w.m.Admit(s, hit, s.Len()-hit, w.rand(2)*w.rand(w.c.Size+1), false) {
			w.live = append(w.live, s)
		}
	case 2, 3:
		if s != nil && !s.Swapped() {
			n := w.rand(w.c.Size + 2)
			for range n {
				s.Push(Token(w.rand(3)))
			}
			need, before := w.m.Need(s, n), w.m.Free()
			if _, ok := w.m.Extend(s, n); !ok {
				s.Drop(n)
				need = 0
			}
			if got := before - w.m.Free(); got != need {
				panic("Extend takes other than Need")
			}
		}
	case 4:
		if s != nil && !s.Swapped() && len(w.live) < 40 {
			w.live = append(w.live, w.m.Fork(s))
		}
	case 5:
		for i, x := range w.live {
			if x == s {
				w.m.Release(s)
				w.live = append(w.live[:i], w.live[i+1:]...)
				break
			}
		}
	case 6:
		if s != nil && !s.Swapped() {
			w.m.SwapOut(s)
		}
	case 7:
		if s != nil && s.Swapped() {
			w.m.SwapIn(0, false, s)
		}
	}
}

// check returns what is broken, "" for nothing.
func (w *world) check() string {
	counts := make([]int, w.c.Blocks)
	cpu := make([]int, w.c.CPU)
	for _, s := range w.live {
		for i, b := range s.table {
			counts[b]++
			if i < s.held/s.size && w.c.Cache && (!w.m.cache.hashed[b] || w.m.cache.digests[b] != s.digests[i]) {
				return "a full block is not hashed as what it holds"
			}
		}
		for _, b := range s.swapped {
			cpu[b]++
		}
		if len(s.table) > 0 && len(s.swapped) > 0 {
			return "a sequence is in both memories"
		}
		if s.held != s.Len() {
			return "a token has no place"
		}
		if n := len(s.table) + len(s.swapped); n < Blocks(s.held, s.size) {
			return "a table is too short"
		}
	}
	used := 0
	for b, n := range counts {
		if n != int(w.m.refs[b]) {
			return "a block stands in more or fewer tables than are counted"
		}
		if (n == 0) != w.m.free.has(int32(b)) {
			return "a block is both used and free, or neither"
		}
		if n > 0 {
			used++
		}
	}
	queued := len(w.m.FreeQueue(nil))
	if queued != w.m.Free() || queued+used != w.c.Blocks {
		return "free and used blocks are not all"
	}
	usedCPU := 0
	for b, n := range cpu {
		if n != int(w.m.cpu.refs[b]) {
			return "a block of CPU memory stands in more or fewer tables than are counted"
		}
		if n > 0 {
			usedCPU++
		}
	}
	if usedCPU+w.m.FreeCPU() != w.c.CPU {
		return "free and used blocks of CPU memory are not all"
	}
	// Where sequences write, nobody else reads: a partial block that two tables
	// share holds the same tokens for both.
	for i, s := range w.live {
		for _, x := range w.live[:i] {
			for k := range min(len(s.table), len(x.table)) {
				if s.table[k] != x.table[k] {
					continue
				}
				for p := k * s.size; p < min((k+1)*s.size, s.held, x.held); p++ {
					if s.tokens[p] != x.tokens[p] {
						return "a shared block holds different tokens"
					}
				}
				if s.held < (k+1)*s.size && s.held != x.held {
					return "a shared block that is not full has different lengths"
				}
			}
		}
	}
	return ""
}

var configs = []Config{
	{Blocks: 40, Size: 4, CPU: 10, Cache: true},
	{Blocks: 40, Size: 4, CPU: 10, Cache: true, Order: PartialFirst, Keep: 3},
	{Blocks: 25, Size: 1, CPU: 40, Cache: true},
	{Blocks: 64, Size: 16, CPU: 0, Order: PartialFirst},
}

// TestMillionOperations: free + used = all, and no block in two tables unless it
// is shared and counted, after a million random operations.
func TestMillionOperations(t *testing.T) {
	const operations = 1_000_000
	for _, c := range configs {
		r := rand.New(rand.NewPCG(1, 2))
		w := newWorld(c, r.IntN)
		for i := range operations / len(configs) {
			w.act(r.IntN(8))
			if i%97 == 0 {
				if broken := w.check(); broken != "" {
					t.Fatalf("%+v, after %d operations: %s", c, i, broken)
				}
			}
		}
		if broken := w.check(); broken != "" {
			t.Fatalf("%+v: %s", c, broken)
		}
		for _, s := range w.live {
			w.m.Release(s)
		}
		if w.m.Free() != c.Blocks || w.m.FreeCPU() != c.CPU || !w.m.Reset() || len(w.m.cache.ends) != 0 {
			t.Errorf("%+v: %d blocks free after all were released, want %d", c, w.m.Free(), c.Blocks)
		}
	}
}

// FuzzOperations lets the fuzzer choose operations and their arguments.
func FuzzOperations(f *testing.F) {
	f.Add([]byte{0, 0, 9, 4, 0, 2, 0, 3, 5, 0})
	f.Add([]byte{1, 1, 20, 0, 6, 0, 7, 0, 4, 0, 2, 1, 1})
	for _, script := range noise.Bytes(200, 300) {
		f.Add(script)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) == 0 {
			return
		}
		c := configs[int(script[0])%len(configs)]
		at := 1
		next := func(n int) int {
			if at >= len(script) {
				return 0
			}
			at++
			return int(script[at-1]) % n
		}
		w := newWorld(c, next)
		for at < len(script) {
			w.act(next(8))
			if broken := w.check(); broken != "" {
				t.Fatal(broken)
			}
		}
	})
}

package serve

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"inflight/scenes/paged/block"
	"inflight/scenes/sim"
)

// cases is testdata/paged_attention.json.
var cases = func() map[string]schedulerCase {
	var v struct {
		Cases []schedulerCase `json:"scheduler_cases"`
	}
	text, err := os.ReadFile("testdata/paged_attention.json")
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		panic(err)
	}
	byName := map[string]schedulerCase{}
	for _, c := range v.Cases {
		byName[c.Name] = c
	}
	return byName
}()

type schedulerCase struct {
	Name       string          `json:"name"`
	Tokens     int             `json:"max_batched_tokens"`
	Threshold  int             `json:"long_prefill_token_threshold"`
	Scheduled  json.RawMessage `json:"scheduled_per_step"`
	ByStep     []int           `json:"batched_tokens_by_step"`
	Block      int             `json:"block_size"`
	Usable     int             `json:"usable_blocks"`
	GPUBlocks  int             `json:"gpu_blocks"`
	Prompts    []int           `json:"prompts"`
	Priorities []struct {
		Priorities []int     `json:"priorities"`
		Arrival    []float64 `json:"arrival"`
		Runs       string    `json:"runs"`
		Waiting    []string  `json:"waiting"`
	} `json:"cases"`
}

// with is a scheduler over blocks, and requests that have arrived.
func with(l limits, c block.Config, want int, prompts ...int) (*scheduler, []*request) {
	s := &scheduler{memory: newPaged(c), limits: l}
	var list []*request
	for i, n := range prompts {
		list = append(list, newRequest(i, Request{Arrival: sim.Time(i), Prompt: n, Outputs: []int{want}}, int32(i)))
	}
	for _, q := range list {
		s.arrive(q)
	}
	return s, list
}

var ample = block.Config{Blocks: 10_000, Size: 16, Cache: true}

// scheduled is how many tokens of each request a step computes.
func scheduled(b *batch) map[int]int {
	counts := map[int]int{}
	for _, it := range b.items {
		counts[it.seq.request.index] += it.n
	}
	return counts
}

func indexes(list []*request) []int {
	out := []int{}
	for _, q := range list {
		out = append(out, q.index)
	}
	return out
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestPlainSchedule: all prompts whole in the first step, in order of arrival.
func TestPlainSchedule(t *testing.T) {
	s, _ := with(limits{batch: 100, tokens: 8192}, ample, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
	b := s.next()
	for i, it := range b.items {
		equal(t, "request", it.seq.request.index, i)
		equal(t, "tokens", it.n, 10*(i+1))
	}
	equal(t, "scheduled", len(b.items), 10)
	equal(t, "waiting", len(s.waiting), 0)
}

func TestChunkedPrefill(t *testing.T) {
	c := cases["chunked prefill with threshold"]
	var steps [][]int
	if err := json.Unmarshal(c.Scheduled, &steps); err != nil {
		t.Fatal(err)
	}
	ample := ample
	ample.Cache = false // the three prompts differ in the case
	s, _ := with(limits{batch: 100, tokens: c.Tokens, prompt: c.Threshold}, ample, 5, 800, 800, 800)
	for k, want := range steps {
		got := scheduled(s.next())
		for i, n := range want {
			if got[i] != n {
				t.Errorf("step %d, request %d: %d tokens, want %d", k+1, i, got[i], n)
			}
		}
		s.commit()
	}
}

func TestPreemptNewest(t *testing.T) {
	c := cases["preempt newest when KV is full (recompute)"]
	s, list := with(limits{batch: 100, tokens: 8192}, block.Config{Blocks: c.Usable, Size: c.Block, Cache: true}, 5, 80, 80)
	s.next()
	s.commit()
	b := s.next()
	equal(t, "running", indexes(s.running), []int{0})
	equal(t, "waiting", indexes(s.waiting), []int{1})
	equal(t, "preempted", b.preempted, 1)
	equal(t, "state", list[1].state, waiting)
	equal(t, "held", list[1].seqs[0].held, 0)
}

func TestPreemptAndRecompute(t *testing.T) {
	c := cases["v0 preempt and recompute"]
	s, _ := with(limits{batch: 100, tokens: 8192}, block.Config{Blocks: c.GPUBlocks, Size: c.Block}, 50, c.Prompts...)
	var got []int
	for k := range 3 {
		if k == 2 { // a is aborted
			a := s.running[0]
			s.memory.release(a.seqs[0])
			s.running = nil
		}
		n := 0
		for _, it := range s.next().items {
			n += it.n
		}
		got = append(got, n)
		s.commit()
	}
	equal(t, "batched tokens", got, c.ByStep)
}

// crowded has no room for one request, whatever is freed.
type crowded struct {
	*paged
	index     int
	preempted []int
}

func (c *crowded) room(q *request, budget int) bool {
	return q.index != c.index && c.paged.room(q, budget)
}

func (c *crowded) release(s *sequence) {
	c.preempted = append(c.preempted, s.request.index)
	c.paged.release(s)
}

func TestDecodePreemptionOrder(t *testing.T) {
	if _, ok := cases["v0 decode preemption order"]; !ok {
		t.Fatal("no such case")
	}
	s, _ := with(limits{batch: 100, tokens: 8192}, ample, 50, 60, 60, 60)
	s.next()
	s.commit()
	c := &crowded{paged: s.memory.(*paged), index: 1}
	s.memory = c
	b := s.next()
	equal(t, "decoded", scheduled(b), map[int]int{0: 1})
	equal(t, "preempted", b.preempted, 2)
	equal(t, "order", c.preempted, []int{2, 1})
	equal(t, "running", indexes(s.running), []int{0})
}

func TestPriorityAndArrival(t *testing.T) {
	for _, c := range cases["priority and arrival"].Priorities {
		s := &scheduler{memory: newPaged(ample), limits: limits{batch: 1, tokens: 8192}}
		for i, p := range c.Priorities {
			r := Request{Prompt: 10, Outputs: []int{5}, Priority: p}
			if c.Arrival != nil {
				r.Arrival = sim.Time(c.Arrival[i])
			}
			s.arrive(newRequest(i, r, int32(i)))
		}
		s.next()
		name := func(list []*request) (names []string) {
			for _, q := range list {
				names = append(names, string(rune('0'+q.index)))
			}
			return names
		}
		equal(t, "runs", name(s.running), []string{c.Runs})
		equal(t, "waiting", name(s.waiting), c.Waiting)
	}
}

package collective

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// load reads a reference file.
func load(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// detailOf builds a setting and returns what it says in a plan's JSON.
func detailOf(t *testing.T, p Params) detail {
	t.Helper()
	f, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	return scenes.Detail(f).(detail)
}

// TestRingSendsWhatNCCLSends holds the detail of a ring all-reduce to NCCL's
// tables, for the GPU counts that they have.
func TestRingSendsWhatNCCLSends(t *testing.T) {
	var ref struct {
		Tables map[string][]struct {
			Step  int
			Phase string
			Send  []int `json:"send_chunk_by_ring_index"`
			Recv  []int `json:"recv_chunk_by_ring_index"`
		}
	}
	load(t, "nccl_ring_schedule.json", &ref)
	for gpus, table := range ref.Tables {
		n, err := strconv.Atoi(gpus)
		if err != nil {
			t.Fatal(err)
		}
		p := defaults
		p.GPUs = n
		sends := detailOf(t, p).Sends
		if got, want := len(sends), n*len(table); got != want || len(table) != 2*(n-1) {
			t.Fatalf("%d GPUs: %d sends in the detail, %d steps in the table, want %d sends", n, got, len(table), want)
		}
		for _, row := range table {
			for i := range n {
				got := sends[row.Step*n+i]
				want := sendDetail{Step: int32(row.Step), From: int32(i), To: int32((i + 1) % n), Chunk: row.Send[i], Phase: row.Phase}
				if got != want {
					t.Errorf("%d GPUs: %+v, want %+v", n, got, want)
				}
				if recv := sends[row.Step*n+mod(i-1, n)].Chunk; recv != row.Recv[i] {
					t.Errorf("%d GPUs, step %d: GPU %d receives chunk %d, want %d", n, row.Step, i, recv, row.Recv[i])
				}
			}
		}
	}
}

// TestReduceScatterEndsOnTheOwner: GPU i sends first the block of the GPU before
// it and ends with its own, as NCCL's reduce_scatter.h does; an all-gather
// starts with its own.
func TestBlocksAreNumberedByRank(t *testing.T) {
	for _, nodes := range []int{1, 2} {
		p := defaults
		p.Nodes = nodes
		p.Op = reduceScatter
		for _, s := range detailOf(t, p).Sends {
			if s.Step == 6 && s.Chunk != int(s.To) {
				t.Errorf("%d nodes: the last step of a reduce-scatter brings chunk %d to GPU %d, want its own", nodes, s.Chunk, s.To)
			}
		}
		p.Op = allGather
		for _, s := range detailOf(t, p).Sends {
			if s.Step == 0 && s.Chunk != int(s.From) {
				t.Errorf("%d nodes: the first step of an all-gather sends chunk %d from GPU %d, want its own", nodes, s.Chunk, s.From)
			}
		}
	}
}

// TestTreesAreNCCLs holds the double binary tree to NCCL's, and the sends of an
// all-reduce to the tree: up to the parent, down to the children.
func TestTreesAreNCCLs(t *testing.T) {
	var ref struct {
		ByN map[string]map[string][]treeDetail `json:"by_n"`
	}
	load(t, "nccl_double_binary_tree.json", &ref)
	for gpus, trees := range ref.ByN {
		n, err := strconv.Atoi(gpus)
		if err != nil {
			t.Fatal(err)
		}
		p := defaults
		p.Algo, p.GPUs, p.Pieces = tree, n, 3
		d := detailOf(t, p)
		for name, want := range trees {
			got := d.Trees[name]
			if !slices.EqualFunc(got, want, func(a, b treeDetail) bool {
				return a.Rank == b.Rank && a.Up == b.Up && slices.Equal(a.Down, b.Down)
			}) {
				t.Errorf("%d GPUs, %s: %v, want %v", n, name, got, want)
			}
			edges := 0
			for _, s := range d.Sends {
				if s.Tree == nil || name != "tree"+strconv.Itoa(*s.Tree) {
					continue
				}
				edges++
				up := s.Phase == "reduce"
				if up && want[s.From].Up != int(s.To) || !up && want[s.To].Up != int(s.From) {
					t.Errorf("%d GPUs, %s: %+v is no edge", n, name, s)
				}
			}
			if edges != 2*3*(n-1) {
				t.Errorf("%d GPUs, %s: %d sends, want %d", n, name, edges, 2*3*(n-1))
			}
		}
	}
}

// TestTreesOverNodesHaveChains: over nodes the trees are those of the nodes, and
// inside a node the GPUs form a chain below the first.
func TestTreesOverNodesHaveChains(t *testing.T) {
	p := defaults
	p.Algo, p.GPUs, p.Nodes, p.NICs = tree, 16, 4, 1
	d := detailOf(t, p)
	if d.TreesOver != "nodes" || len(d.Trees["tree0"]) != 4 {
		t.Errorf("trees over %d %s, want 4 nodes", len(d.Trees["tree0"]), d.TreesOver)
	}
	for _, s := range d.Sends {
		if s.Phase != "reduce" {
			continue
		}
		sameNode := s.From/4 == s.To/4
		if sameNode && s.To != s.From-1 || !sameNode && (s.From%4 != 0 || s.To%4 != 0) {
			t.Errorf("GPU %d sends up to GPU %d: want the one before it in the node, or between the first of two nodes", s.From, s.To)
		}
	}
}

// TestNothingIsLostOrCountedTwice tracks contributions through every operation,
// at random settings of up to 64 GPUs.
func TestNothingIsLostOrCountedTwice(t *testing.T) {
	eachPair(t, func(t *testing.T, r *rand.Rand, op, algo string) {
		for i := range 60 {
			gpus := 17
			if i%20 == 0 {
				gpus = wholeGPUs
			}
			j := randomJob(t, r, op, algo, gpus)
			s, tl, err := j.run()
			if err != nil {
				t.Fatalf("%+v: %v", j, err)
			}
			if _, err := s.stack(tl); err != nil {
				t.Errorf("%+v: %v", j, err)
			}
			if len(s.sends) != s.sendsTotal() {
				t.Errorf("%+v: %d sends, counted as %d", j, len(s.sends), s.sendsTotal())
			}
		}
	})
}

// TestTrackingSeesMistakes breaks a schedule in the ways that tracking is for.
func TestTrackingSeesMistakes(t *testing.T) {
	j, err := settle(defaults)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		spoil func(s *schedule)
		want  string
	}{
		{"the wrong chunk", func(s *schedule) { s.sends[20].chunk++ }, "twice"},
		{"too little", func(s *schedule) { s.sends[len(s.sends)-1].to = s.sends[len(s.sends)-1].from }, "ends with"},
		{"the wrong phase", func(s *schedule) { s.sends[60].phase = scattering }, "twice"},
		{"a sum overwritten", func(s *schedule) { s.sends[1].phase = gathering }, "nothing lost"},
	} {
		s, tl, err := j.run()
		if err != nil {
			t.Fatal(err)
		}
		c.spoil(s)
		if _, err := s.stack(tl); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.want)
		}
	}
}

// TestDetailStopsAt64GPUs: above that the sends are only counted.
func TestDetailStopsAt64GPUs(t *testing.T) {
	for _, c := range []struct {
		algo  string
		n     int
		sends int
		total int
	}{
		{ringAlgo, 64, 64 * 126, 0},
		{ringAlgo, 65, 0, 65 * 128},
		{ringAlgo, 16384, 0, 16384 * 32766},
		{direct, 1000, 0, 2 * 1000 * 999},
		{halving, 128, 0, 128 * 14},
		{halving, 129, 0, 128*14 + 2},
		{tree, 128, 0, 127 * 2 * 2 * 8},
	} {
		p := defaults
		p.Algo, p.GPUs = c.algo, c.n
		d := detailOf(t, p)
		if len(d.Sends) != c.sends || d.SendsTotal != c.total {
			t.Errorf("%s, %d GPUs: %d sends and a total of %d, want %d and %d", c.algo, c.n, len(d.Sends), d.SendsTotal, c.sends, c.total)
		}
	}
}

// TestIDsAndLanesStayTheSame holds the names that JSON and pictures go by.
func TestIDsAndLanes(t *testing.T) {
	p := defaults
	f, err := build(p)
	if err != nil {
		t.Fatal(err)
	}
	tl := f.Timeline()
	r, ok := tl.Find(sim.ID{Kind: "send/#/#", A: 3, B: 5})
	if !ok {
		t.Fatal("no task send/3/5")
	}
	if lane := tl.LaneID(tl.Span(r).Lane).String(); lane != "gpu3/right" {
		t.Errorf("send/3/5 is on lane %s, want gpu3/right", lane)
	}
}

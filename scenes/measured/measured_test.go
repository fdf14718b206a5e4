package measured_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/draw/svg"
	"inflight/scenes/measured"
	"inflight/scenes/measured/measuredtest"
	"inflight/scenes/trace"
)

func film(t *testing.T, scene, knobs string) (*scenes.Setting, scenes.Film) {
	t.Helper()
	s, err := all.Setting(scene, scenes.Values(knobs))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return s, f
}

func load(t *testing.T, files ...[]byte) *measured.Trace {
	t.Helper()
	var list []measured.Source
	for i, text := range files {
		f, err := trace.Read(bytes.NewReader(text), measured.Keep)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, measured.Source{Name: fmt.Sprintf("rank%d.json", i), File: f})
	}
	all, err := measured.Load(list)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func compare(scene string, f scenes.Film, all *measured.Trace) *measured.Comparison {
	return measured.Compare(scene, measured.Predicted(f), all, all.Usual())
}

// row is a row of the table; without it the test ends.
func row(t *testing.T, c *measured.Comparison, id string) *measured.Row {
	t.Helper()
	for i := range c.Rows {
		if c.Rows[i].ID == id {
			return &c.Rows[i]
		}
	}
	t.Fatalf("no row %s in %v", id, c.Rows)
	return nil
}

func keys(c *measured.Comparison) []string {
	var list []string
	for _, n := range c.Notes {
		list = append(list, n.Key)
	}
	return list
}

// near allows for the nanosecond or so to which floats write microseconds.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-6*max(math.Abs(want), 1e-9) }

// TestAFilmMeasuresWhatItPredicts writes films as traces and reads them back.
func TestAFilmMeasuresWhatItPredicts(t *testing.T) {
	for _, c := range []struct{ scene, knobs string }{
		{"pipeline", ""},
		{"pipeline", "schedule=gpipe stages=8 microbatches=16"},
		{"pipeline", "schedule=zb-h1 bandwidth=2GB/s"},
		{"pipeline", "schedule=dualpipe stages=8 microbatches=20"},
		{"pipeline", "schedule=interleaved-1f1b stages=4 chunks=3 microbatches=8"},
		{"pipeline", "stages=1"},
		{"fsdp", ""},
		{"fsdp", "strategy=ddp gpus=64 nodes=8"},
		{"fsdp", "strategy=zero2 gpus=16"},
		{"fsdp", "strategy=hsdp gpus=32 nodes=4 recompute=full bandwidth=20GB/s"},
		{"fsdp", "gpus=1"},
	} {
		s, f := film(t, c.scene, c.knobs)
		got := compare(c.scene, f, load(t, trace.JSON(trace.Of(s, f)...)))
		for i := range got.Rows {
			r := &got.Rows[i]
			if r.Measured != r.Predicted || r.Has[0] != r.Has[1] {
				t.Errorf("%s %s: %s is %v, predicted %v", c.scene, c.knobs, r.ID, r.Measured, r.Predicted)
			}
		}
		if row(t, got, "step").Measured != f.Timeline().End().Seconds() || len(got.Rows) < 5 {
			t.Errorf("%s %s: %d rows, step %v; want that of the film, %v", c.scene, c.knobs, len(got.Rows), row(t, got, "step").Measured, f.Timeline().End().Seconds())
		}
		if want := []string{"all-told"}; !slices.Equal(keys(got), want) {
			t.Errorf("%s %s: notes %v, want %v", c.scene, c.knobs, keys(got), want)
		}
		if got.End() != f.Timeline().End() {
			t.Errorf("%s %s: ends at %v, want %v", c.scene, c.knobs, got.End(), f.Timeline().End())
		}
	}
}

// TestASlowerJobHasItsRatioInEachRow records ranks that take 1.25 times what the
// film says.
func TestASlowerJobHasItsRatioInEachRow(t *testing.T) {
	for scene, ranks := range map[string]int{"pipeline": 4, "fsdp": 1} {
		_, f := film(t, scene, "")
		var files [][]byte
		for rank := range ranks {
			files = append(files, measuredtest.Of(f.Timeline(), rank, ranks, 3, 1.25).JSON())
		}
		c := compare(scene, f, load(t, files...))
		if c.Step != 3 || !slices.Equal(c.Steps, []int{2, 3, 4}) || len(c.Matched) != ranks {
			t.Errorf("%s: step %d of %v, ranks %v", scene, c.Step, c.Steps, c.Matched)
		}
		for i := range c.Rows {
			want := 1.25
			if c.Rows[i].ID == "idle-share" {
				want = 1
			}
			if got := c.Rows[i].Ratio(); !near(got, want) {
				t.Errorf("%s: ratio of %s is %v, want %v", scene, c.Rows[i].ID, got, want)
			}
		}
		if want := []string{"all-told", "waits"}; !slices.Equal(keys(c), want) {
			t.Errorf("%s: notes %v, want %v", scene, keys(c), want)
		}
	}
}

// TestOneRankIsComparedWithItsOwnStage wants the last stage's numbers for rank 3,
// and the third stage's for rank 5 of 8.
func TestOneRankIsComparedWithItsOwnStage(t *testing.T) {
	_, f := film(t, "pipeline", "")
	last := measuredtest.Of(f.Timeline(), 3, 4, 1, 1)
	c := compare("pipeline", f, load(t, last.JSON()))
	if r := row(t, c, "forward"); !near(r.Ratio(), 1) || c.Matched[0] != (measured.Match{Measured: 3, Predicted: 3}) {
		t.Errorf("forward of rank 3: %+v, %v", r, c.Matched)
	}
	third := measuredtest.Of(f.Timeline(), 2, 8, 1, 1)
	third.Rank = 5
	c = compare("pipeline", f, load(t, third.JSON()))
	if c.Matched[0] != (measured.Match{Measured: 5, Predicted: 2}) || !slices.Contains(keys(c), "stages") {
		t.Errorf("rank 5 of 8 is %v, notes %v", c.Matched, keys(c))
	}
	third.Rank, third.World = 5, 0
	third.World = 6
	c = compare("pipeline", f, load(t, third.JSON()))
	if len(c.Matched) != 0 || !slices.Contains(keys(c), "unmatched") || !slices.Contains(keys(c), "nothing") {
		t.Errorf("rank 5 of 6 is %v, notes %v", c.Matched, keys(c))
	}
}

// small is a step of one GPU whose truth is written beside it.
func small() *measuredtest.Trace {
	t := &measuredtest.Trace{Rank: 0, World: 1}
	t.Annotate(measuredtest.Main, "ProfilerStep#7", 0, 1000)
	t.Copy(7, 5, 10)                                                               // copy 5
	t.Kernel(7, "gemm_a", 100, 150, measuredtest.Main, 20)                         // forward 50, guessed
	t.Annotate(measuredtest.Main, "forward", 30, 60)                               //
	t.Kernel(7, "gemm_b", 150, 250, measuredtest.Main, 40)                         // forward 100, by its launch
	t.Op(measuredtest.Autograd, "autograd::engine::evaluate_function: Mm", 70, 90) //
	t.Kernel(7, "gemm_c", 300, 450, measuredtest.Autograd, 80)                     // backward 150
	t.Kernel(7, "flash_bwd_dq_dk_dv", 450, 470, measuredtest.Autograd, 95)         // backward 20, by its own name
	t.Op(measuredtest.Main, "Optimizer.step#AdamW.step", 100, 120)                 //
	t.Kernel(7, "multi_tensor", 600, 640, measuredtest.Main, 110)                  // optimizer 40
	t.Kernel(7, "mystery", 640, 650, measuredtest.Autograd, 95)                    // not classified 10
	t.OnGPU(20, "nccl:_all_gather_base", 50, 120)
	t.Collective(20, "ncclDevKernel_AllGather_RING_LL(x)", "_allgather_base", 50, 120)          // 70: 50 of them exposed
	t.Collective(24, "ncclDevKernel_Generic_4(x)", "reduce_scatter_tensor_coalesced", 460, 560) // 100: 90 exposed
	t.Collective(24, "ncclKernel_AllReduce_RING_LL_Sum_float(x)", "", 560, 570)                 // 10
	t.Collective(24, "ncclDevKernel_Broadcast_RING_LL(x)", "", 570, 575)                        // 5
	t.Annotate(measuredtest.Main, "ProfilerStep#8", 1000, 2000)
	t.Kernel(7, "gemm_d", 1100, 1150, measuredtest.Main, 1020)
	return t
}

// TestEachKernelIsToldByTheFirstThatTells follows the comments in small.
func TestEachKernelIsToldByTheFirstThatTells(t *testing.T) {
	_, f := film(t, "fsdp", "")
	c := measured.Compare("fsdp", measured.Predicted(f), load(t, small().JSON()), 7)
	for id, micro := range map[string]float64{
		"forward": 150, "backward": 170, "optimizer": 40, "all-gather": 70, "reduce-scatter": 100, "all-reduce": 10,
		"collective": 5, "copy": 5, "other": 10,
		"step": 1095, "idle": 1095 - 370, "exposed": 50 + 90 + 15,
	} {
		if got := row(t, c, id).Measured * 1e6; !near(got, micro) {
			t.Errorf("%s takes %v µs, want %v", id, got, micro)
		}
	}
	texts := strings.Join(c.Report("en").Notes, "\n")
	for _, want := range []string{"not classified, mostly mystery", "33.3 % of the forward time is guessed"} {
		if !strings.Contains(texts, want) {
			t.Errorf("no %q in\n%s", want, texts)
		}
	}
}

// TestWhatTheTwoSidesTellApartDifferentlyIsOneRow sets whole backward passes
// beside split ones, and passes one by one beside overlapped ones.
func TestWhatTheTwoSidesTellApartDifferentlyIsOneRow(t *testing.T) {
	s, whole := film(t, "pipeline", "")
	all := load(t, trace.JSON(trace.Of(s, whole)...))
	_, split := film(t, "pipeline", "schedule=zb-h1")
	c := compare("pipeline", split, all)
	if got := row(t, c, "backward").Ratio(); !near(got, 1) || !slices.Contains(keys(c), "fold.weight-grad") {
		t.Errorf("backward has ratio %v with notes %v; want both gradients in it", got, keys(c))
	}
	_, pairs := film(t, "pipeline", "schedule=dualpipe stages=4 microbatches=8")
	c = compare("pipeline", pairs, all)
	if r := row(t, c, "compute"); !r.Has[0] || !r.Has[1] || !slices.Contains(keys(c), "fold.pair") {
		t.Errorf("compute is %+v with notes %v", r, keys(c))
	}
}

// TestTheFirstForwardPassesBeginTogether wants the shift, and each rank by itself
// where clocks differ.
func TestTheFirstForwardPassesBeginTogether(t *testing.T) {
	_, f := film(t, "pipeline", "")
	first := func(r *measured.Run, rank int) (at int64) {
		at = math.MaxInt64
		for _, l := range r.Lanes {
			for _, s := range l.Spans {
				if l.Rank == rank && s.Kind == measured.Forward {
					at = min(at, int64(s.From))
				}
			}
		}
		return at
	}
	for name, skew := range map[string]int64{"one clock": 0, "clocks an hour apart": 3600e9} {
		var files [][]byte
		for rank := range 4 {
			r := measuredtest.Of(f.Timeline(), rank, 4, 1, 1)
			r.Base += skew * int64(rank)
			files = append(files, r.JSON())
		}
		c := compare("pipeline", f, load(t, files...))
		for rank := range 4 {
			got, want := first(&c.Measured, rank), first(&c.Predicted, rank)
			if d := got - want; d < -1000 || d > 1000 {
				t.Errorf("%s: rank %d begins at %d ps, want %d", name, rank, got, want)
			}
		}
		if slices.Contains(keys(c), "clocks") != (skew > 0) {
			t.Errorf("%s: notes %v", name, keys(c))
		}
	}
}

// TestPlainChromeTracesAreRead has threads with ranks in their names, spans that
// begin and end in events of their own, and one in another.
func TestPlainChromeTracesAreRead(t *testing.T) {
	text := `[{"ph":"M","name":"process_name","pid":9,"args":{"name":"trainer"}},
	{"ph":"M","name":"thread_name","pid":9,"tid":1,"args":{"name":"rank 1"}},{"ph":"M","name":"thread_name","pid":9,"tid":2,"args":{"name":"rank 0"}},
	{"ph":"B","name":"iteration","pid":9,"tid":2,"ts":0},
	{"ph":"B","name":"F0","pid":9,"tid":2,"ts":0},{"ph":"E","pid":9,"tid":2,"ts":10},
	{"ph":"X","name":"backward_step","pid":9,"tid":2,"ts":40,"dur":20},
	{"ph":"X","name":"backward_step inner","pid":9,"tid":2,"ts":41,"dur":5},
	{"ph":"X","name":"load data","pid":9,"tid":2,"ts":70,"dur":10},
	{"ph":"E","pid":9,"tid":2,"ts":80},
	{"ph":"X","name":"send_forward","pid":9,"tid":2,"ts":10,"dur":2},
	{"ph":"X","name":"stage1_F_mb0","pid":9,"tid":1,"ts":12,"dur":10},
	{"ph":"X","name":"PP:1B0","pid":9,"tid":1,"ts":22,"dur":18}`
	_, f := film(t, "pipeline", "stages=2 microbatches=1")
	c := compare("pipeline", f, load(t, []byte(text)))
	for id, micro := range map[string]float64{"forward": 10, "backward": 19, "send-recv": 1, "other": 5, "step": 80} {
		if got := row(t, c, id).Measured * 1e6; !near(got, micro) {
			t.Errorf("%s takes %v µs, want %v", id, got, micro)
		}
	}
	for _, want := range []string{"open", "threads", "other"} {
		if !slices.Contains(keys(c), want) {
			t.Errorf("notes %v, want %s among them", keys(c), want)
		}
	}
}

func TestRanksComeFromTheFile(t *testing.T) {
	one := func(rank, world int) *trace.File {
		r := &measuredtest.Trace{Rank: rank, World: world}
		r.Kernel(7, "gemm", 1, 2, measuredtest.Main, 0)
		f, err := trace.Read(bytes.NewReader(r.JSON()), measured.Keep)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	_, f := film(t, "pipeline", "")
	for _, c := range []struct {
		files []measured.Source
		want  string
	}{
		{[]measured.Source{{Name: "b.json", File: one(3, 4)}, {Name: "a.json", File: one(1, 4)}}, "[{1 1} {3 3}]"},
		{[]measured.Source{{Name: "rank-2.json", File: one(0, 0)}, {Name: "x_rank0_5.json.gz", File: one(0, 0)}}, "[{0 0} {2 2}]"},
		{[]measured.Source{{Name: "a", File: one(0, 0)}, {Name: "b", File: one(0, 0)}}, "[{0 0} {1 1}]"},
		{[]measured.Source{{Name: "a", File: one(1, 4)}, {Name: "b", File: one(1, 4)}}, "b: rank 1 once more: want each rank once"},
		{nil, "no file: want a trace"},
	} {
		all, err := measured.Load(c.files)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprint(compare("pipeline", f, all).Matched)
		}
		if got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	empty, err := trace.Read(strings.NewReader("[]"), measured.Keep)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measured.Load([]measured.Source{{Name: "a", File: empty}}); err == nil {
		t.Error("a trace without spans is taken")
	}
}

// TestBothLanguagesHaveAllTexts wants the same texts and places in both, and each
// note and row that there is.
func TestBothLanguagesHaveAllTexts(t *testing.T) {
	places := regexp.MustCompile(`\{\d`)
	en, zh := measured.Texts("en"), measured.Texts("zh")
	for _, key := range slices.Sorted(maps.Keys(en)) {
		a, b := places.FindAllString(en[key], -1), places.FindAllString(zh[key], -1)
		set := func(list []string) []string { slices.Sort(list); return slices.Compact(list) }
		if zh[key] == "" || !slices.Equal(set(a), set(b)) && !(key == "what.all" || key == "what.step") {
			t.Errorf("%s: places %v in en, %v in zh", key, a, b)
		}
	}
	if len(en) != len(zh) {
		t.Errorf("%d texts in en, %d in zh", len(en), len(zh))
	}
	_, f := film(t, "fsdp", "")
	c := measured.Compare("fsdp", measured.Predicted(f), load(t, small().JSON()), 7)
	for _, lang := range scenes.Langs {
		r := c.Report(lang)
		for _, l := range r.Rows {
			if strings.HasPrefix(l.Label, "row.") {
				t.Errorf("%s has no text for %s", lang, l.Label)
			}
		}
		for _, n := range append(r.Notes, r.What) {
			if strings.Contains(n, "{") || strings.HasPrefix(n, "note.") {
				t.Errorf("%s: %s", lang, n)
			}
		}
	}
}

// TestThePictureHasTheAxisOfTheScene looks for spans where the scene has them, and
// wants no more shapes than a screen can show.
func TestThePictureHasTheAxisOfTheScene(t *testing.T) {
	for scene, ranks := range map[string]int{"pipeline": 4, "fsdp": 1} {
		_, f := film(t, scene, "")
		var files [][]byte
		for rank := range ranks {
			files = append(files, measuredtest.Of(f.Timeline(), rank, ranks, 1, 1).JSON())
		}
		c := compare(scene, f, load(t, files...))
		for _, portrait := range []bool{false, true} {
			v := c.ViewOf(f, portrait, 0.5)
			text := string(c.Picture(v))
			if v.X < 50 || v.X+v.W > v.Width-10 {
				t.Errorf("%s: axis from %v, %v wide, of %v", scene, v.X, v.W, v.Width)
			}
			if n := strings.Count(text, "<rect"); n < 20 || n > 6000 {
				t.Errorf("%s: %d rectangles", scene, n)
			}
			v.Theme = svg.Auto
			if page := string(c.Picture(v)); !strings.Contains(page, "<text") || strings.Contains(text, "<text") {
				t.Errorf("%s: want letters as text in a page, as shapes in a file", scene)
			}
			v.Theme = svg.Light
			v.From, v.To = v.To/4, v.To/2
			if zoomed := string(c.Picture(v)); zoomed == text {
				t.Errorf("%s: zoomed picture is the same", scene)
			}
		}
	}
}

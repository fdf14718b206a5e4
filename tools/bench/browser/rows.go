package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"inflight/tools/bench"
)

// frame is what marks.js says of a frame.
type frame struct {
	At     float64 `json:"at"`     // ms since the document of the stage began
	Work   float64 `json:"work"`   // ms of the stage's thread, from the message to the frame
	Waited float64 `json:"waited"` // ms, with the wait for the screen
}

// knob measures what a stage needs to show another setting.
func knob(ctx context.Context, s *server) ([]bench.Row, error) {
	const turns = 41
	var work, waited []float64
	var cpu float64
	err := inProfile(ctx, s.URL+"/-/host", func(tab context.Context) error {
		if _, err := eval[frame](tab, "first.promise"); err != nil {
			return err
		}
		before, err := threadTime(tab)
		if err != nil {
			return err
		}
		for i := range turns {
			f, err := eval[frame](tab, fmt.Sprintf(`turn({ bandwidth: "%dGB/s" })`, 301+i))
			if err != nil {
				return err
			}
			work, waited = append(work, f.Work), append(waited, f.Waited)
		}
		after, err := threadTime(tab)
		cpu = (after - before) / turns
		return err
	})
	if err != nil {
		return nil, err
	}
	return []bench.Row{
		{ID: "knob", What: "knob to new picture, collective at its defaults", Where: "browser", Value: median(work), Unit: "ms", Budget: 16},
		{ID: "knob-cpu", What: "the same, the thread's time on a processor, with the asking", Where: "browser", Value: cpu, Unit: "ms"},
		{ID: "knob-waited", What: "the same with the wait for the screen", Where: "browser", Value: median(waited), Unit: "ms"},
	}, nil
}

// shapes measures what drawing costs.
func shapes(ctx context.Context, s *server) ([]bench.Row, error) {
	var r struct {
		MS     float64 `json:"ms"`
		Allocs float64 `json:"allocs"`
		Calls  float64 `json:"calls"`
	}
	err := inProfile(ctx, s.URL+"/-/host?page="+"/stage/%3Fbench=5000", func(tab context.Context) (err error) {
		r, err = eval[struct {
			MS     float64 `json:"ms"`
			Allocs float64 `json:"allocs"`
			Calls  float64 `json:"calls"`
		}](tab, "bench.promise")
		return err
	})
	if err != nil {
		return nil, err
	}
	return []bench.Row{
		{ID: "shapes", What: "draw of 5,000 shapes, CPU a frame", Where: "browser", Value: r.MS, Unit: "ms", Budget: 3},
		{ID: "shapes-allocs", What: "the same, allocations a frame", Where: "browser", Value: r.Allocs, Unit: "allocations", None: true},
		{ID: "shapes-calls", What: "the same, draw calls a frame", Where: "browser", Value: r.Calls, Unit: "calls", Budget: 8},
	}, nil
}

// starts are the ways to a first frame, each against the first: an empty program
// and a stage, fetched and compiled as it comes, or compiled beforehand.
var starts = []struct {
	id, what, address string
	budget            float64 // of the ratio
}{
	{"first-frame-bare", "first frame of an empty Ebitengine program", "/-/host?page=/-/bare", 0},
	{"first-frame-bare-compiled", "the same with the module compiled beforehand, against that", "/-/host?compiled&page=/-/bare%3Fcompiled", 0},
	{"first-frame", "first live frame, against that", "/-/host", 1.1},
	{"first-frame-compiled", "first live frame with the module compiled beforehand, against that", "/-/host?compiled", 0.85},
}

// firstFrame compares the starts, in fresh profiles, in turn, so that what else
// the machine does is the same for all.
func firstFrame(ctx context.Context, s *server) ([]bench.Row, error) {
	const rounds = 9
	times, cpu := make([][]float64, len(starts)), make([][]float64, len(starts))
	for range rounds {
		for i, start := range starts {
			err := inProfile(ctx, s.URL+start.address, func(tab context.Context) error {
				f, err := eval[frame](tab, "first.promise")
				if err != nil {
					return err
				}
				used, err := threadTime(tab)
				times[i], cpu[i] = append(times[i], f.At), append(cpu[i], used)
				return err
			})
			if err != nil {
				return nil, err
			}
		}
	}
	rows := []bench.Row{
		{ID: starts[0].id, What: starts[0].what, Where: "browser", Value: median(times[0]), Unit: "ms"},
		{ID: starts[0].id + "-cpu", What: "the same, the thread's time on a processor", Where: "browser", Value: median(cpu[0]), Unit: "ms"},
	}
	for i, start := range starts[1:] {
		rows = append(rows,
			bench.Row{ID: start.id, What: start.what, Where: "browser", Value: median(times[i+1]) / median(times[0]), Unit: "times", Budget: start.budget},
			bench.Row{ID: start.id + "-cpu", What: "the same, the thread's time on a processor", Where: "browser", Value: median(cpu[i+1]) / median(cpu[0]), Unit: "times"})
	}
	return rows, nil
}

// pageBytes adds up what the explainer loads before anybody wants a stage, as
// hosts send it.
func pageBytes(ctx context.Context, s *server) ([]bench.Row, error) {
	if err := s.use(s.Page); err != nil {
		return nil, err
	}
	err := inProfile(ctx, s.URL+"/en/collective/", func(tab context.Context) error {
		// What a page asks for late, it asks for in its first second.
		_, err := eval[bool](tab, "new Promise((r) => setTimeout(() => r(true), 1000))")
		return err
	})
	if err != nil {
		return nil, err
	}
	var page, worker, files float64
	for _, r := range s.requests() {
		if strings.HasSuffix(r.name, ".wasm") {
			return nil, fmt.Errorf("%s: asked for before a stage is wanted", r.name)
		}
		n, err := sent(filepath.Join(s.Page, filepath.FromSlash(r.name)))
		if err != nil {
			return nil, err
		}
		if r.worker {
			worker += float64(n)
		} else {
			page += float64(n)
			files++
		}
	}
	return []bench.Row{
		{ID: "page", What: fmt.Sprintf("page before a stage, brotli, %g files", files), Where: "browser", Value: page / 1e3, Unit: "KB", Budget: 60},
		{ID: "page-worker", What: "what the service worker keeps besides, for reading offline", Where: "browser", Value: worker / 1e3, Unit: "KB"},
	}, s.use(s.Site)
}

// sent is the size of a file as hosts send it: compressed where the build has
// done so.
func sent(file string) (int64, error) {
	info, err := os.Stat(file + ".br")
	if err != nil {
		info, err = os.Stat(file)
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

//go:build browser

package browser_test

import (
	_ "embed"
	"math"
	"slices"
	"testing"

	"inflight/scenes/report"
	"inflight/scenes/sim"
)

// recorder.js notes what the stage draws and tells, and what the page shows.
//
//go:embed recorder.js
var recorder string

// noted is one thing that happened in the stage, in order.
type noted struct {
	Frame int // of the stage in which it happened
	What  string
	Told  struct { // by a message
		Rev    int
		Panel  *report.Panel
		Moment moment
	}
}

// moment is where playback stands.
type moment struct {
	T             float64 // seconds
	Text, Caption string
}

// look is what the page shows at the end of one of its frames.
type look struct {
	Films   int // that have come
	Now     string
	End     string
	Share   float64
	Metrics []string
	Caption string
}

func TestDraggedKnobNeverMixesOldAndNew(t *testing.T) {
	p := open(t, explainer+"?t=0&speed=0.0005", setup{scripts: []string{recorder}})
	p.wait("it is live", "live()")
	p.click("[data-do=toggle]")
	p.wait("it plays", "playing() && moments > 3")
	// Down and up the range, in small moves, while it plays.
	shares := []float64{0.2}
	for i := range 24 {
		shares = append(shares, 0.2+0.5*math.Abs(math.Sin(float64(i)/4)))
	}
	p.drag("[data-knob=gpus] input[type=range]", shares...)
	p.click("[data-do=toggle]")
	p.rests()
	notes := eval[[]noted](p, `stage().notes`)
	films := checkStage(t, notes)
	if len(films) < 6 {
		t.Fatalf("got %d films, want one for most moves of the hand", len(films))
	}
	checkPage(t, films, eval[[]look](p, "looks"))
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

// period is a film and all that was told while it was shown.
type period struct {
	native
	rev, frame int
	times      map[string]float64 // what the clock said: the instant, in seconds
	share      float64            // of the film that has passed, at the last word
	drawn      bool
}

// checkStage checks that film, picture, time and caption change together, in one
// frame of the stage.
func checkStage(t *testing.T, notes []noted) []*period {
	t.Helper()
	var films []*period
	now := &period{}
	for _, n := range notes {
		switch n.What {
		case "film":
			if now.native.film != nil && !now.drawn {
				t.Errorf("frame %d: film %d comes before film %d was drawn", n.Frame, n.Told.Rev, now.rev)
			}
			values, err := report.Values(n.Told.Panel.Query)
			if err != nil {
				t.Fatal(err)
			}
			next := &period{native: compute(t, "en", values...), rev: n.Told.Rev, frame: n.Frame, times: map[string]float64{}, share: now.share}
			if got, want := n.Told.Panel.Film.End, next.panel.Film.End; got != want {
				t.Errorf("%s: the stage says it ends at %g s, want %g", n.Told.Panel.Query, got, want)
			}
			films, now = append(films, next), next
			now.hear(t, n.Told.Moment)
		case "draw":
			now.drawn = true
		case "frame":
			if n.Told.Rev != now.rev || n.Frame != now.frame {
				t.Errorf("frame %d: told that film %d is drawn, want film %d in frame %d", n.Frame, n.Told.Rev, now.rev, now.frame)
			}
		case "time":
			if now.native.film == nil {
				t.Fatal("a time without a film")
			}
			now.hear(t, n.Told.Moment)
		}
	}
	return films
}

// hear checks a moment that is told while the film is shown.
func (f *period) hear(t *testing.T, m moment) {
	t.Helper()
	at := instant(m.T)
	if got, want := m.Text, report.Clock(at); got != want {
		t.Errorf("film %d: the clock says %q, want %q", f.rev, got, want)
	}
	if got, want := m.Caption, f.native.film.Caption(at).Text("en"); got != want {
		t.Errorf("film %d at %s: caption %q, want %q", f.rev, m.Text, got, want)
	}
	share := m.T / f.panel.Film.End
	if share > 1 || share < f.share-1e-9 || share > f.share+0.2 {
		t.Errorf("film %d: %g of it has passed, after %g", f.rev, share, f.share)
	}
	f.share = share
	f.times[m.Text] = m.T
}

func instant(seconds float64) sim.Time { return sim.Time(math.Round(seconds * 1e12)) }

// checkPage checks that each frame of the page shows one film: its numbers, its
// end, and a time that was told of it.
func checkPage(t *testing.T, films []*period, looks []look) {
	t.Helper()
	seen := map[int]bool{}
	for _, l := range looks {
		if l.Films == 0 {
			continue
		}
		f := films[l.Films-1]
		seen[l.Films] = true
		if l.End != f.panel.Film.EndText || !slices.Equal(l.Metrics, f.metrics()) {
			t.Errorf("film %d: the page shows end %s and metrics %q, want %s and %q", f.rev, l.End, l.Metrics, f.panel.Film.EndText, f.metrics())
		}
		at, ok := f.times[l.Now]
		if !ok {
			t.Errorf("film %d: the page shows the time %s / %s, which was never told of it", f.rev, l.Now, l.End)
			continue
		}
		if want := at / f.panel.Film.End; math.Abs(l.Share-want) > 0.001 {
			t.Errorf("film %d: the scrubber is at %g, want %g", f.rev, l.Share, want)
		}
	}
	if len(seen) < 6 {
		t.Errorf("the page was seen with %d films, want most", len(seen))
	}
}

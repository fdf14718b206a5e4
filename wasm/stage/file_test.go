//go:build js || desktop

package stage

import (
	"fmt"
	"strings"
	"testing"

	"inflight/scenes/plan"
	"inflight/scenes/sim"
	"inflight/scenes/trace"
)

// ask is the stage's answer to a question for a file.
func (r *rig) ask(t *testing.T, format string) File {
	t.Helper()
	r.hear(fmt.Sprintf(`{"do":"file","n":5,"format":%q}`, format))
	said := r.frame(0)
	f, ok := said[0].(File)
	if !ok || len(said) != 1 || f.N != 5 {
		t.Fatalf("%s: said %+v, want file 5", format, said)
	}
	return f
}

func TestFilesAreThoseOfTheCommandLine(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	for _, compare := range []string{"null", `{"tasks":"5"}`} {
		r.hear(`{"do":"state","compare":` + compare + `}`)
		r.frame(0)
		setting, film := r.shown.sides[0].built, r.shown.film
		json, err := plan.JSON(setting, film)
		if err != nil {
			t.Fatal(err)
		}
		for format, want := range map[string]string{
			"trace": string(trace.JSON(trace.Of(setting, film)...)),
			"csv":   string(plan.CSV(film)),
			"json":  string(json),
		} {
			if got := r.ask(t, format); got.Text != want || got.Tasks == 0 {
				t.Errorf("compare %s, %s: got %.200s, want %.200s", compare, format, got.Text, want)
			}
		}
	}
}

func TestAStillFileStandsAlone(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	light := r.ask(t, "svg").Text
	if !strings.HasPrefix(light, "<svg") || !strings.Contains(light, "<title") || strings.Contains(light, "var(") || strings.Contains(light, "class=") {
		t.Errorf("got %.300s, want an image with a title and colours of its own", light)
	}
	r.hear(`{"do":"state","theme":"dark"}`)
	r.frame(0)
	if dark := r.ask(t, "svg").Text; dark == light || len(dark) != len(light) {
		t.Error("the dark image differs not in colours alone")
	}
}

func TestTooManyTasksMakeNoFile(t *testing.T) {
	r := newRig(t)
	r.hear(allState)
	r.frame(0)
	const tasks = maxTasks + 1
	g := sim.NewGraph()
	for i := range int32(tasks) {
		g.Work(sim.ID{Kind: "task/#", A: i}, 0, sim.Second)
	}
	timeline, err := g.Run()
	if err != nil {
		t.Fatal(err)
	}
	r.shown.film = &toyFilm{toy{4}, timeline}
	for _, format := range []string{"trace", "csv", "json"} {
		if f := r.ask(t, format); f.Text != "" || f.Tasks != tasks {
			t.Errorf("%s: got %d bytes and %d tasks, want none and %d", format, len(f.Text), f.Tasks, tasks)
		}
	}
	if f := r.ask(t, "svg"); f.Text == "" {
		t.Error("no picture, want one")
	}
}

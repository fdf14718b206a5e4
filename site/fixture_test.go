package site

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// relay is a scene for tests: a token goes from hand to hand.
type relay struct {
	Hands     int
	Bandwidth float64
	Way       string
	Loud      bool
}

var relayScene = scenes.Scene[relay]{
	Name:    "relay",
	Default: relay{Hands: 4, Bandwidth: 1e9, Way: "there"},
	Knobs: func(p *relay) []scenes.Knob {
		return []scenes.Knob{
			scenes.WholeKnob(&p.Hands, "hands", 2, 64).In("shape"),
			scenes.NumberKnob(&p.Bandwidth, "bandwidth", unit.BytesPerSecond, 1e6, 1e12).In("shape"),
			scenes.ChoiceKnob(&p.Way, "way", scenes.Option{Value: "there", Label: "There"}, scenes.Option{Value: "back", Label: "Back"}).In("shape"),
			scenes.SwitchKnob(&p.Loud, "loud").In("shape"),
		}
	},
	Build: func(p relay) (scenes.Film, error) {
		if p.Hands == 13 {
			return nil, scenes.Refuse("thirteen hands cannot run")
		}
		g := sim.NewGraph()
		lane := g.Stream(sim.ID{Kind: "hands"})
		each, err := sim.Bandwidth(p.Bandwidth).Duration(1 << 20)
		if err != nil {
			return nil, err
		}
		for i := range p.Hands {
			g.Work(sim.ID{Kind: "hand#", A: int32(i)}, lane, each)
		}
		t, err := g.Run()
		return relayFilm{p, t, each}, err
	},
}

type relayFilm struct {
	relay
	timeline *sim.Timeline
	each     sim.Time
}

func (f relayFilm) Timeline() *sim.Timeline { return f.timeline }

func (f relayFilm) Steps() []scenes.Step {
	steps := make([]scenes.Step, f.Hands)
	for i := range steps {
		steps[i] = scenes.Step{ID: "hand/" + string(rune('0'+i%10)), At: sim.Time(i) * f.each, Label: scenes.Say("hand")}
	}
	return steps
}

func (f relayFilm) Metrics() []scenes.Metric {
	return []scenes.Metric{
		{ID: "time", Value: f.timeline.End().Seconds(), Unit: unit.Second},
		{ID: "bytes", Value: float64(f.Hands) * (1 << 20), Unit: unit.Byte},
	}
}

func (f relayFilm) Checks() []scenes.Check {
	formula := float64(f.Hands) * (1 << 20) / f.Bandwidth
	checks := []scenes.Check{
		{ID: "time", Engine: f.timeline.End().Seconds(), Formula: formula, Unit: unit.Second, Tolerance: 1e-6, Form: "N·S/B", Source: "A book <1999>"},
		{ID: "bytes", Engine: 1, Unit: unit.Byte, Form: "N·S", Source: "A book", Why: scenes.Say("never")},
	}
	return checks
}

func (f relayFilm) Caption(t sim.Time) scenes.Message { return scenes.Say("Hand & token") }

func (f relayFilm) Draw(c *draw.Canvas, v scenes.View) {
	for i := range f.Hands {
		c.Rect(draw.ID{Kind: "hand#", A: int32(i)}, float64(40+i*20), 40, 16, 16, draw.Style{Fill: draw.RankColor(i)})
	}
	c.Text(draw.ID{}, 40, 120, "relay <4>", draw.Font{Size: 30, Color: draw.Ink})
}

// fixture is a repository in a folder of its own: the real templates, scripts
// and styles, and small prose.
type fixture struct {
	t    testing.TB
	root string
}

func newFixture(t testing.TB) fixture {
	t.Helper()
	f := fixture{t, t.TempDir()}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"assets", "templates"} {
		if err := os.MkdirAll(filepath.Join(f.root, "site"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(here, dir), filepath.Join(f.root, "site", dir)); err != nil {
			t.Fatal(err)
		}
	}
	f.write("site/math/formulas.json", `{"$a+b$": "<math><mi>a</mi><mo>+</mo><mi>b</mi></math>", "$$T$$": "<math display=\"block\"><mi>T</mi></math>"}`)
	f.write("wasm.bin", "\x00asm"+string(bytes.Repeat([]byte("stage "), 500)))
	f.write("LICENSE", "Licence\n")
	for _, lang := range []string{"en", "zh"} {
		f.write("content/"+lang+"/index.md", home)
		f.write("content/"+lang+"/story.md", story)
		for _, file := range []string{"search.json", "reference.json"} {
			words, err := os.ReadFile(filepath.Join(repository, "content", lang, file))
			if err != nil {
				t.Fatal(err)
			}
			f.write("content/"+lang+"/"+file, string(words))
		}
	}
	return f
}

const home = `---
title: Inflight
description: A site of {{calc relay.knob.hands}} hands.
---
The first paragraph. See [the story](story.md#first) and [elsewhere](https://example.org/a?b=1&c=2).

` + "```cards\n```\n"

const story = `---
title: How long for {{calc relay.knob.hands}} hands?
description: Watch a token.
nav: Story
order: 1
scene: relay hands=8 t=hand/2
date: 2025-11-30
---
It takes {{calc relay.time hands=8}}, or {{calc relay.check.time.formula hands=8 digits=3}}.

::: step hand/0 id=one
## The first {#first}

Formula $a+b$, and

$$
T
$$

:::

::: step hand/1 id=two hands=16 way=back
## The second

{{mark comm all-gather}}, {{mark rank1 light=hand/1 one hand}}, {{calc relay.knob.way way=back}}, {{calc relay.time hands=8 / relay.time hands=4 as=times}}.
:::

` + "```scene relay hands=3 controls=mini\n```\n\n```scene relay hands=3 compare=\"hands=6&way=back\" id=beside\n```\n\n```checks relay hands=8\n```\n\n```go\nreturn 1\n```\n\n" + `
| a | b |
|---|--:|
| x | 1 |

Fact.[^src]

[^src]: Source.
`

func (f fixture) write(name, text string) {
	f.t.Helper()
	file := filepath.Join(f.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// shared is a cache folder for all tests: compression is slow.
var shared string

func TestMain(m *testing.M) {
	var err error
	if shared, err = os.MkdirTemp("", "inflight-site-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(shared)
	os.Exit(code)
}

// options of a build with the scene of tests. Nothing is compiled.
func (f fixture) options() Options {
	return Options{
		Root: f.root, Wasm: filepath.Join(f.root, "wasm.bin"), Cache: shared,
		Base: "/sub/path/", Origin: "https://host.example", Scenes: []*scenes.Entry{relayScene.Entry()},
	}
}

// render is the site that the fixture makes.
func (f fixture) render(o Options) tree {
	f.t.Helper()
	files, err := render(o)
	if err != nil {
		f.t.Fatal(err)
	}
	return files
}

// built is the site of the fixture as it is, which a test must not change.
func built(t *testing.T) tree {
	t.Helper()
	if builtOnce == nil {
		f := newFixture(t)
		builtOnce = f.render(f.options())
	}
	return builtOnce
}

var builtOnce tree

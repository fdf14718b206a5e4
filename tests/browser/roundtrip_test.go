//go:build browser

package browser_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"
	"inflight/scenes/scenetest"
	"inflight/scenes/sim"
)

// asked is what a link asks for: a setting, what stands beside it otherwise, and
// an instant.
type asked struct {
	setting, other *scenes.Setting // other may be nil
	film           scenes.Film     // of both
	at             sim.Time
}

// mostTasks keeps a stage in software quick.
const mostTasks = 4000

// askings are random wishes of a scene, the same in each run.
func askings(e *scenes.Entry, count int) []asked {
	random := rapid.Custom(func(r *rapid.T) *scenes.Setting { return scenetest.Random(r, e) })
	dice := rand.New(rand.NewPCG(20251130, uint64(len(e.Name))))
	var list []asked
	for seed := 1; len(list) < count; seed++ {
		a := asked{setting: random.Example(seed)}
		var ok bool
		if a.film, ok = small(a.setting); !ok {
			continue
		}
		if (len(list)+len(e.Name))%2 == 0 { // of some scenes the last, of others not
			a.other = mixed(a.setting, random.Example(-seed), dice)
			f, ok := small(a.other)
			if !ok {
				continue
			}
			a.film = scenes.Compare(scenes.Side{Setting: a.setting, Film: a.film}, scenes.Side{Setting: a.other, Film: f})
		}
		a.at = sim.Time(dice.Int64N(int64(a.film.Timeline().End()) + 1))
		if steps := a.film.Steps(); dice.IntN(3) == 0 {
			a.at = steps[dice.IntN(len(steps))].At
		}
		list = append(list, a)
	}
	return list
}

// mixed is a setting with a knob or two as in another.
func mixed(s, other *scenes.Setting, dice *rand.Rand) *scenes.Setting {
	m := s.Clone()
	for range 2 {
		k := m.Knobs()[dice.IntN(len(m.Knobs()))]
		from, _ := other.Knob(k.Key)
		k.Set(from.Text())
	}
	return m
}

func small(s *scenes.Setting) (scenes.Film, bool) {
	f, err := s.Build()
	return f, err == nil && f.Timeline().Len() <= mostTasks
}

func textsOf(s *scenes.Setting) map[string]string {
	texts := map[string]string{}
	for _, k := range s.Knobs() {
		texts[k.Key] = k.Text()
	}
	return texts
}

// order is the message that sets all of it but the instant.
func (a asked) order() map[string]any {
	m := map[string]any{"inflight": 1, "do": "set", "knobs": textsOf(a.setting), "compare": nil}
	if a.other != nil {
		m["compare"] = textsOf(a.other)
	}
	return m
}

// matches says what a link has otherwise than was asked for.
func (a asked) matches(t *testing.T, link string) {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	got := a.setting.Entry.New()
	var values []scenes.Value
	for _, k := range got.Knobs() {
		if q.Has(k.Key) {
			values = append(values, set(k.Key, q.Get(k.Key)))
		}
	}
	for _, p := range got.Apply(values, true) {
		t.Errorf("%s: %v", link, p)
	}
	sameSetting(t, link, got, a.setting)
	if q.Has("compare") != (a.other != nil) {
		t.Errorf("%s: compares: %t, want %t", link, q.Has("compare"), a.other != nil)
	} else if a.other != nil {
		other, err := report.Other(got, q.Get("compare"))
		if err != nil {
			t.Errorf("%s: %v", link, err)
			return
		}
		sameSetting(t, link+" beside", other, a.other)
	}
	if at, err := strconv.ParseFloat(q.Get("t"), 64); err != nil || at != a.at.Seconds() {
		t.Errorf("%s: t: want %v", link, a.at.Seconds())
	}
}

func sameSetting(t *testing.T, what string, got, want *scenes.Setting) {
	t.Helper()
	for _, k := range want.Knobs() {
		if g, _ := got.Knob(k.Key); g.Text() != k.Text() {
			t.Errorf("%s: %s: got %q, want %q", what, k.Key, g.Text(), k.Text())
		}
	}
}

// copied is what an entry of the menu copies.
func (p *tab) copied(entry string) string {
	p.t.Helper()
	return eval[string](p, `(async () => {
		let text = "";
		Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (s) => { text = s; } } });
		one("[data-do=`+entry+`]").click();
		for (let i = 0; i < 100 && !text; i++) await new Promise((r) => setTimeout(r, 20));
		return text;
	})()`)
}

// What a page is told by messages comes out of it as a link, however it was
// opened, and the link brings the same numbers and the same instant back, and the
// same link.
func TestLinksRoundTrip(t *testing.T) {
	const each = 2 // are asked of a frame
	for i, e := range all.List() {
		t.Run(e.Name, func(t *testing.T) {
			p := hosted(t, `<iframe width="480" height="300"></iframe>`, setup{width: 500, height: 320})
			list := askings(e, framesOfAScene*each)
			for n := range framesOfAScene {
				as := dressed(e, framesOfAScene*i+n)
				in := p.opens(t, e, as)
				var links []string
				for _, a := range list[each*n:][:each] {
					link := a.tell(p, in)
					a.matches(t, link)
					keeps(t, link, as)
					links = append(links, link)
				}
				wrong := append(p.troubles(), in.troubles()...) // before the frame goes, of which the browser complains
				list[each*n+n].comesBack(p, as, links[n])
				for _, trouble := range wrong {
					t.Error(trouble)
				}
				p.forget()
			}
		})
	}
}

// opens brings a scene into the frame of a tab, dressed so.
func (p *tab) opens(t *testing.T, e *scenes.Entry, as dress) *tab {
	t.Helper()
	address := origin + "/en/embed/" + e.Name + "/?" + as.query().Encode()
	t.Logf("%s", address)
	eval[any](p, `(heard.length = 0, one("iframe").src = `+quoted(t, address)+`)`)
	first := "ready"
	if as["still"] != "" {
		first = "still" // while it is drawn, orders would come in between
	}
	p.wait("it is there", `last("`+first+`")`)
	in := p.insideOf(as.path(e))
	eval[any](in, `told = null, addEventListener("scene-time", () => told = { t: seconds(), end: session().current.end, playing: session().playing }, true)`)
	return in
}

// tell says to the frame of a tab what is asked for, and gives the link to it. A
// mute copy does not say where it stands: the frame itself is asked.
func (a asked) tell(p, in *tab) (link string) {
	p.t.Helper()
	eval[any](p, `say({ inflight: 1, do: "pause" })`)
	eval[any](p, `say(`+quoted(p.t, a.order())+`)`)
	eval[any](p, fmt.Sprintf(`say({ inflight: 1, do: "seek", t: %v })`, a.at.Seconds()))
	in.wait(fmt.Sprintf("%v stands at %v", a.order(), a.at.Seconds()), a.there("told")+" && !told.playing")
	link = in.copied("copy")
	if code := in.copied("copy-embed"); !strings.HasPrefix(code, `<iframe src="`+html.EscapeString(link)+`"`) {
		p.t.Errorf("embed code: got %s, want a frame of %s", code, link)
	}
	return link
}

// there is true where what a scene has told is what is asked for.
func (a asked) there(told string) string {
	return fmt.Sprintf(`%[1]s?.t === %[2]v && %[1]s.end === %[3]v`, told, a.at.Seconds(), a.panel("en").Film.End)
}

func (a asked) panel(lang string) report.Panel { return report.New(a.setting, a.film, lang) }

// comesBack opens a link in the frame of a tab.
func (a asked) comesBack(p *tab, as dress, link string) {
	p.t.Helper()
	eval[any](p, `(heard.length = 0, one("iframe").src = `+quoted(p.t, link)+`)`)
	p.wait("the link brings the instant back", a.there(`last("time")`))
	in := p.insideOf(as.path(a.setting.Entry))
	n := native{panel: a.panel(as.lang())}
	want := n.metrics()
	if a.other != nil {
		want = n.both()
	}
	if got := eval[[]string](in, shownMetrics); !slices.Equal(got, want) {
		p.t.Errorf("numbers of %s: got %q, want %q", link, got, want)
	}
	if got := in.copied("copy"); got != link {
		p.t.Errorf("link of the link: got %s, want %s", got, link)
	}
}

// Nonsense in what is no knob is as if it were not there; only a step that there
// is not is told, in one sentence.
func TestHostileParameters(t *testing.T) {
	clean := beside(t, "en", "") // what compares with nonsense compares with the scene's own setting
	p := blank(t, setup{width: 400, height: 300})
	for _, text := range []string{`"><img src=x onerror="hacked=1"><script>hacked=1</script>`, "-1", "NaN", "1e999", "\x00\n", strings.Repeat("x", 3000)} {
		q := url.Values{}
		q.Set("v", text)
		for key := range fates {
			q.Set(key, text)
		}
		p.visit(alone + "?" + q.Encode())
		p.wait("the scene is live", "live()") // before that, the address would have the last word
		p.showsBoth(text, clean)
		if text != "1e999" { // which is the end
			told := quoted(t, strings.Trim(text[:min(len(text), 20)], "\x00\n"))
			p.wait("one sentence says that there is no such step", `document.querySelectorAll("[data-part=problems] li").length === 1 && textOf("problems").includes(`+told+`)`)
		}
		eval[any](p, `session().seek(0.01)`)
		p.wait("the scene lives", `live() && seconds() === 0.01`)
		if eval[bool](p, `typeof hacked !== "undefined" || !!document.querySelector("inflight-scene img") || location.pathname !== "`+alone+`"`) {
			t.Errorf("%q has done something", text)
		}
	}
	for _, trouble := range p.troubles() {
		t.Error(trouble)
	}
}

//go:build browser

package browser_test

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
)

// dress is how a scene is shown, as an address says it besides its knobs.
type dress map[string]string

// fate is what becomes of a parameter in a link that is copied from a scene opened
// with it.
type fate struct {
	values func(*scenes.Entry, *rand.Rand) []string // to open a scene with; "" leaves it out
	link   where
}

type where int

const (
	kept  where = iota // as it was
	now                // as it is now
	never              // left out
)

func words(list ...string) func(*scenes.Entry, *rand.Rand) []string {
	return func(*scenes.Entry, *rand.Rand) []string { return list }
}

// instants are none, and one of whole picoseconds up to so many seconds.
func instants(most float64) func(*scenes.Entry, *rand.Rand) []string {
	return func(_ *scenes.Entry, dice *rand.Rand) []string {
		return []string{"", strconv.FormatFloat(float64(dice.Int64N(int64(most*1e12)))/1e12, 'f', 12, 64)}
	}
}

// fates are those of all parameters of the contract. A link leads to an instant of
// a setting, shown in the same way; whether a scene begins to play, and which copy
// of two it is, are matters of the place that it stands in.
var fates = map[string]fate{
	"compare": {func(e *scenes.Entry, _ *rand.Rand) []string {
		k := e.New().Knobs()[0]
		return []string{"", "off", k.Key + "=" + k.Text()}
	}, now},
	"t": {func(e *scenes.Entry, dice *rand.Rand) []string {
		f, err := e.New().Build()
		if err != nil {
			return nil
		}
		steps := f.Steps()
		return []string{"", "0", "0.0000012", steps[dice.IntN(len(steps))].ID}
	}, now},
	"play":  {words("", "1", "view"), never},
	"still": {words("", "1", "true"), kept},
	"steps": {words("", "scene", "deck"), kept},
	"mute":  {words("", "1"), never},
	"loop":  {words("", "1"), kept},
	"speed": {func(_ *scenes.Entry, dice *rand.Rand) []string {
		return []string{"", strconv.FormatFloat(math.Pow(10, 4*dice.Float64()-5), 'g', 7, 64)}
	}, kept},
	"start":    {instants(1e-5), kept},
	"end":      {instants(1e-2), kept},
	"from":     {instants(1e-3), kept},
	"to":       {instants(10), kept},
	"focus":    {words("", "a/b&c", "gpu0"), kept},
	"controls": {words("", "full", "mini", "none"), kept},
	"theme":    {words("", "light", "dark"), kept},
	"lang":     {words("", "en", "zh"), kept},
	"dpr":      {words("", "1.5", "2"), kept},
}

// dressed is the n-th dress of a scene, the same in each run. As n grows, each
// parameter goes through all its values, in an order of its own.
func dressed(e *scenes.Entry, n int) dress {
	d := dress{}
	for key, f := range fates {
		seed := fnv.New64()
		seed.Write([]byte(key))
		count := len(f.values(e, rand.New(rand.NewPCG(seed.Sum64(), 0))))
		dice := rand.New(rand.NewPCG(seed.Sum64(), uint64(n/count)))
		if value := f.values(e, dice)[dice.Perm(count)[n%count]]; value != "" {
			d[key] = value
		}
	}
	return d
}

func (d dress) query() url.Values {
	q := url.Values{}
	for key, value := range d {
		q.Set(key, value)
	}
	return q
}

func (d dress) lang() string {
	if lang, ok := d["lang"]; ok {
		return lang
	}
	return "en"
}

// path is of the page of a scene so dressed.
func (d dress) path(e *scenes.Entry) string { return "/" + d.lang() + "/embed/" + e.Name + "/" }

// keeps says what of a dress a link has lost, and what it has not left out.
func keeps(t *testing.T, link string, d dress) {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	for key, f := range fates {
		want := d[key]
		switch {
		case f.link == never:
			want = ""
		case f.link == now:
			continue // as matches says
		}
		if got := q.Get(key); !alike(got, want) {
			t.Errorf("%s: %s: got %q, want %q", link, key, got, want)
		}
	}
	if q.Get("v") != "1" {
		t.Errorf("%s: no v=1", link)
	}
	if u.Path != "" && !strings.HasPrefix(u.Path, "/"+d.lang()+"/") {
		t.Errorf("%s: want a page in %s", link, d.lang())
	}
}

// alike says that two values are one, as texts or as numbers.
func alike(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && x == y
}

// framesOfAScene is how often a scene is opened, each time in another dress.
const framesOfAScene = 2

// Every parameter that the page on embedding names has its fate, and scenes are
// opened often enough for each of its values.
func TestEveryParameterGoesRound(t *testing.T) {
	text, err := os.ReadFile("../../content/en/embed.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "{#parameters}")
	section, _, _ = strings.Cut(section, "\n## ")
	var named []string
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(section, -1) {
		for _, key := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(row[1], -1) {
			named = append(named, key[1])
		}
	}
	for _, key := range named {
		if _, ok := fates[key]; !ok {
			t.Errorf("%s: what becomes of it in a link?", key)
		}
	}
	frames := framesOfAScene * len(all.List())
	for key, f := range fates {
		if !slices.Contains(named, key) {
			t.Errorf("%s: the page does not name it", key)
		}
		if got := len(f.values(all.List()[0], rand.New(rand.NewPCG(0, 0)))); got > frames {
			t.Errorf("%s: %d values, want at most %d, as many as frames", key, got, frames)
		}
	}
}

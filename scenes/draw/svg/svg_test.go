package svg_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/drawtest"
	"inflight/scenes/draw/svg"
)

func TestSheet(t *testing.T) {
	drawtest.GoldenAs(t, "light", drawtest.Sheet(), svg.Options{Theme: svg.Light})
	drawtest.GoldenAs(t, "dark", drawtest.Sheet(), svg.Options{Theme: svg.Dark})
	drawtest.GoldenAs(t, "auto", drawtest.Sheet(), svg.Options{Theme: svg.Auto})
}

func write(t *testing.T, c *draw.Canvas, o svg.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := svg.Write(&b, c, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextIsEscaped(t *testing.T) {
	const text = `<a href="x">&'` + "\x00"
	c := draw.NewCanvas(100, 50, 1)
	c.Text(draw.ID{}, 5, 20, text, draw.Font{Size: 12, Color: draw.Ink})
	got := write(t, c, svg.Options{Title: text, Desc: text, IDPrefix: `"<`, Font: `"A" & B`})

	var texts []string
	for d := xml.NewDecoder(strings.NewReader(got)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in %s", err, got)
		}
		if data, ok := token.(xml.CharData); ok && strings.TrimSpace(string(data)) != "" {
			texts = append(texts, string(data))
		}
	}
	want := strings.ReplaceAll(text, "\x00", "\uFFFD")
	if len(texts) != 3 || texts[0] != want || texts[1] != want || texts[2] != want {
		t.Errorf("got texts %q, want %q three times", texts, want)
	}
}

func TestIDs(t *testing.T) {
	for want, id := range map[string]draw.ID{
		"send.3.0":        {Kind: "send/#/#", A: 3},
		"all-gather.-1":   {Kind: "all-gather/#", A: -1},
		"a_2eb":           {Kind: "a.b"},
		"a_5fb":           {Kind: "a_b"},
		"_33d":            {Kind: "3d"},
		"_2fx":            {Kind: "/x"},
		"caf_c3_a9_20_22": {Kind: `café "`},
	} {
		if got := svg.ID("", id); got != want {
			t.Errorf("%v: got id %q, want %q", id, got, want)
		}
	}
	if got, want := svg.ID("p2-", draw.ID{Kind: "#", A: 7}), "p2-7"; got != want {
		t.Errorf("got id %q, want %q", got, want)
	}
}

// Two posters in a page must not share an id, nor one poster use it twice.
func TestIDsAreUniqueAndReferToTheirOwnImage(t *testing.T) {
	c := drawtest.Sheet()
	c.Rect(draw.ID{Kind: "twice"}, 0, 0, 10, 10, draw.Style{Fill: draw.Ink})
	c.Text(draw.ID{Kind: "twice"}, 0, 0, "label", draw.Font{Size: 12, Color: draw.Ink})
	page := write(t, c, svg.Options{Title: "A", Desc: "a", IDPrefix: "a-"}) +
		write(t, c, svg.Options{Title: "B", Desc: "b", IDPrefix: "b-"})
	ids := map[string]int{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		ids[m[1]]++
	}
	for id, n := range ids {
		if n != 1 {
			t.Errorf("id %q: got it %d times, want once", id, n)
		}
	}
	refs := regexp.MustCompile(`url\(#([^)]*)\)|aria-[a-z]*by="([^"]*)"`).FindAllStringSubmatch(page, -1)
	for _, m := range refs {
		if ids[m[1]+m[2]] != 1 {
			t.Errorf("reference to %q, which no element has", m[1]+m[2])
		}
	}
	if len(ids) < 200 || len(refs) < 20 {
		t.Errorf("got %d ids and %d references, want those of a whole sheet", len(ids), len(refs))
	}
}

// SVG lays a stroke on both sides of its path: by hand, a stroke of 4 within the
// rectangle 10,20 50x30 runs along 12,22 46x26.
func TestStrokeLiesInsideTheEdge(t *testing.T) {
	c := draw.NewCanvas(100, 100, 1)
	style := draw.Style{Fill: draw.Surface, Stroke: draw.Ink, Width: 4, Radius: 6}
	c.Rect(draw.ID{}, 10, 20, 50, 30, style)
	c.Circle(draw.ID{}, 50, 60, 20, style)
	c.Polygon(draw.ID{}, style, draw.Point{X: 0, Y: 0}, draw.Point{X: 30, Y: 0}, draw.Point{X: 30, Y: 30}, draw.Point{X: 0, Y: 30})
	got := write(t, c, svg.Options{})
	for _, want := range []string{
		`<rect x="12" y="22" width="46" height="26" rx="4"`,
		`<circle cx="50" cy="60" r="18"`,
		`<path d="M2 2L28 2L28 28L2 28z"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s\nwant in it %s", got, want)
		}
	}
}

// Spaces at the ends of a text move it: none is lost.
func TestSpacesAtTheEndsMoveAText(t *testing.T) {
	c := draw.NewCanvas(100, 100, 1)
	for _, anchor := range []draw.Anchor{draw.Start, draw.Middle, draw.End} {
		c.Text(draw.ID{}, 50, 20, " of 14  ", draw.Font{Size: 100, Color: draw.Ink, Anchor: anchor})
	}
	space := draw.TextWidth(" ", 100, false)
	got := write(t, c, svg.Options{})
	for _, x := range []float64{50 + space, 50 - space/2, 50 - 2*space} {
		if want := fmt.Sprintf(`<text x="%v" `, math.Round(100*x)/100); !strings.Contains(got, want) {
			t.Errorf("got %s\nwant in it %s", got, want)
		}
	}
	if strings.Count(got, ">of 14<") != 3 || space < 20 || space > 40 {
		t.Errorf("a space of %v, in %s, want three times >of 14<", space, got)
	}
}

func TestNumbersAreShortAndFinite(t *testing.T) {
	c := draw.NewCanvas(100, 100, 1)
	c.Line(draw.ID{}, 1.0/3, -0.001, math.NaN(), math.Inf(1), draw.Stroke{Color: draw.Ink, Width: 1})
	got := write(t, c, svg.Options{})
	if want := `<line x1="0.33" y1="0" x2="0" y2="0"`; !strings.Contains(got, want) {
		t.Errorf("got %s\nwant in it %s", got, want)
	}
}

func TestThemes(t *testing.T) {
	c := draw.NewCanvas(100, 50, 1)
	tint := draw.Comm.Tint(72)
	c.Rect(draw.ID{}, 0, 0, 10, 10, draw.Style{Fill: tint})
	light, dark := draw.Light.RGB(tint).Hex(), draw.Dark.RGB(tint).Hex()
	for theme, want := range map[svg.Theme]string{
		svg.Light: `"` + light + `"`,
		svg.Dark:  `"` + dark + `"`,
		svg.Auto:  `"light-dark(` + light + `,` + dark + `)"`,
	} {
		if got := write(t, c, svg.Options{Theme: theme}); !strings.Contains(got, want) {
			t.Errorf("theme %d: got %s, want a fill of %s", theme, got, want)
		}
	}
	for p, want := range map[*draw.Palette]svg.Theme{draw.Light: svg.Light, draw.Dark: svg.Dark} {
		if got := svg.ThemeOf(p); got != want {
			t.Errorf("theme of the %s palette: got %d, want %d", p.Name, got, want)
		}
	}
	css := svg.CSS()
	for role := 1; role < draw.NumRoles; role++ {
		want := fmt.Sprintf("--inflight-%s:%s", draw.RoleName(role), svg.Paint(draw.Color(role<<8), svg.Auto))
		if !strings.Contains(css, want) {
			t.Errorf("got style sheet without %s", want)
		}
	}
}

func TestNamesForScreenReaders(t *testing.T) {
	c := draw.NewCanvas(1600, 900, 1)
	got := write(t, c, svg.Options{Title: "Ring", Desc: "Eight GPUs", IDPrefix: "x", Width: 800})
	want := `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="450" viewBox="0 0 1600 900" font-family="Go,system-ui,sans-serif"` +
		` role="img" aria-labelledby="x_title" aria-describedby="x_note"><title id="x_title">Ring</title><desc id="x_note">Eight GPUs</desc>`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got  %s\nwant %s…", got, want)
	}
	if got := write(t, c, svg.Options{}); !strings.Contains(got, `viewBox="0 0 1600 900"`) || !strings.Contains(got, `aria-hidden="true"`) || strings.Contains(got, `" width="`) {
		t.Errorf("without options: got %s, want only the view box, hidden from screen readers", got)
	}
}

// A file that goes where the Go fonts are not has its letters as shapes, which
// take the room that pictures leave for them.
func TestOutlinesStandWhereTheTextStands(t *testing.T) {
	const text, size = "FSDP 3·ψ", 20.0
	for anchor, from := range map[draw.Anchor]float64{
		draw.Start: 500, draw.Middle: 500 - draw.TextWidth(text, size, true)/2, draw.End: 500 - draw.TextWidth(text, size, true),
	} {
		c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
		c.Text(draw.ID{Kind: "label"}, 500, 100, text, draw.Font{Size: size, Bold: true, Anchor: anchor, Color: draw.Ink})
		got := write(t, c, svg.Options{Outlines: true})
		if strings.Contains(got, "<text") || !strings.Contains(got, `aria-label="FSDP 3·ψ"`) {
			t.Errorf("anchor %v: want a shape with the text as its label:\n%s", anchor, got)
		}
		d := regexp.MustCompile(` d="([^"]+)"`).FindStringSubmatch(got)[1]
		numbers := regexp.MustCompile(`-?[0-9.]+`).FindAllString(d, -1)
		low, high := math.Inf(1), math.Inf(-1)
		for i := 0; i < len(numbers); i += 2 {
			x, err := strconv.ParseFloat(numbers[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			low, high = min(low, x), max(high, x)
		}
		const bearing = size / 8 // letters begin a little after their pen
		to := from + draw.TextWidth(text, size, true)
		if low < from || low > from+bearing || high > to || high < to-bearing {
			t.Errorf("anchor %v: letters from %.2f to %.2f: want about %.2f to %.2f", anchor, low, high, from, to)
		}
	}
}

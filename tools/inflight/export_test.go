package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/draw"
	"inflight/scenes/draw/vector"
)

// needs finds a program. Where all tests must run, it must be there.
func needs(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatalf("%s is missing; tools/setup.sh installs it", program)
	default:
		t.Skipf("no %s here", program)
	}
	return path
}

// exported is the file of a command line, made twice: the same bytes.
func exported(t *testing.T, file string, args ...string) []byte {
	t.Helper()
	var first []byte
	for i := range 2 {
		path := filepath.Join(t.TempDir(), file)
		code, out, log := call(append(append([]string{"export"}, args...), "-out", path)...)
		if code != 0 || out != "" || log != "" {
			t.Fatalf("%v: exit %d, out %q, err %q", args, code, out, log)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = text
		} else if !bytes.Equal(first, text) {
			t.Errorf("%s %v: other bytes the second time", file, args)
		}
	}
	return first
}

// film asks for 1.3 s in frames that no delay of a GIF is a multiple of.
var film13 = []string{"collective", "-set", "gpus=3", "-width", "160", "-seconds", "1.3", "-fps", "14"}

const frames13 = 18 // 18.2

func TestFilmsLastAsLongAsAsked(t *testing.T) {
	g, err := gif.DecodeAll(bytes.NewReader(exported(t, "a.gif", film13...)))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, d := range g.Delay {
		total += d
	}
	lasts(t, "gif", float64(total)/100)

	total = 0
	file := exported(t, "a.apng", film13...)
	for rest := file; ; {
		_, after, ok := bytes.Cut(rest, []byte("fcTL"))
		if !ok {
			break
		}
		total += int(binary.BigEndian.Uint16(after[20:]))
		if den := binary.BigEndian.Uint16(after[22:]); den != 14 {
			t.Errorf("apng: parts of 1/%d s, want 1/14", den)
		}
		rest = after
	}
	lasts(t, "apng", float64(total)/14)
	for _, format := range []string{"mp4", "webm"} {
		t.Run(format, func(t *testing.T) { testVideo(t, format) })
	}
}

func lasts(t *testing.T, format string, seconds float64) {
	t.Helper()
	if math.Abs(seconds-1.3) > 1.0/14 {
		t.Errorf("%s lasts %g s, want 1.3 s to a frame", format, seconds)
	}
}

func testVideo(t *testing.T, format string) {
	needs(t, "ffmpeg")
	probe := needs(t, "ffprobe")
	file := filepath.Join(t.TempDir(), "a."+format)
	if err := os.WriteFile(file, exported(t, "a."+format, film13...), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(probe, "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames:format=duration", "-of", "default=noprint_wrappers=1", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, line := range strings.Fields(string(out)) {
		key, value, _ := strings.Cut(line, "=")
		found[key] = value
	}
	seconds, err := strconv.ParseFloat(found["duration"], 64)
	if err != nil || found["width"] != "160" || found["height"] != "90" || found["nb_read_frames"] != fmt.Sprint(frames13) {
		t.Errorf("got %s, want 160x90 and %d frames", out, frames13)
	}
	lasts(t, format, seconds)
}

// Parts of a film last as long as is asked, in any kind of file; ffprobe, which has
// no part in making a GIF or an APNG, says how long they are.
func TestPartsLastAsLongAsAsked(t *testing.T) {
	needs(t, "ffmpeg")
	probe := needs(t, "ffprobe")
	for _, c := range []struct {
		from, to, seconds string
		fps               int
	}{
		{"0", "rs/1", "0.5", 10},
		{"rs/1", "ag/1", "1.04", 25},
		{"5ms", "20ms", "2.2", 7},
		{"ag/0", "1s", "0.37", 50},
	} {
		want, err := strconv.ParseFloat(c.seconds, 64)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"gif", "apng", "mp4", "webm"} {
			file := filepath.Join(t.TempDir(), "a."+format)
			args := []string{"export", "collective", "-set", "gpus=4", "-width", "100", "-from", c.from, "-to", c.to, "-seconds", c.seconds, "-fps", fmt.Sprint(c.fps), "-out", file}
			if code, _, log := call(args...); code != 0 {
				t.Fatalf("%v: exit %d, %s", args, code, log)
			}
			out, err := exec.Command(probe, "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			last := 0.0 // when the last frame comes, which is shown as long as another
			for line := range strings.FieldsSeq(string(out)) {
				at, _, _ := strings.Cut(line, ",")
				seconds, err := strconv.ParseFloat(at, 64)
				if err != nil {
					t.Fatalf("%s: %q of ffprobe: %v", format, line, err)
				}
				last = max(last, seconds) // packets come in the order of decoding
			}
			if got := last + 1/float64(c.fps); math.Abs(got-want) > 1/float64(c.fps)+1e-9 {
				t.Errorf("%s from %s to %s at %d frames a second lasts %.3f s, want %s s to a frame", format, c.from, c.to, c.fps, got, c.seconds)
			}
		}
	}
}

// The first frame of a film is the picture at its beginning, its last that at its
// end.
func TestFramesAreThePicturesOfTheirInstants(t *testing.T) {
	common := []string{"collective", "-set", "gpus=4", "-width", "320", "-theme", "dark", "-portrait"}
	with := func(args ...string) []string { return append(slices.Clone(common), args...) }
	first := decode(t, exported(t, "a.png", with("-step", "rs/1")...))
	last := decode(t, exported(t, "b.png", with("-t", "ag/0")...))
	film := exported(t, "a.apng", with("-from", "rs/1", "-to", "ag/0", "-seconds", "0.2", "-fps", "20")...)
	if !same(decode(t, film), first) {
		t.Error("the first frame of the film is another picture than that of its instant")
	}
	g, err := gif.DecodeAll(bytes.NewReader(exported(t, "a.gif", with("-from", "rs/1", "-to", "ag/0", "-seconds", "0.2", "-fps", "20")...)))
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 4 {
		t.Fatalf("%d frames, want 4", len(g.Image))
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for i, f := range g.Image {
		for y := f.Rect.Min.Y; y < f.Rect.Max.Y; y++ {
			for x := f.Rect.Min.X; x < f.Rect.Max.X; x++ {
				if _, _, _, a := f.At(x, y).RGBA(); a > 0 {
					screen.Set(x, y, f.At(x, y))
				}
			}
		}
		toFirst, toLast := distance(screen, first), distance(screen, last)
		if i == 0 && (toFirst > 0.5 || toLast < 2*toFirst) || i == 3 && (toLast > 0.5 || toFirst < 2*toLast) {
			t.Errorf("frame %d of the GIF is off by %.2f from the first picture and by %.2f from the last", i, toFirst, toLast)
		}
	}
	whole := exported(t, "a.apng", "collective", "-step", "rs/1", "-seconds", "0.1", "-fps", "10", "-width", "320")
	if !same(decode(t, whole), decode(t, exported(t, "c.png", "collective", "-t", "rs/1", "-width", "320"))) {
		t.Error("-step of a film does not begin at the step")
	}
}

func decode(t *testing.T, file []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func same(a, b image.Image) bool { return a.Bounds() == b.Bounds() && distance(a, b) == 0 }

// distance is by how much of 255 the parts of pixels differ, on average.
func distance(a, b image.Image) float64 {
	total, n := 0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			p, q := parts(a, x, y), parts(b, x, y)
			for i := range p {
				total += max(p[i]-q[i], q[i]-p[i])
				n++
			}
		}
	}
	return float64(total) / float64(n)
}

func parts(img image.Image, x, y int) [3]int {
	r, g, b, _ := img.At(x, y).RGBA()
	return [3]int{int(r >> 8), int(g >> 8), int(b >> 8)}
}

func TestNonsenseIsRefusedInASentence(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-format gif -fps 0", "-fps 0: want a whole number from 1 to 50 in gif"},
		{"-format gif -fps 51", "-fps 51: want a whole number from 1 to 50 in gif"},
		{"-format mp4 -fps -3", "-fps -3: want a whole number from 1 to 60 in mp4"},
		{"-format gif -from 2ms -to 1ms", "-from 2ms: want an instant before -to, which is 1 ms"},
		{"-format gif -from ag/0 -to ag/0", "-from ag/0: want an instant before -to"},
		{"-format png -from 2ms -to 1ms", "-from 2ms: want an instant before -to, which is 1 ms"},
		{"-width 1000000000", "-width 1000000000: want a whole number from 100 to 10000"},
		{"-width 0", "-width 0: want a whole number from 100 to 10000"},
		{"-format apng -width 5000", "-width 5000: want at most 4096 in apng"},
		{"-format webm -seconds 1e6", "-seconds 1e6: want more than 0, up to 3600"},
		{"-format webm -seconds NaN", "-seconds NaN: want more than 0, up to 3600"},
		{"-format webm -seconds 3000 -fps 50", "150000 frames: want at most 10000; fewer -fps or -seconds"},
		{"-format gif -step nowhere", "-step nowhere: want one of the steps rs/0, rs/1"},
		{"-format gif -step rs/0 -to 1s", "-step with -from or -to: want the one or the others"},
		{"-format png -step rs/0 -t 1s", "-t and -step: want one of them"},
		{"-format gif -t 1s", "-t: has no say in gif"},
		{"-format png -fps 3", "-fps: has no say in png"},
		{"-format csv -from 1s", "-from: has no say in csv"},
		{"-format bmp", "-format bmp: want one of svg, png, pdf, gif, apng, mp4, webm, trace, csv, json"},
		{"-lang tlh", "-lang tlh: want en or zh"},
		{"-all", "-all: name a folder with -out"},
		{"-all -out x -format gif", "-format: has no say in -all"},
	} {
		code, out, log := call(append([]string{"export", "collective"}, strings.Fields(c.args)...)...)
		if code != 2 || out != "" || strings.Count(log, "\n") != 1 || !strings.HasPrefix(log, "inflight: "+c.want) {
			t.Errorf("%s: exit %d, out %.20q, err %q, want %q", c.args, code, out, log, c.want)
		}
	}
	if code, _, log := call("export", "-all", "-out", t.TempDir(), "-set", "gpus=3"); code != 2 || !strings.Contains(log, "name a scene") {
		t.Errorf("-all -set without a scene: exit %d, %q", code, log)
	}
}

func TestVideoWithoutFFmpegSaysSo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, out, log := call("export", "collective", "-format", "mp4")
	if code != 1 || out != "" || log != "inflight: mp4: needs ffmpeg, which is not installed here; gif and apng need nothing\n" {
		t.Errorf("exit %d, out %.20q, err %q", code, out, log)
	}
}

func TestNumbersOfAnyFormat(t *testing.T) {
	args := []string{"collective", "-set", "gpus=4", "-compare", "algo=tree"}
	_, want, _ := call(append([]string{"plan", "-json"}, args...)...)
	if got := string(exported(t, "a.json", args...)); got != want {
		t.Errorf("json is not what plan -json prints: %.100s", got)
	}
	if got := exported(t, "a.trace.json", args...); !bytes.Contains(got, []byte(`"name":"collective B · algo tree"`)) {
		t.Errorf("trace begins %.100s", got)
	}
	if got := exported(t, "a.csv", args...); !bytes.HasPrefix(got, []byte("side,id,lane,kind,start_ps,end_ps,bytes\r\nA,send/0/0,")) {
		t.Errorf("csv begins %.100s", got)
	}
}

func TestKitHasAPictureAndAFilmOfEachStep(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kit")
	code, out, log := call("export", "collective", "-all", "-out", dir, "-set", "gpus=2", "-width", "100", "-fps", "2", "-seconds", "1", "-progress")
	if code != 0 || out != "" {
		t.Fatalf("exit %d, %s", code, log)
	}
	found, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		found[i] = filepath.Base(found[i])
	}
	if want := []string{"collective-01-rs-0.gif", "collective-01-rs-0.png", "collective-02-ag-0.gif", "collective-02-ag-0.png"}; !slices.Equal(found, want) {
		t.Errorf("got %v, want %v", found, want)
	}
	if !strings.Contains(log, "\r[##############################] 4 of 4 frames collective-02-ag-0.gif\n") {
		t.Errorf("progress: %q", log)
	}
}

func TestProgressTellsTheTimeLeftOfSeveralFilms(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, true)
	clock := time.Unix(0, 0)
	p.now = func() time.Time { return clock }
	p.expect(40)
	for i, label := range []string{"a-long-name", "b"} {
		p.label = label
		p.begin(20)
		for range 20 {
			clock = clock.Add(10 * time.Second)
			p.step()
		}
		p.end()
		if ended := strings.HasSuffix(out.String(), "\n"); ended != (i == 1) {
			t.Errorf("after %s the line has ended: %v", label, ended)
		}
	}
	lines := strings.Split(out.String(), "\r")
	if got, want := lines[11], "[#######.......................] 10 of 40 frames (about 5 min left) a-long-name"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := lines[37], "[###########################...] 36 of 40 frames (about 40 s left) b"; strings.TrimRight(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := len(lines[22]), len(lines[21]); got != want {
		t.Errorf("the line after a longer one has %d letters, want %d to cover it", got, want)
	}
}

// TestSVGLooksTheSameInAnotherProgram draws each scene's SVG with librsvg. The
// letters may be of another font there, so they are left out, and so are edges.
func TestSVGLooksTheSameInAnotherProgram(t *testing.T) {
	rsvg := needs(t, "rsvg-convert")
	const width, most = 800, 0.001
	for _, e := range all.List() {
		for _, theme := range []string{"light", "dark"} {
			text := exported(t, "a.svg", e.Name, "-theme", theme, "-width", strconv.Itoa(width))
			convert := exec.Command(rsvg, "-w", strconv.Itoa(width))
			convert.Stdin = bytes.NewReader(text)
			out, err := convert.Output()
			if err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			film, err := e.New().Build()
			if err != nil {
				t.Fatal(err)
			}
			c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
			scenes.Draw(film, c, scenes.View{Time: scenes.Telling(film), Scale: 0.5})
			want := vector.Image(c, palettes[theme], width)
			wrong, looked := differ(decode(t, out), want, letters(c, 0.5))
			t.Logf("%s, %s: %d of %d pixels away from edges and letters differ", e.Name, theme, wrong, looked)
			if looked < width*450/4 || float64(wrong) > most*float64(looked) {
				t.Errorf("%s, %s: %d of %d pixels away from edges and letters differ", e.Name, theme, wrong, looked)
			}
		}
	}
}

// letters are where texts may stand, in pixels, in a font up to a third wider.
func letters(c *draw.Canvas, scale float64) []image.Rectangle {
	var all []image.Rectangle
	for _, op := range c.Ops() {
		if op.Kind != draw.OpText {
			continue
		}
		w := draw.TextWidth(op.Text, op.Font.Size, op.Font.Bold)
		left := op.X - w*[...]float64{draw.Start: 0, draw.Middle: 0.5, draw.End: 1}[op.Font.Anchor]
		all = append(all, image.Rect(int((left-w/3)*scale)-1, int((op.Y-op.Font.Size)*scale)-1, int((left+w*4/3)*scale)+2, int((op.Y+op.Font.Size/2)*scale)+2))
	}
	return all
}

// differ counts the pixels that differ by more than 8 of 255, of those that are in
// no rectangle and have the same colour as all within two pixels of them.
func differ(got image.Image, want *image.RGBA, except []image.Rectangle) (wrong, looked int) {
	skip := make([]bool, len(want.Pix)/4)
	for _, r := range except {
		r = r.Intersect(want.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				skip[y*want.Rect.Dx()+x] = true
			}
		}
	}
	for y := 2; y < want.Rect.Dy()-2; y++ {
		for x := 2; x < want.Rect.Dx()-2; x++ {
			if skip[y*want.Rect.Dx()+x] || !even(want, x, y) {
				continue
			}
			looked++
			p, q := parts(got, x, y), parts(want, x, y)
			if max(p[0]-q[0], q[0]-p[0], p[1]-q[1], q[1]-p[1], p[2]-q[2], q[2]-p[2]) > 8 {
				wrong++
			}
		}
	}
	return wrong, looked
}

func even(img *image.RGBA, x, y int) bool {
	at := img.RGBAAt(x, y)
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if img.RGBAAt(x+dx, y+dy) != at {
				return false
			}
		}
	}
	return true
}

var embedded = regexp.MustCompile(`/FontFile[23]? \d+ 0 R`)

func TestPDFIsVectorAndHasItsFonts(t *testing.T) {
	for _, e := range all.List() {
		file := exported(t, "a.pdf", e.Name)
		if bytes.Contains(file, []byte("/Subtype /Image")) || bytes.Contains(file, []byte("/Subtype/Image")) {
			t.Errorf("%s: the PDF has pixels", e.Name)
		}
		if got := len(embedded.FindAll(file, -1)); got != 2 {
			t.Errorf("%s: %d fonts within the PDF, want regular and bold", e.Name, got)
		}
		if name := regexp.MustCompile(`/BaseFont ?/[^ /]+`).Find(file); name == nil || !bytes.Contains(name, []byte("Go")) {
			t.Errorf("%s: the font is %q, want Go", e.Name, name)
		}
	}
}

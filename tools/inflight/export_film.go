package main

import (
	"image"
	"io"
	"math"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/draw/motion"
	"inflight/scenes/draw/vector"
	"inflight/scenes/player"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// A reel is the part of a film that is written, and its frames. Each is drawn at
// its instant, none is captured while time passes.
type reel struct {
	from, to sim.Time
	fps      int
	frames   int
}

// What a film may be at most.
const (
	maxFrames    = 10_000
	maxFPS       = 60
	maxFilmWidth = 4096
	leastSeconds = 2 // of a part, unless it is said how long it lasts
)

// at is the instant of frame i: the first shows from, the last to.
func (r reel) at(i int) sim.Time {
	gaps := sim.Time(max(r.frames-1, 1))
	span := r.to - r.from
	return r.from + span/gaps*sim.Time(i) + span%gaps*sim.Time(i)/gaps
}

// aimFilm says which part is shown, and how long.
func (x *exporting) aimFilm(s *shot, format string) error {
	most := maxFPS
	if format == "gif" {
		most = motion.MaxGIF
	}
	if x.fps < 1 || x.fps > most {
		return bad("-fps %d: want a whole number from 1 to %d in %s", x.fps, most, format)
	}
	if x.width > maxFilmWidth {
		return bad("-width %d: want at most %d in %s", x.width, maxFilmWidth, format)
	}
	end := s.film.Timeline().End()
	s.reel = reel{to: end, fps: x.fps}
	if err := x.part(s); err != nil {
		return err
	}
	seconds, err := x.length(s.reel, end)
	if err != nil {
		return err
	}
	frames := math.Round(seconds * float64(x.fps))
	if frames > maxFrames {
		return bad("%.0f frames: want at most %d; fewer -fps or -seconds", frames, maxFrames)
	}
	s.reel.frames = max(int(frames), 1)
	return nil
}

// part sets which part of the film is shown.
func (x *exporting) part(s *shot) error {
	r := &s.reel
	if x.step != "" {
		if x.from != "" || x.to != "" {
			return bad("-step with -from or -to: want the one or the others")
		}
		i, err := stepOf(s.film, x.step)
		if err == nil {
			r.from, r.to = stepPart(s.film, i)
		}
		return err
	}
	if err := instant(s.film, "from", x.from, &r.from); err != nil {
		return err
	}
	if err := instant(s.film, "to", x.to, &r.to); err != nil {
		return err
	}
	if r.from >= r.to && (x.from != "" || x.to != "") {
		return bad("-from %s: want an instant before -to, which is %v", x.from, r.to)
	}
	return nil
}

// stepPart is from step i to the next one that is later, or the end.
func stepPart(f scenes.Film, i int) (from, to sim.Time) {
	steps := f.Steps()
	from = steps[i].At
	for _, s := range steps[i:] {
		if s.At > from {
			return from, s.At
		}
	}
	return from, f.Timeline().End()
}

// length is how long the film lasts on screen, in seconds: as asked, or at the
// speed of the page.
func (x *exporting) length(r reel, end sim.Time) (float64, error) {
	if x.seconds != "" {
		v, err := unit.Parse(x.seconds, unit.Second)
		if err != nil || !(v > 0 && v <= 3600) {
			return 0, bad("-seconds %s: want more than 0, up to 3600", x.seconds)
		}
		return v, nil
	}
	speed := player.DefaultSpeed(end)
	return max((r.to-r.from).Seconds()/speed, leastSeconds), nil
}

// draw hands on the frames of the film. An instant that stands still is drawn once.
func (s *shot) draw(bar *progress, take func(*image.RGBA) error) error {
	c := s.canvas()
	bar.begin(s.reel.frames)
	defer bar.end()
	var img *image.RGBA
	for i := range s.reel.frames {
		if i == 0 || s.reel.at(i) != s.reel.at(i-1) {
			s.frame(c, s.reel.at(i))
			img = vector.Image(c, s.palette, s.width)
		}
		if err := take(img); err != nil {
			return err
		}
		bar.step()
	}
	return nil
}

func writeAPNG(w io.Writer, s *shot, bar *progress) error {
	m, err := motion.APNG(w, s.reel.fps)
	if err == nil {
		err = s.draw(bar, m.Frame)
	}
	if err != nil {
		return err
	}
	return m.Close()
}

func writeGIF(w io.Writer, s *shot, bar *progress) error {
	m, err := motion.GIF(w, s.reel.fps, s.colors())
	if err == nil {
		err = s.draw(bar, m.Frame)
	}
	if err != nil {
		return err
	}
	return m.Close()
}

// sampled is how many frames are looked at for the colours of their edges.
const sampled = 5

// colors are those of all frames' shapes and of some frames' edges.
func (s *shot) colors() []draw.RGB {
	colors, c := motion.NewColors(s.palette), s.canvas()
	for i := range s.reel.frames {
		s.frame(c, s.reel.at(i))
		colors.Shapes(c)
	}
	for i := range min(sampled, s.reel.frames) {
		s.frame(c, s.reel.at(i*(s.reel.frames-1)/max(sampled-1, 1)))
		colors.Mixtures(vector.Image(c, s.palette, s.width))
	}
	return colors.Palette()
}

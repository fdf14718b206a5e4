// Package player turns wall time into simulated time: play, pause, step, seek,
// loop. It measures wall time and never counts frames, so 30, 60 and 144 Hz and
// a hidden tab reach the same instant.
package player

import (
	"math"
	"time"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// Player is the playback of one film. The zero Player is at rest at 0; SetFilm
// gives it its length.
type Player struct {
	end      sim.Time
	steps    []scenes.Step
	from, to sim.Time // the part that plays; to = 0 is the end
	loop     bool
	speed    float64 // simulated seconds per wall second
	playing  bool
	anchor   sim.Time      // the instant …
	since    time.Duration // … at this wall time
}

// FilmSeconds is how long a film lasts on screen at the default speed.
const FilmSeconds = 12

// DefaultSpeed is the speed, simulated seconds per wall second, at which a film
// lasts FilmSeconds.
func DefaultSpeed(end sim.Time) float64 {
	if end <= 0 {
		return 1
	}
	return end.Seconds() / FilmSeconds
}

// SetFilm gives the player another film. It keeps the share of the film that
// has passed, so that a knob turned while playing shows the same stage of events.
func (p *Player) SetFilm(now time.Duration, end sim.Time, steps []scenes.Step) {
	share := 0.0
	if p.end > 0 {
		share = float64(p.At(now)) / float64(p.end)
	}
	p.end, p.steps = max(end, 0), steps
	p.move(now, sim.Time(share*float64(p.end)))
}

// SetSpeed sets simulated seconds per wall second; 0 is the default speed.
func (p *Player) SetSpeed(now time.Duration, speed float64) {
	if math.IsNaN(speed) || math.IsInf(speed, 0) || speed < 0 {
		speed = 0
	}
	at := p.At(now)
	p.speed = speed
	p.move(now, at)
}

// Speed is the speed in force.
func (p *Player) Speed() float64 {
	if p.speed == 0 {
		return DefaultSpeed(p.end)
	}
	return p.speed
}

// SetLoop makes the film start again when it ends.
func (p *Player) SetLoop(loop bool) { p.loop = loop }

// SetPart bounds what plays to an interval; to = 0 is the end of the film.
func (p *Player) SetPart(from, to sim.Time) { p.from, p.to = max(from, 0), max(to, 0) }

func (p *Player) bounds() (from, to sim.Time) {
	to = p.end
	if p.to > 0 {
		to = min(p.to, p.end)
	}
	return min(p.from, to), to
}

// Playing says that time runs.
func (p *Player) Playing() bool { return p.playing }

// At is the instant at a wall time.
func (p *Player) At(now time.Duration) sim.Time {
	if !p.playing {
		return p.anchor
	}
	from, to := p.bounds()
	run := (now - p.since).Seconds() * p.Speed() * float64(sim.Second)
	if run < 0 {
		run = 0
	}
	if left := float64(to - p.anchor); run < left {
		return p.anchor + sim.Time(math.Round(run))
	} else if p.loop && to > from {
		return from + sim.Time(math.Mod(math.Round(run-left), float64(to-from)))
	}
	return to
}

// Advance moves on to a wall time and says whether the film has just ended.
func (p *Player) Advance(now time.Duration) (ended bool) {
	if !p.playing {
		return false
	}
	_, to := p.bounds()
	if at := p.At(now); at >= to && !p.loop {
		p.move(now, at)
		p.playing = false
		return true
	}
	return false
}

// Play starts time, from the beginning where the film has ended.
func (p *Player) Play(now time.Duration) {
	if p.playing {
		return
	}
	if from, to := p.bounds(); p.anchor >= to {
		p.anchor = from
	}
	p.playing, p.since = true, now
}

// Pause stops time.
func (p *Player) Pause(now time.Duration) {
	p.move(now, p.At(now))
	p.playing = false
}

// Seek goes to an instant, within the film.
func (p *Player) Seek(now time.Duration, at sim.Time) { p.move(now, at) }

func (p *Player) move(now time.Duration, at sim.Time) {
	p.anchor, p.since = max(0, min(at, p.end)), now
}

// Step is the index of the last step at or before the instant, -1 without steps.
func (p *Player) Step(now time.Duration) int {
	at, i := p.At(now), -1
	for i+1 < len(p.steps) && p.steps[i+1].At <= at {
		i++
	}
	return i
}

// StepBy pauses and goes by so many steps, forward or back; back from inside a
// step is to its beginning. Past the last step is the end of the film. It says
// whether the instant changed.
func (p *Player) StepBy(now time.Duration, by int) bool {
	p.Pause(now)
	at := p.anchor
	for ; by > 0; by-- {
		p.anchor = p.next()
	}
	for ; by < 0; by++ {
		p.anchor = p.previous()
	}
	return p.anchor != at
}

func (p *Player) next() sim.Time {
	for _, s := range p.steps {
		if s.At > p.anchor {
			return min(s.At, p.end)
		}
	}
	return p.end
}

func (p *Player) previous() sim.Time {
	last := sim.Time(0)
	for _, s := range p.steps {
		if s.At >= p.anchor {
			break
		}
		last = s.At
	}
	return last
}

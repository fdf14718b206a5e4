package player

import (
	"testing"
	"time"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// film gives the player a film of 1.2 s with steps at 0, 0.3, 0.6 and 0.9 s, so
// that a wall second is 0.1 s by default.
func film(p *Player) {
	var steps []scenes.Step
	for i := range sim.Time(4) {
		steps = append(steps, scenes.Step{At: i * 300 * sim.Millisecond})
	}
	p.SetFilm(0, 1200*sim.Millisecond, steps)
}

// play runs a player for so long with frames at the given interval, some late.
func play(p *Player, for_, frame time.Duration, jitter func(i int) time.Duration) sim.Time {
	p.Play(0)
	for i, now := 0, time.Duration(0); now < for_; i, now = i+1, now+frame {
		p.Advance(now + jitter(i))
	}
	p.Advance(for_)
	return p.At(for_)
}

func TestEveryFrameRateReachesTheSameInstant(t *testing.T) {
	steady := func(int) time.Duration { return 0 }
	late := func(i int) time.Duration { return time.Duration(i*7919%11) * time.Millisecond }
	want := 500 * sim.Millisecond
	for _, c := range []struct {
		name   string
		frame  time.Duration
		jitter func(int) time.Duration
	}{
		{"30 Hz", time.Second / 30, steady}, {"60 Hz", time.Second / 60, steady}, {"144 Hz", time.Second / 144, steady},
		{"60 Hz with jitter", time.Second / 60, late}, {"hidden: one frame", 5 * time.Second, steady},
	} {
		var p Player
		film(&p)
		if got := play(&p, 5*time.Second, c.frame, c.jitter); got != want {
			t.Errorf("%s: at %v after 5 s, want %v", c.name, got, want)
		}
	}
}

func TestAMinuteInAHiddenTabEndsTheFilm(t *testing.T) {
	var p Player
	film(&p)
	p.Play(0)
	if ended := p.Advance(time.Minute); !ended || p.Playing() || p.At(time.Minute) != 1200*sim.Millisecond {
		t.Errorf("ended %v, playing %v, at %v; want the film ended at 1.2 s", ended, p.Playing(), p.At(time.Minute))
	}
	if p.Advance(time.Minute + time.Second) {
		t.Error("the film ended twice")
	}
}

func TestPausesTakeNothingAway(t *testing.T) {
	var p Player
	film(&p)
	now := time.Duration(0)
	for range 100 {
		p.Play(now)
		now += 50 * time.Millisecond
		p.Pause(now)
		now += 3 * time.Second
	}
	if got, want := p.At(now), 500*sim.Millisecond; got != want {
		t.Errorf("a hundred pauses: at %v after 5 s of play, want %v", got, want)
	}
}

func TestStepsGoBothWays(t *testing.T) {
	var p Player
	film(&p)
	var forth []sim.Time
	for range 5 {
		forth = append(forth, p.At(0))
		p.StepBy(0, 1)
	}
	if p.StepBy(0, 1) {
		t.Error("a step past the end moved")
	}
	for i := len(forth) - 2; i >= 0; i-- {
		p.StepBy(0, -1)
		want := forth[i]
		if i == len(forth)-2 {
			want = forth[len(forth)-2]
		}
		if got := p.At(0); got != want {
			t.Errorf("back to step %d: at %v, want %v", i, got, want)
		}
	}
	p.Seek(0, 450*sim.Millisecond)
	p.StepBy(0, -1)
	if got := p.At(0); got != 300*sim.Millisecond {
		t.Errorf("back from inside a step: at %v, want its beginning at 300 ms", got)
	}
}

func TestSeekIsReplay(t *testing.T) {
	var played, sought Player
	film(&played)
	film(&sought)
	played.Play(0)
	played.Advance(7 * time.Second)
	sought.Seek(0, 700*sim.Millisecond)
	if a, b := played.At(7*time.Second), sought.At(0); a != b || played.Step(7*time.Second) != sought.Step(0) {
		t.Errorf("played to %v (step %d), sought %v (step %d)", a, played.Step(7*time.Second), b, sought.Step(0))
	}
}

func TestALoopComesRound(t *testing.T) {
	var p Player
	film(&p)
	p.SetLoop(true)
	p.Play(0)
	if p.Advance(27 * time.Second); p.At(27*time.Second) != 300*sim.Millisecond || !p.Playing() {
		t.Errorf("at %v after 27 s of a film of 12 s, want 300 ms and still playing", p.At(27*time.Second))
	}
}

func TestAPartPlaysAlone(t *testing.T) {
	var p Player
	film(&p)
	p.SetPart(300*sim.Millisecond, 600*sim.Millisecond)
	p.Seek(0, 300*sim.Millisecond)
	p.Play(0)
	if !p.Advance(10*time.Second) || p.At(10*time.Second) != 600*sim.Millisecond {
		t.Errorf("at %v, want the end of the part at 600 ms", p.At(10*time.Second))
	}
	if p.Play(10 * time.Second); p.At(10*time.Second) != 300*sim.Millisecond {
		t.Errorf("played again from %v, want the beginning of the part", p.At(10*time.Second))
	}
}

func TestAnotherFilmKeepsTheShareThatHasPassed(t *testing.T) {
	var p Player
	film(&p)
	p.Play(0)
	p.SetFilm(6*time.Second, 10*sim.Second, nil)
	if got := p.At(6 * time.Second); got != 5*sim.Second || !p.Playing() {
		t.Errorf("at %v, playing %v; want half of 10 s and playing", got, p.Playing())
	}
}

func TestSpeedChangesWithoutAJump(t *testing.T) {
	var p Player
	film(&p)
	p.Play(0)
	before := p.At(3 * time.Second)
	p.SetSpeed(3*time.Second, 0.01)
	if after := p.At(3 * time.Second); after != before {
		t.Errorf("from %v to %v at the change of speed", before, after)
	}
	if got, want := p.At(13*time.Second), before+100*sim.Millisecond; got != want {
		t.Errorf("ten seconds on at %v, want %v", got, want)
	}
}

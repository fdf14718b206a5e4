package collective

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Scene is the scene.
var Scene = scenes.Scene[Params]{
	Name:    "collective",
	Default: defaults,
	Knobs:   knobs,
	Presets: presets,
	Build:   build,
}

// film is a collective with its times.
type film struct {
	*schedule
	tl        *sim.Timeline
	form      form
	rounds    []roundTime
	named     []scenes.Step
	stacks    *stacks // nil where the schedule did not run whole
	busiest   int     // the GPU that sends most
	sent      float64 // its bytes
	transits  int     // transfers of the whole schedule
	pieceTime pieceTimes
	picture
	hops [][]hopTime // by part, of a chain of which only the slowest hop runs whole
}

// roundTime is when a step begins on the first GPU and ends on the last.
type roundTime struct{ start, end sim.Time }

func build(p Params) (scenes.Film, error) {
	j, err := settle(p)
	if err != nil {
		return nil, err
	}
	form := j.timeForm()
	if seconds := max(form.seconds, form.upper); seconds > longest {
		return nil, scenes.Refuse("collective.refuse.long", scenes.Quantity{Value: seconds, Unit: unit.Second})
	}
	s, tl, err := j.run()
	if err != nil {
		return nil, err
	}
	f := &film{schedule: s, tl: tl, form: form, transits: s.sendsTotal()}
	if s.runsAll() {
		if f.stacks, err = s.stack(tl); err != nil {
			return nil, err
		}
	}
	f.prepare()
	f.countBytes()
	f.named = f.nameSteps()
	f.lay()
	return f, nil
}

// prepare reads off the timeline what captions and pictures ask for.
func (f *film) prepare() {
	if f.slowest != nil {
		for p := range f.parts {
			f.hops = append(f.hops, f.hopTimes(p, f.tl))
		}
	}
	f.rounds, f.pieceTime = f.roundTimes(), f.pieceTimes()
}

// longest is the longest film that runs, in seconds: fifty days. The engine's
// range is twice that, which leaves room where a form only estimates.
const longest = 50 * 86400

// runsAll says that every transfer of the schedule is a task.
func (s *schedule) runsAll() bool { return s.stands == s.n && s.slowest == nil }

func (f *film) Timeline() *sim.Timeline { return f.tl }
func (f *film) Steps() []scenes.Step    { return f.named }
func (f *film) Detail() any             { return f.detail() }

// roundTimes finds the steps in the timeline, and repeats the last one for those
// that did not run.
func (f *film) roundTimes() []roundTime {
	rounds := make([]roundTime, f.steps)
	for i := range rounds {
		rounds[i].start = sim.Never
	}
	for i, x := range f.sends {
		r := &rounds[x.step]
		r.start = min(r.start, f.tl.Start(sim.Ref(i)))
		r.end = max(r.end, f.tl.Finish(sim.Ref(i)))
	}
	for k := range rounds {
		if r := &rounds[k]; r.start == sim.Never { // did not run
			before := roundTime{}
			if k > 0 {
				before = rounds[k-1]
			}
			r.start, r.end = before.start+f.period, before.end+f.period
		}
	}
	return rounds
}

// countBytes finds the GPU that sends most, from the transfers.
//
// Where one GPU stands in for others it takes every part that there is: of the
// steps that no single GPU takes all of, only the largest counts.
func (f *film) countBytes() {
	sent := make([]float64, f.n)
	largest := 0.0
	for i, x := range f.sends {
		bytes := float64(f.tl.Span(sim.Ref(i)).Bytes)
		switch {
		case f.runsAll():
		case x.phase == folding:
			bytes = 0
		case x.phase == collecting:
			largest, bytes = max(largest, bytes), 0
		case x.phase == summing && f.algo == direct: // all peers send as much to one
			largest, bytes = max(largest, bytes/float64(x.chunks)), 0
		default: // channels that do not run, steps that do not run
			ways := len(f.parts) / f.directions()
			bytes *= float64(f.channels) / float64(max(ways, 1)) * float64(f.steps) / float64(f.ranSteps)
		}
		sent[x.from] += bytes
	}
	for gpu := range sent {
		if bytes := sent[gpu] + largest; bytes > f.sent {
			f.busiest, f.sent = gpu, bytes
		}
	}
	if !f.runsAll() && f.pipelined() { // each GPU passes on every piece
		f.sent = f.passedOn()
	}
}

// passedOn is what the busiest hop of each part carries, together.
func (f *film) passedOn() float64 {
	total := 0.0
	for _, p := range f.parts {
		hops := map[int32]float64{}
		most := 0.0
		for i := p.first; i < p.end; i++ {
			hops[f.sends[i].from] += float64(f.tl.Span(sim.Ref(i)).Bytes)
			most = max(most, hops[f.sends[i].from])
		}
		total += most
	}
	return total
}

func (f *film) Metrics() []scenes.Metric {
	t := f.tl.End().Seconds()
	factor, _ := f.busFactor()
	return []scenes.Metric{
		{ID: "time", Value: t, Unit: unit.Second},
		{ID: "algbw", Value: f.size / t, Unit: unit.BytesPerSecond},
		{ID: "busbw", Value: f.size / t * factor, Unit: unit.BytesPerSecond},
		{ID: "steps", Value: float64(f.steps), Unit: unit.None},
		{ID: "bytes-per-gpu", Value: f.sent, Unit: unit.Byte},
		{ID: "size", Value: f.size, Unit: unit.Byte},
		{ID: "transfers", Value: float64(f.transits), Unit: unit.None},
	}
}

// Checks hold the engine's time, bytes and bus bandwidth against closed forms.
func (f *film) Checks() []scenes.Check {
	t := f.tl.End().Seconds()
	factor, busText := f.busFactor()
	bytes, bytesText := f.bytesForm()
	time := scenes.Check{
		ID: "time", Engine: t, Unit: unit.Second,
		Formula: f.form.seconds, Lower: f.form.lower, Upper: f.form.upper,
		Tolerance: f.tolerance(t), Form: f.form.text, Source: f.form.source, Why: f.form.why,
	}
	bus := time
	bus.ID, bus.Unit, bus.Engine = "busbw", unit.BytesPerSecond, f.size/t*factor
	bus.Form, bus.Source = busText, nccltests
	invert := func(seconds float64) float64 {
		if seconds == 0 {
			return 0
		}
		return f.size * factor / seconds
	}
	bus.Formula, bus.Lower, bus.Upper = invert(time.Formula), invert(time.Upper), invert(time.Lower)
	return []scenes.Check{
		time,
		{
			ID: "bytes-per-gpu", Engine: f.sent, Formula: bytes, Unit: unit.Byte,
			Tolerance: 1e-9, // sums of fractions of S
			Form:      bytesText, Source: f.form.source,
		},
		bus,
	}
}

const nccltests = "NVIDIA/nccl-tests doc/PERFORMANCE.md as of commit a0b82b2260cf5152b9f8c061bbf7eaf0ba096432"

// tolerance allows a picosecond for each rounded duration on the critical path,
// of the shorter of the times that are compared.
func (f *film) tolerance(t float64) float64 {
	shorter := min(t, f.form.seconds)
	if f.form.lower > 0 {
		shorter = min(t, f.form.lower)
	}
	return scenes.Tolerance(f.form.rounded, shorter)
}

// Remarks say what the closed form leaves out.
func (f *film) Remarks() []scenes.Message {
	var remarks []scenes.Message
	if f.form.why.Key != "" {
		remarks = append(remarks, f.form.why)
	}
	if f.ranSteps < f.steps {
		remarks = append(remarks, scenes.Say("collective.remark.period", f.ranSteps, f.steps))
	} else if !f.runsAll() {
		remarks = append(remarks, scenes.Say("collective.remark.stands", f.stands, f.n))
	}
	if f.nodes == 1 && f.channels > 1 {
		remarks = append(remarks, scenes.Say("collective.remark.channels", f.channels))
	}
	return remarks
}

package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// Scene is the scene.
var Scene = scenes.Scene[Params]{
	Name:    "fsdp",
	Default: defaults,
	Knobs:   knobs,
	Presets: presets,
	Build:   build,
}

// film is a training step with its times.
type film struct {
	*stage
	tl        *sim.Timeline
	idle      []stretch // in which compute waits
	exposures []exposure
	named     []scenes.Step
	peakAt    sim.Time
	peak      float64
	bytes     float64 // that a GPU sends
	nicBytes  float64 // of them, through its NIC
	picture
}

func build(p Params) (scenes.Film, error) {
	j, err := settle(p)
	if err != nil {
		return nil, err
	}
	s := newStage(j)
	tl, err := s.play()
	if err != nil {
		return nil, err
	}
	f := &film{stage: s, tl: tl, idle: s.waits(tl)}
	for _, st := range s.streams() {
		f.exposures = append(f.exposures, exposureOf(st.name, st.spans(tl), f.idle, tl, s.works))
	}
	f.peakAt, f.peak = peakOf(tl.Points(s.mem.total))
	f.countBytes()
	f.named = f.nameSteps()
	f.lay()
	return f, nil
}

func (f *film) Timeline() *sim.Timeline { return f.tl }
func (f *film) Steps() []scenes.Step    { return f.named }
func (f *film) Detail() any             { return f.detail() }

// countBytes adds up the transfers.
func (f *film) countBytes() {
	nic := f.viaNIC
	for _, st := range f.streams() {
		for i := range st.tasks {
			for _, r := range st.tasks[i].all() {
				span := f.tl.Span(r)
				f.bytes += float64(span.Bytes)
				if span.Path == nic {
					f.nicBytes += float64(span.Bytes)
				}
			}
		}
	}
}

// computeTime is how long compute works.
func (f *film) computeTime() sim.Time { return f.tl.End() - length(f.idle) }

// hiddenTime is how long any stream communicates while compute works.
func (f *film) hiddenTime() sim.Time { return length(f.busy()) - length(f.idle) }

// busy is when any stream communicates.
func (f *film) busy() []stretch {
	var all []stretch
	for _, st := range f.streams() {
		all = merge(all, st.spans(f.tl))
	}
	return all
}

// merge is the union of two lists of stretches, each ascending and without
// overlaps.
func merge(a, b []stretch) []stretch {
	var all []stretch
	for len(a) > 0 || len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0].from <= b[0].from {
			a, b = b, a
		}
		s := b[0]
		b = b[1:]
		if n := len(all); n > 0 && s.from <= all[n-1].to {
			all[n-1].to = max(all[n-1].to, s.to)
		} else {
			all = append(all, s)
		}
	}
	return all
}

// resident is what a kind of memory holds between steps.
func (f *film) resident(k kind) float64 { return f.tl.Value(f.mem.byKind[k], f.tl.End()) }

// keptBytes is what the forward pass leaves for the backward pass.
func (f *film) keptBytes() float64 {
	return f.tl.Value(f.mem.byKind[activations], f.tl.Start(f.forwards[len(f.pieces)-1]))
}

func (f *film) Metrics() []scenes.Metric {
	t := f.tl.End().Seconds()
	tokens := float64(f.GPUs) * float64(f.Batch) * float64(f.Seq)
	_, units := peakOf(f.tl.Points(f.mem.units))
	list := []scenes.Metric{
		{ID: "step-time", Value: t, Unit: unit.Second},
		{ID: "exposed-comm", Value: length(f.idle).Seconds(), Unit: unit.Second},
		{ID: "hidden-comm", Value: f.hiddenTime().Seconds(), Unit: unit.Second},
		{ID: "compute-time", Value: f.computeTime().Seconds(), Unit: unit.Second},
		{ID: "forward-time", Value: f.aheadEnd().Seconds(), Unit: unit.Second},
		{ID: "comm-bytes", Value: f.bytes, Unit: unit.Byte},
		{ID: "nic-bytes", Value: f.nicBytes, Unit: unit.Byte},
		{ID: "peak-memory", Value: f.peak, Unit: unit.Byte},
		{ID: "param-bytes", Value: f.resident(params), Unit: unit.Byte},
		{ID: "grad-bytes", Value: f.resident(grads), Unit: unit.Byte},
		{ID: "optimizer-bytes", Value: f.resident(optimizer), Unit: unit.Byte},
		{ID: "state-bytes", Value: f.stateTotal(), Unit: unit.Byte},
		{ID: "activation-bytes", Value: f.keptBytes(), Unit: unit.Byte},
		{ID: "units-gathered", Value: units, Unit: unit.None},
		{ID: "tokens-per-second", Value: tokens / t, Unit: unit.TokensPerSecond},
		{ID: "step-mfu", Value: f.usedShare(), Unit: unit.Share},
	}
	if f.device.HBM > 0 {
		list = append(list, scenes.Metric{ID: "gpu-memory", Value: float64(f.device.HBM), Unit: unit.Byte})
	}
	if !f.sharded() {
		list = append(list, scenes.Metric{ID: "buckets", Value: float64(len(f.list)), Unit: unit.None})
	}
	return list
}

// aheadEnd is when the forward pass ends.
func (f *film) aheadEnd() sim.Time { return f.tl.Finish(f.forwards[len(f.pieces)-1]) }

func (f *film) stateTotal() float64 {
	return f.resident(params) + f.resident(grads) + f.resident(optimizer)
}

// usedShare is the FLOPs of the step without recomputation over what the GPU
// could have done in its time.
func (f *film) usedShare() float64 {
	flops := 0.0
	for i := range f.pieces {
		flops += 3 * f.pieces[i].flops
	}
	rate, _ := f.flopRate()
	return flops * f.MFU / rate / f.tl.End().Seconds()
}

// Checks hold the engine's bytes, memory and times against closed forms.
func (f *film) Checks() []scenes.Check {
	bytes, bytesText, bytesSource := f.sent()
	states, statesText := f.states()
	ahead := f.aheadTime()
	kept, keptText, keptSource, why := f.activationForm()
	const exact = 1e-9 // sums of fractions of psi
	source := fsdpPaper + ", §3; " + maxPlus
	aheadForm := aheadText
	if !f.sharded() {
		source, aheadForm = narayanan+", eq. 3", "F/(peak·MFU) + HBM"
	}
	return []scenes.Check{
		{ID: "comm-bytes", Engine: f.bytes, Formula: bytes, Unit: unit.Byte, Tolerance: exact, Form: bytesText, Source: bytesSource},
		{ID: "state-bytes", Engine: f.stateTotal(), Formula: states, Unit: unit.Byte, Tolerance: exact, Form: statesText, Source: zeroPaper + ", §5"},
		{ID: "activation-bytes", Engine: f.keptBytes(), Formula: kept, Unit: unit.Byte, Tolerance: exact, Form: keptText, Source: keptSource, Why: why},
		{ID: "forward-time", Engine: f.aheadEnd().Seconds(), Formula: ahead, Unit: unit.Second,
			Tolerance: scenes.Tolerance(2*len(f.pieces)*f.GPUs, ahead), Form: aheadForm, Source: source},
		f.computeCheck(),
		f.timeCheck(),
	}
}

func (f *film) computeCheck() scenes.Check {
	_, work := f.work()
	form := "3F/(peak·MFU) + HBM"
	if f.Recompute != "none" {
		form = "(3F + recomputed)/(peak·MFU) + HBM"
	}
	return scenes.Check{
		ID: "compute-time", Engine: f.computeTime().Seconds(), Formula: work, Unit: unit.Second,
		Tolerance: scenes.Tolerance(2*len(f.works), work), Form: form, Source: narayanan + ", eq. 3; " + korthikanti + ", §6",
	}
}

// timeCheck bounds the step: the first gather and the last reduction cannot be
// hidden, and nothing is worse than hiding nothing.
func (f *film) timeCheck() scenes.Check {
	_, work := f.work()
	all, bare := f.comm()
	c := scenes.Check{
		ID: "step-time", Engine: f.tl.End().Seconds(), Formula: work + bare, Unit: unit.Second,
		Form: "C", Source: fsdpPaper + ", §3.3; " + maxPlus,
	}
	moves := 0
	for _, st := range f.streams() {
		moves += len(st.tasks)
	}
	// A latency is rounded once and then taken for every round.
	c.Tolerance = scenes.Tolerance(2*len(f.works)+moves*(2*f.GPUs+2), work)
	if all > 0 {
		c.Lower, c.Upper = work+bare, work+all
		c.Form = boundsText[f.Strategy]
	}
	return c
}

var boundsText = map[string]string{
	ddp:   "C + last bucket … C + Σ buckets",
	zero1: "C + last bucket + Σ gathers … C + Σ buckets + Σ gathers",
	zero2: "C + last bucket + Σ gathers … C + Σ buckets + Σ gathers",
	full:  "C + first gather + last reduce-scatter … C + Σ gathers + Σ reduce-scatters",
	hsdp:  "C + first gather + last reduction … C + Σ gathers + Σ reductions",
}

// Remarks say what does not fit and what was assumed.
func (f *film) Remarks() []scenes.Message {
	var remarks []scenes.Message
	if capacity := float64(f.device.HBM); capacity > 0 && f.peak > capacity {
		remarks = append(remarks, scenes.Say("fsdp.remark.memory",
			scenes.Quantity{Value: f.peak, Unit: unit.Byte}, f.device.Name, scenes.Quantity{Value: capacity, Unit: unit.Byte}))
	}
	if _, ok := f.flopRate(); !ok {
		remarks = append(remarks, scenes.Say("fsdp.remark.rate", f.device.Name, f.DType))
	}
	if f.GPUs == 1 {
		remarks = append(remarks, scenes.Say("fsdp.remark.alone"))
	}
	return remarks
}

// Telling is in the middle of the backward pass, while a gradient is reduced.
func (f *film) Telling() sim.Time {
	st := f.reduce
	if len(st.tasks) == 0 {
		st = f.across
	}
	if len(st.tasks) == 0 {
		return f.tl.Finish(f.ends[len(f.pieces)/2])
	}
	s := st.tasks[len(st.tasks)/2].span(f.tl)
	return s.from + (s.to-s.from)*2/5
}

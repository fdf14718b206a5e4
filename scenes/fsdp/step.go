package fsdp

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// maxSteps is about how many steps a film names.
const maxSteps = 64

// nameSteps names the instants at which compute comes to something new: "start",
// "forward/embedding", "forward/0", …, "backward/head", …, "optimizer",
// "new-parameters", "end". Of many layers every 2nd, 4th, 8th … has one.
func (f *film) nameSteps() []scenes.Step {
	stride := 1
	for 2*(f.model.Layers+stride-1)/stride > maxSteps {
		stride *= 2
	}
	steps := []scenes.Step{{ID: "start", Label: scenes.Say("fsdp.step.start")}}
	add := func(id string, at sim.Time, label scenes.Message) {
		steps = append(steps, scenes.Step{ID: id, At: at, Label: label})
	}
	for i := range f.works {
		w := &f.works[i]
		switch {
		case w.doing == updating:
			add("optimizer", f.tl.Start(w.ref), scenes.Say("fsdp.step.optimizer"))
		case w.tensor > 0 || w.doing == recompute:
		default:
			p := &f.pieces[w.piece]
			if p.kind == layer && p.layer%stride != 0 && p.layer != f.model.Layers-1 {
				continue
			}
			at := f.tl.Start(w.ref)
			if w.doing == backward && i > 0 && f.works[i-1].doing == recompute {
				at = f.tl.Start(f.works[i-1].ref)
			}
			name := taskNames[w.doing]
			add(name+"/"+p.name(), at, scenes.Say("fsdp.step."+name, f.say(w.piece)))
		}
	}
	if f.Strategy != ddp && !f.sharded() && len(f.gather.tasks) > 0 {
		add("new-parameters", f.gather.tasks[0].span(f.tl).from, scenes.Say("fsdp.step.new"))
	}
	add("end", f.tl.End(), scenes.Say("fsdp.step.end"))
	return steps
}

// say is a unit's name in a sentence: "layer 3", "the embedding".
func (f *film) say(i int) scenes.Message {
	p := &f.pieces[i]
	switch p.kind {
	case embedding:
		return scenes.Say("fsdp.unit.embedding")
	case head:
		return scenes.Say("fsdp.unit.head")
	}
	return scenes.Say("fsdp.unit.layer", p.layer)
}

// Caption says what compute does, what the streams carry, and what is in memory.
func (f *film) Caption(at sim.Time) scenes.Message {
	memory := scenes.Quantity{Value: f.tl.Value(f.mem.total, at), Unit: unit.Byte}
	if at >= f.tl.End() {
		return scenes.Say("fsdp.caption.done", scenes.Quantity{Value: f.tl.End().Seconds(), Unit: unit.Second},
			scenes.Quantity{Value: length(f.idle).Seconds(), Unit: unit.Second}, memory)
	}
	var doing scenes.Message
	if i := f.workAt(at); i < 0 {
		doing = scenes.Say("fsdp.caption.wait")
	} else if w := &f.works[i]; w.doing == updating {
		doing = scenes.Say("fsdp.caption.optimizer")
	} else {
		doing = scenes.Say("fsdp.caption."+taskNames[w.doing], f.say(w.piece))
	}
	var moving scenes.List
	for _, st := range f.streams() {
		if m := st.at(f.tl, at); m != nil {
			moving = append(moving, f.sayMove(st, m))
		}
	}
	if len(moving) == 0 {
		return scenes.Say("fsdp.caption.alone", doing, memory)
	}
	return scenes.Say("fsdp.caption", doing, moving, memory)
}

func (f *film) sayMove(st *stream, m *move) scenes.Message {
	if m.bucket >= 0 {
		return scenes.Say("fsdp.caption.bucket", scenes.Say("fsdp.stream."+st.name), m.bucket+1, len(f.list))
	}
	return scenes.Say("fsdp.caption.move", scenes.Say("fsdp.stream."+st.name), f.say(m.piece))
}

// workAt is what compute does at an instant, -1 if it waits.
func (f *film) workAt(at sim.Time) int {
	lo, hi := 0, len(f.works) // the first that ends after the instant
	for lo < hi {
		if mid := (lo + hi) / 2; f.tl.Finish(f.works[mid].ref) > at {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo < len(f.works) && f.tl.Start(f.works[lo].ref) <= at {
		return lo
	}
	return -1
}

// at is the collective under way at an instant, or nil.
func (s *stream) at(tl *sim.Timeline, at sim.Time) *move {
	i := s.reach(tl, at)
	if i < len(s.tasks) && s.tasks[i].span(tl).from <= at {
		return &s.tasks[i]
	}
	return nil
}

// reach is the first collective that ends after an instant.
func (s *stream) reach(tl *sim.Timeline, at sim.Time) int {
	lo, hi := 0, len(s.tasks)
	for lo < hi {
		if mid := (lo + hi) / 2; s.tasks[mid].span(tl).to > at {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

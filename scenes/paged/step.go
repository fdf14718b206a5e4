package paged

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// fewRequests is how many requests have a named instant each.
const fewRequests = 64

// nameSteps names what happens for the first time, and where few requests come,
// when each begins to run.
func (f *film) nameSteps() []scenes.Step {
	list := []scenes.Step{{ID: "start", Label: scenes.Say("paged.step.start")}}
	seen := map[string]bool{}
	once := func(k int, id string, happens bool) {
		if happens && !seen[id] {
			seen[id] = true
			list = append(list, scenes.Step{ID: id, At: f.res.Steps[k].Start, Label: scenes.Say("paged.step." + id)})
		}
	}
	begins := f.begins()
	for k := range f.res.Steps {
		st := &f.res.Steps[k]
		if k > 0 {
			for _, i := range begins[k] {
				list = append(list, scenes.Step{
					ID: "request/" + itoa(i), At: st.Start, Focus: "request/" + itoa(i),
					Label: scenes.Say("paged.step.request", f.name(i), f.requests[i].Prompt),
				})
			}
		}
		once(k, "decode", st.Decode > 0)
		once(k, "hit", st.Hit > 0)
		once(k, "copy", st.Copies > 0)
		once(k, "full", st.Short && st.Preempted == 0)
		once(k, "preempt", st.Preempted > 0)
		once(k, "back", st.In > 0)
	}
	return append(list, scenes.Step{ID: "end", At: f.tl.End(), Label: scenes.Say("paged.step.end")})
}

// begins lists, by step, which requests run for the first time; nothing where
// there are many.
func (f *film) begins() map[int][]int {
	m := map[int][]int{}
	if len(f.requests) > fewRequests {
		return m
	}
	seen := map[int32]bool{}
	for _, h := range f.res.Trace.Sequences {
		for _, sp := range h.Spells {
			if sp.New > 0 && !seen[h.Request] {
				seen[h.Request] = true
				m[int(sp.Step)] = append(m[int(sp.Step)], int(h.Request))
			}
		}
	}
	return m
}

// Caption says what the step at an instant does.
func (f *film) Caption(t sim.Time) scenes.Message {
	k, idle := f.stepAt(t)
	if k == len(f.res.Steps) {
		return scenes.Say("paged.caption.end", f.res.Made, seconds(f.tl.End()), scenes.Quantity{Value: throughput(f.res), Unit: unit.TokensPerSecond})
	}
	st := &f.res.Steps[k]
	if idle {
		return scenes.Say("paged.caption.idle")
	}
	held := scenes.Quantity{Value: st.Usage.Tokens / float64(f.config.Pool.Blocks*f.config.Pool.Size), Unit: unit.Share}
	number := k + 1
	switch {
	case st.Preempted > 0 && st.Out > 0:
		return scenes.Say("paged.caption.swap-out", number, st.Preempted, bytes(float64(st.Out)))
	case st.Preempted > 0:
		return scenes.Say("paged.caption.preempt", number, st.Preempted)
	case st.In > 0:
		return scenes.Say("paged.caption.swap-in", number, bytes(float64(st.In)))
	case st.Hit > 0:
		return scenes.Say("paged.caption.hit", number, st.Prefill, st.Hit, st.Asked)
	case st.Prefill > 0 && st.Decode > 0:
		return scenes.Say("paged.caption.mixed", number, st.Prefill, st.Decode, held)
	case st.Prefill > 0:
		return scenes.Say("paged.caption.prefill", number, st.Prefill, seconds(st.Work))
	case st.Copies > 0:
		return scenes.Say("paged.caption.copy", number, st.Decode, st.Copies)
	case st.Short:
		return scenes.Say("paged.caption.short", number, st.Decode, held, st.Waiting+st.Swapped)
	}
	return scenes.Say("paged.caption.decode", number, st.Decode, held, seconds(st.Work))
}

func seconds(t sim.Time) scenes.Quantity {
	return scenes.Quantity{Value: t.Seconds(), Unit: unit.Second}
}

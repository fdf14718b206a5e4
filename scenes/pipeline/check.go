package pipeline

import (
	"inflight/scenes"
	"inflight/scenes/unit"
)

// Checks hold the engine against closed forms.
func (f *film) Checks() []scenes.Check {
	var list []scenes.Check
	switch f.schedule {
	case zbH1, zbH2, zbV:
		x, bubble := f.zbForm()
		list = append(list, f.check("bubble-rate-zb", x, f.bubbleRateZB(), unit.Share, bubble))
	case dualPipe, dualPipeV:
		x := f.dualForm()
		list = append(list, f.check("idle", x, f.mostIdle().Seconds(), unit.Second, x.value))
	default:
		list = f.timeChecks()
	}
	if x, ok := f.liveForm(); ok {
		list = append(list, f.check("peak-inflight", x, float64(f.byRank[0].live), unit.None, 1))
	}
	if f.schedule == gpipe || f.schedule == oneFOneB {
		list = append(list, f.check("memory", f.memoryForm(), f.byRank[f.fullest].most, unit.Byte, 1))
	}
	return list
}

// timeChecks are those that follow from a form of the makespan.
func (f *film) timeChecks() []scenes.Check {
	x := f.timeForm()
	p, m, v := float64(f.ranks), float64(f.micro), float64(f.chunks)
	all := p * x.value
	busy := 0.0
	for i := range f.costs {
		busy += m * f.costs[i].work()
	}
	total, ideal := x, x
	if f.even() && f.hopSeconds() == 0 {
		total.value, total.text = (p-1)/(m*v+p-1), "(p−1)/(m·v+p−1)"
		ideal.value, ideal.text = (p-1)/(m*v), "(p−1)/(m·v)"
		if v == 1 {
			total.text, ideal.text = "(p−1)/(m+p−1)", "(p−1)/m"
		}
	} else if all > 0 {
		total.value, total.text = (all-busy)/all, "1 − work/(p·T)"
		ideal.value, ideal.text = (all-busy)/busy, "p·T/work − 1"
	}
	idle := total.value * x.value
	return []scenes.Check{
		f.check("time", x, f.tl.End().Seconds(), unit.Second, min(x.value, f.tl.End().Seconds())),
		f.check("bubble-of-total", total, f.bubbleOfTotal(), unit.Share, idle),
		f.check("bubble-of-ideal", ideal, f.bubbleOfIdeal(), unit.Share, min(idle, busy/p)),
	}
}

// check holds a figure against its form. Of the seconds that it is a share of,
// or is, each rounded duration may have added a picosecond.
func (f *film) check(id string, x form, engine float64, u unit.Unit, seconds float64) scenes.Check {
	rounded := 8 * (f.micro*f.chunks + f.stages)
	return scenes.Check{
		ID: id, Engine: engine, Formula: x.value, Unit: u, Tolerance: scenes.Tolerance(rounded, seconds),
		Form: x.text, Source: x.source, Why: x.why,
	}
}

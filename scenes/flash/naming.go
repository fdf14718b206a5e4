package flash

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// maxNamed is how many tiles of the first part, and how many parts, have a name.
const maxNamed = 24

// nameSteps names the instants at which the first part's tiles begin to compute,
// "tile/0/0/3", at which later rounds, waves and kernels begin, "wave/2", and the
// end.
func (f *film) nameSteps() []scenes.Step {
	steps := f.nameTiles()
	seen := map[string]bool{}
	for _, s := range steps {
		seen[s.ID] = true
	}
	stride := (len(f.parts)-1)/maxNamed + 1
	for i := stride; i < len(f.parts); i += stride {
		s := f.namePart(&f.parts[i])
		if !seen[s.ID] && s.At < f.tl.End() {
			seen[s.ID] = true
			steps = append(steps, s)
		}
	}
	return append(steps, scenes.Step{ID: "end", At: f.tl.End(), Label: scenes.Say("flash.step.end")})
}

// nameTiles names the beginning and the first part's tiles.
func (f *film) nameTiles() []scenes.Step {
	p := &f.parts[0]
	steps := []scenes.Step{{ID: "start", Label: f.namePart(p).Label}}
	stride := (len(p.tiles)-1)/maxNamed + 1
	m := f.at(0)
	for k := 0; k < len(p.tiles); k += stride {
		t := &p.tiles[k]
		at := f.tl.Start(t.end)
		if t.first >= 0 {
			at = f.tl.Start(t.first)
		} else if t.exp >= 0 {
			at = f.tl.Start(t.exp)
		}
		steps = append(steps, scenes.Step{
			ID: "tile/" + strconv.Itoa(m.index) + "/" + strconv.Itoa(max(0, m.seg.outer)) + "/" + strconv.Itoa(t.inner), At: at,
			Label: scenes.Say("flash.step."+f.innerName(m.seg), t.inner+1, f.innerCount(m.seg)),
		})
	}
	return steps
}

// innerName is what the steps of a segment go through.
func (r *run) innerName(s *segment) string {
	switch {
	case r.algo == standard || s.kind == prepare:
		return "slab"
	case r.algo == fa2 && s.kind == attend:
		return "column"
	}
	return "row"
}

// innerCount is how many of them there are.
func (r *run) innerCount(s *segment) int {
	if r.algo == fa2 && s.kind == attend {
		return r.tc
	}
	return r.tr
}

func (f *film) namePart(p *part) scenes.Step {
	w := &f.waves[p.wave]
	index := w.index
	if p.repeats > 0 {
		index++
	}
	s := &w.segments[p.segment]
	switch {
	case f.algo == standard || s.kind == prepare:
		name := kernelNames[s.kind]
		return scenes.Step{ID: "kernel/" + name, At: p.start, Label: scenes.Say("flash.kernel." + name)}
	case p.repeats > 0 || f.algo == fa2:
		return scenes.Step{ID: "wave/" + strconv.Itoa(index), At: p.start, Label: scenes.Say("flash.step.wave", index+1, f.numWaves())}
	}
	return scenes.Step{
		ID: "round/" + strconv.Itoa(index) + "/" + strconv.Itoa(s.outer), At: p.start,
		Label: scenes.Say("flash.step.round", s.outer+1, f.tc),
	}
}

var kernelNames = [...]string{"attend", "derive", "prepare", "scores", "mask", "softmax", "dropout", "output", "grad-v", "grad-p", "dropout-back", "grad-s", "grad-q", "grad-k"}

// Caption says what the thread blocks do.
func (f *film) Caption(t sim.Time) scenes.Message {
	if t >= f.tl.End() {
		return f.lastCaption()
	}
	m := f.at(t)
	if f.algo == standard || m.wave.kind == prepare {
		return scenes.Say("flash.caption."+kernelNames[m.wave.kind], m.inner(min(m.done, m.seg.length()-1))+1, f.innerCount(m.seg))
	}
	k := m.done // the step that computes
	if k == m.seg.length() {
		return scenes.Say("flash.caption."+f.algo+"."+passOf(m.seg)+".store", m.index+1, f.numWaves(), m.wave.blocks, m.seg.outer+1, f.tc)
	}
	if p := m.shown; len(p.tiles) > 0 && k == 0 && f.waits(p, m.at) {
		return scenes.Say("flash.caption."+f.algo+"."+passOf(m.seg)+".load", m.index+1, f.numWaves(), m.wave.blocks, m.seg.outer+1, f.tc)
	}
	return scenes.Say("flash.caption."+f.algo+"."+passOf(m.seg)+".tile", m.index+1, f.numWaves(), m.wave.blocks,
		m.seg.outer+1, f.tc, m.inner(k)+1, f.innerCount(m.seg))
}

// waits says that no tile of a part computes yet.
func (f *film) waits(p *part, t sim.Time) bool {
	first := p.tiles[0].end
	for _, r := range [...]sim.Ref{p.tiles[0].exp, p.tiles[0].first} {
		if r >= 0 {
			first = r
		}
	}
	return t < f.tl.Start(first)
}

func passOf(s *segment) string {
	if s.kind == derive {
		return backward
	}
	return forward
}

func (f *film) lastCaption() scenes.Message {
	bytes := quantity(f.read+f.written, unit.Byte)
	if f.race == nil {
		return scenes.Say("flash.caption.done", bytes, quantity(f.tl.End().Seconds(), unit.Second))
	}
	moved := f.race.moved(f.tl.End())
	return scenes.Say("flash.caption.done.race", bytes, quantity(f.tl.End().Seconds(), unit.Second),
		scenes.Say("choice.algo."+f.race.algo), quantity(moved, unit.Byte), quantity(f.race.read+f.race.written, unit.Byte))
}

// Telling is an instant at which a tile loads while another one computes.
func (f *film) Telling() sim.Time {
	p := &f.parts[0]
	if f.waves[0].kind == prepare && len(f.parts) > 1 {
		p = &f.parts[1]
	}
	if len(p.tiles) == 0 {
		return f.tl.End() / 2
	}
	t := &p.tiles[len(p.tiles)*5/8]
	load := t.loads[0]
	start, end := f.tl.Start(load), f.tl.Finish(load)
	return start + (end-start)*3/5
}

package pipeline

import "inflight/scenes"

// form is a closed form of a figure.
type form struct {
	value  float64
	text   string
	source string
	why    scenes.Message // why it does not hold here, or the zero Message
}

// Sources of closed forms.
const (
	gpipePaper = "Huang et al., arXiv 1811.06965, §2"
	megatron   = "Narayanan et al., arXiv 2104.04473, §2.2"
	zeroBubble = "Qi et al., arXiv 2401.10241, Table 2"
	zbReadme   = "sail-sg/zero-bubble-pipeline-parallelism README.md as of commit 39f2c186a27580b7051eb51e0f651e1efd0a8170"
	dualReadme = "deepseek-ai/DualPipe README.md as of commit 3da1bbea53606543d7f5f232338fc58096db30e3"
	bfsPaper   = "Lamy-Poirier, arXiv 2211.05953, §4"
	withHops   = "; with hops: the longest path, ours"
	korthi     = "Korthikanti et al., arXiv 2205.05198, §4.2"
)

// work is what a micro-batch costs on a stage, in seconds.
func (c *cost) work() float64 { return c.f + c.b + c.w }

// even says that all stages cost the same.
func (j *job) even() bool {
	for i := range j.costs {
		if c, d := &j.costs[0], &j.costs[i]; c.f != d.f || c.b != d.b || c.w != d.w {
			return false
		}
	}
	return true
}

// lastSlowest says that the last stage is slower than any other by at least the
// way there and back, so that it never waits once it has begun.
func (j *job) lastSlowest() bool {
	last := &j.costs[j.stages-1]
	for i := range j.costs[:j.stages-1] {
		c := &j.costs[i]
		if c.f > last.f || c.b+c.w > last.b+last.w || last.work()-c.work() < 2*j.hop.seconds() {
			return false
		}
	}
	return true
}

// lastFaster says that the last stage is the only one that differs, that it is
// faster, and that hops take no time.
func (j *job) lastFaster() bool {
	first, last := &j.costs[0], &j.costs[j.stages-1]
	for i := range j.costs[:j.stages-1] {
		if c := &j.costs[i]; c.f != first.f || c.b != first.b || c.w != first.w {
			return false
		}
	}
	return j.hopSeconds() == 0 && last.f <= first.f && last.b+last.w <= first.b+first.w
}

// fastLastForm: the stage before the last is busy throughout, but that its first
// backward may wait for the last stage longer than its second forward lasts, and
// its last one longer than the backward before it.
func (f *film) fastLastForm(x *form) {
	c, last := &f.costs[0], f.costs[f.stages-1].work()
	x.value = float64(f.stages-1) * c.work()
	if f.micro == 1 {
		x.value += last
	} else {
		x.value += float64(f.micro-1)*c.work() + max(0, last-c.f) + max(0, last-c.b-c.w)
	}
	x.text = "(m+p−2)(F+B) + max(0, L−F) + max(0, L−B), L of the last stage"
	x.source += "; last stage faster: the longest path, ours"
}

// hopSeconds is the time of a hop, 0 where there is none.
func (j *job) hopSeconds() float64 {
	if j.ranks == 1 {
		return 0
	}
	return j.hop.seconds()
}

// timeForm is the closed form of the makespan.
func (f *film) timeForm() form {
	x := form{why: f.crowdedWhy()}
	switch f.schedule {
	case gpipe:
		f.gpipeForm(&x)
	case oneFOneB:
		f.oneFOneBForm(&x)
	case interleaved:
		f.interleavedForm(&x)
	default:
		f.bfsForm(&x)
	}
	return x
}

// gpipeForm: identical jobs through a line of stages take one pass and m-1 turns
// of the slowest, forward and then backward. A link on which hops wait for each
// other is one of them.
func (f *film) gpipeForm(x *form) {
	pass, slowF, slowB := 0.0, 0.0, 0.0
	for i := range f.costs {
		c := &f.costs[i]
		pass += c.work()
		slowF, slowB = max(slowF, c.f), max(slowB, c.b+c.w)
	}
	if f.crowded {
		slowF, slowB, x.why = max(slowF, f.hopSeconds()), max(slowB, f.hopSeconds()), scenes.Message{}
	}
	x.value = pass + float64(f.micro-1)*(slowF+slowB) + 2*float64(f.ranks-1)*f.hopSeconds()
	x.text, x.source = "(m+p−1)(F+B)", gpipePaper+"; "+megatron
	if !f.even() {
		x.text = "Σ(Fₛ+Bₛ) + (m−1)(max F + max B)"
	}
	if f.crowded {
		x.text = "Σ(Fₛ+Bₛ) + (m−1)(max(F, c) + max(B, c))"
	}
	if f.hopSeconds() > 0 {
		x.text += " + 2(p−1)c"
	}
}

// oneFOneBForm: with even stages the makespan is that of GPipe. A hop of time c
// costs more here: each round of p micro-batches waits for its way down and up
// again, p−1 hops each, so m−1 further ones pay 2c each but for one in p.
func (f *film) oneFOneBForm(x *form) {
	p, m, c := float64(f.ranks), float64(f.micro), f.hopSeconds()
	last := &f.costs[f.stages-1]
	x.source = megatron
	switch {
	case f.even():
		rounds := float64((f.micro - 1 + f.ranks - 1) / f.ranks)
		x.value = (m+p-1)*last.work() + 2*c*(p-1+m-1-rounds)
		x.text = "(m+p−1)(F+B)"
		if c > 0 {
			x.text += " + 2c(p+m−2−⌈(m−1)/p⌉)"
			x.source += withHops
		}
		return
	case f.lastFaster():
		f.fastLastForm(x)
		return
	case !f.lastSlowest() && x.why.Key == "":
		x.why = scenes.Say("pipeline.why.uneven")
	}
	x.value = (m-1)*last.work() + 2*(p-1)*c
	for i := range f.costs {
		x.value += f.costs[i].work()
	}
	x.text = "Σ(Fₛ+Bₛ) + (m−1)(F+B) of the last stage"
	if c > 0 {
		x.text += " + 2(p−1)c"
	}
	x.source += "; last stage slowest: the longest path, ours"
}

func (f *film) interleavedForm(x *form) {
	p, m, v, c := float64(f.ranks), float64(f.micro), float64(f.chunks), f.hopSeconds()
	s := &f.costs[0]
	x.value = (m*v + p - 1) * s.work()
	x.text, x.source = "(m·v+p−1)(F+B)", megatron+".2"
	if c > 0 {
		x.value += 2 * (p*v - 1) * c
		x.text += " + 2(p·v−1)c"
		x.source += withHops
	}
	switch {
	case x.why.Key != "":
	case f.micro%f.ranks != 0:
		x.why = scenes.Say("pipeline.why.rounds", f.micro, f.ranks)
	case !f.even():
		x.why = scenes.Say("pipeline.why.uneven")
	case c > min(s.f, s.b+s.w):
		x.why = scenes.Say("pipeline.why.long-hops")
	}
}

func (f *film) bfsForm(x *form) {
	x.value = float64(f.micro*f.chunks+f.ranks-1) * f.costs[0].work()
	x.text, x.source = "(m·v+p−1)(F+B)", bfsPaper
	x.why = f.plainWhy(f.ranks)
}

// plainWhy says why a form for even stages without hops, and at least so many
// micro-batches, does not hold.
func (f *film) plainWhy(least int) scenes.Message {
	switch {
	case !f.even():
		return scenes.Say("pipeline.why.uneven")
	case f.hopSeconds() > 0:
		return scenes.Say("pipeline.why.hops")
	case f.micro < least:
		return scenes.Say("pipeline.why.few", f.micro, least)
	}
	return scenes.Message{}
}

// crowdedWhy says that hops waited for each other, which no form counts.
func (f *film) crowdedWhy() scenes.Message {
	if f.crowded {
		return scenes.Say("pipeline.why.crowded")
	}
	return scenes.Message{}
}

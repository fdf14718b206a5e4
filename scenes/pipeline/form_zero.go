package pipeline

import "inflight/scenes"

// zbForm is the bubble of a zero-bubble schedule, in seconds.
func (f *film) zbForm() (x form, bubble float64) {
	p, s := float64(f.ranks), &f.costs[0]
	x.source = zeroBubble
	x.why = f.plainWhy(2*f.ranks - 1)
	switch {
	case f.schedule == zbH1:
		bubble, x.text = (p-1)*(s.f+s.b-s.w), "(p−1)(F+B−W) / cost"
		if f.chunks > 1 {
			x.why = scenes.Say("pipeline.why.none")
		}
	case f.schedule == zbH2:
		bubble, x.text = (p-1)*(s.f+s.b-2*s.w), "(p−1)(F+B−2W) / cost"
	default:
		x.text, x.source = "0", zbReadme
		if x.why.Key == "" && (s.f != s.b || s.b != s.w) {
			x.why = scenes.Say("pipeline.why.equal")
		}
	}
	if x.why.Key == "" && s.w > min(s.f, s.b) {
		x.why = scenes.Say("pipeline.why.weights")
	}
	if bubble > 0 {
		x.value = bubble / (float64(f.micro)*s.work() + bubble)
	}
	return x, bubble
}

// dualForm is how long the rank that waits longest waits, in seconds.
func (f *film) dualForm() form {
	s := &f.costs[0]
	whole := s.b + s.w
	both := (s.f + whole) * f.fb
	x := form{text: "(p/2−1)(F&B+B−3W)", source: dualReadme, why: f.plainWhy(2 * f.ranks)}
	pairs := float64(f.ranks)/2 - 1
	if f.schedule == dualPipeV {
		x.text, pairs = "(p−1)(F&B+B−3W)", float64(f.ranks-1)
	}
	x.value = pairs * (both + whole - 3*s.w)
	const rounding = 1e-12 // of a sum of floats
	if x.why.Key == "" && (s.f != s.b || s.w > s.f || both < max(s.f, whole)*(1-rounding) || both > (s.f+whole)*(1+rounding)) {
		x.why = scenes.Say("pipeline.why.pairs")
	}
	return x
}

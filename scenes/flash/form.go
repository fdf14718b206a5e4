package flash

import (
	"inflight/scenes"
	"inflight/scenes/unit"
)

// form is a closed form: what does not depend on the loops, and what the loops
// read, write or compute again and again. With a causal mask, tiles that lie
// wholly above the diagonal are skipped, and between half and all of the loops'
// part is left.
type form struct {
	fixed, loop float64
	text        string
}

const (
	paper1 = "Dao et al., arXiv 2205.14135, Algorithms 0, 1, 3, 4 and Theorem 2"
	paper2 = "Dao, arXiv 2307.08691, Algorithms 1 and 2"
)

func (j *job) source() string {
	if j.algo == fa2 {
		return paper2
	}
	return paper1
}

// plus adds the form of another pass.
func (f form) plus(g form) form {
	if f.text == "" {
		return g
	}
	return form{f.fixed + g.fixed, f.loop + g.loop, f.text + " + " + g.text}
}

// bytesForms are the bytes of one head that the setting reads and writes. e is
// the size of an element, statistics have 4 bytes.
func (j *job) bytesForms() (read, written form) {
	for _, pass := range [...]string{forward, backward} {
		if j.pass != both && j.pass != pass {
			continue
		}
		r, w := j.passBytes(pass)
		read, written = read.plus(r), written.plus(w)
	}
	return read, written
}

func (j *job) passBytes(pass string) (read, written form) {
	n, e := float64(j.n), j.e
	nd, tr, tc := float64(n*float64(j.d)), float64(j.tr), float64(j.tc)
	switch {
	case j.algo == standard:
		return j.standardBytes(pass)
	case j.algo == fa1 && pass == forward:
		return form{2 * nd * e, tc * (2*nd*e + 8*n), "2Nde + Tc(2Nde + 8N)"}, form{0, tc * (nd*e + 8*n), "Tc(Nde + 8N)"}
	case j.algo == fa1:
		return form{2 * nd * e, tc * (4*nd*e + 8*n), "2Nde + Tc(4Nde + 8N)"}, form{2 * nd * e, tc * nd * e, "2Nde + Tc·Nde"}
	case pass == forward:
		return form{nd * e, 2 * tr * nd * e, "Nde + 2Tr·Nde"}, form{nd*e + 4*n, 0, "Nde + 4N"}
	}
	return form{4 * nd * e, tc * (3*nd*e + 8*n), "4Nde + Tc(3Nde + 8N)"}, form{2*nd*e + 4*n, tc * nd * e, "2Nde + 4N + Tc·Nde"}
}

// standardBytes are those of standard attention, with the kernels that mask and
// dropout add.
func (j *job) standardBytes(pass string) (read, written form) {
	n, e := float64(j.n), j.e
	nd, nn := float64(n*float64(j.d)), n*n
	if pass == forward {
		read, written = form{fixed: (3*nd + 2*nn) * e, text: "(3Nd + 2N²)e"}, form{fixed: (nd + 2*nn) * e, text: "(Nd + 2N²)e"}
	} else {
		read, written = form{fixed: (5*nd + 5*nn) * e, text: "(5Nd + 5N²)e"}, form{fixed: (3*nd + 2*nn) * e, text: "(3Nd + 2N²)e"}
	}
	if j.mask && pass == forward {
		extra := form{fixed: nn * e, text: "N²e"}
		read, written = read.plus(extra), written.plus(extra)
	}
	if j.dropout {
		plain, masked := form{fixed: nn * e, text: "N²e"}, form{fixed: nn * (e + 1), text: "N²(e + 1)"}
		if pass == forward {
			read, written = read.plus(plain), written.plus(masked)
		} else {
			read, written = read.plus(masked), written.plus(plain)
		}
	}
	return read, written
}

// flopsForm is the FLOP of one head's matrix products.
func (j *job) flopsForm() form {
	x := float64(float64(j.n)*float64(j.n)) * float64(j.d)
	var all form
	for _, pass := range [...]string{forward, backward} {
		if j.pass != both && j.pass != pass {
			continue
		}
		switch {
		case pass == forward && j.algo == standard:
			all = all.plus(form{fixed: 4 * x, text: "4N²d"})
		case pass == forward:
			all = all.plus(form{loop: 4 * x, text: "4N²d"})
		case j.algo == standard:
			all = all.plus(form{fixed: 8 * x, text: "8N²d"})
		default:
			all = all.plus(form{loop: 10 * x, text: "10N²d"})
		}
	}
	return all
}

// Checks hold bytes and FLOP against the papers' counts, and the time against
// the roofline and against work without any overlap.
func (f *film) Checks() []scenes.Check {
	read, written := f.bytesForms()
	checks := []scenes.Check{
		f.check("hbm-read", f.read, read, unit.Byte),
		f.check("hbm-write", f.written, written, unit.Byte),
		f.check("flops", float64(f.flops), f.flopsForm(), unit.FLOP),
		f.timeCheck(),
	}
	if f.l2 && f.algo != standard {
		checks[0].Why = scenes.Say("flash.why.l2")
	}
	return checks
}

func (f *film) check(id string, engine float64, x form, u unit.Unit) scenes.Check {
	heads := float64(f.copies())
	c := scenes.Check{
		ID: id, Engine: engine, Formula: float64((x.fixed + x.loop) * heads), Unit: u,
		Tolerance: 1e-12, // sums of whole numbers
		Form:      "heads·batch·(" + x.text + ")", Source: f.source(),
	}
	if f.causal && x.loop > 0 {
		c.Lower, c.Upper = float64((x.fixed+x.loop/2)*heads), c.Formula
		c.Formula = c.Lower
	}
	return c
}

// timeCheck bounds the time: from below by the slowest of memory, matrix units
// and exponentials if each were busy all the time, from above by all three one
// after another, with whole waves.
func (f *film) timeCheck() scenes.Check {
	t := f.tl.End().Seconds()
	memory := (f.read + f.written) / float64(f.bandwidth)
	matrix, exps := float64(f.flops)/float64(f.matrix*float64(f.sms)), float64(f.exps)/float64(f.exp*float64(f.sms))
	lower := max(memory, matrix, exps)
	upper := memory + f.waveSeconds()
	return scenes.Check{
		ID: "time", Engine: t, Formula: lower, Lower: lower, Upper: upper, Unit: unit.Second,
		Tolerance: scenes.Tolerance(8*f.total+8*len(f.parts), min(t, upper)),
		Form:      "max(bytes/B, FLOP/F, exps/E) … their sum by waves",
		Source:    "Williams, Waterman, Patterson, CACM 2009 (roofline)",
	}
}

// waveSeconds is how long products and exponentials last without overlap, if
// each tile is whole.
func (j *job) waveSeconds() float64 {
	area := float64(j.bq) * float64(j.bk)
	tile := func(products float64) float64 {
		return float64(products*area*float64(j.d))/j.matrix + area/j.exp
	}
	var total float64
	for _, pass := range [...]string{forward, backward} {
		if j.pass != both && j.pass != pass {
			continue
		}
		products, blocks, inner := 4.0, j.copies()*int64(j.tr), float64(j.tc)
		if pass == backward {
			products, blocks, inner = 10, j.copies()*int64(j.tc), float64(j.tr)
		}
		switch j.algo {
		case standard:
			if pass == backward {
				total += float64(j.copies()) * tile(8) / float64(j.sms) * float64(j.tr)
				continue
			}
			total += float64(j.copies()) * tile(4) / float64(j.sms) * float64(j.tr)
			continue
		case fa1:
			blocks, inner = j.copies(), float64(j.tr)*float64(j.tc)
		}
		waves := (blocks + int64(j.sms) - 1) / int64(j.sms)
		total += float64(waves) * inner * tile(products)
	}
	return total
}

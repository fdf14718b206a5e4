package sizing

import (
	"strconv"

	"inflight/scenes"
)

// change is one knob turned, and what comes of it.
type change struct {
	key, from, to string
	Result
}

// advise tries settings that differ in one knob. Where it does not fit it returns
// the fastest of those that do, or else the one that needs least; where it fits,
// the fastest, if it is faster by more than worthwhile. GPUs are not added.
func advise(s *scenes.Setting, now *answer) (best change, ok bool) {
	if now.Time.Total() == 0 || now.heavy() {
		return best, false
	}
	for _, c := range candidates(s) {
		f, err := changed(s, c.key, c.to)
		if err != nil {
			continue
		}
		c.Result = f.Result
		if !ok && c.improves(&now.Result) || ok && c.better(&best) {
			best, ok = c, true
		}
	}
	return best, ok
}

const worthwhile = 1.02

// improves says that a change is worth telling.
func (c *change) improves(now *Result) bool {
	switch {
	case now.Memory.Fits():
		return c.Memory.Fits() && c.TokensPerSecond > now.TokensPerSecond*worthwhile
	case c.Memory.Fits():
		return true
	}
	return c.Memory.Total()*worthwhile < now.Memory.Total()
}

// better says that a change is better than another that improves: if both fit the
// faster one, else the smaller.
func (c *change) better(than *change) bool {
	switch a, b := c.Memory.Fits(), than.Memory.Fits(); {
	case a != b:
		return a
	case a:
		return c.TokensPerSecond > than.TokensPerSecond
	}
	return c.Memory.Total() < than.Memory.Total()
}

// heavy says that a run takes so long that a dozen would be felt.
func (a *answer) heavy() bool {
	const most = 4096
	return a.params.Stages > 1 && a.Micro*a.params.Stages*max(1, a.params.Chunks) > most
}

func changed(s *scenes.Setting, key, text string) (*answer, error) {
	other := s.Clone()
	k, _ := other.Knob(key)
	if p := k.Set(text); p != nil {
		return nil, p
	}
	f, err := other.Build()
	if err != nil {
		return nil, err
	}
	return f.(*answer), nil
}

// candidates are the neighbours of a setting: other choices, twice and half.
func candidates(s *scenes.Setting) []change {
	var list []change
	for _, k := range s.Knobs() {
		if k.Idle {
			continue
		}
		from := k.Text()
		add := func(to string) {
			if to != from {
				list = append(list, change{key: k.Key, from: from, to: to})
			}
		}
		switch k.Key {
		case "strategy", "recompute", "schedule":
			for _, o := range k.Choices {
				add(o.Value)
			}
		case "flash", "sequence-parallel":
			add("true")
		case "tensor", "stages", "context", "expert", "microbatch":
			n := int(k.Value())
			add(strconv.Itoa(2 * n))
			if n%2 == 0 {
				add(strconv.Itoa(n / 2))
			}
		}
	}
	return list
}

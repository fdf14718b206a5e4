//go:build js || desktop

package stage

import (
	"errors"
	"slices"

	"inflight/scenes"
)

// side is a setting with its film: all that is shown, or one half of it.
type side struct {
	setting  *scenes.Setting // as asked for, also when it was refused
	built    *scenes.Setting // that of the film
	film     scenes.Film     // in force, nil when there has been none
	refusal  error
	problems []scenes.Problem
}

// become takes on the values that differ from a scene's default, and says whether
// there is another film than before. When the setting is refused, the film before
// stays. Values that do not fit are problems, for the panel to tell; their knobs
// stay as they were, in a side that is new as they are in like.
func (n *side) become(e *scenes.Entry, values []scenes.Value, like *scenes.Setting) (rebuilt bool) {
	before := n.setting
	if before != nil {
		like = before
	}
	n.setting = e.New()
	n.problems = n.setting.Apply(values, false)
	if like != nil {
		retain(n.setting, like, n.problems)
	}
	if before != nil && slices.Equal(before.Changed(), n.setting.Changed()) {
		return false
	}
	film, err := n.setting.Build()
	if n.refusal = err; err != nil {
		return false
	}
	n.built, n.film = n.setting, film
	return true
}

// retain gives the knobs that have problems the values that they have in another
// setting.
func retain(setting, other *scenes.Setting, problems []scenes.Problem) {
	for _, p := range problems {
		old, known := other.Knob(p.Key)
		if k, ok := setting.Knob(p.Key); ok && known {
			k.Set(old.Text())
		}
	}
}

// words are the problems and the refusal in a language.
func (n *side) words(lang string) (problems []string, refusal string) {
	problems = []string{}
	for _, p := range n.problems {
		problems = append(problems, p.Text(lang))
	}
	var r scenes.Refusal
	switch {
	case errors.As(n.refusal, &r):
		refusal = r.Text(lang)
	case n.refusal != nil:
		refusal = n.refusal.Error()
	}
	return problems, refusal
}

// build finds the settings that a state asks for and their films. It says whether
// what is shown is another film than before, and whether A is another. When A is
// refused in a scene that is new, that of its default is shown; when B is, A is
// shown alone.
func (g *Game) build(next *shown, s State) (rebuilt, first bool, err error) {
	entry, err := g.entry(next, s)
	if err != nil {
		return false, false, err
	}
	a, b := &next.sides[0], &next.sides[1]
	fresh := a.setting == nil || a.setting.Entry != entry
	if fresh {
		next.sides, next.comparing = [2]side{}, false
	}
	if fresh || s.SetKnobs {
		first = a.become(entry, s.Knobs, nil)
	}
	if a.film == nil {
		a.built, first = entry.New(), true
		if a.film, err = a.built.Build(); err != nil {
			return false, false, err
		}
	}
	_, paired := next.film.(*scenes.Pair)
	rebuilt = first
	if s.SetCompare {
		next.comparing = s.Comparing
	}
	switch {
	case !next.comparing:
		*b = side{}
		rebuilt = rebuilt || paired
	case s.SetCompare:
		rebuilt = b.become(entry, s.Compare, a.setting) || rebuilt || !paired
	}
	if rebuilt {
		next.film = next.both()
	}
	return rebuilt, first, nil
}

// entry is the scene that a state asks for.
func (g *Game) entry(next *shown, s State) (*scenes.Entry, error) {
	if s.Scene != nil {
		e, ok := g.Find(*s.Scene)
		if !ok {
			return nil, badScene(*s.Scene)
		}
		return e, nil
	}
	if next.sides[0].setting == nil {
		return nil, errors.New("scene: want the name of one")
	}
	return next.sides[0].setting.Entry, nil
}

// both is what is drawn: A, or A and B.
func (n *shown) both() scenes.Film {
	a, b := &n.sides[0], &n.sides[1]
	if b.film == nil {
		return a.film
	}
	return scenes.Compare(scenes.Side{Setting: a.built, Film: a.film}, scenes.Side{Setting: b.built, Film: b.film})
}

package draw

import (
	"math"
	"testing"
)

var themes = []*Palette{Light, Dark}

var fullColors = []Color{Forward, Backward, WeightGrad, Comm, Param, Grad, Optimizer, Activation, Alert, Good,
	Rank0, Rank1, Rank2, Rank3, Rank4, Rank5, Rank6, Rank7}

// together lists meanings that a reader has to tell apart in one picture.
var together = map[string][]Color{
	"compute": {Forward, Backward, WeightGrad, Comm, Idle},
	"memory":  {Param, Grad, Optimizer, Activation},
	"streams": {Forward, Backward, Comm, Grad, Idle},
	"ranks":   {Rank0, Rank1, Rank2, Rank3, Rank4, Rank5, Rank6, Rank7},
}

func TestTextHasContrast(t *testing.T) {
	for _, p := range themes {
		check := func(text, ground Color, want float64) {
			t.Helper()
			if got := contrast(p.RGB(text), p.RGB(ground)); got < want {
				t.Errorf("%s: contrast of %s on %s: got %.2f, want %.1f", p.Name, name(text), name(ground), got, want)
			}
		}
		for _, ground := range []Color{Paper, Surface, Panel} { // WCAG 2.2, 1.4.3: 4.5 for text
			for _, text := range []Color{Ink, Muted, Alert, Good} {
				check(text, ground, 4.5)
			}
		}
		check(Ink, Idle, 4.5)
		check(Muted, Idle, 4.5)
		for _, full := range fullColors { // 3 for text that is large or bold
			check(TextOn(full), full, 3)
			for percent := 40; percent <= 100; percent++ {
				check(TextOn(full.Tint(percent)), full.Tint(percent), 3)
				if percent >= 60 {
					check(Ink, full.Tint(percent), 4.5)
				}
			}
		}
		for _, full := range []Color{Ink, Muted} {
			check(TextOn(full), full, 4.5)
		}
	}
}

// WCAG 2.2, 1.4.11 asks 3 for shapes; white and paper differ by 5 %, so a
// colour that just carries white text has 2.9 on the paper.
func TestShapesStandOutFromThePaper(t *testing.T) {
	for _, p := range themes {
		for _, full := range fullColors {
			if got := contrast(p.RGB(full), p.RGB(Paper)); got < 2.9 {
				t.Errorf("%s: contrast of %s on paper: got %.2f, want 2.9", p.Name, name(full), got)
			}
		}
	}
}

func TestColorsThatAppearTogetherAreToldApart(t *testing.T) {
	const want = 1.6 // four of five people notice: see noticed
	for _, p := range themes {
		for group, colors := range together {
			for eye, cones := range eyes {
				for i, a := range colors {
					for _, b := range colors[:i] {
						got := noticed(cones.sees(p.RGB(a)), cones.sees(p.RGB(b)))
						if got < want {
							t.Errorf("%s, %s: %s and %s for %s: got %.2f, want %.1f",
								p.Name, group, name(a), name(b), eye, got, want)
						}
					}
				}
			}
		}
	}
}

// Eight ranks cannot be told apart by luminance alone, and need not: they carry
// numbers. What must be plain in grey is what is busy and what is idle, and what
// has happened and what lies ahead.
func TestGreyTellsBusyFromIdleAndPastFromFuture(t *testing.T) {
	const want = 14.7 // of L: all of the people asked saw it on the smallest mark, see noticed
	for _, p := range themes {
		for _, full := range fullColors {
			for _, other := range []Color{Idle, full.Tint(70)} {
				got := math.Abs(lab(linear(p.RGB(full)))[0] - lab(linear(p.RGB(other)))[0])
				if got < want {
					t.Errorf("%s: L of %s and %s: got %.1f apart, want %.1f", p.Name, name(full), name(other), got, want)
				}
			}
		}
	}
}

func TestTintMixesTowardThePaper(t *testing.T) {
	for _, p := range themes {
		for role := 1; role < NumRoles; role++ {
			c := Color(role << 8)
			if got, want := p.RGB(c.Tint(100)), p.RGB(Paper); got != want {
				t.Errorf("%s: %s at 100 %%: got %v, want the paper %v", p.Name, RoleName(role), got, want)
			}
		}
	}
	// By hand: 47·0.28 + 251·0.72 = 193.88, 117·0.28 + 250·0.72 = 212.76, 234·0.28 + 247·0.72 = 243.36.
	if got, want := Light.RGB(Forward.Tint(72)), (RGB{194, 213, 243}); got != want {
		t.Errorf("forward at 72 %%: got %v, want %v", got, want)
	}
	if got, want := Light.RGB(None), Light.RGB(Paper); got != want {
		t.Errorf("none: got %v, want the paper %v", got, want)
	}
}

func TestEveryRoleHasItsNameAndColor(t *testing.T) {
	seen := map[string]bool{}
	for role := range NumRoles {
		name := RoleName(role)
		if name == "" || seen[name] {
			t.Errorf("role %d: got name %q, want one of its own", role, name)
		}
		seen[name] = true
		for _, p := range themes {
			if role > 0 && p.colors[role] == (RGB{}) {
				t.Errorf("%s: %s has no colour", p.Name, name)
			}
		}
	}
	for c, want := range map[Color]string{Paper: "paper", WeightGrad: "weight-grad", OnColor: "on-color", Rank7: "rank7"} {
		if got := name(c); got != want {
			t.Errorf("got name %q, want %q", got, want)
		}
	}
	if got := RoleName(NumRoles); got != "none" {
		t.Errorf("role %d: got name %q, want none", NumRoles, got)
	}
}

func name(c Color) string { return RoleName(c.Role()) }

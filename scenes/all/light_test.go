package all

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/draw"
)

// A word in the prose lights what has its colour: here each colour that a scene
// fills a shape with.
func TestEverySceneLightsWhatHasAColour(t *testing.T) {
	for _, entry := range List() {
		film, err := entry.New().Build()
		if err != nil {
			t.Fatal(err)
		}
		frame := func(focus string) []draw.Op {
			c := draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1)
			scenes.Draw(film, c, scenes.View{Time: scenes.Telling(film), Scale: 1, Focus: focus})
			return c.Ops()
		}
		plain, lit := frame(""), map[int]bool{}
		for _, op := range plain {
			if r := op.Style.Fill.Role(); r >= draw.Forward.Role() && r < draw.Alert.Role() {
				lit[r] = true
			}
		}
		if len(lit) < 2 {
			t.Errorf("%s: got %d colours with a meaning, want two to tell apart", entry.Name, len(lit))
		}
		for role := range lit {
			for i, op := range frame("role/" + draw.RoleName(role)) {
				want := plain[i].Style.Fill
				if lit[want.Role()] && want.Role() != role && op.Style.Fill.Percent() < 50 {
					t.Errorf("%s, %s in the light: %v stays as full as it was", entry.Name, draw.RoleName(role), op.ID)
				}
				if want.Role() == role && op.Style.Fill != want {
					t.Errorf("%s, %s in the light: %v is paler than before", entry.Name, draw.RoleName(role), op.ID)
				}
			}
		}
	}
}

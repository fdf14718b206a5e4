package sim

import "testing"

// A 1F1B pipeline with equal stages and free transfers takes (m + p - 1) times a
// forward and a backward. Source: Narayanan et al., SC 2021, §2.2.1.
func TestPipelineTakesItsClosedForm(t *testing.T) {
	g := oneFOneB(4, 10, true)
	for i := range g.length {
		if g.path[i] != 0 {
			g.length[i], g.bytes[i] = 0, 0
		}
	}
	tl, err := g.Run()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tl.End(), (10+4-1)*9*Millisecond; got != want {
		t.Errorf("ends at %v, want %v", got, want)
	}
}

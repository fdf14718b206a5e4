//go:build browser

package browser_test

import (
	"fmt"
	"testing"
)

// counting counts the animation frames of each document.
const counting = `window.framesRun = 0;
const requestFrame = requestAnimationFrame;
window.requestAnimationFrame = (run) => requestFrame((now) => { framesRun++; run(now); });`

// stageFrames is how many frames run in the stage while the page shows n.
func (p *tab) stageFrames(n int) int {
	p.t.Helper()
	const run = "stage().framesRun"
	before := eval[int](p, run)
	p.frames(n)
	return eval[int](p, run) - before
}

func TestNoFramesWhilePausedOrOutOfView(t *testing.T) {
	p := open(t, explainer+"?loop=1&t=0", setup{scripts: []string{counting}})
	p.wait("the scene is live", "live()")
	p.click("[data-do=toggle]")
	p.wait("it plays", "playing() && moments > 3")
	if n := p.stageFrames(20); n == 0 {
		t.Fatal("no frames while it plays: the test counts wrong")
	}

	p.click("[data-do=toggle]")
	p.rests()
	p.waitFor("no more frames are asked for", func() bool { return p.stageFrames(60) == 0 })

	p.click("[data-do=toggle]")
	p.wait("it plays", "playing()")
	eval[any](p, `(document.body.style.paddingBottom = "3000px", scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }))`)
	p.wait("the picture is out of view", "!inView()")
	p.waitFor("no frames out of view", func() bool { return p.stageFrames(30) == 0 })
	if !eval[bool](p, "playing()") {
		t.Error("it has been paused, want it to go on when it is seen again")
	}
	before := eval[int](p, "moments")
	p.toTop()
	p.wait("it goes on in view", fmt.Sprintf("moments > %d", before+2))
}

const lose = `stage().document.querySelector("canvas").getContext("webgl2").getExtension("WEBGL_lose_context").loseContext()`

func TestLostContextComesBack(t *testing.T) {
	p := open(t, explainer+"?gpus=6&op=all-gather&t=ag/2", setup{})
	want := compute(t, "en", set("gpus", "6"), set("op", "all-gather"))
	p.wait("the scene is live", "live()")
	p.shows("the setting", want)
	p.rests()
	picture := p.box("[data-part=picture]")
	before := p.settled(picture)
	now := eval[string](p, `textOf("now")`)
	for loss := range 2 {
		eval[any](p, "old = stage(), moments = 0, "+lose)
		p.wait(fmt.Sprintf("a new stage is live after loss %d", loss+1), "document.querySelector('iframe.scene-stage') && stage() !== old && live() && moments > 0")
		p.rests()
		p.shows("the setting", want)
		p.waitText("now", now)
		if share := differing(before, p.settled(picture)); share > 0 {
			t.Errorf("loss %d: %.2g of the pixels differ, want the same picture", loss+1, share)
		}
	}
	eval[any](p, lose)
	p.wait("a reason stands above the poster", `one("[data-part=error]").checkVisibility()`)
	if got, want := eval[string](p, `textOf("error-text")`), texts(t, "en")["ui.fail.lost"]; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if eval[bool](p, "!!document.querySelector('iframe.scene-stage')") {
		t.Error("there still is a stage")
	}
	p.click("[data-part=retry]")
	p.wait("the button brings it back", `live() && !one("[data-part=error]").checkVisibility()`)
	p.shows("the setting", want)
	p.waitText("now", now)
}

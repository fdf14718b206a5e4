//go:build browser

package browser_test

import (
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// click presses the middle of an element with the mouse.
func (p *tab) click(selector string) {
	p.t.Helper()
	r := p.box(selector)
	if r.W == 0 || r.H == 0 {
		p.t.Fatalf("%s has no size to be clicked", selector)
	}
	must(p, chromedp.Do(p.ctx, chromedp.MouseClickXY(r.X+r.W/2, r.Y+r.H/2)))
}

// tap presses and releases the mouse at a place, in whatever frame lies there.
func (p *tab) tap(x, y float64) {
	p.t.Helper()
	for _, kind := range []input.DispatchMouseEventType{"mouseMoved", "mousePressed", "mouseReleased"} {
		p.mouse(kind, x, y)
	}
}

// press presses keys, to whatever has the focus.
func (p *tab) press(keys string, mods ...chromedp.KeyOption) {
	p.t.Helper()
	must(p, chromedp.Do(p.ctx, chromedp.KeyEvent(keys, mods...)))
}

// enter types a text into a field, in place of what stands there, and Enter.
func (p *tab) enter(selector, text string) {
	p.t.Helper()
	p.click(selector)
	eval[any](p, fmt.Sprintf("one(%q).select()", selector))
	if text == "" {
		p.press(kb.Delete)
	} else {
		call(p, input.InsertText, input.InsertTextParams{Text: text})
	}
	p.press(kb.Enter)
}

// choose takes a value of a list, as the keyboard does.
func (p *tab) choose(selector, value string) {
	p.t.Helper()
	eval[any](p, fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("change", { bubbles: true })) })(one(%q))`, value, selector))
}

// drag moves the mouse with its button down from one share of an element's
// width to the shares after it.
func (p *tab) drag(selector string, shares ...float64) {
	p.t.Helper()
	r := p.box(selector)
	for i, s := range shares {
		kind := input.DispatchMouseEventTypeMouseMoved
		if i == 0 {
			kind = input.DispatchMouseEventTypeMousePressed
		}
		p.mouse(kind, r.X+s*r.W, r.Y+r.H/2)
		p.frames(2)
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, r.X+shares[len(shares)-1]*r.W, r.Y+r.H/2)
}

func (p *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.t.Helper()
	m := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft}
	m.Buttons, m.ClickCount = 1, 1
	call(p, input.DispatchMouseEvent, m)
}

// wheel turns the mouse wheel over a place.
func (p *tab) wheel(x, y, by float64) {
	p.t.Helper()
	// The typed parameters leave out a delta of 0, and the browser wants both.
	turn := cdp.Command[map[string]any, cdp.Empty]{Method: input.CommandDispatchMouseEvent}
	call(p, turn, map[string]any{"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by})
}

// swipe draws a finger from one place to another.
func (p *tab) swipe(x, y, toX, toY float64) {
	p.t.Helper()
	const steps = 8
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	for i := range steps {
		s := float64(i+1) / steps
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x + s*(toX-x), Y: y + s*(toY-y)})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

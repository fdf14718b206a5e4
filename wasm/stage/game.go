//go:build js || desktop

package stage

import (
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes"
	"inflight/scenes/draw"
	"inflight/scenes/player"
	"inflight/scenes/report"
)

// Need is which frames a game needs.
type Need string

const (
	Run  Need = "run"  // every frame: it plays
	One  Need = "one"  // the next frame: something changed
	Rest Need = "rest" // none
)

// Config is what surrounds a game.
type Config struct {
	Find  func(name string) (*scenes.Entry, bool)
	Clock func() time.Duration // wall time since any instant
	Ratio func() float64       // device pixels per CSS pixel
	Send  func(Message)        // called within Ebitengine's loop
	Want  func(Need)           // may be nil
	// Overlay draws beside the picture; nil when the picture is all.
	Overlay Overlay
}

// Overlay is what a window shows besides the picture.
type Overlay interface {
	// Update takes input, once a frame, before commands take effect, and says
	// whether the overlay looks otherwise than before.
	Update(g *Game) (changed bool, err error)
	// Arrange says, for a target in device pixels, where the picture goes, and
	// gives the layers round it.
	Arrange(g *Game, width, height float64) (picture Box, layers []Layer)
}

// Box is a rectangle on the target, in device pixels.
type Box struct{ X, Y, W, H float64 }

// Game plays a film in Ebitengine's loop. Commands come through a mailbox and
// take effect together, at the beginning of a frame: no frame mixes what was
// with what is. A frame in which nothing changed is not drawn.
type Game struct {
	Config
	renderer *Renderer

	mail     sync.Mutex // guards the next two
	commands []Command
	needs    Need

	now    time.Duration // of this frame
	player player.Player
	shown  shown
	panel  report.Panel
	canvas *draw.Canvas // of the last picture
	spare  *draw.Canvas // the next is drawn here: a film may fail in its middle
	layers []Layer
	screen screen

	width, height int // of the target, in device pixels
	stale         bool
	broken        bool // the film cannot be drawn
	drawn         bool // the revision has been drawn and told
	ended         bool
	told          Moment
	worded        bool // told's texts are those of its instant
	calls         int
}

// NewGame makes a game that shows nothing yet.
func NewGame(c Config) (*Game, error) {
	r, err := NewRenderer()
	if err != nil {
		return nil, err
	}
	if c.Want == nil {
		c.Want = func(Need) {}
	}
	g := &Game{Config: c, renderer: r, stale: true, needs: One, shown: shown{lang: scenes.Langs[0]}}
	return g, nil
}

// RunGame runs a game, or what wraps one, in Ebitengine's loop: one update a
// frame.
func RunGame(g ebiten.Game) error {
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	return ebiten.RunGame(g)
}

// Renderer is what the game draws with.
func (g *Game) Renderer() *Renderer { return g.renderer }

// Post gives the game a command for its next frame. It may be called from any
// goroutine.
func (g *Game) Post(c Command) {
	g.mail.Lock()
	defer g.mail.Unlock()
	g.commands = append(g.commands, c)
	if g.needs == Rest {
		g.needs = One
		g.Want(One)
	}
}

// Fail tells the page of a message that cannot be a command.
func (g *Game) Fail(err error) { g.Send(Error{err.Error()}) }

// Update takes the commands that have come, and moves on to the instant of this
// frame.
func (g *Game) Update() error {
	if g.Overlay != nil {
		changed, err := g.Overlay.Update(g)
		if err != nil {
			return err
		}
		g.stale = g.stale || changed
	}
	g.mail.Lock()
	commands := g.commands
	g.commands = nil
	g.mail.Unlock()

	g.now = g.Clock()
	for _, c := range commands {
		g.guard(func() {
			if err := g.do(c); err != nil {
				g.Fail(err)
			}
		})
	}
	if g.player.Advance(g.now) {
		g.ended = true
	}
	if at := g.player.At(g.now); at != g.shown.view.Time {
		g.shown.view.Time = at
		g.stale = true
	}
	return nil
}

// Draw composes the frame, if anything changed since the last, and tells the page
// where playback stands. DrawFinalScreen draws it.
func (g *Game) Draw(offscreen *ebiten.Image) {
	size := offscreen.Bounds().Size()
	if size.X != g.width || size.Y != g.height {
		g.width, g.height = size.X, size.Y
		g.stale = true
	}
	if g.stale {
		g.stale = false
		g.safely(g.compose)
		g.screen.touch(offscreen)
	}
	g.safely(g.tell)
	g.rest()
}

// safely does what a film may panic in. Such a film is not drawn again.
func (g *Game) safely(f func()) (ok bool) {
	if ok = g.guard(f); !ok {
		g.broken = true
		g.stale = g.Overlay != nil // without an overlay the last good frame stays
	}
	return ok
}

// DrawFinalScreen draws the last frame, on Ebitengine's screen itself: by way of the
// offscreen image each pixel would be drawn twice, by a program of its own. The two
// are of one size.
func (g *Game) DrawFinalScreen(screen ebiten.FinalScreen, _ *ebiten.Image, _ ebiten.GeoM) {
	if !g.safely(func() { g.calls = g.renderer.Draw(screen, g.shown.palette(), g.layers...) }) {
		g.layers = g.layers[:0]
	}
}

// compose says what the frame is made of.
func (g *Game) compose() {
	box := Box{W: float64(g.width), H: float64(g.height)}
	var layers []Layer
	if g.Overlay != nil {
		box, layers = g.Overlay.Arrange(g, box.W, box.H)
	}
	if g.shown.film == nil || g.broken {
		g.layers = append(g.layers[:0], layers...)
		return
	}
	picture := g.picture(box)
	g.canvas, g.spare = g.spare, g.canvas
	g.layers = append(append(g.layers[:0], layers...), picture)
}

// picture draws the film into the spare canvas, as large as fits into a box.
func (g *Game) picture(box Box) Layer {
	c := g.shown.format(g.spare)
	g.spare = c
	scale := min(box.W/c.Width, box.H/c.Height)
	g.shown.view.Scale = scale / g.ratio()
	scenes.Draw(g.shown.film, c, g.shown.view)
	return Layer{
		Canvas: c, Scale: scale,
		X: box.X + math.Floor((box.W-c.Width*scale)/2),
		Y: box.Y + math.Floor((box.H-c.Height*scale)/2),
	}
}

func (g *Game) ratio() float64 {
	if r := g.Ratio(); r > 0 {
		return r
	}
	return 1
}

// guard turns a panic in a scene into a message to the page.
func (g *Game) guard(f func()) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			g.player.Pause(g.now)
			g.Fail(fmt.Errorf("the scene failed: %v", p))
		}
	}()
	f()
	return true
}

// rest says which frames are needed from now on.
func (g *Game) rest() {
	g.mail.Lock()
	defer g.mail.Unlock()
	needs := Rest
	switch {
	case g.player.Playing():
		needs = Run
	case g.stale || len(g.commands) > 0:
		needs = One
	}
	g.needs = needs
	g.Want(needs)
}

// tell sends what the page does not know yet.
func (g *Game) tell() {
	if g.shown.film == nil || g.broken {
		return
	}
	if !g.drawn {
		g.drawn = true
		g.Send(Frame{g.shown.rev})
	}
	if m := g.Moment(); m != g.told {
		g.told, g.worded = m, true
		g.Send(m)
	}
	if g.ended {
		g.ended = false
		g.Send(Ended{})
	}
}

// Moment is where playback stands.
func (g *Game) Moment() Moment {
	if g.shown.film == nil {
		return Moment{Step: -1}
	}
	at := g.shown.view.Time
	m := Moment{
		T: at.Seconds(), Step: g.player.Step(g.now), Playing: g.player.Playing(), Speed: g.player.Speed(),
		Text: g.told.Text, Caption: g.told.Caption,
	}
	if m.T != g.told.T || !g.worded {
		m.Text, m.Caption = report.Clock(at), g.shown.film.Caption(at).Text(g.shown.lang)
	}
	return m
}

// Panel is what stands beside the picture.
func (g *Game) Panel() *report.Panel { return &g.panel }

// Film is the film in force, nil before the first.
func (g *Game) Film() scenes.Film { return g.shown.film }

// Calls is how many draw calls the last frame took.
func (g *Game) Calls() int { return g.calls }

// Layout makes the target as large as the window, in device pixels.
func (g *Game) Layout(width, height int) (int, int) { return width, height }

// LayoutF is Layout for Ebitengine, which prefers it.
func (g *Game) LayoutF(width, height float64) (float64, float64) {
	ratio := ebiten.Monitor().DeviceScaleFactor()
	return max(width*ratio, 1), max(height*ratio, 1)
}

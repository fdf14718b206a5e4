//go:build js || desktop

package stage

import (
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"inflight/scenes/draw"
)

// Bench is a game that draws many moving shapes and tells what a frame costs.
type Bench struct {
	send     func(Message)
	renderer *Renderer
	canvas   *draw.Canvas
	screen   screen
	began    time.Time // the frame
	frames   int
	times    []time.Duration
	allocs   []uint64
	memory   runtime.MemStats
	result   BenchResult
}

// BenchResult is the median frame of a Bench.
type BenchResult struct {
	Shapes int `json:"shapes"`
	// MS is CPU, in milliseconds, from the display list until the graphics
	// driver has all commands. It means that in a browser only, where all of it
	// is on one thread.
	MS     float64 `json:"ms"`
	Allocs float64 `json:"allocs"` // a frame; besides, Ebitengine's queue makes one or two
	Calls  int     `json:"calls"`  // draw calls, with those that clear the screen and have it shown
}

func (BenchResult) is() string { return "bench" }

// The frames of a run: the first warm up, the next count, the rest are timed.
const (
	warmFrames  = 60
	allocFrames = 60
	timedFrames = 240
)

// NewBench makes a bench of so many shapes.
func NewBench(shapes int, send func(Message)) (*Bench, error) {
	r, err := NewRenderer()
	if err != nil {
		return nil, err
	}
	return &Bench{
		send: send, renderer: r, result: BenchResult{Shapes: shapes},
		canvas: draw.NewCanvas(draw.LandscapeWidth, draw.LandscapeHeight, 1),
	}, nil
}

// Update counts frames, and ends the run after the last.
func (b *Bench) Update() error {
	b.frames++
	if b.frames <= warmFrames+allocFrames+timedFrames {
		return nil
	}
	b.result.MS = float64(median(b.times)) / float64(time.Millisecond)
	b.result.Allocs = float64(median(b.allocs))
	b.send(b.result)
	return ebiten.Termination
}

func median[T time.Duration | uint64](of []T) T {
	slices.Sort(of)
	return of[len(of)/2]
}

// Draw composes a frame.
func (b *Bench) Draw(offscreen *ebiten.Image) {
	b.began = time.Now()
	b.fill()
	b.screen.touch(offscreen)
}

// DrawFinalScreen draws a frame.
func (b *Bench) DrawFinalScreen(screen ebiten.FinalScreen, _ *ebiten.Image, _ ebiten.GeoM) {
	began := b.began
	layer := b.layer(screen)
	b.result.Calls = 2 + b.renderer.Draw(screen, draw.Light, layer)
	switch {
	case b.frames <= warmFrames:
	case b.frames <= warmFrames+allocFrames:
		b.count(layer)
	default:
		// On one thread this runs when the loop next waits: when the frame has
		// gone to the driver.
		go func() { b.times = append(b.times, time.Since(began)) }()
	}
}

func (b *Bench) fill() {
	b.canvas.Reset()
	Shapes(b.canvas, b.result.Shapes, float64(b.frames)/60)
}

func (b *Bench) layer(screen ebiten.FinalScreen) Layer {
	return Layer{Canvas: b.canvas, Scale: float64(screen.Bounds().Dx()) / b.canvas.Width}
}

// count does all that a frame takes up to the draw call, and counts allocations.
func (b *Bench) count(layer Layer) {
	runtime.ReadMemStats(&b.memory)
	before := b.memory.Mallocs
	b.fill()
	b.renderer.layer(&layer, window{right: float32(b.canvas.Width * layer.Scale), bottom: float32(b.canvas.Height * layer.Scale)})
	b.renderer.batch.empty()
	runtime.ReadMemStats(&b.memory)
	b.allocs = append(b.allocs, b.memory.Mallocs-before)
}

// Layout is the size of the window.
func (b *Bench) Layout(width, height int) (int, int) { return width, height }

// Shapes fills a canvas with so many shapes that move with time: boxes with a
// stroke, packets, lines, and a label of two digits for each tenth of them.
func Shapes(c *draw.Canvas, n int, seconds float64) {
	columns := int(math.Ceil(math.Sqrt(float64(n) * 16 / 9)))
	cell := c.Width / float64(columns)
	for i := range n {
		x := cell * (float64(i%columns) + 0.1 + 0.05*math.Sin(seconds+float64(i)))
		y := cell * (float64(i/columns) + 0.1)
		id := draw.ID{Kind: "shape/#", A: int32(i)}
		color := draw.RankColor(i)
		switch size := 0.8 * cell; i % 10 {
		case 0, 1, 2, 3, 4:
			c.Rect(id, x, y, size, size, draw.Style{Fill: color.Tint(70), Stroke: color, Width: 1, Radius: 3})
		case 5, 6:
			c.Circle(id, x+size/2, y+size/2, size/2, draw.Style{Fill: color})
		case 7, 8:
			c.Line(id, x, y, x+size, y+size, draw.Stroke{Color: color, Width: 2})
		case 9:
			c.Text(id, x, y+size, draw.Itoa(i%90+10), draw.Font{Size: size, Color: draw.Ink})
		}
	}
}

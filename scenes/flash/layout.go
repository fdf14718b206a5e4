package flash

import "inflight/scenes/parts"

// layout says where things stand in one of the two formats.
type layout struct {
	hbm    parts.Box // card of HBM
	square parts.Box // S, or the matrices that standard attention stores
	note   parts.Box // text below the square
	sram   parts.Box // card of one SM
	load   parts.Link
	store  parts.Link
	link   parts.Box // room for what is said of a transfer
	meters parts.Box
	lanes  parts.Box
	labels float64 // width of the lanes' labels
	axis   float64 // y of the time axis
	roof   parts.Box
}

var (
	wide = layout{
		hbm:    parts.Box{X: 40, Y: 24, W: 600, H: 570},
		square: parts.Box{X: 700, Y: 84, W: 320, H: 320},
		note:   parts.Box{X: 680, Y: 416, W: 360, H: 30},
		sram:   parts.Box{X: 1080, Y: 24, W: 480, H: 570},
		load:   parts.Link{X1: 644, Y1: 492, X2: 1076, Y2: 492, Width: 3, Arrow: true},
		store:  parts.Link{X1: 1076, Y1: 546, X2: 644, Y2: 546, Width: 3, Arrow: true},
		link:   parts.Box{X: 660, Y: 562, W: 400, H: 30},
		meters: parts.Box{X: 40, Y: 622, W: 1000, H: 92},
		lanes:  parts.Box{X: 40, Y: 758, W: 1000, H: 90}, labels: 124, axis: 853,
		roof: parts.Box{X: 1080, Y: 616, W: 480, H: 264},
	}
	high = layout{
		hbm:    parts.Box{X: 20, Y: 16, W: 520, H: 400},
		square: parts.Box{X: 590, Y: 62, W: 270, H: 270},
		note:   parts.Box{X: 560, Y: 346, W: 330, H: 40},
		sram:   parts.Box{X: 20, Y: 500, W: 860, H: 330},
		load:   parts.Link{X1: 200, Y1: 420, X2: 200, Y2: 496, Width: 3, Arrow: true},
		store:  parts.Link{X1: 380, Y1: 496, X2: 380, Y2: 420, Width: 3, Arrow: true},
		link:   parts.Box{X: 430, Y: 442, W: 450, H: 34},
		meters: parts.Box{X: 20, Y: 850, W: 500, H: 124},
		lanes:  parts.Box{X: 20, Y: 1032, W: 500, H: 112}, labels: 128, axis: 1150,
		roof: parts.Box{X: 550, Y: 850, W: 330, H: 330},
	}
)

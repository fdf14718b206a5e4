package draw

import "math"

// What the tests of the palette know of eyes.

type vector [3]float64

// linear takes the gamma off sRGB. Source: IEC 61966-2-1.
func linear(c RGB) vector {
	one := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return vector{one(c.R), one(c.G), one(c.B)}
}

// contrast is the ratio of WCAG 2.2, 1 to 21.
func contrast(a, b RGB) float64 {
	luminance := func(c RGB) float64 {
		l := linear(c)
		return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2]
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// matrix maps linear sRGB to what an eye makes of it.
type matrix [3]vector

// Source: Machado, Oliveira, Fernandes, IEEE TVCG 15(6), 2009, severity 1.0.
var eyes = map[string]matrix{
	"all cones": {
		{1, 0, 0},
		{0, 1, 0},
		{0, 0, 1}},
	"protanopia": {
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
}

// sees is the colour in CIELAB.
func (m matrix) sees(c RGB) vector {
	var seen vector
	for i, row := range m {
		for j, v := range linear(c) {
			seen[i] += row[j] * v
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	return lab(seen)
}

// lab is CIELAB of a colour in linear sRGB, white D65. Source: CIE 15:2004.
func lab(c vector) vector {
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047)
	y := f(0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2])
	z := f((0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883)
	return vector{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// noticed is the difference of two colours in CIELAB, in units of the one that
// half of all people notice between marks of 1/3 degree, which is 16 CSS pixels
// at arm's length: 7.3 of L, 10.0 of a, 14.0 of b. It grows in proportion to the
// share that notices, so 1.6 is noticed by 80 %.
// Source: Stone, Szafir, Setlur, Color and Imaging Conference 2014.
func noticed(a, b vector) float64 {
	const size = 1.0 / 3
	l := (a[0] - b[0]) / (5.079 + 0.751/size)
	x := (a[1] - b[1]) / (5.339 + 1.541/size)
	y := (a[2] - b[2]) / (5.349 + 2.871/size)
	return math.Sqrt(l*l + x*x + y*y)
}

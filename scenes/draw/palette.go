package draw

// RGB is an opaque colour in sRGB.
type RGB struct{ R, G, B uint8 }

// Hex is the colour as CSS writes it: #rrggbb.
func (c RGB) Hex() string {
	const digits = "0123456789abcdef"
	return string([]byte{'#',
		digits[c.R>>4], digits[c.R&15],
		digits[c.G>>4], digits[c.G&15],
		digits[c.B>>4], digits[c.B&15]})
}

// Palette gives the colours by meaning their values in one theme.
//
// The colours of meanings that appear together, and those of the eight ranks,
// stay apart for eyes without red or green cones. In grey they do not all:
// there a letter, a number or a hatch on the shape tells them apart.
type Palette struct {
	Name   string // "light" or "dark"
	colors [NumRoles]RGB
}

// Light is the palette of dark ink on warm white paper.
var Light = &Palette{Name: "light", colors: roles(map[Color]RGB{
	Paper:      {0xfb, 0xfa, 0xf7},
	Surface:    {0xff, 0xff, 0xff},
	Panel:      {0xf3, 0xf0, 0xe9},
	Line:       {0xd8, 0xd4, 0xcb},
	Muted:      {0x5f, 0x66, 0x72},
	Ink:        {0x1b, 0x1f, 0x24},
	Forward:    {0x2f, 0x75, 0xea},
	Backward:   {0x00, 0x91, 0x70},
	WeightGrad: {0x7f, 0x9c, 0x51},
	Comm:       {0x88, 0x49, 0xbe},
	Param:      {0xc0, 0x88, 0x00},
	Grad:       {0xbb, 0x52, 0x05},
	Optimizer:  {0x5c, 0x67, 0x77},
	Activation: {0xdd, 0x5b, 0xa6},
	Idle:       {0xed, 0xea, 0xe3},
	Alert:      {0xcb, 0x28, 0x1c},
	Good:       {0x0b, 0x7a, 0x61},
	OnColor:    {0xff, 0xff, 0xff},
	Rank6:      {0x22, 0x9d, 0xcd},
})}

// Dark is the palette of light ink on blue-black paper. Its full colours are
// lighter and softer than those of Light, and what stands on them is dark.
var Dark = &Palette{Name: "dark", colors: roles(map[Color]RGB{
	Paper:      {0x16, 0x18, 0x1d},
	Surface:    {0x1e, 0x21, 0x28},
	Panel:      {0x0f, 0x11, 0x15},
	Line:       {0x3b, 0x40, 0x4a},
	Muted:      {0x9c, 0xa4, 0xb2},
	Ink:        {0xec, 0xea, 0xe4},
	Forward:    {0x7b, 0xab, 0xff},
	Backward:   {0x41, 0xc6, 0xa1},
	WeightGrad: {0xb0, 0xd2, 0x78},
	Comm:       {0x9f, 0x74, 0xd2},
	Param:      {0xe5, 0xb6, 0x44},
	Grad:       {0xe2, 0x84, 0x43},
	Optimizer:  {0x9d, 0xaf, 0xcd},
	Activation: {0xca, 0x6b, 0x9f},
	Idle:       {0x25, 0x28, 0x30},
	Alert:      {0xff, 0x7d, 0x6e},
	Good:       {0x4f, 0xcb, 0xa6},
	OnColor:    {0x12, 0x14, 0x18},
	Rank6:      {0x84, 0xcd, 0xf3},
})}

// roles lays colours out by role. Ranks share the hues of the meanings: eight
// hues that everybody tells apart are all there are.
func roles(colors map[Color]RGB) (all [NumRoles]RGB) {
	for c, rgb := range colors {
		all[c.Role()] = rgb
	}
	for rank, c := range map[Color]Color{Rank0: Forward, Rank1: Param, Rank2: Backward, Rank3: Activation,
		Rank4: Comm, Rank5: Grad, Rank7: WeightGrad} {
		all[rank.Role()] = colors[c]
	}
	return all
}

// RGB is the value of a colour. A tint is mixed toward the paper in sRGB,
// rounded half up. None, and what is no colour, has the value of the paper.
func (p *Palette) RGB(c Color) RGB {
	paper := p.colors[Paper.Role()]
	if c < Paper || c.Role() >= NumRoles {
		return paper
	}
	full, percent := p.colors[c.Role()], c.Percent()
	mix := func(a, b uint8) uint8 {
		return uint8((int(a)*(100-percent) + int(b)*percent + 50) / 100)
	}
	return RGB{mix(full.R, paper.R), mix(full.G, paper.G), mix(full.B, paper.B)}
}

// TextOn is the colour of text that stands on a fill. Text can be read on full
// colours and on tints of 40 and more; between them neither ink nor OnColor has
// the contrast in both themes.
func TextOn(fill Color) Color {
	switch full := fill.Tint(0); {
	case (full == Ink || full == Muted) && fill.Percent() < 20:
		return Paper
	case full < Forward || full == Idle || full == OnColor || fill.Percent() >= 20:
		return Ink
	}
	return OnColor
}

var roleNames = [NumRoles]string{"none", "paper", "surface", "panel", "line", "muted", "ink",
	"forward", "backward", "weight-grad", "comm", "param", "grad", "optimizer", "activation",
	"idle", "alert", "good", "on-color",
	"rank0", "rank1", "rank2", "rank3", "rank4", "rank5", "rank6", "rank7"}

// RoleName is the name of a role in CSS, such as "weight-grad" or "rank3", and
// "none" for what is no role.
func RoleName(role int) string {
	if role < 0 || role >= NumRoles {
		return roleNames[0]
	}
	return roleNames[role]
}

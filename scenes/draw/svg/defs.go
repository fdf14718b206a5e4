package svg

import (
	"slices"
	"strconv"

	"inflight/scenes/draw"
)

// pattern writes the id of a hatch, which definitions then defines.
func (p *printer) pattern(c draw.Color) {
	i := slices.Index(p.hatches, c)
	if i < 0 {
		i = len(p.hatches)
		p.hatches = append(p.hatches, c)
	}
	p.own("_hatch", i)
}

// clip opens a group that is cut to a rectangle.
func (p *printer) clip(b box) {
	i := slices.Index(p.clips, b)
	if i < 0 {
		i = len(p.clips)
		p.clips = append(p.clips, b)
	}
	p.add(`<g clip-path="url(#`)
	p.own("_clip", i)
	p.add(`)">`)
	p.clipped = true
}

func (p *printer) endClip() {
	p.flush()
	if p.clipped {
		p.add("</g>")
		p.clipped = false
	}
}

// own writes an id that is not a shape's.
func (p *printer) own(name string, i int) {
	p.out = escape(p.out, p.options.IDPrefix)
	p.add(name)
	p.out = strconv.AppendInt(p.out, int64(i), 10)
}

// definitions writes what the shapes refer to.
func (p *printer) definitions() {
	if len(p.hatches)+len(p.clips) == 0 {
		return
	}
	p.add("<defs>")
	for i, c := range p.hatches {
		p.add(`<pattern id="`)
		p.own("_hatch", i)
		p.add(`"`)
		p.num("width", draw.HatchPitch)
		p.num("height", draw.HatchPitch)
		p.add(` patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect`)
		p.num("width", draw.HatchWidth)
		p.num("height", draw.HatchPitch)
		p.paint("fill", c)
		p.add("/></pattern>")
	}
	for i, b := range p.clips {
		p.add(`<clipPath id="`)
		p.own("_clip", i)
		p.add(`"><rect`)
		p.num("x", b.x)
		p.num("y", b.y)
		p.num("width", max(b.w, 0))
		p.num("height", max(b.h, 0))
		p.add("/></clipPath>")
	}
	p.add("</defs>")
}

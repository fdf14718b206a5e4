package outline

import "encoding/binary"

// An outline is a list of contours, each the number of its points and then for
// each point two numbers: how far right of the point before it lies, times two,
// plus one when it is a control point; and how far below. Between two control
// points that follow each other the curve goes through their middle, as in
// TrueType; a contour begins with a point that the curve goes through.
func decode(to []Segment, outline []byte) []Segment {
	r := reader{outline: outline}
	for len(r.outline) > 0 {
		points := r.number()
		start, _ := r.point()
		to = append(to, Segment{Move, [3]Point{start}})
		var control *Point
		for range points - 1 {
			p, off := r.point()
			switch {
			case off && control != nil:
				to = append(to, Segment{Quad, [3]Point{*control, middle(*control, p)}})
				*control = p
			case off:
				control = &p
			default:
				to = append(to, piece(control, p))
				control = nil
			}
		}
		to = append(to, piece(control, start))
	}
	return to
}

func piece(control *Point, end Point) Segment {
	if control == nil {
		return Segment{Line, [3]Point{end}}
	}
	return Segment{Quad, [3]Point{*control, end}}
}

// middle is rounded toward zero, as in golang.org/x/image/font/sfnt.
func middle(a, b Point) Point { return Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2} }

type reader struct {
	outline []byte
	at      Point
}

func (r *reader) point() (p Point, off bool) {
	x := r.number()
	r.at.X += x >> 1
	r.at.Y += r.number()
	return r.at, x&1 == 1
}

func (r *reader) number() int {
	v, n := binary.Varint(r.outline)
	r.outline = r.outline[n:]
	return int(v)
}

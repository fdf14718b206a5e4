package draw

// Picture returns an empty canvas of another format, to be filled and then put
// into this one by Place at k units a unit of its own. Part, from 1 on, tells the
// pictures of a canvas apart. The canvas keeps it, so that frames make no garbage.
func (c *Canvas) Picture(part uint8, width, height, k float64) *Canvas {
	for int(part) > len(c.pictures) {
		c.pictures = append(c.pictures, &Canvas{})
	}
	p := c.pictures[part-1]
	p.Reset()
	p.Width, p.Height, p.Scale = width, height, c.Scale*k
	return p
}

// Place draws what picture part holds with its top left corner at x, y, at k
// units a unit, cut to the picture's edge.
func (c *Canvas) Place(part uint8, x, y, k float64) {
	p := c.pictures[part-1]
	m := moved{x, y, k}
	edge := Op{Kind: OpClip, Part: part, X: x, Y: y, W: p.Width * k, H: p.Height * k}
	c.ops = append(c.ops, edge)
	first := len(c.points)
	for _, q := range p.points {
		c.points = append(c.points, m.point(q))
	}
	for i := range p.ops {
		op := p.ops[i]
		op.Part = part
		switch op.Kind {
		case OpClip:
			op = m.box(op).within(edge)
		case OpUnclip:
			op = edge
		case OpPolygon:
			op.first, op.last = op.first+first, op.last+first
			op.Style = m.style(op.Style)
		default:
			op = m.shape(op)
		}
		c.ops = append(c.ops, op)
	}
	c.ops = append(c.ops, Op{Kind: OpUnclip, Part: part})
}

// moved is where a picture stands, and how large.
type moved struct{ x, y, k float64 }

func (m moved) point(p Point) Point { return Point{m.x + p.X*m.k, m.y + p.Y*m.k} }

func (m moved) box(op Op) Op {
	op.X, op.Y, op.W, op.H = m.x+op.X*m.k, m.y+op.Y*m.k, op.W*m.k, op.H*m.k
	return op
}

func (m moved) shape(op Op) Op {
	if op.Kind == OpLine {
		op.X, op.Y, op.W, op.H = m.x+op.X*m.k, m.y+op.Y*m.k, m.x+op.W*m.k, m.y+op.H*m.k
		op.Stroke.Width *= m.k
		op.Stroke.Dash *= m.k
		return op
	}
	op = m.box(op)
	op.Style = m.style(op.Style)
	op.Font.Size *= m.k
	return op
}

func (m moved) style(s Style) Style {
	s.Width *= m.k
	s.Radius *= m.k
	s.Dash *= m.k
	return s
}

// within cuts a clip to another.
func (op Op) within(edge Op) Op {
	right, bottom := min(op.X+op.W, edge.X+edge.W), min(op.Y+op.H, edge.Y+edge.H)
	op.X, op.Y = max(op.X, edge.X), max(op.Y, edge.Y)
	op.W, op.H = max(right-op.X, 0), max(bottom-op.Y, 0)
	return op
}

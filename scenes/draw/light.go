package draw

// pale is how far a colour is mixed toward the paper that is not in the light.
const pale = 78

// Light pales all colours with a meaning but one, by its name in CSS, so that
// what has that meaning stands out. A name that is none pales nothing.
func (c *Canvas) Light(name string) {
	role := 0
	for i, n := range roleNames {
		if n == name {
			role = i
		}
	}
	if !meaning(role) {
		return
	}
	var paled bool // the last shape, on which a text may stand
	dim := func(color *Color) bool {
		if r := color.Role(); r == role || !meaning(r) {
			return false
		}
		*color = color.Tint(max(pale, color.Percent()))
		return true
	}
	for i := range c.ops {
		op := &c.ops[i]
		switch op.Kind {
		case OpText:
			if paled && op.Font.Color == OnColor {
				op.Font.Color = Muted
			}
		case OpLine:
			dim(&op.Stroke.Color)
		default:
			paled = dim(&op.Style.Fill)
			dim(&op.Style.Stroke)
			dim(&op.Style.Hatch)
		}
	}
}

// meaning says that a role is no paper and no ink.
func meaning(role int) bool {
	c := Color(role << 8)
	return c >= Forward && c < numRoles && c != Alert && c != Good && c != OnColor
}

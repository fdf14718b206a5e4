package collective

import (
	"strings"

	"inflight/scenes/draw"
)

// focus is what a reader points at: a GPU ("gpu/3"), a link ("link/3/4"), a chunk
// ("chunk/4", and "chunk/4/…" for its cell on one GPU) or a transfer ("send/3/5",
// "packet/3/5").
type focus struct {
	gpu, chunk int // -1 for none
	from, to   int // of a link; -1 for none
	send       string
}

func focusOf(id string) focus {
	f := focus{gpu: -1, chunk: -1, from: -1, to: -1}
	if rest, ok := strings.CutPrefix(id, "gpu/"); ok {
		f.gpu = draw.LeadingNumber(rest)
	} else if rest, ok := strings.CutPrefix(id, "link/"); ok {
		from, to, _ := strings.Cut(rest, "/")
		f.from, f.to = draw.LeadingNumber(from), draw.LeadingNumber(to)
	} else if rest, ok := strings.CutPrefix(id, "chunk/"); ok {
		f.chunk = draw.LeadingNumber(rest)
	} else if rest, ok := strings.CutPrefix(id, "send"); ok {
		f.send = rest
	} else if rest, ok := strings.CutPrefix(id, "packet"); ok {
		f.send = rest
	}
	return f
}

// holds says whether the focus is on a transfer, by the ID of its span.
func (f focus) holds(id draw.ID) bool {
	if f.send == "" {
		return false
	}
	var buf [64]byte
	return string(id.Append(buf[:0])[len("send"):]) == f.send
}

// onRow says whether the focus is on the GPU or the link of a row.
func (f focus) onRow(r *laneRow) bool {
	return f.gpu == r.gpu || f.from == r.gpu && f.to == r.to && r.to >= 0
}

// color is a chunk's colour: paler where the focus is on another chunk.
func (f focus) color(c draw.Color, chunk int) draw.Color {
	if f.chunk >= 0 && f.chunk != chunk {
		return c.Tint(max(70, c.Percent()))
	}
	return c
}

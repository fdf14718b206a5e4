package collective

import (
	"sort"

	"inflight/scenes/sim"
)

// maxPieceColumns is into how many columns all pieces are gathered at most.
const maxPieceColumns = 8

// stacks say how full the chunks of each GPU are over time: the share, 0 to 1,
// of the contributions that a chunk has in the end. Chunks of several channels
// are one column; so are neighbouring pieces, where there are many.
type stacks struct {
	columns int
	first   []int32 // by GPU and column, where its gains begin
	gains   []gain
}

// gain is the level of a column from an instant on.
type gain struct {
	at    sim.Time
	level float32
}

// level is how full a column of a GPU is at an instant.
func (k *stacks) level(gpu, column int, at sim.Time) float32 {
	cell := gpu*k.columns + column
	gains := k.gains[k.first[cell]:k.first[cell+1]]
	i := sort.Search(len(gains), func(i int) bool { return gains[i].at > at })
	if i == 0 {
		return 0
	}
	return gains[i-1].level
}

// next is how full a column is at an instant, and after its next gain.
func (k *stacks) next(gpu, column int, at sim.Time) (now, then float32) {
	cell := gpu*k.columns + column
	gains := k.gains[k.first[cell]:k.first[cell+1]]
	i := sort.Search(len(gains), func(i int) bool { return gains[i].at > at })
	if i > 0 {
		now = gains[i-1].level
	}
	if i == len(gains) {
		return now, now
	}
	return now, gains[i].level
}

// columns is how many columns a GPU's stack has.
func (s *schedule) columns() int {
	switch {
	case s.pipelined():
		return s.ways() * s.pieceColumns()
	case s.algo == direct && (s.op == broadcast || s.op == reduce):
		return 1
	case s.algo == halving:
		return powerBelow(s.n)
	}
	return s.n
}

// pieceColumns is how many columns the pieces of one way take.
func (j job) pieceColumns() int { return min(j.pieces, maxPieceColumns/j.ways()) }

// pipelined says that the data travels in pieces.
func (j job) pipelined() bool {
	return j.algo == tree || j.algo != direct && j.algo != halving && (j.op == broadcast || j.op == reduce)
}

// ways is in how many ways, by direction or tree, each with its own pieces.
func (j job) ways() int {
	if j.algo == tree {
		return 2
	}
	return j.directions()
}

// column is where a chunk of a part stands in the stack of a GPU; ok is false
// where that GPU does not show it.
func (s *schedule) column(p *part, gpu, chunk int) (column int, ok bool) {
	switch {
	case s.pipelined():
		per := s.pieceColumns()
		return p.dir*per + chunk*per/s.pieces, true
	case s.op == allToAll:
		from, to := s.origin(p, chunk)
		return from, to == gpu && (from == to || s.travels(p, chunk))
	}
	return chunk, true
}

// shows goes through the columns that show a chunk of a part.
func (s *schedule) shows(p *part, chunk int, column func(gpu, column int)) {
	if s.op == allToAll {
		_, to := s.origin(p, chunk)
		if c, ok := s.column(p, to, chunk); ok {
			column(to, c)
		}
		return
	}
	for gpu := range s.n {
		c, _ := s.column(p, gpu, chunk)
		column(gpu, c)
	}
}

// stack tracks the data through a timeline and keeps how full each column is.
func (s *schedule) stack(tl *sim.Timeline) (*stacks, error) {
	k := &stacks{columns: s.columns()}
	weight := make([]float32, s.n*k.columns) // the chunks of each column
	type event struct {
		cell   int32
		at     sim.Time
		gained int32
	}
	var events []event
	note := func(p *part, at sim.Time, gpu, chunk int, gained int32) {
		if c, ok := s.column(p, gpu, chunk); ok && gained != 0 {
			events = append(events, event{int32(gpu*k.columns + c), at, gained})
		}
	}
	for i := range s.parts {
		p := &s.parts[i]
		for c := range p.chunks {
			s.shows(p, c, func(gpu, column int) { weight[gpu*k.columns+column]++ })
			s.starts(p, c, func(gpu int, h holding) { note(p, -1, gpu, c, h.count) })
		}
	}
	if err := s.track(tl, note); err != nil {
		return nil, err
	}
	// Gains of one column at one instant may come in any order: their sum counts.
	sort.Slice(events, func(i, j int) bool {
		a, b := &events[i], &events[j]
		return a.cell < b.cell || a.cell == b.cell && a.at < b.at
	})
	full := float32(1)
	if s.reduces() {
		full = float32(s.n)
	}
	k.first = make([]int32, s.n*k.columns+1)
	sum := int32(0)
	for i, e := range events {
		if i == 0 || e.cell != events[i-1].cell {
			sum = 0
		}
		sum += e.gained
		k.gains = append(k.gains, gain{e.at, float32(sum) / (full * weight[e.cell])})
		k.first[e.cell+1] = int32(len(k.gains))
	}
	for i := 1; i < len(k.first); i++ {
		k.first[i] = max(k.first[i], k.first[i-1])
	}
	return k, nil
}

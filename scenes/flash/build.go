package flash

import (
	"inflight/scenes"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// wholeTiles is how many tile steps a film runs one by one. What is beyond that,
// and waves that repeat the one before, runs as one task with the time that the
// same rules give.
const wholeTiles = 3000

// longest is the longest film that runs, in seconds, by what work without overlap
// would take: fifty days, within the engine's range.
const longest = 50 * 86400

// part is a stretch of the film: a segment of a wave, or the waves that repeat
// the one before.
type part struct {
	wave, segment int
	repeats       int // waves, each as long as the one before; 0 for a segment
	like          int // of repeats: the first part of the wave that they repeat
	start, end    sim.Time
	before, bytes float64 // moved before the part, and in it
	tiles         []tile  // empty where the part runs as one task
	memory        []sim.Ref
	moved         []float64 // bytes before each of memory
	head, tail    []sim.Ref
}

// tile is a step that runs by itself.
type tile struct {
	step   *step
	inner  int
	loads  []sim.Ref
	stores []sim.Ref
	first  sim.Ref // products before and after the exponentials; -1 for none
	exp    sim.Ref
	second sim.Ref
	end    sim.Ref // that ends what the tile computes
}

// run is what the engine made of a job.
type run struct {
	*job
	tl      *sim.Timeline
	waves   []wave
	parts   []part
	tally   tally
	read    float64 // bytes
	written float64
	flops   int64
	exps    int64
	tiles   int // that ran one by one
	total   int // tile steps of all waves
}

// builder fills the engine's graph.
type builder struct {
	pace
	run                 *run
	g                   *sim.Graph
	hbm, matrix, exp    sim.Lane
	rest                sim.Lane
	path                sim.Path
	reads, writes       sim.Counter
	gate                []sim.Ref // what the next part waits for
	part                *part
	before              float64
	loadKinds, putKinds [numTensors]string
}

// play runs a job through the engine, so many tiles of it one by one.
func (j *job) play(whole int) (*run, error) {
	r := &run{job: j, waves: j.waves()}
	r.tally, r.flops, r.exps = sum(r.waves)
	r.read, r.written = r.tally.bytes(j.e)
	if seconds := (r.read+r.written)/float64(j.bandwidth) + j.waveSeconds(); seconds > longest {
		return nil, scenes.Refuse("flash.refuse.long", quantity(seconds, unit.Second))
	}
	b := &builder{pace: pace{job: j}, run: r, g: sim.NewGraph()}
	b.open()
	for w := range r.waves {
		whole = b.wave(w, whole)
	}
	if b.err != nil {
		return nil, refuseRun(b.err)
	}
	tl, err := b.g.Run()
	if err != nil {
		return nil, refuseRun(err)
	}
	r.tl = tl
	r.date()
	return r, nil
}

func (b *builder) open() {
	b.hbm = b.g.Stream(sim.ID{Kind: "hbm"})
	b.matrix = b.g.Stream(sim.ID{Kind: "tensor-cores"})
	b.exp = b.g.Stream(sim.ID{Kind: "exponentials"})
	b.rest = b.g.Stream(sim.ID{Kind: "waves"})
	b.path = b.g.Path(b.g.Link(sim.ID{Kind: "hbm"}, b.bandwidth))
	b.reads = b.g.Counter(sim.ID{Kind: "hbm/read"}, "B")
	b.writes = b.g.Counter(sim.ID{Kind: "hbm/write"}, "B")
	for t, name := range tensorNames {
		b.loadKinds[t] = "load/" + name + "/w#/o#/t#"
		b.putKinds[t] = "store/" + name + "/w#/o#/t#"
	}
}

// wave adds a wave and those that repeat it, and returns how many tiles may
// still run one by one.
func (b *builder) wave(w, whole int) int {
	wv := &b.run.waves[w]
	first := len(b.run.parts)
	var lasts sim.Time
	var read, written float64
	for k := range wv.segments {
		s := &wv.segments[k]
		b.run.parts = append(b.run.parts, part{wave: w, segment: k, before: b.before})
		b.part = &b.run.parts[len(b.run.parts)-1]
		n := s.length()
		b.run.total += n * wv.count
		if n <= whole || b.run.tiles == 0 {
			b.tilesOf(s, wv)
			whole -= n
			b.run.tiles += n
		} else {
			whole = 0 // what follows does not run by itself either
			read, written := b.bytesOf(s)
			b.lump(b.duration(s), read, written, sim.ID{Kind: "round/w#/o#", A: int32(wv.index), B: int32(max(0, s.outer))})
		}
		if wv.count > 1 {
			lasts += b.duration(s)
			r, wr := b.bytesOf(s)
			read, written = read+r, written+wr
		}
		b.before += b.part.bytes
	}
	if wv.count > 1 {
		b.run.parts = append(b.run.parts, part{wave: w, repeats: wv.count - 1, like: first, before: b.before})
		b.part = &b.run.parts[len(b.run.parts)-1]
		n := wv.count - 1
		b.lump(lasts*sim.Time(n), float64(read*float64(n)), float64(written*float64(n)), sim.ID{Kind: "repeat/w#-w#", A: int32(wv.index + 1), B: int32(wv.index + n)})
		b.before += b.part.bytes
	}
	return whole
}

// lump is a part that runs as one task.
func (b *builder) lump(d sim.Time, read, written float64, id sim.ID) {
	r := b.g.Work(id, b.rest, d, b.gate...)
	b.gate = append(b.gate[:0], r)
	b.part.bytes = read + written
	b.part.memory = []sim.Ref{r}
	b.g.Count(b.reads, r, sim.AtEnd, read)
	b.g.Count(b.writes, r, sim.AtEnd, written)
}

// bytesOf is what a segment reads and writes.
func (b *builder) bytesOf(s *segment) (read, written float64) {
	read, written = float64(b.pace.bytes(s.head)), float64(b.pace.bytes(s.tail))
	for i := range s.steps {
		st := &s.steps[i]
		read += float64(float64(b.pace.bytes(st.loads)) * float64(st.count))
		written += float64(float64(b.pace.bytes(st.stores)) * float64(st.count))
	}
	return read, written
}

// tilesOf adds the tasks of a segment, tile by tile.
func (b *builder) tilesOf(s *segment, w *wave) {
	at := place3{int32(w.index), int32(max(0, s.outer)), -1}
	p := b.part
	p.tiles = make([]tile, 0, s.length())
	p.head = b.transfers(s.head, at, nil)
	for x := range s.steps {
		st := &s.steps[x]
		for n := range st.count {
			b.tile(s, st, st.inner+n, at)
		}
	}
	last := &p.tiles[len(p.tiles)-1]
	if s.second {
		last.stores = b.transfers(last.step.stores, at.tile(last.inner), []sim.Ref{last.end})
	}
	p.tail = b.transfers(s.tail, at, []sim.Ref{last.end})
	b.gate = append(b.gate[:0], last.end, p.memory[len(p.memory)-1])
}

// place3 is where a task stands: wave, round, tile; the tile is -1 for what
// belongs to the round.
type place3 [3]int32

func (p place3) tile(i int) place3 { return place3{p[0], p[1], int32(i)} }

// tile adds one step: its loads, the stores of the step before, its products and
// exponentials.
func (b *builder) tile(s *segment, st *step, inner int, at place3) {
	p := b.part
	t := tile{step: st, inner: inner, first: -1, exp: -1, second: -1}
	at = at.tile(inner)
	slots := 1
	if s.second {
		slots = 2
	}
	var free []sim.Ref
	n := len(p.tiles)
	if n >= slots {
		free = []sim.Ref{p.tiles[n-slots].end}
	}
	t.loads = b.transfers(st.loads, at, free)
	if s.second && n > 0 {
		before := &p.tiles[n-1]
		before.stores = b.transfers(before.step.stores, place3{at[0], at[1], int32(before.inner)}, []sim.Ref{before.end})
	}
	b.compute(&t, st, at)
	if !s.second {
		t.stores = b.transfers(st.stores, at, []sim.Ref{t.end})
	}
	p.tiles = append(p.tiles, t)
}

func (b *builder) compute(t *tile, st *step, at place3) {
	ready := t.loads[len(t.loads)-1]
	groups(st.loads, func(first int, _ []move) {
		if first < st.early {
			ready = t.loads[indexOf(st.loads, first)]
		}
	})
	late := t.loads[len(t.loads)-1]
	work := func(kind string, lane sim.Lane, d sim.Time, needs ...sim.Ref) sim.Ref {
		return b.g.Work(sim.ID{Kind: kind, A: at[0], B: at[1], C: at[2]}, lane, d, needs...)
	}
	t.end = late
	if st.first > 0 {
		t.first = work("product/S/w#/o#/t#", b.matrix, b.product(st, st.first), ready)
		t.end, ready = t.first, t.first
	}
	if st.exps > 0 {
		t.exp = work("exp/w#/o#/t#", b.exp, b.exponentials(st), ready)
		t.end, ready = t.exp, t.exp
	}
	if st.second > 0 {
		t.second = work("product/O/w#/o#/t#", b.matrix, b.product(st, st.second), ready, late)
		t.end = t.second
	}
}

// indexOf is the number of the transfer that begins with a move.
func indexOf(moves []move, first int) int {
	n := 0
	for _, m := range moves[:first] {
		if !m.rides {
			n++
		}
	}
	return n
}

// transfers adds moves, those that ride together as one transfer.
func (b *builder) transfers(moves []move, at place3, needs []sim.Ref) []sim.Ref {
	var refs []sim.Ref
	groups(moves, func(_ int, g []move) {
		kinds, counter := &b.loadKinds, b.reads
		if g[0].write {
			kinds, counter = &b.putKinds, b.writes
		}
		id := sim.ID{Kind: kinds[g[0].tensor], A: at[0], B: at[1], C: at[2]}
		if at[2] < 0 {
			id.Kind, id.C = id.Kind[:len(id.Kind)-len("/t#")], 0
		}
		n := b.pace.bytes(g)
		r := b.g.Send(id, b.hbm, b.path, 0, n, needs...)
		if len(b.part.memory) == 0 {
			b.g.Need(r, b.gate...)
		}
		b.g.Count(counter, r, sim.AtEnd, float64(n))
		b.part.memory = append(b.part.memory, r)
		b.part.moved = append(b.part.moved, b.part.bytes)
		b.part.bytes += float64(n)
		refs = append(refs, r)
	})
	return refs
}

// date reads off the timeline when parts begin and end.
func (r *run) date() {
	at := sim.Time(0)
	for i := range r.parts {
		p := &r.parts[i]
		p.start = at
		for _, ref := range p.memory {
			p.end = max(p.end, r.tl.Finish(ref))
		}
		for k := range p.tiles {
			p.end = max(p.end, r.tl.Finish(p.tiles[k].end))
		}
		p.end = max(p.end, p.start)
		at = p.end
	}
}

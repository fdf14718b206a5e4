package trace

import (
	"fmt"
	"math"
	"strconv"

	"inflight/scenes/sim"
)

// event is what is read of one event; its buffers are used again.
type event struct {
	ph, name, cat, pid, tid, ts, dur []byte
	label                            []byte // args.name, of metadata
	id, collective                   []byte
	correlation                      int64
}

// event reads one event.
func (p *parser) event() error {
	e := &p.e
	for _, b := range []*[]byte{&e.ph, &e.name, &e.cat, &e.pid, &e.tid, &e.ts, &e.dur, &e.label, &e.id, &e.collective} {
		*b = (*b)[:0]
	}
	e.correlation = 0
	start := p.at()
	if p.space() != '{' {
		return p.wrong("an event: an object")
	}
	if err := p.object(p.member); err != nil {
		return err
	}
	return p.add(start)
}

// member reads a member of an event.
func (p *parser) member(name []byte) error {
	e := &p.e
	switch string(name) {
	case "ph":
		return p.field(&e.ph)
	case "name":
		return p.field(&e.name)
	case "cat":
		return p.field(&e.cat)
	case "pid":
		return p.field(&e.pid)
	case "tid":
		return p.field(&e.tid)
	case "ts":
		return p.field(&e.ts)
	case "dur":
		return p.field(&e.dur)
	case "args":
		if p.space() == '{' {
			return p.object(p.arg)
		}
	}
	return p.skip()
}

func (p *parser) arg(name []byte) error {
	e := &p.e
	switch string(name) {
	case "name":
		return p.field(&e.label)
	case "id":
		return p.field(&e.id)
	case "Collective name":
		return p.field(&e.collective)
	case "correlation":
		return p.whole(&e.correlation)
	}
	return p.skip()
}

// field keeps a scalar; anything else is gone over.
func (p *parser) field(b *[]byte) error {
	if c := p.space(); c == '{' || c == '[' {
		return p.skip()
	}
	if err := p.scalar(); err != nil {
		return err
	}
	*b = append((*b)[:0], p.text...)
	return nil
}

// add takes an event over, by its phase.
func (p *parser) add(start int64) error {
	e := &p.e
	if len(e.ph) != 1 {
		p.file.Left.Other++
		return nil
	}
	switch e.ph[0] {
	case 'X', 'B':
		if p.keep != nil && !p.keep(e.cat, e.name) {
			return p.leave()
		}
		return p.slice(start)
	case 'E':
		return p.end(start)
	case 'M':
		return p.metadata()
	}
	p.file.Left.Other++
	return nil
}

// leave passes over a span that is not kept. The end of one that has begun finds
// that it was not.
func (p *parser) leave() error {
	p.file.Left.Other++
	if p.e.ph[0] == 'X' {
		return nil
	}
	track, err := p.track(p.e.pid, p.e.tid)
	p.open[track] = append(p.open[track], left)
	return err
}

const left = -1

// slice adds a span, or the beginning of one.
func (p *parser) slice(start int64) error {
	e := &p.e
	from, ok, err := p.instant(e.ts, start)
	if err != nil {
		return err
	}
	length := sim.Time(0)
	if ok && e.ph[0] == 'X' {
		length, ok = duration(e.dur)
	}
	if !ok {
		p.file.Left.Untimed++
		return nil
	}
	if len(p.file.Slices) == MostSlices {
		return fmt.Errorf("byte %d: more than %d spans: want a trace of fewer steps", start, MostSlices)
	}
	s := Slice{order: int32(len(p.file.Slices)), Correlation: e.correlation, Start: from, End: from + length}
	if s.End < s.Start {
		return fmt.Errorf("byte %d: ts=%s dur=%s: want an event that ends within 106 days", start, e.ts, e.dur)
	}
	if s.Track, err = p.track(e.pid, e.tid); err != nil {
		return err
	}
	for _, t := range []struct {
		to   *int32
		text []byte
	}{{&s.name, e.name}, {&s.cat, e.cat}, {&s.id, e.id}, {&s.collective, e.collective}} {
		if *t.to, err = p.intern(t.text); err != nil {
			return err
		}
	}
	if e.ph[0] == 'B' {
		s.End = from - 1 // until its end comes
		p.open[s.Track] = append(p.open[s.Track], int32(len(p.file.Slices)))
	}
	p.file.Slices = append(p.file.Slices, s)
	return nil
}

// end closes the span of a track that began last.
func (p *parser) end(start int64) error {
	at, ok, err := p.instant(p.e.ts, start)
	if err != nil {
		return err
	}
	track, err := p.track(p.e.pid, p.e.tid)
	if err != nil {
		return err
	}
	stack := p.open[track]
	if !ok || len(stack) == 0 {
		p.file.Left.Unpaired++
		return nil
	}
	last := stack[len(stack)-1]
	p.open[track] = stack[:len(stack)-1]
	if last == left {
		return nil
	}
	s := &p.file.Slices[last]
	if at < s.Start {
		p.file.Left.Untimed++
		return nil
	}
	s.End = at
	return nil
}

// metadata takes the name of a process or of a thread.
func (p *parser) metadata() error {
	e := &p.e
	switch string(e.name) {
	case "process_name":
		pid, err := p.intern(e.pid)
		p.processes[pid] = string(e.label)
		return err
	case "thread_name":
		track, err := p.track(e.pid, e.tid)
		if err == nil {
			p.file.Tracks[track].Thread = string(e.label)
		}
		return err
	}
	return nil
}

// instant reads microseconds as picoseconds since the first instant of the file:
// since the epoch they would not fit.
func (p *parser) instant(text []byte, start int64) (at sim.Time, ok bool, err error) {
	micro, pico, ok := decimal(text)
	if !ok {
		return 0, false, nil
	}
	if !p.timed {
		p.timed, p.base = true, micro
	}
	const most = math.MaxInt64 / int64(sim.Microsecond) / 2
	d := micro - p.base
	if d > most || d < -most || micro > 1<<62/1000 || micro < -1<<62/1000 {
		return 0, false, fmt.Errorf("byte %d: ts=%s: want microseconds within 53 days of the first event", start, text)
	}
	return sim.Time(d)*sim.Microsecond + sim.Time(pico), true, nil
}

// duration reads microseconds, 0 where there is nothing.
func duration(text []byte) (sim.Time, bool) {
	if len(text) == 0 {
		return 0, true
	}
	micro, pico, ok := decimal(text)
	if !ok || micro < 0 || micro > math.MaxInt64/int64(sim.Microsecond)/2 {
		return 0, false
	}
	return sim.Time(micro)*sim.Microsecond + sim.Time(pico), true
}

// decimal reads a number as whole millions and rest, exactly: a float of
// microseconds since the epoch is good to a quarter of one. Of more than six
// digits after the point it drops the rest; pico is 0 or more.
func decimal(text []byte) (micro, pico int64, ok bool) {
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		i, negative = 1, text[0] == '-'
	}
	digits := 0
	for ; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
		if micro > (math.MaxInt64-9)/10 {
			return 0, 0, false
		}
		micro = micro*10 + int64(text[i]-'0')
		digits++
	}
	if i < len(text) && text[i] == '.' {
		i++
		for unit := int64(100_000); i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
			pico += unit * int64(text[i]-'0')
			unit /= 10
			digits++
		}
	}
	if i < len(text) || digits == 0 {
		return float(text)
	}
	if negative {
		micro, pico = -micro, -pico
		if pico < 0 {
			micro, pico = micro-1, pico+1_000_000
		}
	}
	return micro, pico, true
}

// float reads a number with an exponent.
func float(text []byte) (micro, pico int64, ok bool) {
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || !(v > -1<<53 && v < 1<<53) {
		return 0, 0, false
	}
	whole := math.Floor(v)
	return int64(whole), int64(float64((v - whole) * 1e6)), true
}

package trace

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"inflight/scenes/sim"
)

// File is what a file in the Chrome trace event format says of spans of time:
// what JSON writes, what torch.profiler (Kineto) exports, and any other.
type File struct {
	Rank    int    // of distributedInfo; -1 where it does not say
	World   int    // ranks in all; 0 where it does not say
	Backend string // "nccl"
	// Instants of slices are counted from Zero: nanoseconds of the file's own clock,
	// of the epoch where the profiler used that. Two files with one clock differ by it.
	Zero   int64
	Tracks []Track
	Slices []Slice // by track, by start, the longer first
	Open   bool    // the file ends without its closing bracket, as the format allows
	Bytes  int64   // of the text, decompressed
	Left   Left

	names []string
}

// Left counts the events that are no slices.
type Left struct {
	Unpaired int // ends without a beginning, and the reverse
	Untimed  int // spans without a time, or of negative length
	Other    int // instants, counters, arrows, and what the reader was told to leave
}

// Track is a thread, or a stream of a GPU.
type Track struct {
	PID, TID        string
	Process, Thread string // their names, "" where there is none
}

// Slice is a span of time on a track.
type Slice struct {
	name, cat, id, collective int32
	Track                     int32
	order                     int32 // among the slices of the file
	Correlation               int64 // ties a kernel to its launch; 0 is none
	Start, End                sim.Time
}

// Name, Cat, ID and Collective are what the file calls a slice: its name, its
// category, "id" and "Collective name" of its args.
func (f *File) Name(s *Slice) string       { return f.names[s.name] }
func (f *File) Cat(s *Slice) string        { return f.names[s.cat] }
func (f *File) ID(s *Slice) string         { return f.names[s.id] }
func (f *File) Collective(s *Slice) string { return f.names[s.collective] }

// Names are all texts that slices refer to; the numbers of NameOf are indices.
func (f *File) Names() []string { return f.names }

// NameOf is the index of a slice's name in Names.
func (f *File) NameOf(s *Slice) int { return int(s.name) }

// Keep says which slices are worth their memory. It must not keep its arguments.
type Keep func(cat, name []byte) bool

// What a file may hold, so that a browser can hold it too.
const (
	MostSlices = 2_000_000
	mostNames  = 32 << 20 // bytes of all different names
	mostTracks = 100_000
)

// Read reads a trace, compressed with gzip or not, with memory for the slices that
// it keeps (all, without keep) and little besides. It fails, with the offset in
// the decompressed text, on what is no such trace.
//
// Source: "Trace Event Format", Google, 2016: an array of events or an object with
// traceEvents; the closing bracket of an array may be missing.
func Read(r io.Reader, keep Keep) (*File, error) {
	text, err := plain(r)
	if err != nil {
		return nil, err
	}
	p := &parser{
		scanner: newScanner(text), keep: keep,
		file:  &File{Rank: -1, names: []string{""}},
		names: map[string]int32{"": 0}, tracks: map[[2]int32]int32{}, open: map[int32][]int32{},
		processes: map[int32]string{},
	}
	if err := p.top(); err != nil {
		return nil, err
	}
	if p.space(); !p.ended() {
		return nil, p.wrong("the end of the file")
	}
	return p.finish()
}

type parser struct {
	*scanner
	keep      Keep
	file      *File
	names     map[string]int32
	bytes     int // of names
	tracks    map[[2]int32]int32
	processes map[int32]string  // names, by pid
	open      map[int32][]int32 // slices that have begun, by track
	timed     bool              // the first instant is known
	base      int64             // µs that slices are counted from
	zeroNS    int64             // baseTimeNanoseconds
	found     bool              // there was a list of events
	e         event
}

func (p *parser) top() error {
	switch p.space() {
	case '[':
		return p.events()
	case '{':
	default:
		return p.wrong("a trace in JSON: { or [")
	}
	err := p.object(func(name []byte) error {
		switch string(name) {
		case "traceEvents":
			if p.space() == '[' {
				return p.events()
			}
		case "distributedInfo":
			if p.space() == '{' {
				return p.object(p.distributed)
			}
		case "baseTimeNanoseconds":
			return p.whole(&p.zeroNS)
		}
		return p.skip()
	})
	if err != nil && p.found && p.file.Open && p.ended() {
		return nil // nothing but the end is missing
	}
	if err == nil && !p.found {
		return errors.New("no traceEvents: want a trace in the Chrome trace event format")
	}
	return err
}

// distributed reads what a rank says of itself.
func (p *parser) distributed(name []byte) error {
	n := int64(-1)
	switch string(name) {
	case "rank":
		err := p.whole(&n)
		if n >= 0 && n < 1<<30 {
			p.file.Rank = int(n)
		}
		return err
	case "world_size":
		err := p.whole(&n)
		if n > 0 && n < 1<<30 {
			p.file.World = int(n)
		}
		return err
	case "backend":
		if p.space() == '"' {
			err := p.quoted()
			p.file.Backend = string(p.text)
			return err
		}
	}
	return p.skip()
}

// whole reads a whole number, bare or in quotes; what is none changes nothing.
func (p *parser) whole(n *int64) error {
	if c := p.space(); c == '{' || c == '[' {
		return p.skip()
	}
	if err := p.scalar(); err != nil {
		return err
	}
	if v, err := strconv.ParseInt(string(p.text), 10, 64); err == nil {
		*n = v
	}
	return nil
}

// events reads the list. Where the file ends between two events, all is there.
func (p *parser) events() error {
	p.found = true
	if err := p.take('[', "a list of events"); err != nil {
		return err
	}
	for first := true; ; first = false {
		switch c := p.space(); {
		case c == ']':
			p.i++
			return nil
		case p.ended():
			p.file.Open = true
			return nil
		case !first && c != ',':
			return p.wrong("a comma or the end of the list of events")
		case !first:
			p.i++
			if c := p.space(); c == ']' { // a comma too many is common
				continue
			}
			if p.ended() {
				p.file.Open = true
				return nil
			}
		}
		if err := p.event(); err != nil {
			return err
		}
	}
}

// finish puts the slices in order and gives tracks the names that came for them.
func (p *parser) finish() (*File, error) {
	f := p.file
	f.Bytes = p.at()
	f.Zero = p.zeroNS + p.base*1000
	for _, stack := range p.open {
		f.Left.Unpaired += len(stack)
	}
	f.Slices = slices.DeleteFunc(f.Slices, func(s Slice) bool { return s.End < s.Start })
	slices.SortFunc(f.Slices, func(a, b Slice) int {
		return cmp.Or(cmp.Compare(a.Track, b.Track), cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.order, b.order))
	})
	for key, track := range p.tracks {
		f.Tracks[track].Process = p.processes[key[0]]
	}
	return f, nil
}

// intern gives a text a number.
func (p *parser) intern(text []byte) (int32, error) {
	if n, ok := p.names[string(text)]; ok {
		return n, nil
	}
	p.bytes += len(text)
	if p.bytes > mostNames {
		return 0, fmt.Errorf("byte %d: more than %d MB of different names: want a trace with fewer", p.at(), mostNames>>20)
	}
	n := int32(len(p.file.names))
	name := strings.ToValidUTF8(string(text), "\uFFFD")
	p.file.names = append(p.file.names, name)
	p.names[string(text)] = n
	return n, nil
}

// track is the number of a track.
func (p *parser) track(pid, tid []byte) (int32, error) {
	a, err := p.intern(pid)
	if err != nil {
		return 0, err
	}
	b, err := p.intern(tid)
	if err != nil {
		return 0, err
	}
	key := [2]int32{a, b}
	if n, ok := p.tracks[key]; ok {
		return n, nil
	}
	if len(p.file.Tracks) == mostTracks {
		return 0, fmt.Errorf("byte %d: more than %d threads: want a trace with fewer", p.at(), mostTracks)
	}
	n := int32(len(p.file.Tracks))
	p.file.Tracks = append(p.file.Tracks, Track{PID: p.file.names[a], TID: p.file.names[b]})
	p.tracks[key] = n
	return n, nil
}

package measured

import (
	"strconv"
	"strings"

	"inflight/scenes/trace"
)

// films takes over what this project itself has written: of several films the
// first.
func (r *reader) films() {
	first := ""
	lanes := map[string]int{}
	for i := range r.f.Slices {
		s := &r.f.Slices[i]
		track := &r.f.Tracks[s.Track]
		if first == "" {
			first = track.PID
		}
		if track.PID != first || r.f.ID(s) == "" || s.End == s.Start {
			continue
		}
		name, _, _ := strings.Cut(track.Thread, " (") // a lane's second thread
		if name == "no lane" {
			continue
		}
		at, ok := lanes[name]
		if !ok {
			at = len(r.lanes)
			lanes[name] = at
			r.lanes = append(r.lanes, recorded{Lane: Lane{Rank: rankOf(name), Name: name}})
		}
		k, mb := ofTask(r.f.ID(s))
		span := Span{From: s.Start + r.offset, To: s.End + r.offset, Kind: k, Batch: int32(mb)}
		if k == Other {
			span.Name = r.name(r.f.Name(s))
		}
		r.lanes[at].add(span, 0)
	}
}

// threads makes a lane of each thread that has spans: those whose names say what
// they are, and of others the innermost.
func (r *reader) threads() {
	ranks := map[string]int{}
	var around nest
	var lane *recorded
	last := int32(-1)
	all := r.f.Slices
	for i := range all {
		s := &all[i]
		if s.Track != last {
			around, last = around[:0], s.Track
			track := &r.f.Tracks[s.Track]
			r.lanes = append(r.lanes, recorded{Lane: Lane{Rank: r.rankOfProcess(track, ranks), Name: threadName(track)}})
			lane = &r.lanes[len(r.lanes)-1]
		}
		around.pass(s.Start)
		n := r.named(s)
		if n.step >= 0 {
			continue
		}
		span := Span{From: s.Start + r.offset, To: s.End + r.offset, Kind: n.kind, Batch: n.batch}
		switch {
		case n.known && n.kind != Other:
			around.push(s, n)
			lane.add(span, r.stepAt(s.Start))
		case len(around) == 0 && (i+1 == len(all) || all[i+1].Track != s.Track || all[i+1].Start >= s.End):
			span.Name = r.name(r.f.Name(s))
			lane.add(span, r.stepAt(s.Start))
		}
	}
	kept := r.lanes[:0]
	for _, l := range r.lanes {
		if len(l.Spans) > 0 {
			kept = append(kept, l)
		}
	}
	r.Trace.lanes = kept
}

func threadName(t *trace.Track) string {
	if t.Thread != "" {
		return t.Thread
	}
	return "thread " + t.TID
}

// rankOfProcess is the number after "rank" in the name of a thread or a process,
// else the file's rank and the place of the process among the file's.
func (r *reader) rankOfProcess(t *trace.Track, seen map[string]int) int {
	for _, name := range []string{t.Thread, t.Process} {
		list := strings.Fields(wordsOf(name))
		for i := range list[:max(len(list)-1, 0)] {
			if n, err := strconv.Atoi(list[i+1]); list[i] == "rank" && err == nil && n < 1<<20 {
				return n
			}
		}
	}
	place, ok := seen[t.PID]
	if !ok {
		place = len(seen)
		seen[t.PID] = place
	}
	return r.rank + place
}

package measured

import (
	"strings"

	"inflight/scenes"
	"inflight/scenes/sim"
)

// Scenes are those beside which a trace can be laid.
var Scenes = []string{"pipeline", "fsdp"}

// Predicted is what a film says of its step. Of a comparison it is A.
func Predicted(f scenes.Film) Run {
	if pair, ok := f.(*scenes.Pair); ok {
		f = pair.Sides[0].Film
	}
	t := f.Timeline()
	run := Run{Length: t.End()}
	for _, l := range t.Lanes() {
		name := t.LaneID(l).String()
		lane := Lane{Rank: rankOf(name), Name: name}
		for _, r := range t.In(nil, l, 0, sim.Never) {
			s := t.Span(r)
			if s.End == s.Start {
				continue
			}
			k, mb := ofTask(s.ID.String())
			lane.Spans = append(lane.Spans, Span{From: s.Start, To: s.End, Kind: k, Batch: int32(mb)})
		}
		run.Lanes = append(run.Lanes, lane)
	}
	run.sortLanes()
	return run
}

// rankOf is the rank of a lane of a film: "rank3" is 3, "hop/2/3" the sender's, 2,
// and a lane of the one GPU that stands for all is 0.
func rankOf(lane string) int {
	text, ok := strings.CutPrefix(lane, "rank")
	if !ok {
		if text, ok = strings.CutPrefix(lane, "hop/"); ok {
			text, _, _ = strings.Cut(text, "/")
		}
	}
	if n := digits(text); ok && n >= 0 {
		return n
	}
	return 0
}

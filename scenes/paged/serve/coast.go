package serve

// coast repeats a step in which each sequence of the batch got one token, for as
// long as it is certain that the scheduler would decide the same: until a sequence
// is about to end, or a request arrives. Nothing but lengths changes then, so a
// step takes no loop over the batch. A trace wants to see each step, and blocks run
// out one by one: only contiguous memory coasts, without a trace.
func (s *server) coast(w work, st *Step) error {
	left := s.steady(st)
	if left <= 0 {
		return nil
	}
	n := len(s.batch.items)
	steps := 0
	for ; steps < left && (s.next == len(s.requests) || s.requests[s.next].Arrival > s.now); steps++ {
		w.pairs += float64(n)
		w.read += float64(n)
		st.Start, st.Idle, st.Made = s.now, false, n
		if err := s.compute(w, 0, st); err != nil {
			return err
		}
		st.Usage.Tokens += float64(n)
		st.Usage.Reserved -= float64(n)
		s.now = st.End
		s.result.add(st, false)
	}
	for _, it := range s.batch.items {
		x := it.seq
		x.made, x.known, x.held = x.made+steps, x.known+steps, x.held+steps
	}
	return nil
}

// steady is how many more steps will be like this one, as far as its sequences go.
func (s *server) steady(st *Step) int {
	_, ok := s.memory.(*contiguous)
	if !ok || s.result.Trace != nil || s.beams != nil || s.Cost.Window > 0 || st.Prefill > 0 {
		return 0
	}
	left := maxSteps
	for _, it := range s.batch.items {
		left = min(left, it.seq.want-it.seq.made-1) // the last token is for a step that frees memory
	}
	return left
}

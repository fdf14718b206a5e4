package pipeline

import "strconv"

// letters are those of PyTorch's lists of actions.
var letters = [...]string{forward: "F", backward: "B", inputGrad: "I", weightGrad: "W"}

// token is an op as the lists of the literature write it: "3F2" for the forward
// of micro-batch 2 on stage 3, "(0F7;7B3)OVERLAP_F_B" for a pair; of DualPipe
// "F0.3" for micro-batch 3 of direction 0, "(F1.1;B0.0)".
func (pl *plan) token(o op) string {
	if o.kind != pair {
		return pl.half(o.kind, o.stage, o.mb)
	}
	text := "(" + pl.half(forward, o.stage, o.mb) + ";" + pl.half(backward, o.with, o.withMB) + ")"
	if pl.schedule == dualPipe {
		return text
	}
	return text + "OVERLAP_F_B"
}

func (pl *plan) half(k kind, stage, mb int16) string {
	if pl.schedule != dualPipe {
		return strconv.Itoa(int(stage)) + letters[k] + strconv.Itoa(int(mb))
	}
	if pl.second(int(mb)) {
		return letters[k] + "1." + strconv.Itoa(int(mb)-pl.micro/2)
	}
	return letters[k] + "0." + strconv.Itoa(int(mb))
}

// tokens are the orders of all ranks.
func (pl *plan) tokens() [][]string {
	lists := make([][]string, len(pl.order))
	for r, order := range pl.order {
		lists[r] = make([]string, len(order))
		for i, o := range order {
			lists[r][i] = pl.token(o)
		}
	}
	return lists
}

// live is the most chunks whose activations a rank holds at once: a forward adds
// one, and what ends the backward of a chunk takes one away. In a pair the
// forward counts first.
func live(order []op) int {
	now, most := 0, 0
	for _, o := range order {
		if o.kind == forward || o.kind == pair {
			now++
		}
		most = max(most, now)
		if o.kind == backward || o.kind == weightGrad || o.kind == pair {
			now--
		}
	}
	return most
}

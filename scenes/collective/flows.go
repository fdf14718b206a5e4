package collective

// ringFlows is how many parts share the busiest link inside a node, and the
// busiest NIC in one direction, when data travels round rings. The parts that
// go left use links of their own, but the same NICs.
func (j job) ringFlows() (link, nic int) {
	if j.nodes == 1 {
		return j.channels, 0
	}
	links := make([]int, j.g)
	for c := range j.channels {
		for l := range links {
			if l != mod(j.ringOf(c, 0).start-1, j.g) {
				links[l]++
			}
		}
	}
	for _, k := range links {
		link = max(link, k)
	}
	out, in := j.nicFlows()
	for i := range out {
		nic = max(nic, out[i], in[i])
	}
	return link, nic
}

// nicFlows is how many parts leave and enter a node by each of its NICs.
func (j job) nicFlows() (out, in []int) {
	out, in = make([]int, j.nics), make([]int, j.nics)
	for c := range j.channels {
		enter := j.ringOf(c, 0).start
		leave := mod(enter-1, j.g)
		out[j.nicOf(leave)]++
		in[j.nicOf(enter)]++
		if j.directions() == 2 {
			out[j.nicOf(enter)]++
			in[j.nicOf(leave)]++
		}
	}
	return out, in
}

// turns says that a ring over nodes looks the same from each channel: then the
// channels, and the GPUs of a node from one channel's first to the next one's,
// do the same at the same time.
func (j job) turns() bool {
	if j.nodes == 1 || j.g%j.channels != 0 {
		return false
	}
	_, most := j.ringFlows()
	out, in := j.nicFlows()
	for c := range j.channels {
		enter := j.ringOf(c, 0).start
		leave := mod(enter-1, j.g)
		if max(out[j.nicOf(leave)], in[j.nicOf(enter)]) != most {
			return false
		}
	}
	return true
}

// crowded says that parts share links, in ways that differ from hop to hop.
func (j job) crowded() bool {
	link, nic := j.ringFlows()
	return j.nodes > 1 && max(link, nic) > 1
}

// nicGPUs is how many GPUs of a node share its busiest NIC.
func (j job) nicGPUs() int {
	count, most := make([]int, j.nics), 0
	for gpu := range j.g {
		k := j.nicOf(gpu)
		count[k]++
		most = max(most, count[k])
	}
	return most
}

package collective

// ringFlows is how many parts share the busiest link inside a node, and the
// busiest NIC in one direction, when data travels round rings. The parts that
// go left use links of their own, but the same NICs.
func (j job) ringFlows() (link, nic int) {
	if j.nodes == 1 {
		return j.channels, 0
	}
	links := make([]int, j.g)
	out, in := make([]int, j.nics), make([]int, j.nics)
	for c := range j.channels {
		enter := j.ringOf(c, 0).start
		leave := mod(enter-1, j.g)
		for l := range links {
			if l != leave {
				links[l]++
			}
		}
		out[j.nicOf(leave)]++
		in[j.nicOf(enter)]++
		if j.directions() == 2 {
			out[j.nicOf(enter)]++
			in[j.nicOf(leave)]++
		}
	}
	for _, k := range links {
		link = max(link, k)
	}
	for i := range out {
		nic = max(nic, out[i], in[i])
	}
	return link, nic
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

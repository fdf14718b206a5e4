package serve

// rng is SplitMix64: Steele, Lea, Flood, OOPSLA 2014.
type rng uint64

// newRNG gives each purpose of each request numbers of its own.
func newRNG(seed uint64, request, purpose int) rng {
	r := rng(seed)
	for _, v := range [...]int{request, purpose} {
		r = rng(r.next() ^ uint64(v))
	}
	return r
}

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	x := uint64(*r)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below is a number from 0 to n-1.
func (r *rng) below(n int) int { return int(r.next() >> 33 % uint64(n)) }

// exponential draws from the exponential distribution of mean 1 by comparing
// uniform numbers only, so that no platform rounds a logarithm its own way.
// Source: von Neumann, Various techniques used in connection with random digits,
// 1951.
func (r *rng) exponential() float64 {
	for whole := 0.0; ; whole++ {
		first := r.next() >> 11
		last, run := first, 1
		for {
			u := r.next() >> 11
			if u >= last {
				break
			}
			last = u
			run++
		}
		if run%2 == 1 {
			return whole + float64(first)/(1<<53)
		}
	}
}

package block

// Token is the number of a token in the vocabulary.
type Token = int32

// digest names what a full block holds and all that stands before it, in 128
// bits: equal digests are taken for equal tokens.
type digest struct{ a, b uint64 }

// digestOf begins a chain of hashes. Sequences with different salts never share.
func digestOf(salt string) digest {
	d := digest{0x243f6a8885a308d3, 0x13198a2e03707344} // of π
	for i := range len(salt) {
		d = d.with(uint64(salt[i]) + 1)
	}
	return d
}

func (d digest) with(v uint64) digest {
	return digest{mix(d.a ^ v), mix(d.b + v*0x9e3779b97f4a7c15)}
}

func (d digest) block(tokens []Token) digest {
	for _, t := range tokens {
		d = d.with(uint64(uint32(t)) + 257)
	}
	return d
}

// mix is the finalizer of SplitMix64: Steele, Lea, Flood, OOPSLA 2014.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Package noise makes inputs for fuzz targets, the same ones in every run: a
// plain go test then tries some hundreds of them besides the corpus that is kept.
package noise

import "math/rand/v2"

// Bytes are n inputs of 1 to most bytes.
func Bytes(n, most int) [][]byte {
	r := source(n, most)
	list := make([][]byte, n)
	for i := range list {
		list[i] = make([]byte, 1+r.IntN(most))
		for j := range list[i] {
			list[i][j] = byte(r.Uint32())
		}
	}
	return list
}

// Texts are n inputs of 1 to most parts, each a word of the list or, now and then,
// a byte of any kind.
func Texts(n, most int, words ...string) []string {
	r := source(n, most)
	list := make([]string, n)
	for i := range list {
		for range 1 + r.IntN(most) {
			if r.IntN(16) == 0 {
				list[i] += string([]byte{byte(r.Uint32())})
				continue
			}
			list[i] += words[r.IntN(len(words))]
		}
	}
	return list
}

func source(n, most int) *rand.Rand { return rand.New(rand.NewPCG(uint64(n), uint64(most))) }

package script

import (
	"encoding/json"
	"strconv"
	"testing"

	"inflight/scenes/paged"
	"inflight/tests/noise"
)

// FuzzScript runs any file of operations on pools of all kinds. Whatever the
// operations are, no block is lost, none is in use and free at once, and each is
// counted as often as a table has it.
func FuzzScript(f *testing.F) {
	words := []string{
		`{"op":"request","id":"a","tokens":[1,2,3,4,5]},`, `{"op":"request","id":"b","tokens":[1,2,3,4,9,9],"salt":"x"},`,
		`{"op":"request","id":"c","tokens":[1,2,3,4,5,6,7,8],"lookahead":3},`, `{"op":"append","id":"a","tokens":[6]},`,
		`{"op":"append","id":"b","tokens":[1,1,1,1,1]},`, `{"op":"fork","id":"a","as":"d"},`, `{"op":"fork","id":"c","as":"a"},`,
		`{"op":"free","id":"a"},`, `{"op":"free","id":"b"},`, `{"op":"free","id":"d"},`, `{"op":"swap-out","id":"a"},`,
		`{"op":"swap-out","id":"c"},`, `{"op":"swap-in","id":"a"},`, `{"op":"swap-in","id":"c"},`, `{"op":"reset"},`,
		`{"op":"request","id":"","tokens":null,"lookahead":-1},`, `{"op":"append","id":"d","tokens":[]},`,
	}
	for i, text := range noise.Texts(300, 30, words...) {
		f.Add(uint16(i*37), "["+text+`{"op":"reset"}]`)
	}
	f.Fuzz(func(t *testing.T, kind uint16, file string) {
		var ops []Op
		if json.Unmarshal([]byte(file), &ops) != nil {
			return
		}
		s := Settings{
			Block: 1 + int(kind&3), Blocks: 1 + int(kind>>2&31), First: int(kind>>7) & 1, CPU: int(kind>>8) & 7,
			FreeOrder: paged.FreeOrders[int(kind>>11)%len(paged.FreeOrders)].Value, PrefixCache: kind>>13&1 == 0, Watermark: float64(kind>>14) / 10,
		}
		r := New(s)
		for i, op := range ops {
			res, err := r.Do(op)
			if err != nil {
				return // no such operation
			}
			if broken := check(s, res); broken != "" {
				t.Fatalf("operation %d, %+v on %+v: %s: %+v", i, op, s, broken, res)
			}
		}
	})
}

// check says what does not hold after an operation.
func check(s Settings, res Result) string {
	if res.OK != (res.Why == "") {
		return "it is served and refused at once"
	}
	uses := map[int32]int{}
	for _, table := range res.Tables {
		for _, b := range table {
			uses[b]++
		}
	}
	free := map[int32]bool{}
	for _, b := range res.Free {
		if free[b] || uses[b] > 0 {
			return "a block is free twice, or free and in use"
		}
		free[b] = true
	}
	for b := int32(s.First); b < int32(s.First+s.Blocks); b++ {
		if !free[b] && uses[b] == 0 {
			return "a block is neither free nor in use"
		}
	}
	if len(free)+len(uses) != s.Blocks || len(uses) != len(res.Refs) {
		return "the blocks do not add up"
	}
	for b, n := range uses {
		if res.Refs[strconv.Itoa(int(b))] != n {
			return "a block is counted otherwise than tables have it"
		}
	}
	if res.CPUFree < 0 || res.CPUFree > s.CPU {
		return "the blocks in CPU memory do not add up"
	}
	return ""
}

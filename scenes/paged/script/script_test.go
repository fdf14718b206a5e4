package script

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"inflight/scenes/paged"
	"inflight/scenes/paged/block"
)

// vectors is testdata/paged_attention.json, as far as it is read here.
var vectors = func() (v struct {
	Doc struct {
		Steps []struct {
			Allocated []int32 `json:"allocated"`
			FullHash  []int32 `json:"full_cached"`
			Cached    []int32 `json:"cached"`
			Hit       []int32 `json:"hit_blocks"`
			HitTokens int     `json:"hit_tokens"`
			Appended  []int32 `json:"appended_to_free_queue_in_order"`
			Free      []int32 `json:"free_queue_after"`
			Table     []int32 `json:"block_table"`
			Evicted   []int32 `json:"evicted_hash_of"`
		} `json:"steps"`
	} `json:"vllm_doc_example"`
	Cases []struct {
		Name  string `json:"name"`
		Steps []struct {
			Blocks    []int32        `json:"blocks"`
			HitTokens int            `json:"hit_tokens"`
			New       any            `json:"new_blocks"`
			Refs      map[string]int `json:"ref_cnt"`
			FreeOrder []int32        `json:"free_order"`
		} `json:"steps"`
		Variant struct {
			FreeOrder []int32 `json:"free_order_after_req0_req1"`
			Req2      []int32 `json:"req2_new_blocks"`
			Req3      []int32 `json:"req3_blocks"`
		} `json:"variant"`
	} `json:"vllm_v1_cases"`
}) {
	text, err := os.ReadFile("testdata/paged_attention.json")
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		panic(err)
	}
	return v
}()

// player runs operations and fails the test on what cannot be.
type player struct {
	t *testing.T
	*Runner
}

func play(t *testing.T, set func(s *Settings)) player {
	s := DefaultSettings
	set(&s)
	return player{t, New(s)}
}

func (p player) do(op Op) Result {
	p.t.Helper()
	r, err := p.Do(op)
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

func (p player) request(id string, tokens []block.Token) Result {
	p.t.Helper()
	return p.do(Op{Op: "request", ID: id, Tokens: tokens})
}

func (p player) append(id string, tokens []block.Token) Result {
	p.t.Helper()
	return p.do(Op{Op: "append", ID: id, Tokens: tokens})
}

func (p player) free(id string) Result { p.t.Helper(); return p.do(Op{Op: "free", ID: id}) }

// text is n tokens of which the first same are those of every text; the others
// are those of its own number.
func text(n, same, own int) []block.Token {
	tokens := make([]block.Token, n)
	for i := range tokens {
		if tokens[i] = block.Token(i); i >= same {
			tokens[i] = block.Token(1000*own + i)
		}
	}
	return tokens
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestDocExample: vLLM docs/design/prefix_caching.md, "Example".
func TestDocExample(t *testing.T) {
	steps := vectors.Doc.Steps
	p := play(t, func(s *Settings) { s.Block, s.Blocks, s.First = 4, 10, 0 })
	r := p.request("0", text(15, 15, 0))
	equal(t, "t=1 table", r.Tables["0"], steps[0].Allocated)
	equal(t, "t=1 hashed", r.Hashed, steps[0].FullHash)
	r = p.append("0", []block.Token{15, 16})
	equal(t, "t=3 table", r.Tables["0"], steps[1].Allocated)
	equal(t, "t=3 hashed", r.Hashed, steps[1].Cached)
	r = p.request("1", text(14, 10, 1))
	equal(t, "t=4 hit", r.HitTokens, steps[2].HitTokens)
	equal(t, "t=4 blocks of the hit", r.Tables["1"][:2], steps[2].Hit)
	r = p.free("0")
	equal(t, "t=5 freed", r.Free[len(r.Free)-3:], steps[3].Appended)
	r = p.free("1")
	equal(t, "t=6 free", r.Free, steps[4].Free)
	hashed := r.Hashed
	r = p.request("2", text(29, 12, 2))
	equal(t, "t=7 blocks of the hit", r.Tables["2"][:3], steps[5].Hit)
	equal(t, "t=7 table", r.Tables["2"], steps[5].Table)
	for _, b := range steps[5].Evicted {
		if !slices.Contains(hashed, b) {
			t.Errorf("block %d had no hash before", b)
		}
	}
	// Those of the hit, block 5 that request 1 left, and four full ones of request 2.
	equal(t, "t=7 hashed", r.Hashed, []int32{0, 1, 2, 4, 5, 7, 8, 9})
}

// TestPrefillHitAndEviction: vLLM tests/v1/core/test_prefix_caching.py:101-221 and
// its later variant, in which partial blocks go to the head of the free queue.
func TestPrefillHitAndEviction(t *testing.T) {
	c := vectors.Cases[0]
	for _, v := range []struct {
		order            string
		free, req2, req3 []int32
	}{
		{paged.TailFirst, c.Steps[2].FreeOrder, numbers(c.Steps[3].New), c.Steps[4].Blocks},
		{paged.PartialFirst, c.Variant.FreeOrder, c.Variant.Req2, c.Variant.Req3},
	} {
		p := play(t, func(s *Settings) { s.Blocks, s.FreeOrder = 10, v.order })
		r := p.request("0", text(55, 48, 1))
		equal(t, "req0 table", r.Tables["0"], c.Steps[0].Blocks)
		equal(t, "req0 refs", r.Refs, c.Steps[0].Refs)
		equal(t, "req0 hashed", r.Hashed, []int32{1, 2, 3})
		r = p.request("1", text(53, 48, 2))
		equal(t, "req1 hit", r.HitTokens, c.Steps[1].HitTokens)
		equal(t, "req1 new", r.Tables["1"][3:], numbers(c.Steps[1].New))
		for b, n := range c.Steps[1].Refs {
			equal(t, "req1 refs of "+b, r.Refs[b], n)
		}
		equal(t, "req1 free", len(r.Free), 5)
		p.free("0")
		r = p.free("1")
		equal(t, v.order+" free order", r.Free, v.free)
		r = p.request("2", text(54, 48, 3))
		equal(t, v.order+" req2 table", r.Tables["2"], append([]int32{1, 2, 3}, v.req2...))
		equal(t, "req2 free", len(r.Free), 6)
		p.free("2")
		r = p.request("3", text(160, 0, 4))
		equal(t, "req3 hit", r.HitTokens, 0)
		equal(t, v.order+" req3 table", r.Tables["3"], v.req3)
		equal(t, "req3 free", r.Free, []int32{})
	}
}

func numbers(list any) []int32 {
	var out []int32
	for _, n := range list.([]any) {
		out = append(out, int32(n.(float64)))
	}
	return out
}

// TestDecodeAppend: vLLM tests/v1/core/test_prefix_caching.py:477-525.
func TestDecodeAppend(t *testing.T) {
	p := play(t, func(s *Settings) {})
	r := p.request("0", text(55, 55, 0))
	equal(t, "55 tokens", r.Tables["0"], vectors.Cases[1].Steps[0].Blocks)
	r = p.append("0", text(4, 0, 1))
	equal(t, "+4", len(r.Tables["0"]), 4)
	equal(t, "+4: the last block has no hash", r.Hashed, []int32{1, 2, 3})
	r = p.append("0", text(19, 0, 2))
	equal(t, "+19", len(r.Tables["0"]), 5)
	equal(t, "+19: the last but one has", r.Hashed, []int32{1, 2, 3, 4})
}

// TestHashClearedOnReuse: vLLM tests/v1/core/test_prefix_caching.py:582-620.
func TestHashClearedOnReuse(t *testing.T) {
	p := play(t, func(s *Settings) { s.Blocks = 1 })
	p.request("0", text(16, 16, 0))
	equal(t, "hashed", p.free("0").Hashed, []int32{1})
	r := p.request("1", text(15, 15, 0))
	equal(t, "hit", r.HitTokens, 0)
	equal(t, "table", r.Tables["1"], []int32{1})
	equal(t, "hashed", r.Hashed, []int32{})
}

// TestCachingDisabled: vLLM tests/v1/core/test_prefix_caching.py:678-722.
func TestCachingDisabled(t *testing.T) {
	p := play(t, func(s *Settings) { s.Block, s.Blocks, s.PrefixCache = 4, 4, false })
	r := p.request("0", text(10, 10, 0))
	equal(t, "10 tokens", len(r.Tables["0"]), 3)
	p.free("0")
	r = p.request("1", text(16, 16, 0))
	equal(t, "hit", r.HitTokens, 0)
	equal(t, "16 tokens", len(r.Tables["1"]), 4)
	before := r
	r = p.request("2", text(4, 4, 0))
	equal(t, "4 more", r.OK, false)
	unchanged(t, before, r)
}

func unchanged(t *testing.T, before, after Result) {
	t.Helper()
	equal(t, "tables after a refusal", after.Tables, before.Tables)
	equal(t, "refs after a refusal", after.Refs, before.Refs)
	equal(t, "free after a refusal", after.Free, before.Free)
	equal(t, "hashed after a refusal", after.Hashed, before.Hashed)
	equal(t, "CPU memory after a refusal", after.CPUFree, before.CPUFree)
}

// TestReset: vLLM tests/v1/core/test_prefix_caching.py:1057-1093.
func TestReset(t *testing.T) {
	p := play(t, func(s *Settings) { s.Blocks = 10 })
	p.request("0", text(55, 48, 1))
	before := p.request("1", text(55, 48, 2))
	equal(t, "req1 new", before.Tables["1"][3:], []int32{5})
	r := p.do(Op{Op: "reset"})
	equal(t, "reset while in use", r.OK, false)
	unchanged(t, before, r)
	p.free("0")
	p.free("1")
	r = p.do(Op{Op: "reset"})
	equal(t, "reset", r.OK, true)
	equal(t, "hashed", r.Hashed, []int32{})
	equal(t, "hit", p.request("2", text(55, 48, 3)).HitTokens, 0)
}

// TestLookahead: vLLM tests/v1/core/test_kv_cache_utils.py, allocation with
// lookahead.
func TestLookahead(t *testing.T) {
	for lookahead, want := range map[int]int{0: 1, 2: 2, 4: 2, 5: 2, 6: 3} {
		p := play(t, func(s *Settings) { s.Block = 4 })
		r := p.do(Op{Op: "request", ID: "0", Tokens: text(3, 3, 0), Lookahead: lookahead})
		equal(t, "3 tokens and "+strconv.Itoa(lookahead), len(r.Tables["0"]), want)
		equal(t, "hashed", r.Hashed, []int32{})
		if r := p.append("0", text(lookahead, 0, 1)); len(r.Tables["0"]) != want {
			t.Errorf("lookahead %d: %d blocks once the tokens have come, want %d", lookahead, len(r.Tables["0"]), want)
		}
	}
}

// TestV0BlockManager: vLLM tests/core/test_block_manager.py.
func TestV0BlockManager(t *testing.T) {
	pool := func(set func(s *Settings)) player {
		return play(t, func(s *Settings) {
			s.Block, s.Blocks, s.CPU, s.PrefixCache = 4, 4, 4, false
			set(s)
		})
	}
	for watermark, most := range map[float64]int{0: 4, 0.25: 3} {
		p := pool(func(s *Settings) { s.Watermark = watermark })
		for i := range 5 {
			equal(t, "group "+strconv.Itoa(i)+" of 4 tokens", p.request(strconv.Itoa(i), text(4, 0, i)).OK, i < most)
		}
	}
	p := pool(func(s *Settings) {})
	p.request("a", text(4, 4, 0))
	r := p.append("a", text(4, 0, 1))
	equal(t, "4 more tokens: free", len(r.Free), 2)
	equal(t, "4 more tokens: copies", r.Copies, [][2]int32{})
	equal(t, "no token: free", len(p.append("a", nil).Free), 2)
	equal(t, "free", len(p.free("a").Free), 4)

	p.request("b", text(3, 3, 0))
	r = p.do(Op{Op: "fork", ID: "b", As: "c"})
	equal(t, "tables of a fork", r.Tables["c"], r.Tables["b"])
	equal(t, "free after a fork", len(r.Free), 3)
	parent := r.Tables["b"][0]
	r = p.append("c", []block.Token{9})
	equal(t, "free after the fork wrote", len(r.Free), 2)
	equal(t, "copy", r.Copies, [][2]int32{{parent, r.Tables["c"][0]}})
	if r.Tables["c"][0] == parent || r.Tables["b"][0] != parent {
		t.Errorf("tables %v after the fork wrote, want only the fork's to change", r.Tables)
	}
	r = p.append("b", []block.Token{7})
	equal(t, "the first writes in place: copies", r.Copies, [][2]int32{})
	p.free("b")
	p.free("c")

	p.request("d", text(3, 3, 0))
	before := p.append("d", []block.Token{5})
	r = p.do(Op{Op: "swap-out", ID: "d"})
	equal(t, "swap out: CPU", r.CPUFree-before.CPUFree, -1)
	equal(t, "swap out: GPU", len(r.Free)-len(before.Free), 1)
	out := r
	r = p.do(Op{Op: "swap-in", ID: "d"})
	equal(t, "swap in: CPU", r.CPUFree-out.CPUFree, 1)
	equal(t, "swap in: GPU", len(r.Free)-len(out.Free), -1)
}

// TestCopyOnWriteFormula: blocks before ceil(L/B); after a fork that appends A,
// ceil((L+A)/B) - floor(L/B) more; one copy, and only where L is no multiple of B.
func TestCopyOnWriteFormula(t *testing.T) {
	const size = 4
	for length := 1; length <= 3*size; length++ {
		for add := 1; add <= 2*size+1; add++ {
			p := play(t, func(s *Settings) { s.Block, s.Blocks = size, 20 })
			r := p.request("a", text(length, length, 0))
			equal(t, "blocks before", 20-len(r.Free), (length+size-1)/size)
			before := len(p.do(Op{Op: "fork", ID: "a", As: "b"}).Free)
			r = p.append("b", text(add, 0, 1))
			equal(t, "blocks added", before-len(r.Free), (length+add+size-1)/size-length/size)
			copies := 0
			if length%size > 0 {
				copies = 1
			}
			equal(t, "copies", len(r.Copies), copies)
		}
	}
}

// TestWhatCannotBeServedChangesNothing asks for what a pool does not have.
func TestWhatCannotBeServedChangesNothing(t *testing.T) {
	p := play(t, func(s *Settings) { s.Block, s.Blocks, s.CPU = 4, 4, 1 })
	p.request("a", text(8, 8, 0))
	before := p.do(Op{Op: "fork", ID: "a", As: "b"})
	for _, op := range []Op{
		{Op: "request", ID: "a", Tokens: text(1, 1, 0)},
		{Op: "request", ID: "c"},
		{Op: "request", ID: "c", Tokens: text(13, 0, 1)},
		{Op: "request", ID: "c", Tokens: text(5, 0, 1), Lookahead: 4},
		{Op: "request", ID: "c", Tokens: text(5, 0, 1), Lookahead: -1},
		{Op: "append", ID: "a", Tokens: text(9, 0, 1)},
		{Op: "append", ID: "z", Tokens: text(1, 0, 1)},
		{Op: "fork", ID: "a", As: "b"}, {Op: "fork", ID: "a"}, {Op: "fork", ID: "z", As: "c"},
		{Op: "free", ID: "z"}, {Op: "swap-out", ID: "a"}, {Op: "swap-in", ID: "a"}, {Op: "reset"},
	} {
		r := p.do(op)
		if r.OK || r.Why == "" {
			t.Errorf("%+v: ok, want not", op)
		}
		unchanged(t, before, r)
	}
	if _, err := p.Do(Op{Op: "frob"}); err == nil {
		t.Error("frob is no operation, want an error")
	}
}

// TestOldestDuplicateIsHit: two full blocks with the same tokens, and a third
// request.
func TestOldestDuplicateIsHit(t *testing.T) {
	p := play(t, func(s *Settings) { s.Block, s.Blocks = 4, 8 })
	p.request("a", text(4, 4, 0))
	r := p.request("b", text(4, 4, 0)) // its last token is computed again: no hit
	equal(t, "b", r.Tables["b"], []int32{2})
	equal(t, "hashed", r.Hashed, []int32{1, 2})
	equal(t, "c hits the oldest", p.request("c", text(5, 5, 0)).Tables["c"], []int32{1, 3})
	p.free("c")
	p.free("a")
	p.request("d", text(28, 0, 7))                      // takes all that are free, the oldest among them
	equal(t, "hashed", p.free("d").Hashed[0], int32(1)) // by d
	equal(t, "e hits the one that is left", p.request("e", text(5, 5, 0)).Tables["e"][0], int32(2))
}

// TestSaltKeepsApart: the same tokens with another salt are no hit.
func TestSaltKeepsApart(t *testing.T) {
	p := play(t, func(s *Settings) { s.Block = 4 })
	for i, c := range []struct {
		salt string
		hit  int
	}{{"x", 0}, {"x", 8}, {"y", 0}, {"", 0}, {"y", 8}} {
		r := p.do(Op{Op: "request", ID: strconv.Itoa(i), Tokens: text(9, 9, 0), Salt: c.salt})
		equal(t, "request "+strconv.Itoa(i)+" hits", r.HitTokens, c.hit)
	}
}

// TestSwapKeepsTheText: blocks that come back are full, hashed and new.
func TestSwapKeepsTheText(t *testing.T) {
	p := play(t, func(s *Settings) { s.Block, s.Blocks, s.CPU = 4, 6, 3 })
	p.request("a", text(10, 10, 0))
	r := p.do(Op{Op: "swap-out", ID: "a"})
	equal(t, "free", r.Free, []int32{4, 5, 6, 3, 2, 1})
	equal(t, "tables", r.Tables, map[string][]int32{})
	equal(t, "swapped", r.Swapped, 3)
	equal(t, "append while away", p.append("a", text(1, 0, 0)).OK, false)
	r = p.do(Op{Op: "swap-in", ID: "a"})
	equal(t, "table", r.Tables["a"], []int32{4, 5, 6})
	equal(t, "hashed", r.Hashed, []int32{1, 2, 4, 5})
	equal(t, "append", len(p.append("a", text(3, 0, 0)).Tables["a"]), 4)
}

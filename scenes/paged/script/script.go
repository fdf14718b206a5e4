// Package script runs operations on a pool of KV blocks one by one and tells what
// each leaves behind, in the words of `inflight plan paged -script`. No scene
// imports it.
package script

import (
	"slices"
	"strconv"

	"inflight/scenes"
	"inflight/scenes/paged"
	"inflight/scenes/paged/block"
)

// Op is an operation: request, append, fork, free, swap-out, swap-in or reset.
type Op struct {
	Op        string        `json:"op"`
	ID        string        `json:"id"`
	Tokens    []block.Token `json:"tokens"`
	Salt      string        `json:"salt"`
	Lookahead int           `json:"lookahead"`
	As        string        `json:"as"`
}

// Result is what an operation did and left behind. Free runs from the head of the
// queue to its tail; Refs has each block with a count above zero.
type Result struct {
	Op        string             `json:"op"`
	ID        string             `json:"id,omitempty"`
	OK        bool               `json:"ok"`
	Why       string             `json:"why,omitempty"` // where OK is false
	HitTokens int                `json:"hit_tokens"`
	Tables    map[string][]int32 `json:"tables"`
	Refs      map[string]int     `json:"refs"`
	Free      []int32            `json:"free"`
	Hashed    []int32            `json:"hashed"`
	Copies    [][2]int32         `json:"copies"` // copy-on-write: from, to
	Swapped   int                `json:"swapped_blocks"`
	CPUFree   int                `json:"cpu_free"`
}

// Settings are those of the scene's knobs that a pool depends on, and the number
// of the first block.
type Settings struct {
	Block, Blocks, First, CPU int
	FreeOrder                 string
	PrefixCache               bool
	Watermark                 float64
}

// DefaultSettings are those of the vectors: a watermark holds nothing back.
var DefaultSettings = Settings{Block: 16, Blocks: 64, First: 1, CPU: 64, FreeOrder: paged.TailFirst, PrefixCache: true}

// Knobs are bound to the settings: what -set takes beside -script.
func Knobs(s *Settings) []scenes.Knob {
	return []scenes.Knob{
		scenes.WholeKnob(&s.Block, "block", 1, 1<<16),
		scenes.WholeKnob(&s.Blocks, "blocks", 1, 1<<20),
		scenes.WholeKnob(&s.First, "first-id", 0, 1<<20),
		scenes.WholeKnob(&s.CPU, "cpu-blocks", 0, 1<<20),
		scenes.ChoiceKnob(&s.FreeOrder, "free-order", paged.FreeOrders...),
		scenes.SwitchKnob(&s.PrefixCache, "prefix-cache"),
		paged.WatermarkKnob(&s.Watermark),
	}
}

// Runner is a pool with its sequences by name.
type Runner struct {
	settings  Settings
	pool      *block.Manager
	sequences map[string]*block.Sequence
}

// New returns a pool without sequences.
func New(s Settings) *Runner {
	return &Runner{settings: s, sequences: map[string]*block.Sequence{}, pool: block.NewManager(block.Config{
		Blocks: s.Blocks, Size: s.Block, CPU: s.CPU, Cache: s.PrefixCache,
		Keep: paged.Keep(s.Watermark, s.Blocks), Order: paged.Order(s.FreeOrder),
	})}
}

// Do runs one operation. One that cannot be served has OK false and changes
// nothing. It fails on a word that is no operation.
func (r *Runner) Do(op Op) (Result, error) {
	res := Result{Op: op.Op, ID: op.ID, Copies: [][2]int32{}}
	do, ok := operations[op.Op]
	if !ok {
		return res, unknown(op.Op)
	}
	res.Why = do(r, op, &res)
	res.OK = res.Why == ""
	r.describe(&res)
	return res, nil
}

type unknown string

func (u unknown) Error() string {
	return strconv.Quote(string(u)) + ": want one of request, append, fork, free, swap-out, swap-in, reset"
}

// operations say why they cannot be served, or "".
var operations = map[string]func(r *Runner, op Op, res *Result) string{
	"request":  (*Runner).request,
	"append":   (*Runner).append,
	"fork":     (*Runner).fork,
	"free":     (*Runner).free,
	"swap-out": (*Runner).swapOut,
	"swap-in":  (*Runner).swapIn,
	"reset": func(r *Runner, _ Op, _ *Result) string {
		if !r.pool.Reset() {
			return "blocks are in use"
		}
		return ""
	},
}

const (
	tooFew     = "too few free blocks"
	tooFewCPU  = "too few free blocks in CPU memory"
	taken      = "there is such a sequence"
	missing    = "there is no such sequence"
	away       = "the sequence is in CPU memory"
	here       = "the sequence is in GPU memory"
	noName     = "want an id"
	noTokens   = "want tokens"
	noNegative = "want a lookahead that is not negative"
)

func (r *Runner) request(op Op, res *Result) string {
	switch {
	case op.ID == "":
		return noName
	case r.sequences[op.ID] != nil:
		return taken
	case len(op.Tokens) == 0:
		return noTokens
	case op.Lookahead < 0 || op.Lookahead > 1<<30:
		return noNegative
	}
	s := r.pool.NewSequence(op.Tokens, op.Salt)
	hit := r.pool.Hit(s)
	if !r.pool.Admit(s, hit, s.Len()-hit, op.Lookahead, false) {
		return tooFew
	}
	r.sequences[op.ID], res.HitTokens = s, hit
	return ""
}

func (r *Runner) append(op Op, res *Result) string {
	s, why := r.present(op.ID)
	if why != "" {
		return why
	}
	s.Push(op.Tokens...)
	c, ok := r.pool.Extend(s, len(op.Tokens))
	if !ok {
		s.Drop(len(op.Tokens))
		return tooFew
	}
	if c.From >= 0 {
		res.Copies = append(res.Copies, [2]int32{r.number(c.From), r.number(c.To)})
	}
	return ""
}

func (r *Runner) fork(op Op, _ *Result) string {
	s, why := r.present(op.ID)
	switch {
	case why != "":
		return why
	case op.As == "":
		return "want as, the name of the fork"
	case r.sequences[op.As] != nil:
		return taken
	}
	r.sequences[op.As] = r.pool.Fork(s)
	return ""
}

func (r *Runner) free(op Op, _ *Result) string {
	s := r.sequences[op.ID]
	if s == nil {
		return missing
	}
	r.pool.Release(s)
	delete(r.sequences, op.ID)
	return ""
}

func (r *Runner) swapOut(op Op, res *Result) string {
	s, why := r.present(op.ID)
	if why != "" {
		return why
	}
	copied, ok := r.pool.SwapOut(s)
	if !ok {
		return tooFewCPU
	}
	res.Swapped = copied
	return ""
}

func (r *Runner) swapIn(op Op, res *Result) string {
	s := r.sequences[op.ID]
	switch {
	case s == nil:
		return missing
	case !s.Swapped():
		return here
	}
	copied, ok := r.pool.SwapIn(0, false, s)
	if !ok {
		return tooFew
	}
	res.Swapped = copied
	return ""
}

// present is a sequence whose blocks are in GPU memory.
func (r *Runner) present(id string) (*block.Sequence, string) {
	s := r.sequences[id]
	switch {
	case s == nil:
		return nil, missing
	case s.Swapped():
		return nil, away
	}
	return s, ""
}

// number is how a block is called.
func (r *Runner) number(b int32) int32 { return b + int32(r.settings.First) }

func (r *Runner) describe(res *Result) {
	res.Tables, res.Refs, res.Hashed = map[string][]int32{}, map[string]int{}, []int32{}
	for id, s := range r.sequences {
		if !s.Swapped() {
			res.Tables[id] = r.numbers(slices.Clone(s.Table()))
		}
	}
	for b := range int32(r.settings.Blocks) {
		if n := r.pool.Refs(b); n > 0 {
			res.Refs[strconv.Itoa(int(r.number(b)))] = n
		}
		if r.pool.Hashed(b) {
			res.Hashed = append(res.Hashed, r.number(b))
		}
	}
	res.Free = r.numbers(r.pool.FreeQueue([]int32{}))
	res.CPUFree = r.pool.FreeCPU()
}

// numbers renames blocks in place.
func (r *Runner) numbers(list []int32) []int32 {
	for i := range list {
		list[i] = r.number(list[i])
	}
	return list
}

package measured

import (
	"strings"
)

// rule says which kind a name is. Words are those of the name in a row, whatever
// stands between them: "all_gather", "AllGather" and "all-gather" are "all gather".
type rule struct {
	words  string // in lower case, with spaces between
	prefix string // of the whole name; instead of words
	kind   Kind
	source string
}

// Where the names come from. Read in November 2026.
const (
	torchEngine  = "pytorch torch/csrc/autograd/engine.cpp, evaluate_function"
	torchOptim   = "pytorch torch/optim/optimizer.py, profile_hook_step"
	torchPipe    = "pytorch torch/distributed/pipelining/schedules.py, record_function"
	torchFSDP    = "pytorch torch/distributed/fsdp/_fully_shard/_fsdp_param_group.py, record_function"
	torchC10d    = "pytorch torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, profiling titles nccl:…"
	ncclKernels  = "NVIDIA/nccl src/device/generate.py: ncclDevKernel_<function>_…; before 2.19 ncclKernel_…"
	fieldsOwn    = "the words in use for it in training code"
	fusedKernels = "names of kernels in pytorch, Apex and FlashAttention"
)

// annotations are the rules for what a program calls its own spans; the first that
// fits holds.
var annotations = []rule{
	{prefix: "FSDP::", kind: Other, source: torchFSDP}, // hooks: what is in them tells
	{prefix: "autograd::engine::evaluate_function", kind: Backward, source: torchEngine},
	{prefix: "Optimizer.", kind: Optimizer, source: torchOptim},
	{words: "send recv", kind: SendRecv, source: torchC10d},
	{words: "all gather", kind: AllGather, source: torchC10d},
	{words: "allgather", kind: AllGather, source: torchC10d},
	{words: "reduce scatter", kind: ReduceScatter, source: torchC10d},
	{words: "all reduce", kind: AllReduce, source: torchC10d},
	{words: "allreduce", kind: AllReduce, source: torchC10d},
	{words: "all to all", kind: Collective, source: torchC10d},
	{words: "alltoall", kind: Collective, source: torchC10d},
	{words: "broadcast", kind: Collective, source: torchC10d},
	{words: "barrier", kind: Collective, source: torchC10d},
	{words: "send", kind: SendRecv, source: torchC10d},
	{words: "recv", kind: SendRecv, source: torchC10d},
	{words: "isend", kind: SendRecv, source: torchC10d},
	{words: "irecv", kind: SendRecv, source: torchC10d},
	{words: "sendrecv", kind: SendRecv, source: torchC10d},
	{words: "p 2 p", kind: SendRecv, source: torchPipe},
	{words: "forward backward", kind: Other, source: fieldsOwn}, // both in one span: what is in it tells
	{words: "fwd bwd", kind: Other, source: fieldsOwn},
	{words: "backward weight", kind: WeightGrad, source: torchPipe},
	{words: "weight grad", kind: WeightGrad, source: fieldsOwn},
	{words: "wgrad", kind: WeightGrad, source: fieldsOwn},
	{words: "igrad", kind: Backward, source: fieldsOwn},
	{words: "dgrad", kind: Backward, source: fieldsOwn},
	{words: "optimizer", kind: Optimizer, source: fieldsOwn},
	{words: "optim", kind: Optimizer, source: fieldsOwn},
	{words: "backward", kind: Backward, source: torchPipe},
	{words: "bwd", kind: Backward, source: fieldsOwn},
	{words: "bprop", kind: Backward, source: fieldsOwn},
	{words: "recompute", kind: Backward, source: fieldsOwn},
	{words: "forward", kind: Forward, source: torchPipe},
	{words: "fwd", kind: Forward, source: fieldsOwn},
	{words: "fprop", kind: Forward, source: fieldsOwn},
	{words: "overlap f b", kind: Pair, source: torchPipe},
}

// collectives are the rules for kernels that communicate, in the order of the
// functions of NCCL.
var collectives = []rule{
	{words: "sendrecv", kind: SendRecv, source: ncclKernels},
	{words: "allgather", kind: AllGather, source: ncclKernels},
	{words: "reducescatter", kind: ReduceScatter, source: ncclKernels},
	{words: "allreduce", kind: AllReduce, source: ncclKernels},
}

// kernels are the rules for kernels that nothing else tells.
var kernels = []rule{
	{words: "bwd", kind: Backward, source: fusedKernels},
	{words: "backward", kind: Backward, source: fusedKernels},
	{words: "adam", kind: Optimizer, source: fusedKernels},
	{words: "adamfunctor", kind: Optimizer, source: fusedKernels},
	{words: "fusedadam", kind: Optimizer, source: fusedKernels},
	{words: "fwd", kind: Forward, source: fusedKernels},
}

// own are the kinds of this project's own tasks, by the first word of their IDs.
var own = map[string]Kind{
	"fwd": Forward, "bwd": Backward, "igrad": Backward, "wgrad": WeightGrad, "pair": Pair,
	"act": SendRecv, "grad": SendRecv,
	"forward": Forward, "recompute": Backward, "backward": Backward, "optimizer": Optimizer,
	"all-gather": AllGather, "reduce-scatter": ReduceScatter, "all-reduce": AllReduce,
}

// ofTask is the kind of a task of a film by its ID, and its micro-batch.
func ofTask(id string) (k Kind, mb int) {
	kind, rest, _ := strings.Cut(id, "/")
	mb = -1
	if _, number, ok := strings.Cut(rest, "/mb"); ok {
		mb = digits(number)
	}
	return own[kind], mb
}

// classify is the kind of an annotation by its name, and which micro-batch it is
// of, -1 where the name does not say. known is false where no rule fits.
func classify(name string) (k Kind, mb int, known bool) {
	if k, mb, ok := action(name); ok {
		return k, mb, true
	}
	words := wordsOf(name)
	for i := range annotations {
		r := &annotations[i]
		if r.prefix != "" && strings.HasPrefix(name, r.prefix) {
			return r.kind, -1, true
		}
		if r.words != "" && strings.Contains(words, " "+r.words+" ") {
			return r.kind, batchOf(words, r.kind), true
		}
	}
	return Other, -1, false
}

// action reads what pipelines call a step of a schedule: "F3", "2B0", "PP:0W1",
// "stage0_F_mb3", "PP:1SEND_F0".
// Source: pytorch torch/distributed/pipelining/schedules.py, _Action: stage, type,
// micro-batch, where F is forward, B a whole backward, I the gradient of the input,
// W that of the weights.
func action(name string) (k Kind, mb int, ok bool) {
	name = strings.TrimPrefix(name, "PP:")
	if before, after, found := strings.Cut(name, "_mb"); found {
		name = before[max(strings.LastIndexByte(before, '_'), 0):] + after
		name = strings.TrimPrefix(name, "_")
	}
	letters := strings.TrimLeft(name, "0123456789")
	number := strings.TrimLeft(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")
	letters = letters[:len(letters)-len(number)]
	mb = -1
	if number != "" {
		if mb = digits(number); mb < 0 {
			return Other, -1, false
		}
	}
	if number == "" && letters == name { // no digit at all: any word
		return Other, -1, false
	}
	switch letters {
	case "F":
		return Forward, mb, true
	case "B", "I":
		return Backward, mb, true
	case "W":
		return WeightGrad, mb, true
	case "SEND_F", "RECV_F", "SEND_B", "RECV_B":
		return SendRecv, mb, true
	case "UNSHARD":
		return AllGather, -1, true
	case "REDUCE_GRAD":
		return ReduceScatter, -1, true
	}
	return Other, -1, false
}

// digits is a small whole number, -1 if the text is none.
func digits(text string) int {
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' || n > 1<<24 {
			return -1
		}
		n = n*10 + int(text[i]-'0')
	}
	if text == "" {
		return -1
	}
	return n
}

// ofKernel is the kind of a kernel that communicates. What NCCL's own name leaves
// open, the name of the collective in the trace tells.
func ofKernel(name, collective string) (Kind, bool) {
	lower := strings.ToLower(name)
	if !strings.Contains(lower, "nccl") && !strings.Contains(lower, "rccl") && !strings.HasPrefix(lower, "hcom_") {
		return Other, false
	}
	lower = strings.ReplaceAll(lower, "_", "")
	for i := range collectives {
		if strings.Contains(lower, collectives[i].words) {
			return collectives[i].kind, true
		}
	}
	if k, _, ok := classify(collective); ok && k.Comm() {
		return k, true
	}
	return Collective, true
}

// byKernel is the kind of a kernel by nothing but its name.
func byKernel(name string) Kind {
	words := wordsOf(name)
	for i := range kernels {
		if strings.Contains(words, " "+kernels[i].words+" ") {
			return kernels[i].kind
		}
	}
	return Other
}

// wordsOf are the words of a name in lower case, with a space round each: capitals
// within a name, and all that is neither letter nor digit, part them; so do
// letters and digits.
func wordsOf(name string) string {
	b := make([]byte, 1, len(name)+8)
	b[0] = ' '
	last := byte(0)
	for i := range len(name) {
		c := name[i]
		class := classOf(c)
		part := class == 0 || class == 'A' && last == 'a' || (class == '0') != (last == '0')
		if part && b[len(b)-1] != ' ' {
			b = append(b, ' ')
		}
		if class != 0 {
			if class == 'A' {
				c += 'a' - 'A'
			}
			b = append(b, c)
		}
		last = class
	}
	if b[len(b)-1] != ' ' {
		b = append(b, ' ')
	}
	return string(b)
}

// classOf is 'a', 'A' or '0' for a small letter, a capital or a digit, else 0.
func classOf(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z':
		return 'a'
	case c >= 'A' && c <= 'Z':
		return 'A'
	case c >= '0' && c <= '9':
		return '0'
	}
	return 0
}

// batchOf is the last number of a pass's name, which is that of its micro-batch
// unless it is that of a layer.
func batchOf(words string, k Kind) int {
	list := strings.Fields(words)
	n := len(list)
	if k > Pair || k == Other || n < 2 || strings.HasPrefix(list[n-2], "layer") {
		return -1
	}
	return digits(list[n-1])
}

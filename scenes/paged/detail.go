package paged

import (
	"strconv"

	"inflight/scenes/paged/serve"
)

func itoa(i int) string { return strconv.Itoa(i) }

// detail is what only this scene has to say of a plan.
type detail struct {
	Requests   []detailRequest `json:"requests,omitempty"`
	Total      int             `json:"requests_total"`
	Allocators []detailRival   `json:"allocators"`
	Blocks     int             `json:"blocks"`
	BlockBytes float64         `json:"block_bytes"`
	Steps      int             `json:"engine_steps"`
	Made       int             `json:"tokens_generated"`
	Prompts    int             `json:"prompt_tokens"`
	Hit        int             `json:"hit_tokens"`
	Peak       int             `json:"peak_batch"`
	Preempted  int             `json:"preemptions"`
	Copies     int             `json:"copied_blocks"`
	SwappedOut float64         `json:"swapped_out_bytes"`
}

type detailRequest struct {
	Arrival int64 `json:"arrival_ps"`
	First   int64 `json:"first_token_ps"`
	End     int64 `json:"end_ps"`
	Prompt  int   `json:"prompt"`
	Prefix  int   `json:"prefix"`
	Outputs []int `json:"outputs"`
}

// detailRival is an allocator on the same stream.
type detailRival struct {
	Allocator   string  `json:"allocator"`
	Utilization float64 `json:"utilization"`
	Reserved    float64 `json:"reserved"`
	Internal    float64 `json:"internal-fragmentation"`
	External    float64 `json:"external-fragmentation"`
	Batch       float64 `json:"batch"`
	Throughput  float64 `json:"throughput"`
}

// mostListed is how many requests are listed.
const mostListed = 512

// Detail lists the requests, and the four allocators on the same stream.
func (f *film) Detail() any {
	d := detail{
		Total: len(f.requests), Blocks: f.config.Pool.Blocks, BlockBytes: f.p.blockBytes(), Steps: len(f.res.Steps),
		Made: f.res.Made, Prompts: f.res.Asked, Hit: f.res.Hit, Peak: f.res.Peak, Preempted: f.res.Preempted, Copies: f.res.Copies,
	}
	for k := range f.res.Steps {
		d.SwappedOut += float64(f.res.Steps[k].Out)
	}
	if len(f.requests) <= mostListed {
		for i, r := range f.requests {
			q := f.res.Requests[i]
			d.Requests = append(d.Requests, detailRequest{int64(q.Arrival), int64(q.First), int64(q.End), r.Prompt, r.Prefix, r.Outputs})
		}
	}
	for _, o := range f.others {
		d.Allocators = append(d.Allocators, rivalDetail(o.Allocator, o.Result))
	}
	return d
}

func rivalDetail(name string, r *serve.Result) detailRival {
	s := r.Shares
	return detailRival{name, s.Tokens, s.Reserved, s.Internal, s.External, r.Batch, throughput(r)}
}

package sizing

import (
	"strconv"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/unit"
)

// Link leads to a scene at a setting that stands for part of the answer.
type Link struct {
	Scene string `json:"scene"`
	Label string `json:"label"`
	Query string `json:"query"` // every knob that matters, so that it holds whatever the page's own setting is
}

// links are the scenes that show what this setting has of them.
func (w *writer) links() []Link {
	j, err := settle(w.params)
	if err != nil {
		return []Link{}
	}
	list := []Link{}
	add := func(scene, label string, values []scenes.Value) {
		list = append(list, Link{scene, w.say(label), report.Query(values) + "&v=1"})
	}
	if j.Stages > 1 {
		add("pipeline", "link.pipeline", j.pipelineValues())
	}
	switch {
	case j.data.Size > 1 && j.others() > 1:
		add("fsdp", "link.fsdp-whole", j.shardingValues())
	case j.data.Size > 1:
		add("fsdp", "link.fsdp", j.shardingValues())
	}
	if j.Tensor > 1 {
		add("collective", "link.tensor", j.allReduceValues())
	}
	return list
}

func (j *job) common() []scenes.Value {
	return []scenes.Value{
		{Key: "model", Text: j.Model}, {Key: "params", Text: optional(j.Params.Params, unit.Params)}, {Key: "dtype", Text: j.DType},
		{Key: "seq", Text: strconv.Itoa(j.Seq)}, {Key: "gpu", Text: j.GPU}, {Key: "mfu", Text: unit.Text(j.MFU, unit.Share)},
		{Key: "recompute", Text: j.Recompute}, {Key: "optimizer", Text: j.Optimizer},
	}
}

func optional(v float64, u unit.Unit) string {
	if v == 0 {
		return ""
	}
	return unit.Text(v, u)
}

func rate(v float64) string    { return unit.Text(v, unit.BytesPerSecond) }
func seconds(v float64) string { return unit.Text(v, unit.Second) }

func (j *job) pipelineValues() []scenes.Value {
	p := j.pipelining()
	chunks := ""
	if p.Chunks > 0 {
		chunks = strconv.Itoa(p.Chunks)
	}
	return append(j.common(),
		scenes.Value{Key: "schedule", Text: p.Schedule}, scenes.Value{Key: "stages", Text: strconv.Itoa(p.Stages)},
		scenes.Value{Key: "chunks", Text: chunks}, scenes.Value{Key: "microbatches", Text: strconv.Itoa(p.Microbatches)},
		scenes.Value{Key: "microbatch", Text: strconv.Itoa(p.Microbatch)}, scenes.Value{Key: "tensor", Text: strconv.Itoa(p.Tensor)},
		scenes.Value{Key: "bandwidth", Text: rate(p.Bandwidth)}, scenes.Value{Key: "latency", Text: seconds(p.Latency)},
		scenes.Value{Key: "timing", Text: "model"},
	)
}

func (j *job) shardingValues() []scenes.Value {
	p := j.sharding()
	return append(j.common(),
		scenes.Value{Key: "strategy", Text: p.Strategy}, scenes.Value{Key: "gpus", Text: strconv.Itoa(p.GPUs)},
		scenes.Value{Key: "nodes", Text: strconv.Itoa(p.Nodes)}, scenes.Value{Key: "batch", Text: strconv.Itoa(p.Batch)},
		scenes.Value{Key: "bandwidth", Text: rate(p.Bandwidth)}, scenes.Value{Key: "latency", Text: seconds(p.Latency)},
		scenes.Value{Key: "nic-bandwidth", Text: rate(p.NICBandwidth)}, scenes.Value{Key: "nic-latency", Text: seconds(p.NICLatency)},
	)
}

// allReduceValues are one of a layer's all-reduces.
func (j *job) allReduceValues() []scenes.Value {
	g := j.tensor
	return []scenes.Value{
		{Key: "op", Text: "all-reduce"}, {Key: "algo", Text: "ring"},
		{Key: "gpus", Text: strconv.Itoa(g.Size)}, {Key: "nodes", Text: strconv.Itoa(g.Size / g.InNode)},
		{Key: "bytes", Text: unit.Text(j.tokens()*float64(j.model.Hidden)*j.number, unit.Byte)},
		{Key: "bandwidth", Text: rate(float64(g.Port.Bandwidth))}, {Key: "latency", Text: seconds(g.Port.Latency)},
		{Key: "nic-bandwidth", Text: rate(float64(g.NIC.Bandwidth))}, {Key: "nic-latency", Text: seconds(g.NIC.Latency)},
	}
}

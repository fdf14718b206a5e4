package pipeline

import "inflight/scenes"

const zbTimes = "Qi et al., arXiv 2401.10241, Tables 5 and 6"

// presets are settings with the source of their numbers.
var presets = []scenes.Preset{
	{
		ID: "gpt3-ptdp", Source: "Narayanan et al., arXiv 2104.04473, Table 2 (PTD-P, 174.6B, 1,536 GPUs, batch 1,536, micro-batch 1), §5 (A100 80 GB, HDR InfiniBand)",
		Values: []scenes.Value{
			{Key: "schedule", Text: oneFOneB}, {Key: "stages", Text: "12"}, {Key: "microbatches", Text: "96"},
			{Key: "model", Text: "gpt-3-175b"}, {Key: "dtype", Text: "fp16"}, {Key: "seq", Text: "2048"}, {Key: "recompute", Text: "full"},
			{Key: "gpu", Text: "a100-80gb-sxm"}, {Key: "tensor", Text: "8"}, {Key: "mfu", Text: "0.5"}, {Key: "bandwidth", Text: "hdr"},
			{Key: "timing", Text: byModel},
		},
	},
	zbPreset("zb-1f1b", oneFOneB),
	zbPreset("zb-h1", zbH1),
	zbPreset("zb-h2", zbH2),
	{
		ID: "dualpipe-8x20", Source: "deepseek-ai/DualPipe README.md as of commit 3da1bbea53606543d7f5f232338fc58096db30e3 (8 ranks, 20 micro-batches in two directions)",
		Values: []scenes.Value{
			{Key: "schedule", Text: dualPipe}, {Key: "stages", Text: "8"}, {Key: "microbatches", Text: "20"},
			{Key: "timing", Text: manual}, {Key: "tf", Text: "1ms"}, {Key: "tb", Text: "1ms"}, {Key: "tw", Text: "1ms"}, {Key: "tcomm", Text: "0"},
		},
	},
	{
		ID: "deepseek-v3", Source: "DeepSeek-V3, arXiv 2412.19437, §3.1 (2,048 H800), §3.2 (16-way pipeline parallelism, DualPipe), §4.2 (batch 15,360, sequences of 4,096)",
		Values: []scenes.Value{
			{Key: "schedule", Text: dualPipe}, {Key: "stages", Text: "16"}, {Key: "microbatches", Text: "120"},
			{Key: "model", Text: "deepseek-v3"}, {Key: "seq", Text: "4096"}, {Key: "gpu", Text: "h800"}, {Key: "bandwidth", Text: "ndr"},
			{Key: "timing", Text: byModel},
		},
	},
}

// zbPreset is the first row of the Zero Bubble paper's tables with a schedule.
func zbPreset(id, schedule string) scenes.Preset {
	return scenes.Preset{ID: id, Source: zbTimes, Values: []scenes.Value{
		{Key: "schedule", Text: schedule}, {Key: "stages", Text: "8"}, {Key: "microbatches", Text: "24"},
		{Key: "params", Text: "1.5B"}, {Key: "seq", Text: "1024"}, {Key: "microbatch", Text: "6"}, {Key: "gpu", Text: "a100-80gb-sxm"},
		{Key: "timing", Text: manual}, {Key: "tf", Text: "18.522ms"}, {Key: "tb", Text: "18.086ms"}, {Key: "tw", Text: "9.337ms"}, {Key: "tcomm", Text: "0.601ms"},
	}}
}

package paged

import "inflight/scenes"

// presets are settings with the source of their numbers.
var presets = []scenes.Preset{
	{
		ID: "small", Source: "Kwon et al., SOSP 2023 (arXiv 2309.06180): Fig. 6 (block tables); the numbers are ours, few enough to look at",
		Values: []scenes.Value{
			{Key: "model", Text: "opt-13b"}, {Key: "gpu", Text: "a100-40gb-sxm"}, {Key: "blocks", Text: "40"}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: "192"}, {Key: "requests", Text: "20"}, {Key: "rate", Text: "7"},
			{Key: "prompt", Text: "64"}, {Key: "output", Text: "88"}, {Key: "prefix", Text: "16"}, {Key: "seed", Text: "1"},
		},
	},
	{
		ID: "opt-13b", Source: "Kwon et al., SOSP 2023 (arXiv 2309.06180): Table 1 (A100 40 GB, 15.7K slots), Fig. 11 (ShareGPT: prompts of 161 tokens, outputs of 338 on average), §6.1",
		Values: []scenes.Value{
			{Key: "model", Text: "opt-13b"}, {Key: "gpu", Text: "a100-40gb-sxm"}, {Key: "memory", Text: "40GiB"}, {Key: "reserve", Text: "0.1"}, {Key: "blocks", Text: ""}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: "2048"}, {Key: "requests", Text: "200"}, {Key: "rate", Text: "10"},
			{Key: "prompt", Text: "161"}, {Key: "output", Text: "338"}, {Key: "prefix", Text: "0"},
		},
	},
	{
		ID: "llama-3-8b", Source: "meta-llama/Meta-Llama-3-8B config.json; NVIDIA H100 datasheet; vLLM docs/design/prefix_caching.md",
		Values: []scenes.Value{
			{Key: "model", Text: "llama-3-8b"}, {Key: "dtype", Text: "bf16"}, {Key: "gpu", Text: "h100-sxm"}, {Key: "blocks", Text: ""}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: ""}, {Key: "requests", Text: "250"}, {Key: "rate", Text: "100"},
			{Key: "prompt", Text: "400"}, {Key: "output", Text: "400"}, {Key: "prefix", Text: "1024"},
		},
	},
	{
		ID: "parallel", Source: "Kwon et al., SOSP 2023 (arXiv 2309.06180): §4.4 (parallel sampling), Fig. 15 (memory saved by sharing)",
		Values: []scenes.Value{
			{Key: "model", Text: "opt-13b"}, {Key: "gpu", Text: "a100-40gb-sxm"}, {Key: "blocks", Text: "64"}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: "160"}, {Key: "requests", Text: "12"}, {Key: "rate", Text: "8"},
			{Key: "prompt", Text: "56"}, {Key: "output", Text: "40"}, {Key: "prefix", Text: "0"}, {Key: "samples", Text: "4"}, {Key: "seed", Text: "1"},
		},
	},
}

package paged

import "inflight/scenes"

// presets are settings with the source of their numbers.
var presets = []scenes.Preset{
	{
		ID: "opt-13b", Source: "Kwon et al., SOSP 2023 (arXiv 2309.06180): Table 1 (A100 40 GB, 15.7K slots), Fig. 11 (ShareGPT: prompts of 161 tokens, outputs of 338 on average), §6.1",
		Values: []scenes.Value{
			{Key: "model", Text: "opt-13b"}, {Key: "gpu", Text: "a100-40gb-sxm"}, {Key: "blocks", Text: "983"}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: "2048"}, {Key: "requests", Text: "200"}, {Key: "rate", Text: "4"},
			{Key: "prompt", Text: "161"}, {Key: "output", Text: "338"}, {Key: "prefix", Text: "0"},
		},
	},
	{
		ID: "llama-3-8b", Source: "meta-llama/Meta-Llama-3-8B config.json; NVIDIA H100 datasheet; vLLM docs/design/prefix_caching.md",
		Values: []scenes.Value{
			{Key: "model", Text: "llama-3-8b"}, {Key: "dtype", Text: "bf16"}, {Key: "gpu", Text: "h100-sxm"}, {Key: "blocks", Text: ""}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: ""}, {Key: "requests", Text: "160"}, {Key: "rate", Text: "40"},
			{Key: "prompt", Text: "200"}, {Key: "output", Text: "200"}, {Key: "prefix", Text: "2048"},
		},
	},
	{
		ID: "parallel", Source: "Kwon et al., SOSP 2023 (arXiv 2309.06180): §4.4 (parallel sampling), Fig. 15 (memory saved by sharing)",
		Values: []scenes.Value{
			{Key: "model", Text: "opt-13b"}, {Key: "gpu", Text: "a100-40gb-sxm"}, {Key: "blocks", Text: "60"}, {Key: "block", Text: "16"},
			{Key: "max-tokens", Text: "160"}, {Key: "requests", Text: "10"}, {Key: "rate", Text: "6"},
			{Key: "prompt", Text: "56"}, {Key: "output", Text: "28"}, {Key: "prefix", Text: "0"}, {Key: "samples", Text: "4"},
		},
	},
}

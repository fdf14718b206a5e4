package flash

import "inflight/scenes"

// presets are settings with the source of their numbers.
var presets = []scenes.Preset{
	{
		ID: "gpt2-medium-paper", Source: "Dao et al., arXiv 2205.14135, Figure 2 left: GPT-2 medium, sequence 1024, head size 64, 16 heads, batch 64, forward and backward, A100",
		Values: []scenes.Value{
			{Key: "algo", Text: fa1}, {Key: "pass", Text: both}, {Key: "model", Text: "gpt-2-medium"}, {Key: "seq", Text: "1024"}, {Key: "batch", Text: "64"},
			{Key: "dtype", Text: "fp16"}, {Key: "gpu", Text: "a100-80gb-sxm"}, {Key: "mask", Text: "true"}, {Key: "dropout", Text: "true"}, {Key: "l2", Text: "true"},
		},
	},
	{
		ID: "llama3-8b-prefill", Source: "Llama 3 8B: Lightning-AI/litgpt litgpt/config.py; H100 SXM: stas00/ml-engineering compute/accelerator; tile of FlashAttention-2: Dao-AILab/flash-attention csrc/flash_attn/src/flash_fwd_launch_template.h",
		Values: []scenes.Value{
			{Key: "algo", Text: fa2}, {Key: "pass", Text: forward}, {Key: "model", Text: "llama-3-8b"}, {Key: "seq", Text: "8192"}, {Key: "batch", Text: "1"},
			{Key: "dtype", Text: "bf16"}, {Key: "causal", Text: "true"}, {Key: "gpu", Text: "h100-sxm"}, {Key: "l2", Text: "true"},
		},
	},
	{
		ID: "long-context", Source: "Llama 3.1 405B: Lightning-AI/litgpt litgpt/config.py; H100 SXM: stas00/ml-engineering compute/accelerator",
		Values: []scenes.Value{
			{Key: "algo", Text: fa2}, {Key: "pass", Text: forward}, {Key: "model", Text: "llama-3.1-405b"}, {Key: "seq", Text: "131072"}, {Key: "batch", Text: "1"},
			{Key: "dtype", Text: "bf16"}, {Key: "causal", Text: "true"}, {Key: "gpu", Text: "h100-sxm"},
		},
	},
	{
		ID: "whole-algorithm", Source: "Dao et al., arXiv 2205.14135, Algorithm 1, at a size at which the small matrices are the whole setting",
		Values: []scenes.Value{
			{Key: "algo", Text: fa1}, {Key: "seq", Text: "64"}, {Key: "head-dim", Text: "16"}, {Key: "heads", Text: "1"}, {Key: "kv-heads", Text: "1"}, {Key: "batch", Text: "1"},
			{Key: "block-q", Text: "16"}, {Key: "block-k", Text: "16"}, {Key: "gpu", Text: "a100-80gb-sxm"},
		},
	},
}

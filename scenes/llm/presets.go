package llm

const (
	litgptVersion   = "as of commit 26857050fe3ff627cd714fe92f5838f51a3d5efa"
	deepseekVersion = "as of commit 9b4e9788e4a3a731f7567338ed15d3ec549ce03b"
)

// litgpt is the origin of shapes read in that project's configurations.
func litgpt(place string) Origin {
	return Origin{Source: "Lightning-AI/litgpt litgpt/config.py:" + place, Version: litgptVersion, Status: Confirmed}
}

// deepseek is the origin of shapes read in the configurations of DeepSeek-V3's
// repository.
func deepseek(file string) Origin {
	return Origin{Source: "deepseek-ai/DeepSeek-V3 inference/configs/" + file, Version: deepseekVersion, Status: Confirmed}
}

var gpt2 = Origin{Source: "configurations in public ports of GPT-2", Status: Confirmed}

// The table of models.
var models = []Model{
	{
		Key: "llama-2-7b", Name: "Llama 2 7B", Block: Llama,
		Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 32, HeadDim: 128, FFN: 11008, Vocab: 32000, Context: 4096,
		Origin: litgpt("697"),
	},
	{
		Key: "llama-2-13b", Name: "Llama 2 13B", Block: Llama,
		Layers: 40, Hidden: 5120, Heads: 40, KVHeads: 40, HeadDim: 128, FFN: 13824, Vocab: 32000, Context: 4096,
		Origin: litgpt("711"),
	},
	{
		Key: "llama-2-70b", Name: "Llama 2 70B", Block: Llama,
		Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, HeadDim: 128, FFN: 28672, Vocab: 32000, Context: 4096,
		Origin: litgpt("727"),
	},
	{
		Key: "llama-3-8b", Name: "Llama 3 8B", Block: Llama,
		Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, HeadDim: 128, FFN: 14336, Vocab: 128256, Context: 8192,
		Origin: litgpt("757"),
	},
	{
		Key: "llama-3.1-8b", Name: "Llama 3.1 8B", Block: Llama,
		Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, HeadDim: 128, FFN: 14336, Vocab: 128256, Context: 131072,
		Origin: litgpt("775"),
	},
	{
		Key: "llama-3-70b", Name: "Llama 3 70B", Block: Llama,
		Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, HeadDim: 128, FFN: 28672, Vocab: 128256, Context: 8192,
		Origin: litgpt("794"),
	},
	{
		Key: "llama-3.1-405b", Name: "Llama 3.1 405B", Block: Llama,
		Layers: 126, Hidden: 16384, Heads: 128, KVHeads: 8, HeadDim: 128, FFN: 53248, Vocab: 128256, Context: 131072,
		Origin: litgpt("833"),
	},
	{
		Key: "llama-3.2-1b", Name: "Llama 3.2 1B", Block: Llama,
		Layers: 16, Hidden: 2048, Heads: 32, KVHeads: 8, HeadDim: 64, FFN: 8192, Vocab: 128256, Context: 131072,
		Tied: true, Origin: litgpt("853"),
	},
	{
		Key: "llama-3.2-3b", Name: "Llama 3.2 3B", Block: Llama,
		Layers: 28, Hidden: 3072, Heads: 24, KVHeads: 8, HeadDim: 128, FFN: 8192, Vocab: 128256, Context: 131072,
		Tied: true, Origin: litgpt("873"),
	},
	{
		Key: "mistral-7b", Name: "Mistral 7B v0.1", Block: Llama,
		Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, HeadDim: 128, FFN: 14336, Vocab: 32000, Context: 8192, Window: 4096,
		Origin: Origin{
			Source: litgpt("1991").Source, Version: litgptVersion, Status: Partly,
			Unconfirmed: "context (of the paper, arXiv 2310.06825, not opened; the file has the window)",
		},
	},
	{
		Key: "mixtral-8x7b", Name: "Mixtral 8x7B v0.1", Block: Llama,
		Layers: 32, Hidden: 4096, Heads: 32, KVHeads: 8, HeadDim: 128, Vocab: 32000, Context: 32768,
		MoE:    MoE{Experts: 8, PerToken: 2, FFN: 14336},
		Origin: litgpt("2008"),
	},
	{
		Key: "qwen2.5-0.5b", Name: "Qwen2.5 0.5B", Block: Llama,
		Layers: 24, Hidden: 896, Heads: 14, KVHeads: 2, HeadDim: 64, FFN: 4864, Vocab: 151936, Context: 32768,
		Tied: true, QKVBias: true, Origin: litgpt("2263"),
	},
	{
		Key: "qwen2.5-1.5b", Name: "Qwen2.5 1.5B", Block: Llama,
		Layers: 28, Hidden: 1536, Heads: 12, KVHeads: 2, HeadDim: 128, FFN: 8960, Vocab: 151936, Context: 131072,
		Tied: true, QKVBias: true, Origin: litgpt("2284"),
	},
	{
		Key: "qwen2.5-3b", Name: "Qwen2.5 3B", Block: Llama,
		Layers: 36, Hidden: 2048, Heads: 16, KVHeads: 2, HeadDim: 128, FFN: 11008, Vocab: 151936, Context: 32768,
		Tied: true, QKVBias: true, Origin: litgpt("2305"),
	},
	{
		Key: "qwen2.5-7b", Name: "Qwen2.5 7B", Block: Llama,
		Layers: 28, Hidden: 3584, Heads: 28, KVHeads: 4, HeadDim: 128, FFN: 18944, Vocab: 152064, Context: 131072,
		QKVBias: true, Origin: litgpt("2326"),
	},
	{
		Key: "qwen2.5-14b", Name: "Qwen2.5 14B", Block: Llama,
		Layers: 48, Hidden: 5120, Heads: 40, KVHeads: 8, HeadDim: 128, FFN: 13824, Vocab: 152064, Context: 131072,
		QKVBias: true, Origin: litgpt("2347"),
	},
	{
		Key: "qwen2.5-32b", Name: "Qwen2.5 32B", Block: Llama,
		Layers: 64, Hidden: 5120, Heads: 40, KVHeads: 8, HeadDim: 128, FFN: 27648, Vocab: 152064, Context: 131072,
		QKVBias: true, Origin: litgpt("2368"),
	},
	{
		Key: "qwen2.5-72b", Name: "Qwen2.5 72B", Block: Llama,
		Layers: 80, Hidden: 8192, Heads: 64, KVHeads: 8, HeadDim: 128, FFN: 29568, Vocab: 152064, Context: 131072,
		QKVBias: true, Origin: litgpt("2389"),
	},
	{
		Key: "qwen3-0.6b", Name: "Qwen3 0.6B", Block: Llama,
		Layers: 28, Hidden: 1024, Heads: 16, KVHeads: 8, HeadDim: 128, FFN: 3072, Vocab: 151936, Context: 40960,
		Tied: true, QKNorm: true, Origin: litgpt("2719"),
	},
	{
		Key: "qwen3-1.7b", Name: "Qwen3 1.7B", Block: Llama,
		Layers: 28, Hidden: 2048, Heads: 16, KVHeads: 8, HeadDim: 128, FFN: 6144, Vocab: 151936, Context: 40960,
		Tied: true, QKNorm: true, Origin: litgpt("2741"),
	},
	{
		Key: "qwen3-4b", Name: "Qwen3 4B", Block: Llama,
		Layers: 36, Hidden: 2560, Heads: 32, KVHeads: 8, HeadDim: 128, FFN: 9728, Vocab: 151936, Context: 40960,
		Tied: true, QKNorm: true, Origin: litgpt("2762"),
	},
	{
		Key: "qwen3-8b", Name: "Qwen3 8B", Block: Llama,
		Layers: 36, Hidden: 4096, Heads: 32, KVHeads: 8, HeadDim: 128, FFN: 12288, Vocab: 151936, Context: 40960,
		QKNorm: true, Origin: litgpt("2784"),
	},
	{
		Key: "qwen3-14b", Name: "Qwen3 14B", Block: Llama,
		Layers: 40, Hidden: 5120, Heads: 40, KVHeads: 8, HeadDim: 128, FFN: 17408, Vocab: 151936, Context: 40960,
		QKNorm: true, Origin: litgpt("2805"),
	},
	{
		Key: "qwen3-32b", Name: "Qwen3 32B", Block: Llama,
		Layers: 64, Hidden: 5120, Heads: 64, KVHeads: 8, HeadDim: 128, FFN: 25600, Vocab: 151936, Context: 40960,
		QKNorm: true, Origin: litgpt("2834"),
	},
	{
		Key: "qwen3-30b-a3b", Name: "Qwen3 30B-A3B", Block: Llama,
		Layers: 48, Hidden: 2048, Heads: 32, KVHeads: 4, HeadDim: 128, Vocab: 151936, Context: 40960,
		MoE:    MoE{Experts: 128, PerToken: 8, FFN: 768},
		QKNorm: true, Origin: litgpt("2860"),
	},
	{
		Key: "qwen3-235b-a22b", Name: "Qwen3 235B-A22B", Block: Llama,
		Layers: 94, Hidden: 4096, Heads: 64, KVHeads: 4, HeadDim: 128, Vocab: 151936, Context: 40960,
		MoE:    MoE{Experts: 128, PerToken: 8, FFN: 1536},
		QKNorm: true, Origin: litgpt("2910"),
	},
	{
		Key: "gpt-2", Name: "GPT-2 124M", Block: GPT,
		Layers: 12, Hidden: 768, Heads: 12, KVHeads: 12, HeadDim: 64, FFN: 3072, Vocab: 50257, Context: 1024,
		Tied: true, Origin: gpt2,
	},
	{
		Key: "gpt-2-medium", Name: "GPT-2 medium", Block: GPT,
		Layers: 24, Hidden: 1024, Heads: 16, KVHeads: 16, HeadDim: 64, FFN: 4096, Vocab: 50257, Context: 1024,
		Tied: true, Origin: gpt2,
	},
	{
		Key: "gpt-2-large", Name: "GPT-2 large", Block: GPT,
		Layers: 36, Hidden: 1280, Heads: 20, KVHeads: 20, HeadDim: 64, FFN: 5120, Vocab: 50257, Context: 1024,
		Tied: true, Origin: gpt2,
	},
	{
		Key: "gpt-2-xl", Name: "GPT-2 XL", Block: GPT,
		Layers: 48, Hidden: 1600, Heads: 25, KVHeads: 25, HeadDim: 64, FFN: 6400, Vocab: 50257, Context: 1024,
		Tied: true, Origin: gpt2,
	},
	{
		Key: "gpt-3-175b", Name: "GPT-3 175B", Block: GPT,
		Layers: 96, Hidden: 12288, Heads: 96, KVHeads: 96, HeadDim: 128, FFN: 49152, Vocab: 50257, Context: 2048,
		Tied: true, Published: "175.0B", Origin: Origin{Source: "Brown et al., arXiv 2005.14165, Table 2.1", Status: Partly, Unconfirmed: "vocabulary (taken from GPT-2)"},
	},
	{
		Key: "megatron-1t", Name: "Megatron 1T", Block: GPT,
		Layers: 128, Hidden: 25600, Heads: 160, KVHeads: 160, HeadDim: 160, FFN: 102400, Vocab: 51200, Context: 2048,
		Tied: true, NoFinalNorm: true, Published: "1008.0B", Origin: Origin{Source: "Narayanan et al., arXiv 2104.04473, Table 1 and eq. 2", Status: Confirmed},
	},
	{
		Key: "deepseek-v3", Name: "DeepSeek-V3", Block: Llama,
		Layers: 61, Hidden: 7168, Heads: 128, FFN: 18432, Vocab: 129280,
		MLA:       MLA{QRank: 1536, KVRank: 512, NoPE: 128, RoPE: 64, V: 128},
		MoE:       MoE{Experts: 256, PerToken: 8, Shared: 1, FFN: 2048, DenseLayers: 3, RouterBias: true},
		Published: "671B", Origin: deepseek("config_671B.json"),
	},
	{
		Key: "deepseek-v2", Name: "DeepSeek-V2", Block: Llama,
		Layers: 60, Hidden: 5120, Heads: 128, FFN: 12288, Vocab: 102400,
		MLA:       MLA{QRank: 1536, KVRank: 512, NoPE: 128, RoPE: 64, V: 128},
		MoE:       MoE{Experts: 160, PerToken: 6, Shared: 2, FFN: 1536, DenseLayers: 1},
		Published: "236B", Origin: deepseek("config_236B.json"),
	},
	{
		Key: "deepseek-v2-lite", Name: "DeepSeek-V2-Lite", Block: Llama,
		Layers: 27, Hidden: 2048, Heads: 16, FFN: 10944, Vocab: 102400,
		MLA:       MLA{KVRank: 512, NoPE: 128, RoPE: 64, V: 128},
		MoE:       MoE{Experts: 64, PerToken: 6, Shared: 2, FFN: 1408, DenseLayers: 1},
		Published: "16B", Origin: deepseek("config_16B.json"),
	},
}

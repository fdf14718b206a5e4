package sizing

import "inflight/scenes"

// presets are settings with the source of their numbers.
var presets = []scenes.Preset{
	preset("gpt3-ptdp", "Narayanan et al., arXiv 2104.04473, Table 2 (PTD-P, 174.6B, 1,536 GPUs, batch 1,536, micro-batch 1), §5 (A100 80 GB, HDR InfiniBand)",
		"model=gpt-3-175b dtype=fp16 gpu=a100-80gb-sxm gpus=1536 tensor=8 sequence-parallel=false stages=12 strategy=ddp seq=2048 batch=1536 recompute=full flash=false nic-bandwidth=hdr"),
	preset("64xa100-llama3", "pytorch/torchtitan docs/performance.md as of commit 041336434916bdc0f88c1f89fda176fd3c2092e4 (Llama 3, 64 A100)",
		"model=llama-3-8b gpu=a100-80gb-sxm gpus=64 tensor=1 strategy=fsdp seq=8192 batch=64 recompute=selective mfu=0.6 nic-bandwidth=25GB/s flash=false"),
	preset("64xv100-zero", "Rajbhandari et al., ZeRO, arXiv 1910.02054, §5, Figure 1, and §10",
		"params=7.5B dtype=fp16 gpu=v100-32gb-sxm2 gpus=64 node=16 tensor=1 strategy=fsdp seq=1024 microbatch=8 batch=512 recompute=full flash=false mfu=0.3 nic-bandwidth=6.25GB/s"),
	preset("gpt3-175b-64", korthikanti+" (175B: 64 GPUs, tensor 8, pipeline 8, batch 64)",
		"model=gpt-3-175b "+selective+" gpus=64 stages=8 chunks=3 batch=64"),
	preset("megatron-1t", korthikanti+" (1T: 512 GPUs, tensor 8, pipeline 64, batch 512)",
		"model=megatron-1t "+selective+" gpus=512 stages=64 schedule=1f1b batch=512 mfu=0.7"),
}

const (
	korthikanti = "Korthikanti et al., arXiv 2205.05198, Tables 3 and 5"
	selective   = "dtype=fp16 gpu=a100-80gb-sxm tensor=8 strategy=ddp seq=2048 recompute=selective flash=false schedule=interleaved-1f1b mfu=0.6 nic-bandwidth=hdr"
)

// preset makes one from values written as "key=value key=value".
func preset(id, source, values string) scenes.Preset {
	return scenes.Preset{ID: id, Source: source, Values: scenes.Values(values)}
}

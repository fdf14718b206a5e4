package fsdp

import "inflight/scenes"

const (
	titanA100 = "pytorch/torchtitan docs/performance.md as of commit 041336434916bdc0f88c1f89fda176fd3c2092e4 (Llama 3, 64 A100)"
	nvlink3   = "; links: stas00/ml-engineering network/README.md:296-308 as of commit 744d01e18b79512572f64a6bbd8b5f4a725203a7"
	ncclTimes = "; latencies: NVIDIA/nccl src/graph/tuning.cc:134-215"
)

// presets are settings with the source of their numbers. What is fitted or
// assumed stands in their notes.
var presets = []scenes.Preset{
	preset("8xh100-ddp", zeroPaper+", §3.1; "+nvlink3[2:]+ncclTimes,
		"strategy=ddp model=llama-2-7b gpus=8 nodes=1 gpu=h100-sxm bandwidth=nvlink4"),
	preset("64xv100-zero", zeroPaper+", §5, Figure 1, and §10; "+nvlink3[2:]+ncclTimes,
		"strategy=fsdp params=7.5B dtype=fp16 gpus=64 nodes=4 gpu=v100-32gb-sxm2 mfu=0.3 seq=1024 batch=8 recompute=full bandwidth=nvlink2 nic-bandwidth=6.25GB/s"),
	preset("16xv100-gpt2", zeroPaper+", §3; "+nvlink3[2:]+ncclTimes,
		"strategy=ddp model=gpt-2-xl dtype=fp16 gpus=16 nodes=1 gpu=v100-32gb-sxm2 mfu=0.3 seq=1024 batch=32 recompute=full bandwidth=nvlink2"),
	preset("128xa100-gpt3", fsdpPaper+", §5.4, Figure 7(b)"+nvlink3+ncclTimes,
		"strategy=fsdp model=gpt-3-175b gpus=128 nodes=16 gpu=a100-80gb-sxm mfu=0.6 seq=2048 batch=2 recompute=full bandwidth=nvlink3 nic-bandwidth=31.25GB/s"),
	preset("64xa100-llama3", titanA100+nvlink3+ncclTimes,
		"strategy=fsdp model=llama-3-8b gpus=64 nodes=8 gpu=a100-80gb-sxm mfu=0.6 seq=8192 batch=1 recompute=selective bandwidth=nvlink3 nic-bandwidth=25GB/s"),
}

// preset makes one from values written as "key=value key=value".
func preset(id, source, values string) scenes.Preset {
	return scenes.Preset{ID: id, Source: source, Values: scenes.Values(values)}
}

package collective

import "inflight/scenes"

const mlEngineering = "stas00/ml-engineering network/README.md as of commit 744d01e18b79512572f64a6bbd8b5f4a725203a7"

// presets are settings with the source of their numbers. Efficiencies are fitted
// to measurements where the note says so.
var presets = []scenes.Preset{
	{
		ID: "8xa100", Source: mlEngineering + ":1216-1240 (all_reduce_perf), :296-308 (NVLink 3); latency: NVIDIA/nccl src/graph/tuning.cc:134-215",
		Values: []scenes.Value{
			{Key: "op", Text: allReduce}, {Key: "algo", Text: ringAlgo}, {Key: "gpus", Text: "8"}, {Key: "nodes", Text: "1"},
			{Key: "bandwidth", Text: "nvlink3"}, {Key: "latency", Text: "nccl-nvlink"}, {Key: "efficiency", Text: "0.7"},
		},
	},
	{
		ID: "8xh200", Source: mlEngineering + ":923-929, :976-981 (NVLS off), :296-308 (NVLink 4); latency: NVIDIA/nccl src/graph/tuning.cc:134-215",
		Values: []scenes.Value{
			{Key: "op", Text: allReduce}, {Key: "algo", Text: ringAlgo}, {Key: "gpus", Text: "8"}, {Key: "nodes", Text: "1"},
			{Key: "bandwidth", Text: "nvlink4"}, {Key: "latency", Text: "nccl-nvlink"}, {Key: "efficiency", Text: "0.815"},
		},
	},
	{
		ID: "2x8h100", Source: mlEngineering + ":301, :574-598 (DGX H100, 8 NICs of 400 Gbit/s), :685-699; latencies: NVIDIA/nccl src/graph/tuning.cc:134-215",
		Values: []scenes.Value{
			{Key: "op", Text: allReduce}, {Key: "algo", Text: ringAlgo}, {Key: "gpus", Text: "16"}, {Key: "nodes", Text: "2"}, {Key: "nics", Text: "8"},
			{Key: "bandwidth", Text: "nvlink4"}, {Key: "latency", Text: "nccl-nvlink"},
			{Key: "nic-bandwidth", Text: "ndr"}, {Key: "nic-latency", Text: "nccl-net"}, {Key: "efficiency", Text: "1"},
		},
	},
	{
		ID: "128xh100-tree", Source: mlEngineering + ":301, :574-598 (DGX H100, 8 NICs of 400 Gbit/s), :685-699; latencies: NVIDIA/nccl src/graph/tuning.cc:134-215",
		Values: []scenes.Value{
			{Key: "op", Text: allReduce}, {Key: "algo", Text: tree}, {Key: "gpus", Text: "128"}, {Key: "nodes", Text: "16"}, {Key: "nics", Text: "8"},
			{Key: "pieces", Text: "16"}, {Key: "bytes", Text: "64MiB"},
			{Key: "bandwidth", Text: "nvlink4"}, {Key: "latency", Text: "nccl-nvlink"},
			{Key: "nic-bandwidth", Text: "ndr"}, {Key: "nic-latency", Text: "nccl-net"}, {Key: "efficiency", Text: "1"},
		},
	},
}

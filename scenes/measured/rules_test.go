package measured

import (
	"slices"
	"strings"
	"testing"
)

// TestNamesAreToldByTheirRules has a name for each rule, and names that none may
// take.
func TestNamesAreToldByTheirRules(t *testing.T) {
	used := map[string]bool{}
	for name, want := range map[string]struct {
		kind  Kind
		batch int
		known bool
	}{
		"FSDP::post_backward_reduce (layers.3)":            {Other, -1, true},
		"autograd::engine::evaluate_function: MmBackward0": {Backward, -1, true},
		"Optimizer.step#AdamW.step":                        {Optimizer, -1, true},
		"c10d::send_recv":                                  {SendRecv, -1, true},
		"nccl:_all_gather_base":                            {AllGather, -1, true},
		"allgather":                                        {AllGather, -1, true},
		"nccl:_reduce_scatter_base":                        {ReduceScatter, -1, true},
		"reduceScatter":                                    {ReduceScatter, -1, true},
		"nccl:all_reduce":                                  {AllReduce, -1, true},
		"allreduce":                                        {AllReduce, -1, true},
		"nccl:all_to_all":                                  {Collective, -1, true},
		"alltoall":                                         {Collective, -1, true},
		"nccl:broadcast":                                   {Collective, -1, true},
		"barrier":                                          {Collective, -1, true},
		"nccl:send 0->1":                                   {SendRecv, -1, true},
		"nccl:recv 0<-1":                                   {SendRecv, -1, true},
		"isend":                                            {SendRecv, -1, true},
		"irecv":                                            {SendRecv, -1, true},
		"SendRecv":                                         {SendRecv, -1, true},
		"sendrecv":                                         {SendRecv, -1, true},
		"batch_p2p_ops":                                    {SendRecv, -1, true},
		"forward-backward":                                 {Other, -1, true},
		"fwd_bwd_step":                                     {Other, -1, true},
		"BackwardWeight 3":                                 {WeightGrad, 3, true},
		"weight_grad":                                      {WeightGrad, -1, true},
		"wgrad/s0/mb2":                                     {WeightGrad, 2, true},
		"igrad":                                            {Backward, -1, true},
		"dgrad_gemm":                                       {Backward, -1, true},
		"optimizer":                                        {Optimizer, -1, true},
		"optim_step":                                       {Optimizer, -1, true},
		"Backward 5":                                       {Backward, 5, true},
		"BackwardPass":                                     {Backward, -1, true},
		"pp_bwd":                                           {Backward, -1, true},
		"bprop":                                            {Backward, -1, true},
		"recompute_layer_2":                                {Backward, -1, true},
		"Forward 12":                                       {Forward, 12, true},
		"forward":                                          {Forward, -1, true},
		"DistributedDataParallel.forward":                  {Forward, -1, true},
		"pp_fwd":                                           {Forward, -1, true},
		"fprop":                                            {Forward, -1, true},
		"PP:OVERLAP_F_B":                                   {Pair, -1, true},
		"F3":                                               {Forward, 3, true},
		"2F0":                                              {Forward, 0, true},
		"PP:0B11":                                          {Backward, 11, true},
		"PP:1I4":                                           {Backward, 4, true},
		"PP:1W4":                                           {WeightGrad, 4, true},
		"PP:1SEND_F0":                                      {SendRecv, 0, true},
		"PP:3RECV_B2":                                      {SendRecv, 2, true},
		"PP:0UNSHARD":                                      {AllGather, -1, true},
		"PP:0REDUCE_GRAD":                                  {ReduceScatter, -1, true},
		"stage0_F_mb3":                                     {Forward, 3, true},
		"F":                                                {Other, -1, false},
		"clip_grad_norm_":                                  {Other, -1, false},
		"loss":                                             {Other, -1, false},
		"dataloader":                                       {Other, -1, false},
		"Fast 3":                                           {Other, -1, false},
		"":                                                 {Other, -1, false},
		"99999999999999999999F99999999999999999999": {Other, -1, false},
		"B": {Other, -1, false},
	} {
		k, mb, known := classify(name)
		if k != want.kind || known != want.known || known && mb != want.batch {
			t.Errorf("%q is %v, micro-batch %d, known %v; want %v", name, k, mb, known, want)
		}
		for i := range annotations {
			r := &annotations[i]
			if r.prefix != "" && strings.HasPrefix(name, r.prefix) || r.words != "" && strings.Contains(wordsOf(name), " "+r.words+" ") {
				used[r.prefix+r.words] = true
				break
			}
		}
	}
	for _, r := range slices.Concat(annotations, collectives, kernels) {
		if r.source == "" {
			t.Errorf("the rule %q has no source", r.prefix+r.words)
		}
	}
	for _, r := range annotations {
		if !used[r.prefix+r.words] {
			t.Errorf("no name is told by the rule %q", r.prefix+r.words)
		}
	}
}

func TestKernelsAreToldByTheirNames(t *testing.T) {
	for name, want := range map[string]Kind{
		"ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)":            SendRecv,
		"ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)":   AllGather,
		"ncclDevKernel_ReduceScatter_Sum_bf16_RING_LL(ncclDevComm*)":          ReduceScatter,
		"ncclKernel_AllReduce_RING_LL_Sum_float(ncclDevComm*, unsigned long)": AllReduce,
		"ncclDevKernel_Broadcast_RING_LL":                                     Collective,
		"ncclKernel_SendRecv":                                                 SendRecv,
		"ncclSymkDevKernel_AllReduce_AGxLL_R":                                 AllReduce,
		"hcom_allGather__580_0":                                               AllGather,
	} {
		if k, ok := ofKernel(name, ""); !ok || k != want {
			t.Errorf("%s is %v, want %v", name, k, want)
		}
	}
	if k, _ := ofKernel("rcclGenericKernel<1, true>", "_allgather_base"); k != AllGather {
		t.Errorf("a generic kernel of an all-gather is %v", k)
	}
	if k, ok := ofKernel("sm90_xmma_gemm", "allreduce"); ok {
		t.Errorf("a matrix product is %v", k)
	}
	for name, want := range map[string]Kind{
		"void flash::flash_bwd_dq_dk_dv_loop_kernel": Backward, "layer_norm_backward": Backward,
		"multi_tensor_apply_kernel<AdamFunctor>": Optimizer, "_fused_adam_": Optimizer, "fusedadam": Optimizer, "adamfunctor": Optimizer,
		"flash_fwd_kernel": Forward, "sm80_gemm": Other,
	} {
		if k := byKernel(name); k != want {
			t.Errorf("%s is %v, want %v", name, k, want)
		}
	}
}

func TestStretchesAreJoinedAndCut(t *testing.T) {
	a := union([]stretch{{5, 9}, {0, 3}, {2, 4}, {9, 10}, {20, 30}})
	if want := []stretch{{0, 4}, {5, 10}, {20, 30}}; !slices.Equal(a, want) {
		t.Errorf("union is %v, want %v", a, want)
	}
	if got, want := without(a, []stretch{{1, 2}, {3, 6}, {21, 22}, {29, 40}}), []stretch{{0, 1}, {2, 3}, {6, 10}, {20, 21}, {22, 29}}; !slices.Equal(got, want) {
		t.Errorf("without is %v, want %v", got, want)
	}
}

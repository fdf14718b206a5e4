package pipeline

import (
	"math"

	"inflight/scenes/llm"
)

// static is what a GPU of a rank holds throughout: weights, gradients and
// optimizer states, in whole bytes. A rank of DualPipe holds a stage of each
// direction, so the model is there twice.
func (j *job) static(r int) [3]float64 {
	params := 0.0
	for _, s := range j.stagesOf(r) {
		params += j.costs[s].params
	}
	size := llm.DType(j.p.DType).Bytes()
	return [3]float64{
		math.Ceil(params * size), math.Ceil(params * size),
		math.Ceil(params * llm.Optimizer(j.p.Optimizer).StateBytes()),
	}
}

// stagesOf are the stages that live on a rank, ascending for one direction.
func (j *job) stagesOf(r int) []int {
	switch {
	case j.schedule == dualPipe:
		return []int{r, j.ranks - 1 - r}
	case j.vee():
		return []int{r, 2*j.ranks - 1 - r}
	}
	var list []int
	for s := r; s < j.stages; s += j.ranks {
		list = append(list, s)
	}
	return list
}

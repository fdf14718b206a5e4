package sizing

import "inflight/scenes/pipeline"

// weigh finds the GPU that holds most. What a run of data parallelism on all of a
// rank's stages holds at its peak is taken for it; in place of the activations of
// one micro-batch come those that the schedule keeps in flight.
func (j *job) weigh(r *Result, stages []pipeline.Stage, ranks []pipeline.Rank) error {
	for i := range ranks {
		run, err := j.run(stages, ranks[i].Stages...)
		if err != nil {
			return err
		}
		m := Memory{
			Rank: i, Params: run.Params, Grads: run.Grads, States: run.States, Gathered: run.Gathered, Whole: run.WholeGrads,
			Kept: run.Kept, Remade: run.Activations - run.Kept, Capacity: float64(j.device.HBM),
		}
		if m.Remade < 0 { // the peak comes when some are freed
			m.Kept, m.Remade = run.Activations, 0
		}
		if j.Stages > 1 {
			m.Kept += ranks[i].Activations - run.Kept
		}
		if i == 0 || m.Total() > r.Memory.Total() {
			r.Memory = m
		}
	}
	return nil
}

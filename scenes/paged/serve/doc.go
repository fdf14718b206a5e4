// Package serve runs an inference server: requests arrive, wait, run in a batch
// and end, while their keys and values lie in a memory that one of four
// allocators hands out. It decides, engine step by engine step, what is computed,
// and how long that takes; it draws nothing.
//
// A step gives each running sequence its next token, and the prompts of new ones
// what is left of the step's budget of tokens, in order of arrival. A sequence
// that finds no memory sends away the request that came last: its memory is freed
// and all of it computed again later, or its blocks go to CPU memory and come
// back. No request is admitted in a step that sent one away.
//
// Sources: Yu et al., OSDI 2022 (Orca: scheduling by iteration); Kwon et al.,
// SOSP 2023, §4.5 (preemption), §6.1 (the three contiguous allocators); vLLM
// tests/v1/core/test_scheduler.py and tests/core/test_scheduler.py.
package serve

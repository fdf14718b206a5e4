// Package paged shows an inference server and the memory of its KV cache.
//
// # The server
//
// Requests arrive at random, or from a file, and are served step by step. A step
// gives each running sequence one token, and new requests what the step's budget
// of tokens leaves for their prompts. A step lasts the longer of two times: its
// bytes at the memory bandwidth (all weights once, and the keys and values of each
// sequence), its FLOPs at the share of the peak that is reached. Copies over PCIe
// come before it, both ways at once.
//
// The server decides with times of its own, since what it decides depends on who
// has arrived; the film gives the same steps to the engine as tasks, which finds
// the same times. A test holds them equal.
//
// # The memory
//
// Four allocators serve the same stream: blocks, or one stretch of memory a
// sequence, as long as the longest may be, as the prompt and the next power of two
// of the output, or as it will be. Stretches other than the longest come from a
// buddy system. A slot, room for a token, holds one that is needed, or is
// reserved (its request will use it), internal fragmentation (it never will),
// external fragmentation (lost between stretches, or free while a request waits
// for memory) or free. Metrics are shares of all but the free, over time.
//
// What a paged sequence leaves empty in its last block counts as internal.
// A finished sequence of a static batch keeps its memory, as internal
// fragmentation, until the batch has ended. When nothing else runs, the watermark
// holds nobody back.
//
// # Reading the code
//
// Package block is the block manager, package serve the server, package script
// runs operations on a pool one by one. Here params.go and model.go hold the
// knobs, server.go settles them, film.go gives the steps to the engine, check.go
// has the closed forms, step.go names instants. picture.go draws: rows.go the
// sequences, grid.go the memory, aside.go what is beside. What a frame needs of
// the past it looks up in the trace of the run, by binary search.
package paged

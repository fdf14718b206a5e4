// Package block keeps the KV cache of sequences in blocks of a fixed number of
// tokens: a pool of blocks with a queue of free ones, the block table of each
// sequence, reference counts, a cache of prefixes, copy-on-write and a pool in
// CPU memory to swap to. It behaves as vLLM's block manager does, block number by
// block number, and knows nothing of time.
//
//   - Only full blocks are hashed, and a hash covers all that stands before it.
//   - A hit is a whole number of blocks, and leaves at least the last token to be
//     computed. Of blocks with the same hash the oldest is hit.
//   - Blocks of a hit leave the free queue before new ones are taken from its head.
//   - A freed block keeps its hash until it is taken again: the head of the queue
//     is what was used least recently.
//   - A sequence frees its last block first, so that prefixes live longest.
//
// Sources: Kwon et al., SOSP 2023, §4; vLLM docs/design/prefix_caching.md;
// vLLM tests/v1/core/test_prefix_caching.py and tests/core/test_block_manager.py.
package block

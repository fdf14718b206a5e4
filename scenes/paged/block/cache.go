package block

// cache finds full blocks by what they hold. Blocks with the same digest form a
// list from the oldest to the newest, and the map knows both ends.
type cache struct {
	ends         map[digest]ends
	older, newer []int32
	hashed       []bool
	digests      []digest
}

type ends struct{ oldest, newest int32 }

func newCache(blocks int) *cache {
	return &cache{
		ends:  map[digest]ends{},
		older: make([]int32, blocks), newer: make([]int32, blocks),
		hashed: make([]bool, blocks), digests: make([]digest, blocks),
	}
}

func (c *cache) find(d digest) (int32, bool) {
	e, ok := c.ends[d]
	return e.oldest, ok
}

// add makes a block the newest of its digest.
func (c *cache) add(b int32, d digest) {
	c.hashed[b], c.digests[b] = true, d
	c.older[b], c.newer[b] = absent, absent
	e, ok := c.ends[d]
	if !ok {
		c.ends[d] = ends{b, b}
		return
	}
	c.newer[e.newest], c.older[b] = b, e.newest
	c.ends[d] = ends{e.oldest, b}
}

// drop forgets what a block holds.
func (c *cache) drop(b int32) {
	if !c.hashed[b] {
		return
	}
	c.hashed[b] = false
	e := c.ends[c.digests[b]]
	older, newer := c.older[b], c.newer[b]
	if older == absent {
		e.oldest = newer
	} else {
		c.newer[older] = newer
	}
	if newer == absent {
		e.newest = older
	} else {
		c.older[newer] = older
	}
	if e.oldest == absent {
		delete(c.ends, c.digests[b])
	} else {
		c.ends[c.digests[b]] = e
	}
}

package site

import (
	"bytes"
	"compress/gzip"
	"path"
	"path/filepath"
	"sync"

	"github.com/andybalholm/brotli"
)

// compressed are the kinds of files that hosts send in a compressed form.
var compressed = map[string]bool{
	".html": true, ".css": true, ".js": true, ".wasm": true, ".svg": true, ".xml": true, ".json": true, ".txt": true,
}

// compress adds .br and .gz beside each file that gains by it. Brotli at its
// best takes a minute for the wasm, so results are kept by the hash of the file.
func (b *builder) compress() error {
	var (
		lock  sync.Mutex
		group sync.WaitGroup
		first error
		slots = make(chan struct{}, 2)
		added = tree{}
	)
	for _, p := range b.tree.paths() {
		if !compressed[path.Ext(p)] {
			continue
		}
		for ext, how := range map[string]func([]byte) ([]byte, error){".br": Brotli, ".gz": gzipBest} {
			data := b.tree[p]
			slots <- struct{}{}
			group.Go(func() {
				small, err := b.cached(hash(data)+ext, data, how)
				lock.Lock()
				defer lock.Unlock()
				if err != nil {
					first = err
				} else if len(small) < len(data) {
					added[p+ext] = small
				}
				<-slots
			})
		}
	}
	group.Wait()
	for _, p := range added.paths() {
		b.tree[p] = added[p]
	}
	return first
}

// cached is the result of a slow function of bytes, kept in the cache folder.
func (b *builder) cached(name string, data []byte, slow func([]byte) ([]byte, error)) ([]byte, error) {
	file := filepath.Join(b.cache, "compressed", name)
	if data, ok := kept(file); ok {
		return data, nil
	}
	if len(data) > 1<<20 {
		b.log("compressing the stage, which takes a minute the first time")
	}
	result, err := slow(data)
	if err != nil {
		return nil, err
	}
	return result, keep(file, result)
}

// Brotli compresses as hosts send it, with the largest window that browsers take:
// the stage is longer than the usual one.
func Brotli(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	_, err := w.Write(data)
	if shut := w.Close(); err == nil {
		err = shut
	}
	return b.Bytes(), err
}

func gzipBest(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	if shut := w.Close(); err == nil {
		err = shut
	}
	return b.Bytes(), err
}

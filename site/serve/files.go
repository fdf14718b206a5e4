package serve

import (
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// kinds are the types of the site's files; a browser compiles wasm and runs
// modules only when they have these.
var kinds = map[string]string{
	".html":  "text/html; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".json":  "application/json",
	".wasm":  "application/wasm",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".woff2": "font/woff2",
	".xml":   "application/xml",
	".txt":   "text/plain; charset=utf-8",
}

// has says that an asset is in the build.
func (b *build) has(address string) bool {
	name := strings.TrimPrefix(address, "/")
	if !strings.HasPrefix(name, "assets/") || !fs.ValidPath(name) {
		return false
	}
	_, err := b.root.Stat(name)
	return err == nil
}

// serve answers with a file of the build and the headers that a host would send.
func (b *build) serve(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, "\\\x00") {
		http.Error(w, "no such path", http.StatusBadRequest)
		return
	}
	info, err := b.root.Stat(name)
	switch {
	case err != nil || strings.HasPrefix(path.Base(name), "_"):
		b.send(w, r, "404.html", http.StatusNotFound)
	case info.IsDir():
		to := r.URL.Path + "/"
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	default:
		b.send(w, r, name, http.StatusOK)
	}
}

func (b *build) send(w http.ResponseWriter, r *http.Request, name string, status int) {
	file, err := b.root.Open(name)
	if err != nil {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	defer file.Close()
	at := r.URL.Path
	if status == http.StatusNotFound {
		at = "/404.html"
	}
	for key, values := range b.table.For(at) {
		w.Header()[key] = values
	}
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	if status == http.StatusOK {
		http.ServeContent(w, r, name, time.Time{}, file)
		return
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		io.Copy(w, file)
	}
}

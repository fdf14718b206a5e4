package serve

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
)

// Addresses that only this server has. Pages built for development load the
// script, which listens to the events.
const (
	reloadPath = "/-/reload.js"
	eventsPath = "/-/events"
)

//go:embed reload.js
var reloadScript []byte

func serveReload(w http.ResponseWriter) {
	own(w, kinds[".js"])
	w.Write(reloadScript)
}

// own sets the headers of an answer that is of this server, not of the site. A
// page in a sandbox, whose origin is "null", needs it too.
func own(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "no-store")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

// news is what a page is told: the build that is served, and what is wrong with
// a newer one.
type news struct {
	Build int    `json:"build"`
	Wrong string `json:"wrong"`
}

// serveEvents tells a page the news, at once and whenever there are any.
func (s *site) serveEvents(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "no streaming", http.StatusInternalServerError)
		return
	}
	changed := make(chan struct{}, 1)
	s.lock.Lock()
	s.pages[changed] = true
	s.lock.Unlock()
	defer func() {
		s.lock.Lock()
		delete(s.pages, changed)
		s.lock.Unlock()
	}()
	own(w, "text/event-stream")
	for {
		text, err := json.Marshal(s.news())
		if err != nil {
			return
		}
		fmt.Fprintf(w, "retry: 500\ndata: %s\n\n", text)
		flusher.Flush()
		select {
		case <-changed:
		case <-r.Context().Done():
			return
		case <-s.ended:
			return
		}
	}
}

func (s *site) news() news {
	good, _, wrong := s.state()
	if good == nil {
		return news{0, wrong}
	}
	return news{good.number, wrong}
}

var wrongPage = template.Must(template.New("").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>The build failed · Inflight</title>
<meta name="color-scheme" content="light dark">
<script src="{{.Script}}" defer></script>
<h1>The build failed</h1>
<pre>{{.Wrong}}</pre>
<p>This page reloads when it is mended.</p>
</html>
`))

// serveWrong is every page before the first good build.
func serveWrong(w http.ResponseWriter, wrong string) {
	w.Header().Set("Content-Type", kinds[".html"])
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'")
	w.WriteHeader(http.StatusInternalServerError)
	wrongPage.Execute(w, struct{ Script, Wrong string }{reloadPath, wrong})
}

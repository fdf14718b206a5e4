package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"inflight/site/headers"
)

// running is a server with a site whose pages a test makes.
type running struct {
	t     *testing.T
	root  string
	base  string // http://127.0.0.1:port
	lines chan string
	end   func() error

	lock sync.Mutex
	fail string // what the next build says
	body string
	anew []bool // of the builds so far
}

// start runs a server; fail is what its first build says, "" when it is good.
func start(t *testing.T, fail string) *running {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	r := &running{t: t, root: t.TempDir(), lines: make(chan string, 100), fail: fail, body: "first"}
	r.touch("content/en/index.md")
	read, write := io.Pipe()
	go func() {
		scan := bufio.NewScanner(read)
		for scan.Scan() {
			r.lines <- scan.Text()
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Run(ctx, Options{Root: r.root, Log: write, Build: r.build}) }()
	r.end = sync.OnceValue(func() error { cancel(); err := <-done; write.Close(); return err })
	t.Cleanup(func() { r.end() })
	line := r.waitFor("serving ")
	r.base = strings.TrimSuffix(regexp.MustCompile(`http://\S+`).FindString(line), "/")
	return r
}

func (r *running) waitFor(text string) string {
	r.t.Helper()
	for line := range r.lines {
		if strings.Contains(line, text) {
			return line
		}
	}
	r.t.Fatalf("the log ended without %q", text)
	return ""
}

func (r *running) build(_ context.Context, out string, anew bool) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.anew = append(r.anew, anew)
	if r.fail != "" {
		return errors.New(r.fail)
	}
	for name, text := range map[string]string{
		"index.html": r.body, "en/index.html": "<p>" + r.body + "</p>", "404.html": "missing", "assets/a.1.js": "1", "assets/" + r.body + ".js": r.body,
		"assets/a.2.wasm": "\x00asm", "stage/index.html": "stage", "_headers": string(headers.Site("/", []string{"", "en/", "404.html"}, nil).File()),
	} {
		if err := os.MkdirAll(filepath.Join(out, filepath.Dir(name)), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// next says what the builds from now on make, and changes a source.
func (r *running) next(fail, body string) {
	r.lock.Lock()
	r.fail, r.body = fail, body
	r.lock.Unlock()
	r.touch("content/en/index.md")
}

func (r *running) touch(name string) {
	r.t.Helper()
	file := filepath.Join(r.root, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strconv.Itoa(len(r.lines))), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// raw asks with a path and a host exactly as given, which http.Client would mend.
func (r *running) raw(method, path, host string) (status int, header http.Header, body string) {
	r.t.Helper()
	if host == "" {
		host = strings.TrimPrefix(r.base, "http://")
	}
	return r.say(fmt.Sprintf("%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", method, path, host))
}

// say sends a request as it is written.
func (r *running) say(request string) (status int, header http.Header, body string) {
	r.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.base, "http://"))
	if err != nil {
		r.t.Fatal(err)
	}
	defer conn.Close()
	go io.WriteString(conn, request) // the server may answer and close before it has read all
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		r.t.Fatalf("%.60s: %v", request, err)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(text)
}

func TestServesWithTheHeadersAndTypesOfAHost(t *testing.T) {
	r := start(t, "")
	for _, c := range []struct {
		path       string
		status     int
		name, want string
	}{
		{"/", 200, "Content-Type", "text/html; charset=utf-8"},
		{"/en/", 200, "Content-Security-Policy", headers.Policy(nil) + "; frame-ancestors 'none'"},
		{"/stage/", 200, "Content-Security-Policy", headers.Policy(nil)},
		{"/en", 302, "Location", "/en/"},
		{"/en?t=1", 302, "Location", "/en/?t=1"},
		{"/assets/a.1.js", 200, "Content-Type", "text/javascript; charset=utf-8"},
		{"/assets/a.1.js", 200, "Cache-Control", "public, max-age=31536000, immutable"},
		{"/assets/a.2.wasm", 200, "Content-Type", "application/wasm"},
		{"/assets/a.2.wasm", 200, "Access-Control-Allow-Origin", "*"},
		{"/en/", 200, "Cross-Origin-Embedder-Policy", "require-corp"},
		{"/nowhere/", 404, "Content-Type", "text/html; charset=utf-8"},
		{"/nowhere/", 404, "Content-Security-Policy", headers.Policy(nil) + "; frame-ancestors 'none'"},
		{"/_headers", 404, "Content-Type", "text/html; charset=utf-8"},
		{"/-/reload.js", 200, "Content-Type", "text/javascript; charset=utf-8"},
	} {
		status, header, _ := r.raw("GET", c.path, "")
		if status != c.status || header.Get(c.name) != c.want {
			t.Errorf("%s: got %d and %s %q, want %d and %q", c.path, status, c.name, header.Get(c.name), c.status, c.want)
		}
	}
	if _, _, body := r.raw("GET", "/nowhere/", ""); body != "missing" {
		t.Errorf("a path that is not there: got %q, want the page for that", body)
	}
}

func TestRefusesOtherHosts(t *testing.T) {
	r := start(t, "")
	port := r.base[strings.LastIndex(r.base, ":"):]
	for host, want := range map[string]int{
		"localhost" + port: 200, "127.0.0.1" + port: 200,
		"example.org": 403, "example.org" + port: 403, "localhost": 403, "127.0.0.1": 403, "localhost:1": 403,
		// Names that somebody may point to this machine, and other ways to write it.
		"127.0.0.1.example.org" + port: 403, "localhost.example.org" + port: 403, "7f000001.rebind.example" + port: 403,
		"localhost." + port: 403, "127.1" + port: 403, "2130706433" + port: 403, "0.0.0.0" + port: 403, "127.0.0.2" + port: 403,
		"[::1]" + port: 403, "[::ffff:127.0.0.1]" + port: 403, "user@127.0.0.1" + port: 400, "127.0.0.1" + port + "@example.org": 400, "": 200,
	} {
		if status, _, body := r.raw("GET", "/", host); status != want || want != 200 && strings.Contains(body, "first") {
			t.Errorf("host %s: got %d %q, want %d", host, status, body, want)
		}
	}
	own := "127.0.0.1" + port
	for request, want := range map[string]int{
		"GET http://example.org/ HTTP/1.1\r\nHost: " + own:                        403,
		"GET http://" + own + "/ HTTP/1.1\r\nHost: example.org":                   200, // the address is what counts
		"GET / HTTP/1.0\r\nAccept: */*":                                           403,
		"GET / HTTP/1.1\r\nAccept: */*":                                           400,
		"GET / HTTP/1.1\r\nHost: " + own + "\r\nHost: example.org":                400,
		"GET / HTTP/1.1\r\nHost: example.org\r\nX-Forwarded-Host: " + own:         403,
		"GET /-/events HTTP/1.1\r\nHost: example.org":                             403,
		"CONNECT example.org:80 HTTP/1.1\r\nHost: example.org:80":                 403,
		"GET / HTTP/1.1\r\nHost: " + own + "\r\nX: " + strings.Repeat("x", 2<<20): 431,
	} {
		if status, _, body := r.say(request + "\r\nConnection: close\r\n\r\n"); status != want || want != 200 && strings.Contains(body, "first") {
			t.Errorf("%.70q: got %d %q, want %d", request, status, body, want)
		}
	}
}

// No other machine, and no other address of this one, reaches the server.
func TestListensOnLoopbackAlone(t *testing.T) {
	l, err := listen(0)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := l.Addr().(*net.TCPAddr)
	if !at.IP.Equal(net.IPv4(127, 0, 0, 1)) {
		t.Errorf("listens on %v, want 127.0.0.1", at)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		ip := a.(*net.IPNet).IP
		if ip.Equal(at.IP) || ip.IsLinkLocalUnicast() {
			continue
		}
		if conn, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), strconv.Itoa(at.Port)), time.Second); err == nil {
			conn.Close()
			t.Errorf("answers on %v too", ip)
		}
	}
}

func TestNothingOutsideTheSiteIsServed(t *testing.T) {
	r := start(t, "")
	for _, path := range []string{
		"/../content/en/index.md", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%2e%2e%2fetc%2fpasswd", "/en/../../x", "/en/..%2f..%2fx",
		"/..\\x", "/%5c..%5cx", "//etc/passwd", "/%2fetc%2fpasswd", "/en//", "/en%2f%2f", "/./en/", "/en/%2e/", "/en/%00", "/en/index.html%00.png",
		"/assets/..%5c..%5cx", "/assets/../_headers", "/assets/..%2f_headers", "/%5fheaders", "/_headers", "/C:%5cx", "/..;/x", "/%252e%252e%252fx", "/%c0%ae%c0%ae/x",
		"/" + strings.Repeat("a/", 4000), "/" + strings.Repeat("%2e%2e%2f", 400) + "etc/passwd",
	} {
		if status, _, body := r.raw("GET", path, ""); status != 400 && status != 404 || strings.Contains(body, "root:") || strings.Contains(body, "Policy:") {
			t.Errorf("%.60s: got %d %.60q, want 400 or 404", path, status, body)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND"} {
		if status, _, _ := r.raw(method, "/", ""); status != 405 {
			t.Errorf("%s: got %d, want 405", method, status)
		}
	}
}

func TestLinksOutOfTheSiteAreNotFollowed(t *testing.T) {
	r := start(t, "")
	if err := os.WriteFile(filepath.Join(r.root, "secret.txt"), []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(r.root, "secret.txt"), filepath.Join(dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	b := &build{root: root}
	w := &recorder{header: http.Header{}}
	request, _ := http.NewRequest("GET", "/link.txt", nil)
	b.serve(w, request)
	if strings.Contains(w.body, "secret") {
		t.Error("a link out of the site was followed")
	}
}

type recorder struct {
	header http.Header
	status int
	body   string
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { r.body += string(p); return len(p), nil }

func TestAChangeRebuildsAndTellsOpenPages(t *testing.T) {
	r := start(t, "")
	stream := r.listen()
	if got := <-stream; got.Build != 1 || got.Wrong != "" {
		t.Fatalf("got %+v, want build 1 and nothing wrong", got)
	}
	r.next("content/en/index.md:3: no scene", "second")
	if got := <-stream; got.Build != 1 || got.Wrong != "content/en/index.md:3: no scene" {
		t.Errorf("got %+v, want build 1 and the mistake", got)
	}
	if _, _, body := r.raw("GET", "/", ""); body != "first" {
		t.Errorf("after a build that failed: got %q, want the last good site", body)
	}
	r.waitFor("content/en/index.md:3: no scene")
	r.next("", "third")
	if got := <-stream; got.Build != 3 || got.Wrong != "" {
		t.Errorf("got %+v, want build 3 and nothing wrong", got)
	}
	if _, _, body := r.raw("GET", "/", ""); body != "third" {
		t.Errorf("got %q, want the new site", body)
	}
}

// A page that has not yet reloaded may still ask for what its build had.
func TestAssetsOfTheBuildBeforeAreStillServed(t *testing.T) {
	r := start(t, "")
	stream := r.listen()
	<-stream
	r.next("", "second")
	<-stream
	for path, want := range map[string]int{"/assets/first.js": 200, "/assets/second.js": 200, "/assets/third.js": 404} {
		if status, _, _ := r.raw("GET", path, ""); status != want {
			t.Errorf("%s: got %d, want %d", path, status, want)
		}
	}
	r.next("", "third")
	<-stream
	if status, _, _ := r.raw("GET", "/assets/first.js", ""); status != 404 {
		t.Errorf("an asset of two builds ago: got %d, want 404", status)
	}
}

func TestFoldersMadeLaterAreWatched(t *testing.T) {
	r := start(t, "")
	stream := r.listen()
	<-stream
	r.touch("content/en/new/page.md")
	<-stream
	r.touch("content/en/new/page.md")
	if got := <-stream; got.Build != 3 {
		t.Errorf("got build %d, want 3", got.Build)
	}
}

func TestMessagesAreInPagesAtOnceAndInProgramsLater(t *testing.T) {
	before := settling
	settling = time.Millisecond
	r := start(t, "")
	t.Cleanup(func() { r.end(); settling = before })
	stream := r.listen()
	<-stream
	r.touch("content/en/messages/ui.json") // a folder may hold anything
	<-stream
	r.touch("content/en/messages/ui.json")
	<-stream
	<-stream
	r.lock.Lock()
	defer r.lock.Unlock()
	if want := []bool{true, true, false, true}; !slices.Equal(r.anew, want) {
		t.Errorf("compiled anew: got %v, want %v", r.anew, want)
	}
}

func TestWithoutAGoodBuildEveryPageIsTheError(t *testing.T) {
	r := start(t, "site/templates: <b>bad</b>")
	status, header, body := r.raw("GET", "/en/", "")
	if status != 500 || !strings.Contains(body, "site/templates: &lt;b&gt;bad&lt;/b&gt;") || !strings.Contains(body, reloadPath) {
		t.Errorf("got %d %q, want 500 with the error and the script that reloads", status, body)
	}
	if strings.Contains(header.Get("Content-Security-Policy"), "unsafe") {
		t.Errorf("policy %q", header.Get("Content-Security-Policy"))
	}
	stream := r.listen()
	<-stream
	r.next("", "good")
	if got := <-stream; got.Build != 2 || got.Wrong != "" {
		t.Errorf("got %+v, want build 2 and nothing wrong", got)
	}
}

// listen reads the events as the page's script does.
func (r *running) listen() <-chan news {
	r.t.Helper()
	response, err := http.Get(r.base + eventsPath)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { response.Body.Close() })
	stream := make(chan news)
	go func() {
		defer close(stream)
		scan := bufio.NewScanner(response.Body)
		for scan.Scan() {
			if text, ok := strings.CutPrefix(scan.Text(), "data: "); ok {
				var n news
				if json.Unmarshal([]byte(text), &n) == nil {
					stream <- n
				}
			}
		}
	}()
	return stream
}

func TestEndsCleanlyWithOpenPages(t *testing.T) {
	r := start(t, "")
	<-r.listen()
	if err := r.end(); err != nil {
		t.Errorf("got %v, want no error", err)
	}
	if _, err := http.Get(r.base); err == nil {
		t.Error("the port still answers")
	}
}

func TestATakenPortIsOneLine(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	port := taken.Addr().(*net.TCPAddr).Port
	err = Run(context.Background(), Options{Root: t.TempDir(), Port: port, Build: func(context.Context, string, bool) error {
		t.Error("it builds although it cannot serve")
		return nil
	}})
	want := fmt.Sprintf("port=%d: taken by another program; want a free one, such as -port %d", port, port%65535+1)
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWhatFailedLeavesOutGoRun(t *testing.T) {
	got := whatFailed("content/en/a.md:1: bad\nexit status 1\n", errors.New("exit status 1"))
	if want := "content/en/a.md:1: bad"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEditorsFilesAreIgnored(t *testing.T) {
	for name, want := range map[string]bool{
		"content/en/a.md": false, "content/en/.a.md.swp": true, "content/en/a.md~": true, "content/en/4913": true,
		".": false, "site/node_modules": true, "scenes/sim/testdata": true, ".git": true,
	} {
		if got := ignored(name); got != want {
			t.Errorf("ignored(%q) = %v, want %v", name, got, want)
		}
	}
}

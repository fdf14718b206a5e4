package headers

import (
	"reflect"
	"strings"
	"testing"
)

var table = Site("/sub/", []string{"", "en/", "en/embed/", "en/embed/ring/", "404.html"}, []string{"sha256-abc="})

func TestFileIsReadBackAsWritten(t *testing.T) {
	got, err := Parse(table.File())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, table) {
		t.Errorf("got %v, want %v", got, table)
	}
}

func TestParseNamesTheLine(t *testing.T) {
	for file, want := range map[string]string{
		"  A: b\n":            "_headers:1: a header before any path",
		"/x\n  A: b\n  bad\n": "_headers:3: bad: want NAME: VALUE",
	} {
		if _, err := Parse([]byte(file)); err == nil || err.Error() != want {
			t.Errorf("Parse(%q): got %v, want %s", file, err, want)
		}
	}
}

func TestHeadersOfPaths(t *testing.T) {
	for _, c := range []struct{ path, name, want string }{
		{"/sub/en/", "Cross-Origin-Embedder-Policy", "require-corp"},
		{"/sub/en/", "Access-Control-Allow-Origin", "*"},
		{"/sub/stage/", "Cross-Origin-Resource-Policy", "cross-origin"},
		{"/sub/assets/site.1.css", "Cache-Control", "public, max-age=31536000, immutable"},
		{"/sub/en/", "Cache-Control", ""},
		{"/en/", "Access-Control-Allow-Origin", ""},
	} {
		if got := table.For(c.path).Get(c.name); got != c.want {
			t.Errorf("%s of %s: got %q, want %q", c.name, c.path, got, c.want)
		}
	}
}

func TestOnlyEmbedAndStageMayBeFramed(t *testing.T) {
	for path, framed := range map[string]bool{
		"/sub/": false, "/sub/en/": false, "/sub/en/embed/": false, "/sub/404.html": false,
		"/sub/en/embed/ring/": true, "/sub/stage/": true,
	} {
		got := table.For(path).Get("Content-Security-Policy")
		if got == "" || framed == strings.Contains(got, "frame-ancestors") || !framed && !strings.HasSuffix(got, "frame-ancestors 'none'") {
			t.Errorf("%s, may be framed: %v, has the policy %q", path, framed, got)
		}
	}
}

// Hosts join several values of one header with a comma, which breaks a policy.
func TestNoHeaderComesTwice(t *testing.T) {
	for _, path := range []string{"/sub/", "/sub/en/", "/sub/en/embed/ring/", "/sub/stage/", "/sub/stage/index.html", "/sub/assets/x", "/sub/sw.js"} {
		for name, values := range table.For(path) {
			if len(values) != 1 {
				t.Errorf("%s of %s: got %d values, want 1", name, path, len(values))
			}
		}
	}
}

func TestTheServiceWorkerOnlyFetches(t *testing.T) {
	got := table.For("/sub/sw.js").Get("Content-Security-Policy")
	if want := "default-src 'none'; connect-src 'self'"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPolicyIsStrict(t *testing.T) {
	policy := Policy([]string{"sha256-abc="})
	for _, bad := range []string{"unsafe-inline", "'unsafe-eval'", "http", "* "} {
		if strings.Contains(policy, bad) {
			t.Errorf("%q has %s", policy, bad)
		}
	}
	for _, good := range []string{"default-src 'none'", "'wasm-unsafe-eval'", "'sha256-abc='", "style-src 'self'"} {
		if !strings.Contains(policy, good) {
			t.Errorf("%q lacks %s", policy, good)
		}
	}
}

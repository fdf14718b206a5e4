package headers

import "strings"

// Site is the table of a site under base, "/" or "/sub/path/". Pages are the
// paths of its pages that nobody else may frame, inside base; scripts are the
// hashes of the short scripts that stand in pages ("sha256-…").
func Site(base string, pages, scripts []string) Table {
	t := Table{
		{base + "*", []Header{
			// Everything may be used from other sites: the element in their pages, a
			// stage in a sandbox, whose origin is "null", a deck that isolates itself.
			{"Access-Control-Allow-Origin", "*"},
			{"Cross-Origin-Resource-Policy", "cross-origin"},
			{"Cross-Origin-Embedder-Policy", "require-corp"},
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "strict-origin-when-cross-origin"},
		}},
		{base + "assets/*", []Header{{"Cache-Control", "public, max-age=31536000, immutable"}}},
		{base + "inflight.js", []Header{{"Cache-Control", "public, max-age=3600"}}},
		{base + "inflight-reveal.js", []Header{{"Cache-Control", "public, max-age=3600"}}},
		{base + "sw.js", []Header{{"Cache-Control", "no-cache"}, {"Content-Security-Policy", worker}}},
		{base + "stage/*", []Header{{"Content-Security-Policy", Policy(scripts)}}},
	}
	for _, p := range pages {
		policy := Policy(scripts)
		// What anybody may frame says nothing of frames: "frame-ancestors *" shuts
		// out ancestors without a network origin, such as a sandbox or a file.
		if !Framed(p) {
			policy += "; frame-ancestors 'none'"
		}
		t = append(t, Rule{base + p, []Header{{"Content-Security-Policy", policy}}})
	}
	return t
}

// Framed says that a page, by its path inside the base, is made to stand in
// frames of other sites.
func Framed(page string) bool {
	_, scene, ok := strings.Cut("/"+page, "/embed/")
	return ok && scene != ""
}

// worker is the policy of the service worker: it fetches from this site and does
// nothing else.
const worker = "default-src 'none'; connect-src 'self'"

// Policy is the content security policy of every page, without who may frame
// it: that cannot be said in a page itself.
func Policy(scripts []string) string {
	allowed := "'self' 'wasm-unsafe-eval'"
	for _, hash := range scripts {
		allowed += " '" + hash + "'"
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + allowed,
		"style-src 'self'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"frame-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
	}, "; ")
}

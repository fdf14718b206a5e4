//go:build js || desktop

package stage

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"inflight/scenes"
	"inflight/tests/noise"
)

// FuzzMessages gives a game any messages, a line each. Each is a command or is
// refused in one sentence; what the game says is JSON; and it stays within its
// film whatever came.
func FuzzMessages(f *testing.F) {
	words := []string{
		"{", "}", `"do":`, `"state"`, `"play"`, `"pause"`, `"toggle"`, `"seek"`, `"step"`, `"file"`, `"format":"csv"`, `"format":"trace"`, ",", ":", "\n",
		`{"do":"state","scene":"toy"`, `{"do":"state","scene":"other"`, `{"do":"state"`, `{"do":"seek","t":`, `{"do":"step","by":`, `{"do":"file","n":1,"format":"json"}`,
		`,"knobs":{"tasks":"8"}`, `,"knobs":{"tasks":"13"}`, `,"knobs":{"tasks":"66"}`, `,"knobs":{}`, `,"compare":{"tasks":"3"}`, `,"compare":null`, `,"lang":"zh"`, `,"lang":"xx"`,
		`,"t":`, `,"start":`, `,"end":`, `,"from":`, `,"to":`, `,"speed":`, `,"playing":true`, `,"loop":true`, `,"focus":"<b>"`, `,"portrait":true`, `,"rev":`,
		"0", "1", "-1", "1e9", "1e400", `"task/2"`, `"3s"`, "null", "[]", `"\u0000"`, "}\n", "}\n", "}\n", "\xff",
	}
	f.Add(allState + "\n" + `{"do":"play"}` + "\n" + `{"do":"seek","t":"task/2"}`)
	for _, lines := range noise.Texts(400, 20, words...) {
		f.Add(strings.ReplaceAll(allState, "\n", "") + "\n" + lines)
	}
	f.Fuzz(func(t *testing.T, lines string) {
		clock := time.Duration(0)
		said := func(m Message) {
			text := Encode(m)
			if !json.Valid([]byte(text)) || !strings.HasPrefix(text, `{"is":"`) {
				t.Errorf("says %q", text)
			}
			if e, ok := m.(Error); ok && (e.Text == "" || len(e.Text) > 1000 || strings.Contains(e.Text, "\n")) {
				t.Errorf("the sentence is %q", e.Text)
			}
		}
		g := &Game{shown: shown{lang: scenes.Langs[0]}, Config: Config{
			Find:  func(name string) (*scenes.Entry, bool) { return toyEntry, name == toys.Name },
			Clock: func() time.Duration { return clock }, Ratio: func() float64 { return 1 },
			Send: said, Want: func(Need) {},
		}}
		for line := range strings.SplitSeq(lines, "\n") {
			if c, err := Decode(line); err != nil {
				g.Fail(err)
			} else {
				g.Post(c)
			}
			clock += 100 * time.Millisecond
			if err := g.Update(); err != nil {
				t.Fatal(err)
			}
			if film := g.Film(); film != nil {
				if at, end := g.shown.view.Time, film.Timeline().End(); at < 0 || at > end {
					t.Errorf("stands at %v of %v", at, end)
				}
			}
		}
	})
}

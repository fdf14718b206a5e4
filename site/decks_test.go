package site

import (
	"strings"
	"testing"
)

const talk = `---
title: A talk
description: Of relays.
---
# A talk

[The story](../story.md)

---
scene: relay hands=3 t=hand/1

## Three hands

::: step hand/2 hands=5
One more, {{calc relay.knob.hands}}.
:::

---

## The end
`

// withDeck is a fixture with one deck, and a page that leads to it.
func withDeck(t *testing.T, en string) fixture {
	f := newFixture(t)
	f.write("content/decks/talk/en.md", en)
	f.write("content/decks/talk/zh.md", talk)
	f.write("content/decks/reveal.html", `<iframe data-src="https://HOST/en/embed/relay/"></iframe>`)
	return f
}

func TestADeckIsAPageOfSlides(t *testing.T) {
	f := withDeck(t, talk)
	f.write("content/en/index.md", strings.Replace(home, "[the story]", "[a talk](deck:talk), [a file](deck:reveal.txt), [the story]", 1))
	files := f.render(f.options())
	page := string(files["en/decks/talk/index.html"])
	for _, want := range []string{
		`<section class="slide slide-words" id="1">`, `<section class="slide" id="2">`, `<section class="slide slide-words" id="3">`,
		`mode="slide" controls="none" data-t="hand/1"`,
		`<section class="step" data-scene="relay" data-scene-step="hand/2" data-scene-set="hands=5">`,
		`href="/sub/path/en/story/"`, `<title>A talk · Inflight</title>`, `/assets/deck.`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the deck does not contain %s", want)
		}
	}
	if got := strings.Count(page, "<section class=\"slide"); got != 3 {
		t.Errorf("got %d slides, want 3", got)
	}
	if files["zh/decks/talk/index.html"] == nil || !strings.Contains(string(files["sitemap.xml"]), "<loc>https://host.example/sub/path/zh/decks/talk/</loc>") {
		t.Error("the deck is not there in Chinese, or not in the sitemap")
	}
	if got, want := string(files["decks/reveal.txt"]), `"https://host.example/sub/path/en/embed/relay/"`; !strings.Contains(got, want) {
		t.Errorf("the deck to save: got %s, want %s in it", got, want)
	}
	index := string(files["en/index.html"])
	for _, want := range []string{`<a href="/sub/path/en/decks/talk/">a talk</a>`, `<a href="/sub/path/decks/reveal.txt">a file</a>`} {
		if !strings.Contains(index, want) {
			t.Errorf("the page does not contain %s", want)
		}
	}
}

func TestMistakesInDecksNameTheirLine(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"hands=3", "hands=1", "content/decks/talk/en.md:10: hands=1: want a whole number from 2 to 64"},
		{"hand/2 hands=5", "hand/9", "content/decks/talk/en.md:14: "},
		{"../story.md", "../storm.md", "content/decks/talk/en.md:7: link ../storm.md: no such page (did you mean story.md?)"},
		{"../story.md", "deck:walk", "content/decks/talk/en.md:7: link deck:walk: no such deck in content/decks"},
	} {
		f := withDeck(t, strings.Replace(talk, c.from, c.to, 1))
		o := f.options()
		o.Dev = true
		if _, err := render(o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.to, err, c.want)
		}
	}
}

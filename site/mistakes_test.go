package site

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// body is a page whose sixth line is what a test puts there.
func body(line string) string {
	return "---\ntitle: A\ndescription: B\nscene: relay\n---\n" + line + "\n"
}

func TestMistakesHaveAPlace(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Dev = true
	var want []string
	for i, c := range []struct{ source, want string }{
		{body("```scene relai hands=8\n```"), `6: no scene "relai" (did you mean "relay"?)`},
		{body("```scene relay hands=1\n```"), `6: hands=1: want a whole number from 2 to 64`},
		{body("```scene relay hans=8\n```"), `6: hans=8: relay has no such knob (did you mean hands?)`},
		{body("```scene relay compare=\"hands=1\"\n```"), `6: compare: hands=1: want a whole number from 2 to 64`},
		{body("```scene relay compare=hans=8\n```"), `6: compare: hans=8: relay has no such knob (did you mean hands?)`},
		{body("```scene relay compare=hands=13\n```"), `6: compare: thirteen hands cannot run`},
		{body("```scene relay t=hand/9\n```"), `6: relay has no step "hand/9" (did you mean "hand/0"?)`},
		{body("```scene relay controls=all\n```"), `6: controls=all: want full, mini or none`},
		{body("```scene relay id=stage\n```"), `6: id=stage: another scene of the page has it`},
		{body("```scene relay id=A\n```"), `6: id=A: want lower-case letters, digits and -`},
		{body("```scene\n```"), `6: "": want the name of one scene`},
		{body("```scene relay\nx\n```"), `6: "x": a scene has nothing between its fences`},
		{body("```scene relay hands=13\n```"), `6: relay?hands=13: thirteen hands cannot run`},
		{body("```checks relay only=tim\n```"), `6: relay has no check "tim" (did you mean "time"?)`},
		{body("{{calc relay.tim}}"), `6: relay has no metric "tim" (did you mean "time"?)`},
		{body("{{calc relai.time}}"), `6: no scene "relai" (did you mean "relay"?)`},
		{body("{{calc relay.knob.hans}}"), `6: relay has no knob "hans" (did you mean "hands"?)`},
		{body("{{calc relay.check.time.formla}}"), `6: check.time.formla: want .engine, .formula, .lower or .upper after it`},
		{body("{{calc relay.check.bytes.formula}}"), `6: check bytes: never`},
		{body("{{calc relay.time / relay.bytes}}"), `6: "s" / "B": these units do not go together`},
		{body("{{calc relay.time + }}"), `6: "": want one SCENE.METRIC or number between operators`},
		{body("{{calc relay.time digits=0}}"), `6: digits=0: want a whole number from 1 to 17`},
		{body("{{calc relay.time as=share}}"), `6: as=share: want binary for bytes, share, times or a unit for a plain number`},
		{body("{{calc 1 + 2 * 3}}"), `6: * after +: want ( ) around what goes first`},
		{body("{{calc ( 1 + 2}}"), `6: ( without )`},
		{body("{{calc 1 + 2 )}}"), `6: ) without (`},
		{body("{{calc ( 1 ) 2}}"), `6: 2: want an operator before it`},
		{body("{{calc llm.parms}}"), `6: llm has no figure "parms" (did you mean "params"?)`},
		{body("{{calc llm.params modl=gpt-2}}"), `6: llm has no knob "modl" (did you mean "model"?)`},
		{body("{{calc llm.params params=1}}"), `6: params=1: want a number from 1M to 10T`},
		{body("{{calc llm.layer-params layer=32}}"), `6: layer=32: want a whole number from 0 to 31`},
		{body("{{calc hw.hbm}}"), `6: hw: want one of gpu=, link= and node=`},
		{body("{{calc hw.hbm gpu=h100-sxm link=pcie4}}"), `6: hw: want one of gpu=, link= and node=`},
		{body("{{calc hw.latency link=pcie4}}"), `6: hw.latency: no figure of pcie4 is known`},
		{body("{{calc hw.bandwidth link=nvlink6}}"), `6: hw.bandwidth: nvlink6 is unconfirmed by its source`},
		{body("[a](scene:relai)"), `6: no scene "relai" (did you mean "relay"?)`},
		{body("[a](scene:relay?hans=8)"), `6: hans=8: relay has no such knob (did you mean hands?)`},
		{body("[a](scene:relay?hands)"), `6: link scene:relay?hands: "hands": want KEY=VALUE after ? and &`},
		{body("[a](scene:relay?t=hand/9)"), `6: relay has no step "hand/9" (did you mean "hand/0"?)`},
		{body("::: claim wrogn\n:::"), `6: no verdict "wrogn" (did you mean "wrong"?)`},
		{body("::: claims\n:::"), `6: no verdict ""; want one of wrong, imprecise, unconfirmed`},
		{body("{{anchor A}}"), `6: "A": want lower-case letters, digits and -`},
		{body("{{anchor a}} {{anchor a}}"), `6: a: the page has this id already`},
		{body("{{calc 1 / 0}}"), `6: 1 / 0: is no finite number`},
		{body("{{mark comn x}}"), `6: no colour "comn" (did you mean "comm"?)`},
		{body("{{mark comm}}"), `6: want a colour and words, such as rank4 chunk`},
		{body("::: step hand/7 id=x\n:::"), `6: relay has no step "hand/7" (did you mean "hand/0"?)`},
		{body("::: step hand/0 id=x hands=x\n:::"), `6: hands=x: want a whole number from 2 to 64`},
		{body("$x$"), `6: no MathML for $x$; run make math`},
		{body("[a](stori.md)"), `6: link stori.md: no such page (did you mean story.md?)`},
		{body("[a](/en/story/)"), `6: link /en/story/: want another page's file, such as ring.md, or https://…`},
		{body("[a](story.md#nowhere)"), `6: link #nowhere: content/en/story.md has no such heading`},
		{body("[a](#nowhere)"), `6: link #nowhere: THIS has no such heading`},
		{"no head\n", `1: no front matter; want --- and title: on the first lines`},
		{"---\ntitle: A\n", `1: front matter has no closing ---`},
		{"---\ntitle: A\n---\n", `1: no description: in the front matter`},
		{"---\ntitle: A\ndescription: B\norder: x\n---\n", `4: order: x: want a whole number`},
		{"---\ntitle: A\ndescription: B\ndate: 2025-13-01\n---\n", `4: date: 2025-13-01: want YEAR-MONTH-DAY, such as 2025-11-30`},
		{"---\ntitle: A\ndescription: B\ntitel: x\n---\n", `4: no front matter "titel" (did you mean "title"?)`},
		{"---\ntitle: A\ntitle: B\ndescription: B\n---\n", `3: title: comes twice, first in line 2`},
		{"---\ntitle: A\ndescription: {{calc relay.tim}}\n---\n", `3: relay has no metric "tim" (did you mean "time"?)`},
		{"---\ntitle: A\ndescription: B\nscene: relai\n---\n::: step x\n:::\n", `4: no scene "relai" (did you mean "relay"?)`},
		{"---\ntitle: A\ndescription: B\ncard: relay hands=x\n---\n", `4: hands=x: want a whole number from 2 to 64`},
		{"---\ntitle: A\ndescription: B\n---\n::: step hand/0\n:::\n", `5: a step moves the page's scene; want scene: in the front matter`},
	} {
		name := fmt.Sprintf("bad%02d.md", i)
		f.write("content/en/"+name, c.source)
		f.write("content/zh/"+name, "---\ntitle: A\ndescription: B\n---\n")
		want = append(want, "content/en/"+name+":"+strings.ReplaceAll(c.want, "THIS", "content/en/"+name))
	}
	_, err := render(o)
	if err == nil {
		t.Fatal("got no error")
	}
	got := strings.Split(err.Error(), "\n")
	for i := range max(len(got), len(want)) {
		var g, w string
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("mistake %d:\n got %s\nwant %s", i, g, w)
		}
	}
}

func TestAllMistakesOfABuildAreReported(t *testing.T) {
	f := newFixture(t)
	f.write("content/en/index.md", body("{{calc relay.tim}}\n\n```scene relai\n```"))
	f.write("content/zh/story.md", body("$y$"))
	f.write("content/en/only.md", body("text"))
	_, err := render(f.options())
	var list Errors
	if !errors.As(err, &list) {
		t.Fatalf("got %v, want Errors", err)
	}
	if want := strings.Join([]string{
		`content/en/index.md:6: relay has no metric "tim" (did you mean "time"?)`,
		`content/en/index.md:8: no scene "relai" (did you mean "relay"?)`,
		`content/en/only.md: no such page in the other language; want content/zh/only.md`,
		`content/zh/story.md:6: no MathML for $y$; run make math`,
	}, "\n"); list.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestScriptsAndTemplatesHaveAPlaceToo(t *testing.T) {
	f := newFixture(t)
	o := f.options()
	o.Wasm = "nowhere.wasm"
	_, err := render(o)
	if err == nil || !strings.HasPrefix(err.Error(), "wasm: ") {
		t.Errorf("got %v, want an error at wasm", err)
	}
}

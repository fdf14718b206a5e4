package scenes_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"inflight/scenes"
	"inflight/scenes/unit"
)

func TestMessagesAreWrittenAsTheirLanguageDoes(t *testing.T) {
	two := scenes.List{scenes.Say("switch.true"), scenes.Say("switch.false")}
	for _, c := range []struct {
		message scenes.Message
		en, zh  string
	}{
		{scenes.Say("compare.same", two), "A and B: on, off", "A 与 B：开、关"},
		{scenes.Say("compare.same", scenes.Say("verdict.equal")), "A and B: equal", "A 与 B：一致"},
		{scenes.Say("want.whole", 2, 1024), "want a whole number from 2 to 1024", "应为 2 到 1024 的整数"},
		{scenes.Say("want.number", scenes.Quantity{Value: 1e9, Unit: unit.BytesPerSecond}, scenes.Quantity{Value: -2e-6, Unit: unit.Second}), "want a number from 1 GB/s to −2 µs", "应为 1 GB/s 到 −2 µs 的数"},
		{scenes.Say("want.whole", "2 <b>"), "want a whole number from 2 <b> to {1}", "应为 2 <b> 到 {1} 的整数"},
		{scenes.Say("want.whole", 2.5, nil), "want a whole number from 2.5 to <nil>", "应为 2.5 到 <nil> 的整数"},
		{scenes.Say("collective.remark.stands", 1, 8), "1 of 8 GPUs stands in for all: the others do the same at the same time.", ""},
		{scenes.Say("collective.remark.stands", 2, 8), "2 of 8 GPUs stand in for all: the others do the same at the same time.", ""},
		{scenes.Say("no.such.key", 1), "no.such.key", "no.such.key"},
	} {
		if got := c.message.Text("en"); got != c.en {
			t.Errorf("%s: got %q, want %q", c.message.Key, got, c.en)
		}
		if got := c.message.Text("zh"); c.zh != "" && got != c.zh {
			t.Errorf("%s: got %q, want %q", c.message.Key, got, c.zh)
		}
	}
	if got, want := scenes.Say("switch.true").Text("xx"), "on"; got != want {
		t.Errorf("a language that is not there says %q, want the first's %q", got, want)
	}
	if got, want := scenes.Refuse("switch.false").Error(), "off"; got != want {
		t.Errorf("a refusal is the error %q, want %q", got, want)
	}
}

func TestMessagesAreReadAnew(t *testing.T) {
	t.Cleanup(func() {
		if _, err := scenes.ReadMessages(os.DirFS("../content")); err != nil {
			t.Error(err)
		}
	})
	files := fstest.MapFS{}
	for _, lang := range scenes.Langs {
		files[lang+"/messages/a.json"] = &fstest.MapFile{Data: []byte(`{"want.whole": "` + lang + `, {0}"}`)}
		files[lang+"/calculator.json"] = &fstest.MapFile{Data: []byte("{}")} // of a test that links the calculator
	}
	for _, want := range []bool{true, false} {
		if got, err := scenes.ReadMessages(files); got != want || err != nil {
			t.Errorf("got %v, %v, want %v", got, err, want)
		}
	}
	if got := scenes.Say("want.whole", 2).Text("zh"); got != "zh, 2" {
		t.Errorf("got %q, want that of the new catalogue", got)
	}
	files["zh/messages/a.json"] = &fstest.MapFile{Data: []byte(`{"want.whole": `)}
	if _, err := scenes.ReadMessages(files); err == nil || !strings.Contains(err.Error(), "content/zh/messages/a.json: ") {
		t.Errorf("got %v, want the file that is no JSON", err)
	}
}

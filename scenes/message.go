package scenes

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"inflight/content"
	"inflight/scenes/lightjson"
	"inflight/scenes/unit"
)

// Langs are the languages of the site; the first is the fallback.
var Langs = []string{"en", "zh"}

// Message is a sentence by its key in the catalogues, with arguments. An
// argument is a string (taken as it stands), an int, a Quantity, a Message or a
// List of them.
type Message struct {
	Key  string
	Args []any
}

// Say makes a Message.
func Say(key string, args ...any) Message { return Message{key, args} }

// List is several messages as one argument, joined as the language joins them.
type List []Message

// Quantity is a number with its unit, as an argument of a Message.
type Quantity struct {
	Value float64
	Unit  unit.Unit
}

// Text writes the message in a language. In a catalogue {0} stands for the first
// argument, and {0:step,steps} for "step" when the first argument is 1, else
// "steps". A key that no catalogue has is written as it stands.
func (m Message) Text(lang string) string {
	pattern, ok := Lookup(lang, m.Key)
	if !ok {
		return m.Key
	}
	return m.Fill(lang, pattern)
}

// Fill writes the arguments into a pattern as Text does, for texts that are in no
// catalogue.
func (m Message) Fill(lang, pattern string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var place string
		place, pattern, _ = strings.Cut(rest, "}")
		b.WriteString(m.place(lang, place))
	}
}

func (m Message) place(lang, place string) string {
	number, forms, plural := strings.Cut(place, ":")
	i, err := strconv.Atoi(number)
	if err != nil || i < 0 || i >= len(m.Args) {
		return "{" + place + "}"
	}
	if plural {
		one, other, _ := strings.Cut(forms, ",")
		if m.Args[i] == 1 {
			return one
		}
		return other
	}
	switch a := m.Args[i].(type) {
	case string:
		return a
	case int:
		return strconv.Itoa(a)
	case Quantity:
		return unit.Format(a.Value, a.Unit)
	case Message:
		return a.Text(lang)
	case List:
		texts := make([]string, len(a))
		for i, m := range a {
			texts[i] = m.Text(lang)
		}
		return strings.Join(texts, Say("list.comma").Text(lang))
	default:
		return fmt.Sprint(a)
	}
}

// Lookup is the pattern of a key in a language.
func Lookup(lang, key string) (string, bool) {
	p, ok := catalogue(lang)[key]
	return p, ok
}

// MessageKeys are the keys of a language's catalogues, ascending.
func MessageKeys(lang string) []string {
	return slices.Sorted(maps.Keys(catalogue(lang)))
}

// further are catalogues that only some programs have: a file in the folder of each
// language.
var further []struct {
	files embed.FS
	name  string
}

// AddMessages adds a catalogue that no scene needs, before the first text is asked
// for: LANG/NAME of the files.
func AddMessages(files embed.FS, name string) {
	further = append(further, struct {
		files embed.FS
		name  string
	}{files, name})
}

// catalogues are the texts of each language, read when one of them is first asked
// for: a stage needs one language.
var catalogues = func() map[string]func() map[string]string {
	all := map[string]func() map[string]string{}
	for _, lang := range Langs {
		all[lang] = sync.OnceValue(func() map[string]string { return load(lang) })
	}
	return all
}()

// ReadMessages takes the catalogues from a folder "content" as it is now, in place
// of those that are compiled in, and says whether a text is another one. It is for
// a program that runs while texts are written; nothing may ask for one meanwhile.
func ReadMessages(files fs.FS) (changed bool, err error) {
	for _, lang := range Langs {
		names, err := fs.Glob(files, lang+"/messages/*.json")
		if err != nil {
			return false, err
		}
		for _, f := range further {
			names = append(names, lang+"/"+f.name)
		}
		texts := map[string]string{}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err := add(texts, name, text, err); err != nil {
				return false, err
			}
		}
		if !maps.Equal(texts, catalogues[lang]()) {
			catalogues[lang] = func() map[string]string { return texts }
			changed = true
		}
	}
	return changed, nil
}

// load reads the catalogues of a language that are compiled in, which any fs.FS
// could be: but to ask for them as one makes the stage larger by 140 KB.
func load(lang string) map[string]string {
	texts := map[string]string{}
	folder := lang + "/messages"
	files, err := content.Messages.ReadDir(folder)
	if err != nil {
		panic("content/" + folder + ": " + err.Error())
	}
	for _, f := range files {
		mustRead(texts, content.Messages, folder+"/"+f.Name())
	}
	for _, f := range further {
		mustRead(texts, f.files, lang+"/"+f.name)
	}
	return texts
}

// mustRead adds a catalogue that is compiled in.
func mustRead(texts map[string]string, files embed.FS, name string) {
	text, err := files.ReadFile(name)
	if err := add(texts, name, text, err); err != nil {
		panic(err.Error())
	}
}

// add adds what was read of a catalogue.
func add(texts map[string]string, name string, text []byte, err error) error {
	if err == nil {
		err = read(texts, string(text))
	}
	if err != nil {
		return fmt.Errorf("content/%s: %w", name, err)
	}
	return nil
}

// read adds a catalogue in JSON: an object of texts.
func read(texts map[string]string, catalogue string) error {
	members, err := lightjson.Object(catalogue)
	for _, m := range members {
		text, ok := lightjson.String(m.Value)
		if !ok {
			return fmt.Errorf("%s=%s: want a text", m.Name, m.Value)
		}
		texts[m.Name] = text
	}
	return err
}

func catalogue(lang string) map[string]string {
	if texts, ok := catalogues[lang]; ok {
		return texts()
	}
	return catalogues[Langs[0]]()
}

// Refusal says why a setting cannot be run, in words for a reader.
type Refusal struct{ Message }

func (r Refusal) Error() string { return r.Text(Langs[0]) }

// Refuse makes a Refusal.
func Refuse(key string, args ...any) error { return Refusal{Say(key, args...)} }

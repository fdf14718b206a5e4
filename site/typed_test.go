package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"inflight/scenes"
)

// A number with a unit is computed, or is the setting of what is computed beside
// it, or has a source. The sources are entries of this file, by page: where a
// number is from, and the words around it in each language.
const typedFile = "content/typed.json"

type typedEntry struct {
	Source string   `json:"source"`
	EN     []string `json:"en"`
	ZH     []string `json:"zh"`
}

func (e typedEntry) words(lang string) []string {
	if lang == "en" {
		return e.EN
	}
	return e.ZH
}

func TestNumbersWithUnitsAreComputedOrHaveASource(t *testing.T) {
	var sources map[string][]typedEntry
	if err := readJSON("..", typedFile, &sources); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, lang := range scenes.Langs {
		for _, p := range typedProse(t, lang) {
			seen[p.name] = true
			for _, fault := range p.unsourced(lang, sources[p.name]) {
				t.Error(fault)
			}
		}
	}
	for name, entries := range sources {
		if !seen[name] {
			t.Errorf("%s: %s: no such page", typedFile, name)
		}
		for _, e := range entries {
			if strings.TrimSpace(e.Source) == "" {
				t.Errorf("%s: %s: %q: want a source", typedFile, name, append(e.EN, e.ZH...))
			}
		}
	}
}

func TestTypedNumbersAreFound(t *testing.T) {
	sourced := []typedEntry{{"a paper", []string{"40.3 GB in the paper"}, nil}}
	for _, c := range []struct {
		text, lang string
		faults     int
	}{
		{"It moves 40.3 GB.", "en", 1},
		{"It moves 40.3 GB in the paper.", "en", 0},
		{"It moves {{calc flash.hbm-bytes}} and 14 % more.", "en", 1},
		{"A GPU with 16 MiB: {{calc collective.time bytes=16MiB}}.", "en", 0},
		{"A GPU with 17 MiB: {{calc collective.time bytes=16MiB}}.", "en", 1},
		{"Of 4,096 tokens:\n\n| {{calc llm.kv-bytes seq=4096}} |", "en", 0},
		{"::: step seq=4096\nOf 4,096 tokens.\n\nOf 8,192 tokens.\n:::\nOf 4,096 tokens.", "en", 2},
		{"TP 8 × PP 4 on an H100, 7B, `4 GB`, $4\\,\\text{GB}$, ~~4 GB~~, in 16 bits, [a](b.md#4%)", "en", 0},
		{"4× the speed, 2–4 × as fast, from 8 to 10×.", "en", 3},
		{"```text\n4 GB\n```\n\n$$\n4 GB\n$$", "en", 0},
		{"::: claims wrong\n| It takes 4 GB. | It takes 8 GB. | a paper |\n| It takes 4 GB. | It takes 8 GB. | |\n:::", "en", 1},
		{"占 14%，快 3 倍，约 2 万个，16 GiB、40 微秒。", "zh", 5},
		{"8 个 GPU，7B 模型，第 3 段", "zh", 0},
	} {
		entries := sourced
		if !strings.Contains(c.text, "in the paper") {
			entries = nil
		}
		if got := (typed{file: "x.md", text: c.text}).unsourced(c.lang, entries); len(got) != c.faults {
			t.Errorf("%s: got %d faults %q, want %d", c.text, len(got), got, c.faults)
		}
	}
	if got := (typed{text: "No number."}).unsourced("en", sourced); len(got) != 1 {
		t.Errorf("an entry that nothing rests on: got %q, want one fault", got)
	}
}

// typed is a text in which numbers may stand: a page, or the strings of a catalogue.
type typed struct{ name, file, text string }

func typedProse(t *testing.T, lang string) (all []typed) {
	t.Helper()
	root, dir := os.DirFS(".."), "content/"+lang
	err := fs.WalkDir(root, dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		text := string(data)
		if path.Ext(file) == ".json" {
			var texts map[string]string
			if err := json.Unmarshal(data, &texts); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			text = ""
			for _, key := range slices.Sorted(maps.Keys(texts)) {
				text += texts[key] + "\n\n"
			}
		}
		all = append(all, typed{strings.TrimPrefix(file, dir+"/"), file, text})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// unsourced are the numbers of a text that nobody vouches for, and the entries
// that vouch for nothing.
func (p typed) unsourced(lang string, entries []typedEntry) (faults []string) {
	used := map[string]bool{}
	for _, b := range typedBlocks(p.text) {
		visible := shown.ReplaceAllString(b.text, "…")
		for _, at := range numbersIn(visible, lang) {
			vouched := b.given.has(visible[at[0]:at[1]])
			for _, e := range entries {
				for _, words := range e.words(lang) {
					if covers(visible, words, at) {
						vouched, used[words] = true, true
					}
				}
			}
			if !vouched {
				faults = append(faults, fmt.Sprintf("%s: %q in %q: want {{calc}}, or these words with a source in %s",
					p.file, visible[at[0]:at[1]], around(visible, at), typedFile))
			}
		}
	}
	for _, e := range entries {
		for _, words := range e.words(lang) {
			if !used[words] {
				faults = append(faults, fmt.Sprintf("%s: %s: no number of %s rests on %q", typedFile, p.name, p.file, words))
			}
		}
	}
	return faults
}

// covers says whether a number lies within some words of a text, at least in part.
func covers(text, words string, at []int) bool {
	for from := 0; ; from++ {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		from += i
		if from < at[1]-1 && at[0]+1 < from+len(words) {
			return true
		}
	}
}

func around(text string, at []int) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text[max(0, at[0]-40):min(len(text), at[1]+40)], "\n", " "), "")
}

// typedBlock is a paragraph, a list or a table, with the settings of what is
// computed in it, in the block after it and by the box around it.
type typedBlock struct {
	text  string
	given settings
}

func typedBlocks(text string) (blocks []typedBlock) {
	texts := strings.Split(unseen.ReplaceAllString(text, ""), "\n\n")
	box := ""
	for i, block := range texts {
		next := ""
		if i+1 < len(texts) {
			next = texts[i+1]
		}
		for j, part := range strings.Split("\n"+block, "\n:::") {
			if j > 0 { // a box begins or ends
				box, part, _ = strings.Cut(part, "\n")
			}
			if strings.Contains(box, " claims ") {
				part = openRows(part)
			}
			blocks = append(blocks, typedBlock{part, settingsIn(part, next, ":::"+box)})
		}
	}
	return blocks
}

// openRows leaves of a table of claims what needs a source: not the claim, which
// is a quotation, and no row with a source in its last cell.
func openRows(table string) string {
	var open []string
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) < 5 || strings.TrimSpace(cells[3]) == "" {
			open = append(open, strings.Join(cells[min(2, len(cells)-1):], "|"))
		}
	}
	return strings.Join(open, "\n")
}

var (
	unseen = regexp.MustCompile("(?ms)<!--.*?-->|^```[^\n]*\n.*?^```$|\\$\\$.+?\\$\\$")
	// shown without code, formulas, directives, addresses, ids and what is struck
	// out because it is wrong.
	shown = regexp.MustCompile("`[^`\n]+`|\\$[^$\n]+\\$|\\{\\{.*?\\}\\}|\\]\\([^)\\s]+\\)|\\{#[^}]+\\}|~~.+?~~")
)

// The units. Behind a letter a number is part of a name (H100); × before a factor
// multiplies (TP 8 × PP 4). Counts of machines and of what is cut (8 GPUs, 4
// stages) and widths of formats (16 bits) are settings, no figures.
const (
	decimalForm = `[0-9][0-9,]*(?:\.[0-9]+)?`
	noLetter    = `(?:[^\pL]|\p{Han}|$)`
	signs       = `%|[KMGTPE]i?B(?:/s)?|[kMGTPE]?bit/s|[mµn]s|[kKMGTPE]?FLOPs?(?:/s)?`
	times       = `×(?:[^\pL\pN\s…]|\s\(|\p{Han}|\s\p{Ll}|\s?$|\s\|)`
	wordsEN     = `(?:B|s|seconds?|milliseconds?|microseconds?|minutes?|hours?|days?|years?|bytes?|times|thousand|million|billion|trillion|tokens?)\b`
	wordsZH     = `B` + noLetter + `|s` + noLetter + `|秒|毫秒|微秒|分钟|小时|天|年|字节|倍|万|亿|(?:个 )?token`
)

var typedNumbers = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`(?m)(?:^|[^\pL\pN.,_/-])` + decimalForm + `(?:[ \x{a0}\x{202f}]?(?:(?:` + signs + `)` + noLetter + `|` + times + `)|[ \x{a0}\x{202f}]` + wordsEN + `)`),
	"zh": regexp.MustCompile(`(?m)(?:^|[^\pL\pN.,_/-]|\p{Han})` + decimalForm + `(?:[ \x{a0}\x{202f}]?(?:(?:` + signs + `)` + noLetter + `|` + times + `)|[ \x{a0}\x{202f}](?:` + wordsZH + `)|[倍万亿秒年])`),
}

// numbersIn finds the numbers of a text. What ends one may begin the next.
func numbersIn(text, lang string) (all [][]int) {
	for from := 0; ; {
		at := typedNumbers[lang].FindStringIndex(text[from:])
		if at == nil {
			return all
		}
		at[0], at[1] = at[0]+from, at[1]+from
		all = append(all, at)
		digits := strings.IndexAny(text[at[0]:], "0123456789")
		from = at[0] + digits + len(leading.FindString(text[at[0]+digits:]))
	}
}

// settings are the values that directives are given: "16MiB", "4096".
type settings map[string]bool

var (
	directive    = regexp.MustCompile(`(?m)\{\{.*?\}\}|\]\(scene:[^)]+\)|^:::.*$`)
	settingValue = regexp.MustCompile(`[= ]([0-9][0-9.]*(?:e[0-9]+)?[a-zA-Z/%]*)`)
	leading      = regexp.MustCompile(`^[0-9][0-9,.]*`)
	asSetting    = strings.NewReplacer(",", "", " ", "", "\u00a0", "", "\u202f", "", "µ", "u", "个", "")
)

func settingsIn(texts ...string) settings {
	all := settings{}
	for _, text := range texts {
		for _, d := range directive.FindAllString(text, -1) {
			for _, m := range settingValue.FindAllStringSubmatch(d, -1) {
				all[m[1]] = true
			}
		}
	}
	return all
}

// has says whether a number is a setting of a directive beside it: what stands
// there is computed of just this number.
func (s settings) has(number string) bool {
	plain := asSetting.Replace(number[strings.IndexAny(number, "0123456789"):])
	plain = strings.TrimRightFunc(plain, func(r rune) bool {
		return !strings.ContainsRune("%×/", r) && (r < '0' || r > 'z' || r == ':' || r == ';' || r == '?')
	})
	digits := leading.FindString(plain)
	return s[plain] || strings.HasPrefix(plain[len(digits):], "token") && s[digits]
}

package site

import (
	"fmt"
	"net/url"
	"strings"

	"inflight/scenes"
	"inflight/scenes/report"
	"inflight/scenes/sizing"
)

// sceneScheme begins the destination of a link to a scene at a setting:
//
//	[in the scene](scene:collective?gpus=64&t=rs/0)
//	[one beside the other](scene:fsdp?compare=strategy=ddp)
//
// It leads to the page that has the scene beside its story, else to the scene
// alone; scene:calculator leads to the calculator. The setting counts from the
// scene's default.
const sceneScheme = "scene:"

func (s *scope) sceneLink(dest string) (string, error) {
	name, query, _ := strings.Cut(dest, "?")
	c := call{words: []string{name}}
	for pair := range strings.SplitSeq(query, "&") {
		key, text, ok := strings.Cut(pair, "=")
		if query != "" && (!ok || key == "") {
			return "", fmt.Errorf("link %s%s: %q: want KEY=VALUE after ? and &", sceneScheme, dest, pair)
		}
		if query != "" {
			c.values = append(c.values, scenes.Value{Key: key, Text: text})
		}
	}
	at, _ := c.take("t")
	compare, compares := c.take("compare")
	r, err := s.engine.run(name, c.values)
	if err != nil {
		return "", err
	}
	if at != "" {
		if _, err := r.step(at); err != nil {
			return "", err
		}
	}
	if compares {
		if compare, err = url.QueryUnescape(compare); err == nil {
			_, err = r.beside(compare)
		}
		if err != nil {
			return "", err
		}
	}
	path, own, err := s.home(r)
	if err != nil {
		return "", err
	}
	address := s.url(path)
	if q := linkQuery(own, r.setting, compare, at); q != "" {
		address += "?" + q
	}
	return address, nil
}

// home is where a scene is shown, and the setting that it has there.
func (s *scope) home(r *run) (path string, own *scenes.Setting, err error) {
	name := r.setting.Entry.Name
	path = s.page.Lang + "/embed/" + name + "/"
	own = r.setting.Entry.New()
	if name == sizing.Name {
		return pagePath(s.page.Lang, name), own, nil
	}
	p := findPage(s.pages, s.page.Lang, name)
	if p == nil {
		return path, own, nil
	}
	c := parseCall(p.Scene)
	if len(c.words) != 1 || c.words[0] != name {
		return path, own, nil
	}
	for _, key := range []string{"id", "t", "from", "to", "focus", "controls"} {
		c.take(key)
	}
	there, err := s.engine.run(name, c.values)
	if err != nil {
		return "", nil, err
	}
	return p.Path(), there.setting, nil
}

// linkQuery is the part of an address that makes one setting of another, with a
// second beside it unless compare is empty.
func linkQuery(from, to *scenes.Setting, compare, at string) string {
	var changed []scenes.Value
	for i, k := range to.Knobs() {
		if text := k.Text(); text != from.Knobs()[i].Text() {
			changed = append(changed, scenes.Value{Key: k.Key, Text: text})
		}
	}
	if compare != "" {
		changed = append(changed, scenes.Value{Key: "compare", Text: compare})
	}
	if at != "" {
		changed = append(changed, scenes.Value{Key: "t", Text: at})
	}
	if len(changed) == 0 {
		return ""
	}
	return report.Query(changed) + "&v=1"
}

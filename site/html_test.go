package site

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// element is a start tag of a page.
type element struct {
	name  string
	attrs map[string]string
	text  string // of script and title
}

// readHTML reads a page strictly: each element that is no void one is closed, in
// order, and no attribute comes twice.
func readHTML(page []byte) ([]element, error) {
	void := []string{"meta", "link", "br", "hr", "input", "img", "wbr", "area", "col"}
	z := html.NewTokenizer(strings.NewReader(string(page)))
	var all []element
	var open []string
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				return nil, z.Err()
			}
			if len(open) > 0 {
				return nil, fmt.Errorf("<%s> is not closed", open[len(open)-1])
			}
			return all, nil
		case html.TextToken:
			if n := len(all); n > 0 && len(open) > 0 && (open[len(open)-1] == "script" || open[len(open)-1] == "title") {
				all[n-1].text += string(z.Text())
			}
		case html.StartTagToken:
			t := z.Token()
			e, err := readElement(t)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
			if !slices.Contains(void, t.Data) {
				open = append(open, t.Data)
			}
		case html.SelfClosingTagToken:
			t := z.Token()
			if !slices.Contains(open, "svg") && !slices.Contains(open, "math") && !slices.Contains(void, t.Data) {
				return nil, fmt.Errorf("<%s/> closes nothing in HTML", t.Data)
			}
			e, err := readElement(t)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		case html.EndTagToken:
			t := z.Token()
			if len(open) == 0 || open[len(open)-1] != t.Data {
				return nil, fmt.Errorf("</%s> closes %v", t.Data, open)
			}
			open = open[:len(open)-1]
		}
	}
}

func readElement(t html.Token) (element, error) {
	e := element{name: t.Data, attrs: map[string]string{}}
	for _, a := range t.Attr {
		if _, twice := e.attrs[a.Key]; twice {
			return e, fmt.Errorf("<%s> has two %s", t.Data, a.Key)
		}
		e.attrs[a.Key] = a.Val
	}
	return e, nil
}

// pages are the HTML files of a tree, by path.
func (t tree) pages() []string {
	return slices.DeleteFunc(t.paths(), func(p string) bool { return path.Ext(p) != ".html" })
}

// file is what a host sends for an address inside the base.
func (t tree) file(address string) (string, bool) {
	address, _, _ = strings.Cut(address, "?")
	if address == "" || strings.HasSuffix(address, "/") {
		address += "index.html"
	}
	_, ok := t[address]
	return address, ok
}

package site

import (
	"html"
	"html/template"
	"regexp"
	"strings"
)

// Sources are written as plain texts. What names a paper or a file of a public
// repository at a commit becomes a link.
var (
	paper  = regexp.MustCompile(`arXiv:? ?(\d{4}\.\d{5})`)
	place  = regexp.MustCompile(`\b([A-Za-z0-9][\w-]*/[\w.-]+) ([\w./-]+\.[a-z]{1,4})(:(\d+))?`)
	commit = regexp.MustCompile(`as of commit ([0-9a-f]{40})`)
)

// sourceHTML writes a source and, where one is known, its version. The name of a
// commit is cut to its start.
func sourceHTML(source, version string) template.HTML {
	text := html.EscapeString(source)
	if version != "" {
		text += " · " + html.EscapeString(version)
	}
	parts := strings.Split(text, "; ")
	for i, part := range parts {
		parts[i] = linkPlaces(part, text)
	}
	text = strings.Join(parts, "; ")
	return template.HTML(paper.ReplaceAllString(text, `<a href="https://arxiv.org/abs/$1">$0</a>`))
}

// linkPlaces links the first file that a part of a source names, at the commit
// that the part or else the whole source names.
func linkPlaces(part, whole string) string {
	at := commit.FindStringSubmatch(part)
	if at == nil {
		at = commit.FindStringSubmatch(whole)
	}
	m := place.FindStringSubmatchIndex(part)
	if at == nil || m == nil {
		return cut(part)
	}
	group := func(i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return part[m[2*i]:m[2*i+1]]
	}
	address := "https://github.com/" + group(1) + "/blob/" + at[1] + "/" + group(2)
	if line := group(4); line != "" {
		if strings.HasSuffix(group(2), ".md") {
			address += "?plain=1" // else a page of Markdown has no lines
		}
		address += "#L" + line
	}
	return cut(part[:m[0]]) + `<a href="` + address + `">` + part[m[0]:m[1]] + "</a>" + cut(part[m[1]:])
}

// cut leaves the start of the names of commits.
func cut(text string) string { return shortHash.ReplaceAllString(text, "$1") }

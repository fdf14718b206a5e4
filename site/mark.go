package site

import (
	"errors"
	"fmt"
	"html"
	"strings"

	"inflight/scenes/draw"
	"inflight/scenes/suggest"
)

// mark gives words in the prose the colour that they have in the picture:
//
//	{{mark comm all-gather}}
//	{{mark forward letter=F forward pass}}     with the letter of the shapes
//	{{mark rank4 light=chunk/4 chunk 4}}
//
// Beside a story they light what has that colour, or what light= names, as long
// as a reader points at them.
func (s *scope) mark(args string) (string, error) {
	c := parseCall(args)
	light, _ := c.take("light")
	letter, _ := c.take("letter")
	if len(c.words) < 2 || len(c.values) > 0 {
		return "", errors.New("want a colour and words, such as rank4 chunk")
	}
	role, text := c.words[0], strings.Join(c.words[1:], " ")
	switch {
	case s.page.Stage == nil:
		light = ""
	case light == "":
		light = "role/" + role
	}
	roles := roleNames()
	for _, name := range roles {
		if name == role {
			return `<span class="mark mark-` + role + `"` + attr("data-letter", letter) + attr("data-light", light) + ">" + html.EscapeString(text) + "</span>", nil
		}
	}
	if near := suggest.Nearest(role, roles); near != "" {
		return "", fmt.Errorf("no colour %q (did you mean %q?)", role, near)
	}
	return "", fmt.Errorf("no colour %q; want one of %s", role, strings.Join(roles, ", "))
}

// roleNames are the colours of the pictures, by meaning.
func roleNames() []string {
	var names []string
	for role := draw.Forward.Role(); role < draw.NumRoles; role++ {
		names = append(names, draw.RoleName(role))
	}
	return names
}

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
// {{mark rank4 4}}, {{mark comm all-gather}}.
func (s *scope) mark(args string) (string, error) {
	role, text, _ := strings.Cut(args, " ")
	if strings.TrimSpace(text) == "" {
		return "", errors.New("want a colour and words, such as rank4 chunk")
	}
	roles := roleNames()
	for _, name := range roles {
		if name == role {
			return fmt.Sprintf(`<span class="mark mark-%s">%s</span>`, role, html.EscapeString(strings.TrimSpace(text))), nil
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

// Package template stands in for text/template in the stage. Its templates know
// {{if}}, {{else if}}, {{else}} and {{end}}, and as conditions {{if .Switch}} and
// {{if eq .Number .Other}}, with fields of a struct.
package template

import (
	"errors"
	"io"
	"reflect"
	"strings"
)

// Template is a text in which conditions choose parts.
type Template struct{ text string }

// New makes a template, whose name nobody asks for.
func New(string) *Template { return &Template{} }

// Must is a template that is known to be right.
func Must(t *Template, err error) *Template {
	if err != nil {
		panic(err)
	}
	return t
}

// Parse gives the template its text. Execute finds what is wrong with it.
func (t *Template) Parse(text string) (*Template, error) {
	t.text = text
	return t, nil
}

// branch is an {{if}} that has not ended.
type branch struct {
	on   bool // this part is written
	done bool // a part has been chosen
}

// Execute writes the parts of which the conditions hold for a struct.
func (t *Template) Execute(w io.Writer, data any) error {
	fields := reflect.ValueOf(data)
	var within []branch
	for rest := t.text; ; {
		text, after, more := strings.Cut(rest, "{{")
		if written(within) {
			if _, err := io.WriteString(w, text); err != nil {
				return err
			}
		}
		if !more {
			break
		}
		action, after, _ := strings.Cut(after, "}}")
		rest = after
		words := strings.Fields(action)
		switch {
		case len(words) > 1 && words[0] == "if":
			on, err := holds(fields, words[1:])
			if err != nil {
				return err
			}
			within = append(within, branch{on, on})
		case len(words) == 0 || len(within) == 0:
			return errors.New("{{" + action + "}}: want an {{if}} first")
		case len(words) > 2 && words[0] == "else" && words[1] == "if":
			on, err := holds(fields, words[2:])
			if err != nil {
				return err
			}
			within[len(within)-1].turn(on)
		case action == "else":
			within[len(within)-1].turn(true)
		case action == "end":
			within = within[:len(within)-1]
		default:
			return errors.New("{{" + action + "}}: want if, else or end")
		}
	}
	if len(within) > 0 {
		return errors.New("the text ends within an {{if}}")
	}
	return nil
}

// turn goes on to the next part.
func (b *branch) turn(on bool) {
	b.on = on && !b.done
	b.done = b.done || on
}

func written(within []branch) bool {
	for _, b := range within {
		if !b.on {
			return false
		}
	}
	return true
}

// holds says whether a condition does.
func holds(fields reflect.Value, words []string) (bool, error) {
	var of []reflect.Value
	for _, w := range words {
		name, ok := strings.CutPrefix(w, ".")
		if !ok {
			continue
		}
		f := fields.FieldByName(name)
		if !f.IsValid() {
			return false, errors.New(w + ": no such field")
		}
		of = append(of, f)
	}
	switch {
	case len(words) == 1 && len(of) == 1 && of[0].Kind() == reflect.Bool:
		return of[0].Bool(), nil
	case len(words) == 3 && words[0] == "eq" && len(of) == 2 && of[0].CanInt() && of[1].CanInt():
		return of[0].Int() == of[1].Int(), nil
	}
	return false, errors.New(strings.Join(words, " ") + ": want .Switch or eq .Number .Other")
}

package site

import (
	"fmt"
	"regexp"
)

// landmarkForm is what names of places look like: the keys of the tables do.
var landmarkForm = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)

// landmark gives a place that a directive makes on the page a name that links
// may lead to.
func (s *scope) landmark(id string) error {
	if !landmarkForm.MatchString(id) {
		return fmt.Errorf("%q: want lower-case letters, digits, . and -", id)
	}
	if s.page.places[id] {
		return fmt.Errorf("%s: the page has this id already", id)
	}
	s.page.places[id] = true
	return nil
}

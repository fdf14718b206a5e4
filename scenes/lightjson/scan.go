package lightjson

import "strings"

// scanner goes over a text of JSON. Its methods are false where the text is not
// what they say; then at is where.
type scanner struct {
	text string
	at   int
}

func (s *scanner) next() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// take goes over a character if it is the next.
func (s *scanner) take(c byte) bool {
	if s.next() != c {
		return false
	}
	s.at++
	return true
}

func (s *scanner) space() {
	for strings.IndexByte(" \t\r\n", s.next()) >= 0 {
		s.at++
	}
}

func (s *scanner) ends() bool { return s.at == len(s.text) }

// value goes over any value.
func (s *scanner) value(depth int) bool {
	switch c := s.next(); {
	case c == '"':
		return s.quoted()
	case c == '{':
		return s.object(depth, func(string, string) {})
	case c == '[':
		return s.array(depth)
	case c == '-' || isDigit(c):
		return s.number()
	default:
		return s.word("true") || s.word("false") || s.word("null")
	}
}

func (s *scanner) word(w string) bool {
	if !strings.HasPrefix(s.text[s.at:], w) {
		return false
	}
	s.at += len(w)
	return true
}

// object goes over an object and the space after it.
func (s *scanner) object(depth int, each func(name, value string)) bool {
	return s.list('{', '}', depth, func() bool {
		from := s.at
		if !s.quoted() {
			return false
		}
		name := s.text[from:s.at]
		s.space()
		if !s.take(':') {
			return false
		}
		s.space()
		from = s.at
		if !s.value(depth - 1) {
			return false
		}
		each(name, strings.TrimRight(s.text[from:s.at], " \t\r\n"))
		return true
	})
}

func (s *scanner) array(depth int) bool {
	return s.list('[', ']', depth, func() bool { return s.value(depth - 1) })
}

// list goes over what stands between brackets, parted by commas.
func (s *scanner) list(left, right byte, depth int, item func() bool) bool {
	if depth == 0 || !s.take(left) {
		return false
	}
	s.space()
	if s.take(right) {
		s.space()
		return true
	}
	for {
		if !item() {
			return false
		}
		s.space()
		if s.take(right) {
			s.space()
			return true
		}
		if !s.take(',') {
			return false
		}
		s.space()
	}
}

// quoted goes over a text in quotes.
func (s *scanner) quoted() bool {
	if !s.take('"') {
		return false
	}
	for s.next() >= ' ' {
		if s.take('"') {
			return true
		}
		if !s.take('\\') {
			s.at++
			continue
		}
		if s.take('u') {
			for range 4 {
				if c := s.next(); !isDigit(c) && !('a' <= c|' ' && c|' ' <= 'f') {
					return false
				}
				s.at++
			}
		} else if strings.IndexByte(escapes, s.next()) < 0 {
			return false
		} else {
			s.at++
		}
	}
	return false
}

// number goes over a number as JSON writes it: no + and no leading zeros.
func (s *scanner) number() bool {
	s.take('-')
	if !s.take('0') && !s.digits() {
		return false
	}
	if s.take('.') && !s.digits() {
		return false
	}
	if s.take('e') || s.take('E') {
		if !s.take('-') {
			s.take('+')
		}
		return s.digits()
	}
	return true
}

func (s *scanner) digits() bool {
	from := s.at
	for isDigit(s.next()) {
		s.at++
	}
	return s.at > from
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

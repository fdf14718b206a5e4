package trace

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"
)

// scanner goes over JSON that comes piece by piece. It keeps one piece and the
// string that it read last, whatever the file's size.
type scanner struct {
	r    io.Reader
	buf  []byte
	i, n int   // buf[i:n] is still to be read
	off  int64 // of buf[0] in the text
	err  error // of the reader, io.EOF at the end
	text []byte
	deaf bool // strings need not be kept
}

const (
	pieceBytes = 64 << 10
	mostText   = 4 << 10 // bytes of a string that are kept
	deepest    = 1000    // levels of nesting
)

func newScanner(r io.Reader) *scanner { return &scanner{r: r, buf: make([]byte, pieceBytes)} }

// at is the offset of the next byte.
func (s *scanner) at() int64 { return s.off + int64(s.i) }

// fill gets the next piece, and says whether there is one.
func (s *scanner) fill() bool {
	for s.i >= s.n && s.err == nil {
		s.off += int64(s.n)
		s.i, s.n = 0, 0
		s.n, s.err = s.r.Read(s.buf)
	}
	return s.i < s.n
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.i >= s.n && !s.fill() {
		return 0
	}
	return s.buf[s.i]
}

// space goes over white space and gives the byte after it, 0 at the end.
func (s *scanner) space() byte {
	for s.i < s.n || s.fill() {
		switch c := s.buf[s.i]; c {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return c
		}
	}
	return 0
}

// ended says that the text is over, for no other reason than that.
func (s *scanner) ended() bool { return s.i >= s.n && !s.fill() && s.err == io.EOF }

// wrong is an error at the present byte.
func (s *scanner) wrong(want string) error {
	c := s.peek()
	if s.i >= s.n {
		if s.err != nil && s.err != io.EOF {
			return fmt.Errorf("byte %d: %w", s.at(), s.err)
		}
		return fmt.Errorf("byte %d: the file ends here: want %s", s.at(), want)
	}
	return fmt.Errorf("byte %d: %q: want %s", s.at(), rune(c), want)
}

// take goes over a byte after white space.
func (s *scanner) take(c byte, want string) error {
	if s.space() != c {
		return s.wrong(want)
	}
	s.i++
	return nil
}

// quoted reads a string into s.text; of a long one it keeps the beginning.
func (s *scanner) quoted() error {
	s.text = s.text[:0]
	if err := s.take('"', "a string"); err != nil {
		return err
	}
	for s.i < s.n || s.fill() {
		piece := s.buf[s.i:s.n]
		end := bytes.IndexByte(piece, '"')
		if end < 0 {
			end = len(piece)
		}
		if esc := bytes.IndexByte(piece[:end], '\\'); esc >= 0 {
			s.keep(piece[:esc])
			s.i += esc + 1
			if err := s.escape(); err != nil {
				return err
			}
			continue
		}
		s.keep(piece[:end])
		s.i += end
		if end < len(piece) {
			s.i++
			return nil
		}
	}
	return s.wrong("the end of a string")
}

func (s *scanner) keep(b []byte) {
	if s.deaf {
		return
	}
	if room := mostText - len(s.text); len(b) > room {
		b = b[:max(room, 0)]
	}
	s.text = append(s.text, b...)
}

// escape reads what stands after a backslash. Halves of a pair of surrogates
// become the sign of what cannot be shown.
func (s *scanner) escape() error {
	c := s.peek()
	if s.i >= s.n {
		return s.wrong("the rest of a string")
	}
	switch c {
	case 'n':
		c = '\n'
	case 't':
		c = '\t'
	case 'r', 'b', 'f':
		c = ' '
	case 'u':
		s.i++
		r := rune(0)
		for range 4 {
			digit := bytes.IndexByte([]byte("0123456789abcdef"), s.peek()|0x20)
			if digit < 0 || s.i >= s.n {
				return s.wrong("four hexadecimal digits")
			}
			r = r<<4 | rune(digit)
			s.i++
		}
		if !utf8.ValidRune(r) {
			r = utf8.RuneError
		}
		var b [utf8.UTFMax]byte
		s.keep(b[:utf8.EncodeRune(b[:], r)])
		return nil
	}
	s.keep([]byte{c})
	s.i++
	return nil
}

// scalar reads a string, a number or a word into s.text.
func (s *scanner) scalar() error {
	if s.space() == '"' {
		return s.quoted()
	}
	s.text = s.text[:0]
	any := false
	for s.i < s.n || s.fill() {
		end := s.i
		for end < s.n && bare[s.buf[end]] {
			end++
		}
		any = any || end > s.i
		s.keep(s.buf[s.i:end])
		s.i = end
		if end < s.n {
			break
		}
	}
	if !any {
		return s.wrong("a value")
	}
	return nil
}

// bare are the characters of numbers and words.
var bare = func() (set [256]bool) {
	for _, c := range []byte("0123456789+-.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		set[c] = true
	}
	return set
}()

// skip goes over any value.
func (s *scanner) skip() error {
	s.deaf = true
	defer func() { s.deaf = false }()
	var stack [deepest]byte // what closes each level
	depth := 0
	for {
		switch c := s.space(); c {
		case '{', '[':
			if depth == deepest {
				return s.wrong(fmt.Sprintf("at most %d levels of nesting", deepest))
			}
			stack[depth] = c + 2 // ] and } follow two after [ and {
			depth++
			s.i++
			if s.space() == stack[depth-1] {
				break
			}
			if c == '{' {
				if err := s.name(); err != nil {
					return err
				}
			}
			continue
		default:
			if err := s.scalar(); err != nil {
				return err
			}
		}
		more, err := s.closing(stack[:], &depth)
		if !more || err != nil {
			return err
		}
	}
}

// closing goes over what stands between values within a value, and says whether
// another one follows.
func (s *scanner) closing(stack []byte, depth *int) (more bool, err error) {
	for *depth > 0 {
		c := s.space()
		switch {
		case c == stack[*depth-1] && s.i < s.n:
			s.i++
			*depth--
		case c == ',':
			s.i++
			if stack[*depth-1] == '}' {
				err = s.name()
			}
			return true, err
		default:
			return false, s.wrong("a comma or the end of a value")
		}
	}
	return false, nil
}

// name reads the name of a member and the colon after it.
func (s *scanner) name() error {
	if err := s.quoted(); err != nil {
		return err
	}
	return s.take(':', "a colon")
}

// object reads an object: member is called for each with s at its value, and goes
// over it. The name is gone once s reads on.
func (s *scanner) object(member func(name []byte) error) error {
	if err := s.take('{', "an object"); err != nil {
		return err
	}
	if s.space() == '}' {
		s.i++
		return nil
	}
	for {
		if err := s.name(); err != nil {
			return err
		}
		if err := member(s.text); err != nil {
			return err
		}
		switch s.space() {
		case ',':
			s.i++
		case '}':
			s.i++
			return nil
		default:
			return s.wrong("a comma or the end of an object")
		}
	}
}

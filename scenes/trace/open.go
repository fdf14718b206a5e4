package trace

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// formats are files that are no JSON, by how they begin, and what to do about it.
var formats = []struct{ begin, what string }{
	{"PK\x03\x04", "a .zip archive: want the trace in it, as .json or .json.gz"},
	{"PK\x05\x06", "an empty .zip archive: want a trace as .json or .json.gz"},
	{"\x28\xb5\x2f\xfd", "compressed with zstd: want .json or .json.gz"},
	{"\xfd7zXZ\x00", "compressed with xz: want .json or .json.gz"},
	{"BZh", "compressed with bzip2: want .json or .json.gz"},
	{"7z\xbc\xaf\x27\x1c", "a .7z archive: want the trace in it, as .json or .json.gz"},
	{"SQLite format 3\x00", "an SQLite database, as Nsight Systems exports: want a trace in JSON"},
	{"\x0a", "a trace in Perfetto's binary format: want one in JSON"},
	{"\xff\xfe", "text in UTF-16: want UTF-8"},
	{"\xfe\xff", "text in UTF-16: want UTF-8"},
}

// plain is the text of a file, decompressed where it is .gz. A file of another
// kind is refused in words.
func plain(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, pieceBytes)
	head, err := b.Peek(16)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if len(head) == 0 {
		return nil, errors.New("an empty file: want a trace")
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("begins as .gz does, and is not: %w", err)
		}
		return &unzipped{z}, nil
	}
	head, spaces := bytes.CutPrefix(head, []byte("\xef\xbb\xbf"))
	if spaces {
		_, _ = b.Discard(3)
	}
	for _, f := range formats {
		// A line feed may stand before JSON, too.
		if bytes.HasPrefix(head, []byte(f.begin)) && !json(head) {
			return nil, errors.New(f.what)
		}
	}
	return b, nil
}

// json says that a text begins as JSON does.
func json(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	return len(head) == 0 || head[0] == '{' || head[0] == '['
}

// unzipped says in words where a compressed file is broken.
type unzipped struct{ z *gzip.Reader }

func (u *unzipped) Read(p []byte) (int, error) {
	n, err := u.z.Read(p)
	if err != nil && err != io.EOF {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("the .gz file ends too early")
		} else {
			err = fmt.Errorf("the .gz file is damaged: %w", err)
		}
	}
	return n, err
}

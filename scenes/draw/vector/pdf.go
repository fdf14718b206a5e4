package vector

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
)

// The library writes the time of day into each PDF file, and into each font
// within. undated takes it out, so that two runs give the same bytes.

var (
	creationDate = regexp.MustCompile(`/CreationDate ?\(D:[0-9]{14}[^)]*\)`)
	startOfTable = regexp.MustCompile(`startxref\n([0-9]+)\n`)
	tableEntry   = regexp.MustCompile(`(?m)^([0-9]{10}) 00000 n $`)
	streamLength = regexp.MustCompile(`/Length [0-9]+`)
)

// undated is a file that the library wrote, without times. A file is a header,
// numbered objects, a table of where they begin, and a trailer.
func undated(file []byte) ([]byte, error) {
	start := startOfTable.FindSubmatch(file)
	if start == nil {
		return nil, errors.New("pdf: no table of objects in what the library wrote")
	}
	table, err := strconv.Atoi(string(start[1]))
	if err != nil || table > len(file) {
		return nil, fmt.Errorf("pdf: table of objects at %s, want it within the file", start[1])
	}
	objects, err := readTable(file, table)
	if err != nil {
		return nil, err
	}

	out := bytes.NewBuffer(slices.Clone(file[:objects[0].from]))
	moved := make([]int, len(objects))
	for _, o := range objects {
		moved[o.number] = out.Len()
		out.Write(undatedObject(file[o.from:o.to]))
	}
	newTable := out.Len()
	next := 0
	rest := tableEntry.ReplaceAllFunc(file[table:], func([]byte) []byte {
		next++
		return fmt.Appendf(nil, "%010d 00000 n ", moved[next-1])
	})
	out.Write(startOfTable.ReplaceAll(rest, fmt.Appendf(nil, "startxref\n%d\n", newTable)))
	return out.Bytes(), nil
}

// object is where the object of a number, from 0, stands in a file.
type object struct{ number, from, to int }

// readTable is the objects of a file in the order in which they stand there.
func readTable(file []byte, table int) ([]object, error) {
	var objects []object
	for i, entry := range tableEntry.FindAllSubmatch(file[table:], -1) {
		from, err := strconv.Atoi(string(entry[1]))
		if err != nil || from > table {
			return nil, fmt.Errorf("pdf: object %d at %s, want it before the table of objects", i+1, entry[1])
		}
		objects = append(objects, object{number: i, from: from, to: table})
	}
	if len(objects) == 0 {
		return nil, errors.New("pdf: the table of objects is empty")
	}
	slices.SortFunc(objects, func(a, b object) int { return a.from - b.from })
	for i := range objects[1:] {
		objects[i].to = objects[i+1].from
	}
	return objects, nil
}

// undatedObject is an object without the date of creation and, if it is a font,
// with one that does not change.
func undatedObject(b []byte) []byte {
	head, stream, found := bytes.Cut(b, []byte("stream\n"))
	if !found {
		return creationDate.ReplaceAll(b, nil)
	}
	end := bytes.LastIndex(stream, []byte("\nendstream"))
	if end < 0 || !bytes.Contains(head, []byte("/FlateDecode")) {
		return b
	}
	inflated, err := zlib.NewReader(bytes.NewReader(stream[:end]))
	if err != nil {
		return b
	}
	font, err := io.ReadAll(inflated)
	if err != nil || !undateFont(font) {
		return b
	}
	var deflated bytes.Buffer
	w := zlib.NewWriter(&deflated)
	w.Write(font)
	w.Close()
	return slices.Concat(
		streamLength.ReplaceAll(head, fmt.Appendf(nil, "/Length %d", deflated.Len())),
		[]byte("stream\n"), deflated.Bytes(), stream[end:])
}

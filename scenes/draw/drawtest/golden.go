package drawtest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"inflight/scenes/draw"
	"inflight/scenes/draw/svg"
)

var update = flag.Bool("update", false, "write the golden files anew; read the diff and look at the pictures")

// Golden compares a picture with testdata/NAME.svg of the package under test.
func Golden(t *testing.T, name string, c *draw.Canvas) {
	t.Helper()
	GoldenAs(t, name, c, svg.Options{})
}

// GoldenAs is Golden with other options than those of a file, but for title and width.
func GoldenAs(t *testing.T, name string, c *draw.Canvas, o svg.Options) {
	t.Helper()
	o.Title, o.Width = name, c.Width
	var got bytes.Buffer
	if err := svg.Write(&got, c, o); err != nil {
		t.Fatal(err)
	}
	// One element a line, so that a diff shows which shape changed.
	lines := bytes.ReplaceAll(got.Bytes(), []byte("><"), []byte(">\n<"))
	file := filepath.Join("testdata", name+".svg")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, lines, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(lines, want) {
		t.Errorf("%s differs from the golden file in line %d; go test -update, then look at it", file, differs(lines, want))
	}
}

// differs is the number of the first line that is not the same, from 1.
func differs(a, b []byte) int {
	line := 1
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

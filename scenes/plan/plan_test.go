package plan_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/plan"
	"inflight/scenes/sim"
)

func settings(t *testing.T, visit func(name string, s *scenes.Setting, f scenes.Film)) {
	t.Helper()
	for _, e := range all.List() {
		for _, p := range append([]scenes.Preset{{ID: "default"}}, e.Presets...) {
			s := e.New()
			s.Apply(p.Values, true)
			f, err := s.Build()
			if err != nil {
				t.Fatal(err)
			}
			visit(e.Name+" "+p.ID, s, f)
		}
	}
}

// The stage has no encoding/json; the file is what that would write.
func TestJSONIsWhatTheStandardLibraryWrites(t *testing.T) {
	settings(t, func(name string, s *scenes.Setting, f scenes.Film) {
		for _, f := range []scenes.Film{f, scenes.Compare(scenes.Side{Setting: s, Film: f}, scenes.Side{Setting: s, Film: f})} {
			got, err := plan.JSON(s, f)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var want bytes.Buffer
			w := json.NewEncoder(&want)
			w.SetEscapeHTML(false)
			if err := w.Encode(plan.New(s, f)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want.Bytes()) {
				t.Errorf("%s: got %d bytes, want %d others", name, len(got), want.Len())
			}
		}
	})
}

func TestCSVHoldsTheSpans(t *testing.T) {
	settings(t, func(name string, s *scenes.Setting, f scenes.Film) {
		rows := read(t, plan.CSV(f))
		tl := f.Timeline()
		if got, want := rows[0], []string{"id", "lane", "kind", "start_ps", "end_ps", "bytes"}; !equal(got, want) {
			t.Errorf("%s: columns %q, want %q", name, got, want)
		}
		if len(rows)-1 != tl.Len() {
			t.Fatalf("%s: %d rows, want %d", name, len(rows)-1, tl.Len())
		}
		for r, row := range rows[1:] {
			same(t, row, tl, sim.Ref(r))
		}
	})
}

func TestCSVOfBothSides(t *testing.T) {
	e, _ := all.Find("collective")
	f, err := e.New().Build()
	if err != nil {
		t.Fatal(err)
	}
	one := scenes.Side{Setting: e.New(), Film: f}
	rows := read(t, plan.CSV(scenes.Compare(one, one)))
	n := f.Timeline().Len()
	if rows[0][0] != "side" || len(rows) != 2*n+1 || rows[n][0] != "A" || rows[n+1][0] != "B" {
		t.Fatalf("%d rows that begin %q, %q, %q", len(rows), rows[0], rows[n], rows[n+1])
	}
	same(t, rows[n+1][1:], f.Timeline(), 0)
}

func read(t *testing.T, text []byte) [][]string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("\r\n")); n != len(rows) || bytes.Count(text, []byte("\n")) != n {
		t.Errorf("%d lines end as RFC 4180 has it, want %d", n, len(rows))
	}
	return rows
}

func same(t *testing.T, row []string, tl *sim.Timeline, r sim.Ref) {
	t.Helper()
	s := tl.Span(r)
	want := []string{s.ID.String(), tl.LaneID(s.Lane).String(), s.ID.Name(), strconv.FormatInt(int64(s.Start), 10), strconv.FormatInt(int64(s.End), 10)}
	bytes, err := strconv.ParseFloat(row[5], 64)
	if !equal(row[:5], want) || err != nil || bytes != float64(s.Bytes) {
		t.Errorf("got %q, want %q and %g bytes", row, want, s.Bytes)
	}
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

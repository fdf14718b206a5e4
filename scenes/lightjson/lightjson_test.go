package lightjson

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"inflight/tests/noise"
)

func TestObject(t *testing.T) {
	members, err := Object(" {\"a\": \"x\\u00e9\\n\" , \"b\":[1,{\"c\":null}] , \"d\" : -1.5e+3} \n")
	want := []Member{{"a", `"x\u00e9\n"`}, {"b", `[1,{"c":null}]`}, {"d", "-1.5e+3"}}
	if err != nil || !reflect.DeepEqual(members, want) {
		t.Fatalf("got %q, error %v, want %q", members, err, want)
	}
	if s, ok := String(members[0].Value); !ok || s != "xé\n" {
		t.Errorf("got %q, %v, want xé and a line's end", s, ok)
	}
	if s, ok := String(members[2].Value); ok {
		t.Errorf("a number is the text %q, want none", s)
	}
}

func TestObjectRefuses(t *testing.T) {
	for text, want := range map[string]string{
		``:                           "at byte 0: want a JSON object",
		`[]`:                         "at byte 0: want a JSON object",
		`{"a":1,}`:                   "at byte 7: want a JSON object",
		`{"a":01}`:                   "at byte 6: want a JSON object",
		`{"a":1} x`:                  "at byte 8: want a JSON object",
		"{\"a\":\"\t\"}":             "at byte 6: want a JSON object",
		`{"a":"\x"}`:                 "at byte 7: want a JSON object",
		`{"a":1,"\u0061":2}`:         "a twice: want it once",
		"{\"\xff\":1}":               "not UTF-8: want a JSON object",
		strings.Repeat(`{"a":`, 999): "at byte 500: want a JSON object",
	} {
		if _, err := Object(text); err == nil || err.Error() != want {
			t.Errorf("%.20s: got %v, want %s", text, err, want)
		}
	}
}

// What is read is what encoding/json reads.
func FuzzObject(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":"b"}`, `{"a":"\ud83d\ude00\ud800x\"\\\/\b\f\n\r\t"}`, `{"a":[1,-0.5e-7,true,false,null,{"b":{}}]}`,
		`{"a":1,"a":2}`, `{"a"`, ` { "a" : 0 } `, `null`, `{"é":"中"}`, `{"a":"\u12"}`, `{"a":1e}`, `{"a":--1}`, `{"a":tru}`,
	} {
		f.Add(s)
	}
	for _, s := range noise.Texts(300, 12, "{", "}", "[", "]", ",", ":", `"a"`, `"b"`, `"\u00`, `"`, "-", "0", "1", "1e5", "true", "null", " ", "\n") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		members, err := Object(text)
		var want map[string]json.RawMessage
		bad := json.Unmarshal([]byte(text), &want)
		if err != nil {
			strict := !utf8.ValidString(text) || want == nil || strings.HasSuffix(err.Error(), "once") || strings.Count(text, "{")+strings.Count(text, "[") >= maxDepth
			if bad == nil && !strict {
				t.Fatalf("%q: %v, but it is an object", text, err)
			}
			return
		}
		if bad != nil || len(members) != len(want) {
			t.Fatalf("%q: read %d members, want %d, error %v", text, len(members), len(want), bad)
		}
		for _, m := range members {
			if m.Value != string(want[m.Name]) {
				t.Fatalf("%q: %q is %q, want %q", text, m.Name, m.Value, want[m.Name])
			}
			var s *string
			isText := json.Unmarshal(want[m.Name], &s) == nil && s != nil
			if got, ok := String(m.Value); ok != isText || ok && got != *s {
				t.Fatalf("%q: text %q, %v, want %v", m.Value, got, ok, isText)
			}
		}
	})
}

type inner struct {
	F float64  `json:"f"`
	S []string `json:"s,omitempty"`
}

type outer struct {
	T    string  `json:"t"`
	I    int     `json:"i"`
	B    bool    `json:"b"`
	P    *inner  `json:"p"`
	List []inner `json:"list"`
	Last inner   `json:"last"`
}

// pair writes itself.
type pair struct{ a, b int }

func (p pair) MarshalJSON() ([]byte, error) { return Append(nil, []int{p.a, p.b}) }

type wide struct {
	Any   any               `json:"any"`
	Map   map[string]any    `json:"map"`
	Inner map[string]inner  `json:"inner,omitempty"`
	Array [2]int            `json:"array"`
	Pairs []pair            `json:"pairs"`
	Zero  *int              `json:"zero,omitempty"`
	Word  string            `json:"word,omitempty"`
	None  map[string]string `json:"none"`
	U     uint8             `json:"u"`
}

// What is written is what encoding/json writes, but for its escapes for HTML.
func TestAppend(t *testing.T) {
	for _, v := range []any{
		struct{}{},
		outer{},
		outer{T: "\"\\/\n\r\t\b\f\x01\x1f中…\x7f\u2028<&>", I: -12, B: true, P: &inner{F: 0.1}, List: []inner{{F: 1e6, S: []string{"a", "b"}}, {F: -0.25}}, Last: inner{S: []string{}}},
		[]inner{},
		inner{F: 0.25},
		[]float64{0, 5e-324, 1e-7, 9.99e-7, 1e-6, -1e-9, 1e20, 1e21, 1.5e100, math.MaxFloat64, 123456789.125},
		wide{},
		wide{Any: inner{F: 1}, Map: map[string]any{"b": 1, "a": nil, "c": "x", "": []string{}}, Inner: map[string]inner{"é": {}}, Array: [2]int{1, 2}, Pairs: []pair{{1, 2}}, Zero: new(int), Word: "w", U: 9},
	} {
		got, err := Append(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		if string(got)+"\n" != want.String() {
			t.Errorf("got %s, want %s", got, want.String())
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	for want, v := range map[string]any{
		"+Inf: want a finite number": inner{F: math.Inf(1)},
		"NaN: want a finite number":  []float64{math.NaN()},
		"func: want a struct, map, slice, pointer, text, number or truth value": func() {},
		"map with keys of int: want texts":                                      map[int]int{},
	} {
		if text, err := Append(nil, v); err == nil || err.Error() != want {
			t.Errorf("got %s, %v, want %s", text, err, want)
		}
	}
}

// What is written as a text is read back as it, but for bytes that are no UTF-8.
func FuzzText(f *testing.F) {
	for _, s := range append(noise.Texts(200, 8, "\\", `"`, "/", "\n", "\u2028", "\x00", "😀", "u0041", "</script>", "中"), "") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		written := string(AppendText(nil, s))
		var want string
		if err := json.Unmarshal([]byte(written), &want); err != nil {
			t.Fatalf("%q is written as %s: %v", s, written, err)
		}
		if got, ok := String(written); !ok || got != want || utf8.ValidString(s) && got != s {
			t.Errorf("%q is written as %s, which reads %q, want %q", s, written, got, want)
		}
		if members, err := Object(`{"a":` + written + `}`); err != nil || len(members) != 1 {
			t.Errorf("%s as a value: %v", written, err)
		}
	})
}

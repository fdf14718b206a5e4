package lightjson

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
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

// What is written is what encoding/json writes, but for its escapes for HTML.
func TestAppend(t *testing.T) {
	for _, v := range []any{
		struct{}{},
		outer{},
		outer{T: "\"\\/\n\x01\x1f中…\x7f", I: -12, B: true, P: &inner{F: 0.1}, List: []inner{{F: 1e6, S: []string{"a", "b"}}, {F: -0.25}}, Last: inner{S: []string{}}},
		[]inner{},
		inner{F: 0.25},
	} {
		got, err := Append(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if same := asAny(t, got); !reflect.DeepEqual(same, asAny(t, want)) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for _, f := range []float64{5e-324, 1e-7, 1e21, math.MaxFloat64, 123456789.125} {
		text, err := Append(nil, f)
		var got float64
		if err != nil || json.Unmarshal(text, &got) != nil || got != f {
			t.Errorf("%g is written %s, error %v", f, text, err)
		}
	}
}

func asAny(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func TestAppendRefuses(t *testing.T) {
	for want, v := range map[string]any{
		"+Inf: want a finite number":                                      inner{F: math.Inf(1)},
		"NaN: want a finite number":                                       []float64{math.NaN()},
		"map: want a struct, slice, pointer, text, number or truth value": map[string]int{},
	} {
		if text, err := Append(nil, v); err == nil || err.Error() != want {
			t.Errorf("got %s, %v, want %s", text, err, want)
		}
	}
}

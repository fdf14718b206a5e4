package lightjson

import (
	"fmt"
	"math"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Marshaler is a value that writes itself.
type Marshaler interface{ MarshalJSON() ([]byte, error) }

// Append writes a value as encoding/json does, but for its escapes for HTML: a
// struct with names of fields, or a map with texts as keys, slice, array, pointer,
// text, number, truth value, or what has MarshalJSON.
func Append(to []byte, v any) ([]byte, error) { return appendValue(to, reflect.ValueOf(v)) }

func appendValue(to []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(to, "null"...), nil
	}
	if v.Kind() == reflect.Struct { // other kinds need no way of their own so far
		if m, ok := v.Interface().(Marshaler); ok {
			text, err := m.MarshalJSON()
			return append(to, text...), err
		}
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(to, v.Bool()), nil
	case reflect.Int, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(to, v.Int(), 10), nil
	case reflect.Uint8, reflect.Uint32:
		return strconv.AppendUint(to, v.Uint(), 10), nil
	case reflect.Float64:
		if f := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			return to, fmt.Errorf("%g: want a finite number", f)
		}
		return AppendFloat(to, v.Float()), nil
	case reflect.String:
		return AppendText(to, v.String()), nil
	case reflect.Struct:
		return appendStruct(to, v)
	case reflect.Pointer, reflect.Interface:
		return appendValue(to, v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(to, "null"...), nil
		}
		return appendSlice(to, v)
	case reflect.Array:
		return appendSlice(to, v)
	case reflect.Map:
		return appendMap(to, v)
	}
	return to, fmt.Errorf("%s: want a struct, map, slice, pointer, text, number or truth value", v.Kind())
}

func appendStruct(to []byte, v reflect.Value) ([]byte, error) {
	to = append(to, '{')
	empty := true
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if options == "omitempty" && isEmpty(field) || !v.Type().Field(i).IsExported() {
			continue
		}
		if !empty {
			to = append(to, ',')
		}
		empty = false
		to = append(AppendText(to, name), ':')
		var err error
		if to, err = appendValue(to, field); err != nil {
			return to, err
		}
	}
	return append(to, '}'), nil
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func appendSlice(to []byte, v reflect.Value) ([]byte, error) {
	to = append(to, '[')
	for i := range v.Len() {
		if i > 0 {
			to = append(to, ',')
		}
		var err error
		if to, err = appendValue(to, v.Index(i)); err != nil {
			return to, err
		}
	}
	return append(to, ']'), nil
}

// appendMap writes a map with its keys in order.
func appendMap(to []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(to, "null"...), nil
	}
	if v.Type().Key().Kind() != reflect.String {
		return to, fmt.Errorf("map with keys of %s: want texts", v.Type().Key().Kind())
	}
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	to = append(to, '{')
	for i, key := range keys {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(AppendText(to, key.String()), ':')
		var err error
		if to, err = appendValue(to, v.MapIndex(key)); err != nil {
			return to, err
		}
	}
	return append(to, '}'), nil
}

// AppendFloat writes a finite number in the fewest digits that read back as it,
// in full from 1e-6 up to 1e21.
func AppendFloat(to []byte, f float64) []byte {
	size := math.Abs(f)
	if size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(to, f, 'f', -1, 64)
	}
	to = strconv.AppendFloat(to, f, 'e', -1, 64)
	if n := len(to); to[n-4] == 'e' && to[n-3] == '-' && to[n-2] == '0' { // e-09 is e-9
		to = append(to[:n-2], to[n-1])
	}
	return to
}

// AppendText writes a text in quotes.
func AppendText(to []byte, s string) []byte {
	to = append(to, '"')
	for _, r := range s {
		i := strings.IndexRune(plain, r)
		switch {
		case i >= 0 && r != '/':
			to = append(to, '\\', escapes[i])
		case r < ' ' || r == '\u2028' || r == '\u2029':
			to = append(to, '\\', 'u', digits[r>>12], digits[r>>8&15], digits[r>>4&15], digits[r&15])
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}

package lightjson

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Append writes a value: a struct with names of fields as encoding/json has
// them, or a slice, pointer, text, number or truth value.
func Append(to []byte, v any) ([]byte, error) { return appendValue(to, reflect.ValueOf(v)) }

func appendValue(to []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(to, v.Bool()), nil
	case reflect.Int, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(to, v.Int(), 10), nil
	case reflect.Float64:
		if f := v.Float(); math.IsInf(f, 0) || math.IsNaN(f) {
			return to, fmt.Errorf("%g: want a finite number", f)
		}
		return strconv.AppendFloat(to, v.Float(), 'g', -1, 64), nil
	case reflect.String:
		return appendText(to, v.String()), nil
	case reflect.Struct:
		return appendStruct(to, v)
	case reflect.Pointer:
		if v.IsNil() {
			return append(to, "null"...), nil
		}
		return appendValue(to, v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(to, "null"...), nil
		}
		return appendSlice(to, v)
	}
	return to, fmt.Errorf("%s: want a struct, slice, pointer, text, number or truth value", v.Kind())
}

func appendStruct(to []byte, v reflect.Value) ([]byte, error) {
	to = append(to, '{')
	empty := true
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if options == "omitempty" && field.Kind() == reflect.Slice && field.Len() == 0 {
			continue
		}
		if !empty {
			to = append(to, ',')
		}
		empty = false
		to = append(appendText(to, name), ':')
		var err error
		if to, err = appendValue(to, field); err != nil {
			return to, err
		}
	}
	return append(to, '}'), nil
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

func appendText(to []byte, s string) []byte {
	to = append(to, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r == '\n':
			to = append(to, '\\', 'n')
		case r < ' ':
			to = append(to, '\\', 'u', '0', '0', digits[r>>4], digits[r&15])
		default:
			to = append(to, string(r)...)
		}
	}
	return append(to, '"')
}

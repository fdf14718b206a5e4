package plan

import (
	"strconv"
	"strings"

	"inflight/scenes"
	"inflight/scenes/lightjson"
)

// CSV is a table of the spans of a setting, as RFC 4180 has it: a row for each
// task, times in whole picoseconds. In a comparison the first column is the side.
func CSV(f scenes.Film) []byte {
	const columns = "id,lane,kind,start_ps,end_ps,bytes\r\n"
	pair, ok := f.(*scenes.Pair)
	if !ok {
		return appendRows([]byte(columns), f, "")
	}
	out := []byte("side," + columns)
	for i, side := range pair.Sides {
		out = appendRows(out, side.Film, scenes.SideNames[i]+",")
	}
	return out
}

func appendRows(to []byte, f scenes.Film, before string) []byte {
	for _, s := range spans(f.Timeline(), nil) {
		to = append(to, before...)
		for _, text := range []string{s.ID, s.Lane, s.Kind} {
			to = append(appendField(to, text), ',')
		}
		to = append(strconv.AppendInt(to, int64(s.Start), 10), ',')
		to = append(strconv.AppendInt(to, int64(s.End), 10), ',')
		to = append(lightjson.AppendFloat(to, s.Bytes), "\r\n"...)
	}
	return to
}

// appendField writes a text, in quotes where a reader would take it apart.
func appendField(to []byte, text string) []byte {
	if !strings.ContainsAny(text, "\",\r\n") {
		return append(to, text...)
	}
	return append(append(append(to, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}

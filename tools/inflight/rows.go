package main

import (
	"encoding/csv"
	"io"
	"os"
	"sort"
	"strings"

	"inflight/scenes"
	"inflight/scenes/paged"
	"inflight/scenes/paged/serve"
	"inflight/scenes/sim"
	"inflight/scenes/unit"
)

// mostRows is how many requests a file may have.
const mostRows = 100_000

// withRequests is the scene paged with the requests of a file: rows of arrival in
// seconds, tokens of the prompt, tokens of the output. A first row that is no
// request names the columns.
func withRequests(e *scenes.Entry, file string) (*scenes.Entry, error) {
	if e.Name != paged.Scene.Name {
		return nil, bad("-requests: %s serves no requests; want %s", e.Name, paged.Scene.Name)
	}
	text, err := os.Open(file)
	if err != nil {
		return nil, bad("-requests: %v", err)
	}
	defer text.Close()
	r := csv.NewReader(text)
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
	var requests []serve.Request
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, bad("%s: %v", file, err)
		}
		line, _ := r.FieldPos(0)
		q, err := readRequest(row)
		switch {
		case err == nil:
			requests = append(requests, q)
		case !first || !strings.EqualFold(strings.TrimSpace(row[0]), "arrival"):
			return nil, bad("%s:%d: %v", file, line, err)
		}
	}
	if len(requests) == 0 || len(requests) > mostRows {
		return nil, bad("%s: %d requests; want 1 to %d", file, len(requests), mostRows)
	}
	sort.SliceStable(requests, func(i, j int) bool { return requests[i].Arrival < requests[j].Arrival })
	return paged.WithRequests(requests).Entry(), nil
}

// readRequest reads arrival, prompt, output.
func readRequest(row []string) (q serve.Request, err error) {
	if len(row) != 3 {
		return q, bad("%d columns; want arrival, prompt, output", len(row))
	}
	arrival, err := unit.Parse(strings.TrimSpace(row[0]), unit.Second)
	if err != nil {
		return q, bad("arrival=%s: %v", row[0], err)
	}
	if q.Arrival, err = sim.Seconds(arrival); err != nil {
		return q, bad("arrival=%s: %v", row[0], err)
	}
	var counts [2]int
	for i, name := range [...]string{"prompt", "output"} {
		n, err := unit.ParseWhole(strings.TrimSpace(row[i+1]))
		if err != nil || n < 1 || n > 1<<20 {
			return q, bad("%s=%s: want a whole number of tokens from 1 to %d", name, row[i+1], 1<<20)
		}
		counts[i] = int(n)
	}
	q.Prompt, q.Outputs = counts[0], []int{counts[1]}
	return q, nil
}

package trace_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/sim"
	"inflight/scenes/trace"
)

func opened(t *testing.T, text string) *trace.File {
	t.Helper()
	f, err := trace.Read(strings.NewReader(text), nil)
	if err != nil {
		t.Fatalf("%.80s: %v", text, err)
	}
	return f
}

// TestWhatIsWrittenReadsBack wants each task of a film, at the settings that make
// most of them differ, with its ID and its times to the picosecond.
func TestWhatIsWrittenReadsBack(t *testing.T) {
	for _, c := range []struct{ scene, knobs string }{
		{"pipeline", ""},
		{"pipeline", "schedule=zb-h1 stages=8 microbatches=16"},
		{"pipeline", "schedule=dualpipe stages=8 microbatches=20 bandwidth=3GB/s"},
		{"pipeline", "timing=manual tf=1.000000000001 tb=2 tcomm=0.5"},
		{"fsdp", ""},
		{"fsdp", "strategy=ddp nodes=2 gpus=16"},
		{"fsdp", "strategy=hsdp nodes=2 gpus=16 recompute=full"},
		{"collective", "algo=tree"},
	} {
		film := film(t, c.scene, c.knobs)
		tl := film.Timeline()
		f, err := trace.Read(bytes.NewReader(trace.JSON(trace.Process{Name: c.scene, Timeline: tl})), nil)
		if err != nil {
			t.Fatalf("%s %s: %v", c.scene, c.knobs, err)
		}
		want := map[string]string{}
		for r := range sim.Ref(tl.Len()) {
			s := tl.Span(r)
			want[s.ID.String()] = fmt.Sprint(s.ID.Name(), s.Start, int64(s.End-s.Start))
		}
		for i := range f.Slices {
			s := &f.Slices[i]
			got := fmt.Sprint(f.Name(s), s.Start, int64(s.End-s.Start))
			if want[f.ID(s)] != got {
				t.Fatalf("%s %s: %s is %s, want %s", c.scene, c.knobs, f.ID(s), got, want[f.ID(s)])
			}
			delete(want, f.ID(s))
		}
		if len(want) > 0 {
			t.Errorf("%s %s: %d tasks are missing", c.scene, c.knobs, len(want))
		}
	}
}

func film(t *testing.T, scene, knobs string) scenes.Film {
	t.Helper()
	s, err := all.Setting(scene, scenes.Values(knobs))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Build()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// kineto is a trace as torch.profiler writes it, in small.
const kineto = `{
  "schemaVersion": 1,
  "deviceProperties": [{"id": 0, "name": "NVIDIA H100", "x": [1, [2, {"y": null}], true, -1e-3]}],
  "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8, "pg_config": [{"ranks": [0, 1]}]},
  "baseTimeNanoseconds": 1759300074000000000,
  "traceEvents": [
  {"ph": "M", "name": "process_name", "pid": 0, "tid": 0, "ts": 0.000, "args": {"name": "python"}},
  {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", "pid": 0, "tid": 20,
   "ts": 5100765344871.123, "dur": 12.5, "args": {"External id": 7, "stream": 20, "correlation": 99, "Collective name": "send"}},
  {"ph": "X", "cat": "user_annotation", "name": "Forward \"0\" \u00e9\ud83d\ude00\t", "pid": "1", "tid": "main", "ts": "5100765344861.123", "dur": "3"},
  {"ph": "s", "id": 99, "pid": 0, "tid": 20, "ts": 5100765344871.123, "cat": "ac2g", "name": "ac2g"},
  {"ph": "B", "name": "outer", "pid": 1, "tid": 2, "ts": 5100765344900},
  {"ph": "B", "name": "inner", "pid": 1, "tid": 2, "ts": 5100765344901},
  {"ph": "E", "pid": 1, "tid": 2, "ts": 5100765344902.25},
  {"ph": "E", "pid": 1, "tid": 2, "ts": 5100765344905},
  {"ph": "E", "pid": 1, "tid": 2, "ts": 5100765344906},
  {"ph": "B", "name": "never", "pid": 1, "tid": 2, "ts": 5100765344907},
  {"ph": "X", "name": "untimed", "pid": 1, "tid": 2, "dur": 1},
  {"ph": "X", "name": "backward in time", "pid": 1, "tid": 2, "ts": 5100765344871, "dur": -1},
  {"name": "no phase"}
  ],
  "traceName": "rank3.json"
}`

func TestKinetosFieldsAreRead(t *testing.T) {
	f := opened(t, kineto)
	if f.Rank != 3 || f.World != 8 || f.Backend != "nccl" || f.Open {
		t.Errorf("got rank %d of %d, %s, open %v; want rank 3 of 8, nccl, closed", f.Rank, f.World, f.Backend, f.Open)
	}
	if want := int64(1759300074000000000 + 5100765344871*1000); f.Zero != want {
		t.Errorf("zero is %d, want %d", f.Zero, want)
	}
	var got []string
	for i := range f.Slices {
		s := &f.Slices[i]
		tr := f.Tracks[s.Track]
		got = append(got, fmt.Sprintf("%s/%s/%s %q %d+%d %d %s", tr.Process, tr.PID, tr.TID, f.Name(s), s.Start, s.End-s.Start, s.Correlation, f.Collective(s)))
	}
	want := []string{
		`python/0/20 "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)" 123000+12500000 99 send`,
		"/1/main \"Forward \\\"0\\\" é\uFFFD\uFFFD\\t\" -9877000+3000000 0 ",
		`/1/2 "outer" 29000000+5000000 0 `,
		`/1/2 "inner" 30000000+1250000 0 `,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if want := (trace.Left{Unpaired: 2, Untimed: 2, Other: 2}); f.Left != want {
		t.Errorf("left %+v, want %+v", f.Left, want)
	}
}

func TestWhatIsNotKeptLeavesThePairsOfOthersAlone(t *testing.T) {
	text := `[{"ph":"B","name":"keep","pid":1,"tid":1,"ts":1},{"ph":"B","name":"leave","pid":1,"tid":1,"ts":2},
		{"ph":"E","pid":1,"tid":1,"ts":3},{"ph":"E","pid":1,"tid":1,"ts":5}]`
	f, err := trace.Read(strings.NewReader(text), func(_, name []byte) bool { return string(name) == "keep" })
	if err != nil || len(f.Slices) != 1 || f.Slices[0].End-f.Slices[0].Start != 4*sim.Microsecond {
		t.Errorf("got %v, %v; want one span of 4 µs", f.Slices, err)
	}
}

// TestAListMayEndWithoutItsBracket is what the format says of it.
func TestAListMayEndWithoutItsBracket(t *testing.T) {
	const event = `{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}`
	for text, open := range map[string]bool{
		"[" + event + "]": false, "[" + event + ",]": false, "\ufeff\n [" + event + "]": false,
		"[" + event: true, "[" + event + ",\n": true, `{"traceEvents":[` + event + ",": true, `{"traceEvents":[` + event: true,
	} {
		if f := opened(t, text); f.Open != open || len(f.Slices) != 1 {
			t.Errorf("%s: open is %v with %d spans, want %v with 1", text, f.Open, len(f.Slices), open)
		}
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.String()
}

func TestGzipIsReadAndOtherFormatsAreNamed(t *testing.T) {
	if f := opened(t, zipped(kineto)); len(f.Slices) != 4 {
		t.Errorf("%d spans in the compressed file, want 4", len(f.Slices))
	}
	whole := zipped(kineto)
	damaged := []byte(whole)
	damaged[len(damaged)-5] ^= 0xff // of the checksum
	for text, want := range map[string]string{
		"":                      "an empty file: want a trace",
		"PK\x03\x04rest":        ".zip",
		"\x28\xb5\x2f\xfdrest":  "zstd",
		"SQLite format 3\x00":   "SQLite",
		"\x0a\x2f\x08\x01\x12":  "Perfetto's binary",
		"<html>":                "byte 0: '<': want a trace in JSON",
		"\x1f\x8b\x08":          "begins as .gz does",
		whole[:len(whole)/2]:    "the .gz file ends too early",
		string(damaged):         "the .gz file is damaged",
		kineto + "x":            "want the end of the file",
		`{"a":1}`:               "no traceEvents",
		`{"traceEvents":5}`:     "no traceEvents",
		`[{"ph":"X"} {"ph":`:    "byte 12: '{': want a comma",
		`[{"ph":"X","ts":12`:    "byte 18: the file ends here",
		`[{"ph":"X","name":"ab`: "byte 21: the file ends here",
		`[5]`:                   "byte 1: '5': want an event",
		`[{"a":[1,2}]`:          "byte 10: '}': want a comma or the end of a value",
		`[{"a":"\u12g4"}]`:      "want four hexadecimal digits",
		`[{"ph":"X","ts":1},{"ph":"X","ts":9e15}]`:             "byte 19: ts=9e15: want microseconds within 53 days",
		`[{"ph":"X","ts":1},{"ph":"X","ts":9000000000000000}]`: "byte 19: ts=9000000000000000: want microseconds within 53 days",
		"[" + strings.Repeat("[", 5000):                        "byte 1: '[': want an event",
		`[{"a":` + strings.Repeat("[", 5000):                   "byte 1006: '[': want at most 1000 levels",
	} {
		_, err := trace.Read(strings.NewReader(text), nil)
		if err == nil && want == "" {
			continue
		}
		if err == nil || want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

// TestEveryBeginningOfAFileIsReadOrRefused cuts a file off at each byte: no hang,
// no panic, and a refusal says where.
func TestEveryBeginningOfAFileIsReadOrRefused(t *testing.T) {
	for n := range len(kineto) {
		f, err := trace.Read(strings.NewReader(kineto[:n]), nil)
		switch {
		case err == nil && !f.Open && n < strings.LastIndex(kineto, "}"):
			t.Fatalf("%d bytes: taken for a whole file", n)
		case err != nil && n > 0 && !strings.Contains(err.Error(), "byte ") && !strings.Contains(err.Error(), "no traceEvents"):
			t.Fatalf("%d bytes: %v: want the byte", n, err)
		}
	}
}

// TestPiecesOfAnySizeGiveTheSame feeds a file byte by byte.
func TestPiecesOfAnySizeGiveTheSame(t *testing.T) {
	f, err := trace.Read(&slow{strings.NewReader(kineto)}, nil)
	if err != nil || len(f.Slices) != 4 {
		t.Errorf("got %d spans, %v; want 4", len(f.Slices), err)
	}
	broken := errors.New("the disk is gone")
	if _, err := trace.Read(io.MultiReader(strings.NewReader(kineto[:500]), &failing{broken}), nil); !errors.Is(err, broken) {
		t.Errorf("a reader's error becomes %v", err)
	}
}

type slow struct{ r io.Reader }

func (s *slow) Read(p []byte) (int, error) { return s.r.Read(p[:1]) }

type failing struct{ err error }

func (f *failing) Read([]byte) (int, error) { return 0, f.err }

// endless is a trace of a given size that is made as it is read: kernels of a few
// names, and between them functions of Python with long arguments.
type endless struct {
	left  int64
	n     int
	buf   []byte
	piece []byte // of buf, still to be read
}

var frames = strings.Repeat("frame;", 60)

func (e *endless) Read(p []byte) (int, error) {
	if len(e.piece) == 0 {
		b := e.buf[:0]
		switch {
		case e.n == 0:
			b = append(b, `{"traceEvents":[`...)
		case e.n < 0:
			return 0, io.EOF
		case e.left <= 0:
			b, e.n = append(b, `{"ph":"i"}]}`...), -2
		case e.n%4 == 0:
			b = append(b, `{"ph":"X","cat":"kernel","name":"gemm`...)
			b = strconv.AppendInt(b, int64(e.n%9), 10)
			b = append(b, `","pid":0,"tid":7,"dur":3.5,"args":{"stream":7},"ts":`...)
			b = append(strconv.AppendInt(b, int64(e.n), 10), ".125},"...)
		default:
			b = append(b, `{"ph":"X","cat":"python_function","name":"step","pid":1,"tid":1,"dur":3,"args":{"Call stack":"`...)
			b = append(append(b, frames...), `"},"ts":`...)
			b = append(strconv.AppendInt(b, int64(e.n), 10), "},"...)
		}
		e.n++
		e.buf, e.piece = b, b
	}
	n := copy(p, e.piece)
	e.piece = e.piece[n:]
	e.left -= int64(n)
	return n, nil
}

// TestAHugeFileTakesTheMemoryOfWhatIsKept reads 200 MB.
func TestAHugeFileTakesTheMemoryOfWhatIsKept(t *testing.T) {
	if testing.Short() {
		t.Skip("200 MB")
	}
	const size = 200 << 20
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f, err := trace.Read(&endless{left: size}, func(cat, _ []byte) bool { return string(cat) == "kernel" })
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if f.Bytes < size || len(f.Slices) < 100_000 {
		t.Errorf("%d bytes with %d spans", f.Bytes, len(f.Slices))
	}
	held, total := after.HeapAlloc-before.HeapAlloc, after.TotalAlloc-before.TotalAlloc
	t.Logf("%d MB, %d kernels: %d MB held, %d MB allocated in all", f.Bytes>>20, len(f.Slices), held>>20, total>>20)
	// A slice takes 56 bytes; growing a list of them allocates some five times that.
	if most := uint64(len(f.Slices))*56*6 + 8<<20; total > most {
		t.Errorf("%d bytes held, %d allocated: want memory for %d spans", held, total, len(f.Slices))
	}
	runtime.KeepAlive(f)
}

func TestMoreSpansThanABrowserHoldsAreRefused(t *testing.T) {
	if testing.Short() {
		t.Skip("100 MB")
	}
	text := io.MultiReader(strings.NewReader("["), &repeated{text: []byte(`{"ph":"X","ts":1},`)})
	if _, err := trace.Read(text, nil); err == nil || !strings.Contains(err.Error(), "more than 2000000 spans") {
		t.Errorf("got %v", err)
	}
}

type repeated struct {
	text []byte
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.text[r.at]
		r.at = (r.at + 1) % len(r.text)
	}
	return len(p), nil
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(kineto))
	f.Add([]byte(zipped(kineto)))
	f.Add([]byte(`[{"ph":"B","pid":1,"tid":"a","ts":-1.5},{"ph":"E","pid":1,"tid":"a","ts":1e3}`))
	f.Add([]byte(`{"traceEvents":[{"ph":"X","ts":"1.9999999","dur":0.0000004,"args":{"a":[{}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := trace.Read(bytes.NewReader(data), nil)
		if err != nil {
			return
		}
		for i := range file.Slices {
			s := &file.Slices[i]
			if s.End < s.Start {
				t.Fatalf("span %d ends before it begins", i)
			}
			if i > 0 && s.Track == file.Slices[i-1].Track && s.Start < file.Slices[i-1].Start {
				t.Fatalf("span %d stands before one that begins later", i)
			}
			_, _, _, _ = file.Name(s), file.Cat(s), file.ID(s), file.Tracks[s.Track]
		}
	})
}

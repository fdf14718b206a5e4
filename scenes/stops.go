package scenes

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"sync"

	"inflight/scenes/unit"
)

// Stop is a value that a slider rests at.
type Stop struct {
	Text  string  // to Set
	Show  string  // for people
	Value float64 // on the number line
}

// Stops are the values that a slider rests at, ascending: whole numbers, round
// numbers of each decade, named values and the present value.
func (k Knob) Stops() []Stop {
	if k.Kind != Whole && k.Kind != Number {
		return nil
	}
	stops := k.scale()
	v := k.Value()
	i, there := slices.BinarySearchFunc(stops, v, func(s Stop, v float64) int {
		switch {
		case s.Value < v:
			return -1
		case s.Value > v:
			return 1
		}
		return 0
	})
	if there || !(v >= k.Min && v <= k.Max) {
		return slices.Clone(stops)
	}
	return slices.Insert(slices.Clone(stops), i, k.stop(v))
}

func (k Knob) stop(v float64) Stop { return Stop{k.textOf(v), k.Show(v), v} }

// scaleKey is all that the stops depend on, but for the present value.
type scaleKey struct {
	kind            KnobKind
	unit            unit.Unit
	min, max, floor float64
	log             bool
	named           *Named
	names           int
}

// Writing some hundred texts a knob takes longer than to build most films, so
// what does not change from film to film is kept.
var scales = struct {
	sync.Mutex
	of map[scaleKey][]Stop
}{of: map[scaleKey][]Stop{}}

const mostScales = 1000

// scale is the stops without the present value; not to be changed.
func (k Knob) scale() []Stop {
	key := scaleKey{kind: k.Kind, unit: k.Unit, min: k.Min, max: k.Max, floor: k.floor, log: k.Log, names: len(k.Named)}
	if len(k.Named) > 0 {
		key.named = &k.Named[0]
	}
	scales.Lock()
	defer scales.Unlock()
	stops, ok := scales.of[key]
	if !ok {
		if len(scales.of) >= mostScales {
			clear(scales.of)
		}
		stops = k.fixedStops()
		scales.of[key] = stops
	}
	return stops
}

func (k Knob) fixedStops() []Stop {
	var values []float64
	if k.Log {
		values = append(decadeStops(max(k.Min, k.floor), k.Max, k.Kind == Whole), k.Min)
	} else {
		values = evenStops(k.Min, k.Max, k.Kind == Whole)
	}
	for _, n := range k.Named {
		values = append(values, n.Value)
	}
	sort.Float64s(values)
	values = slices.Compact(values)
	stops := make([]Stop, 0, len(values))
	for _, v := range values {
		if v >= k.Min && v <= k.Max {
			stops = append(stops, k.stop(v))
		}
	}
	return stops
}

func evenStops(lo, hi float64, whole bool) []float64 {
	const most = 100
	step := (hi - lo) / most
	if whole {
		step = math.Ceil(max(step, 1))
	}
	var values []float64
	for i := 0; ; i++ {
		v := lo + float64(i)*step
		if v >= hi || i > most {
			return append(values, hi)
		}
		values = append(values, round(v))
	}
}

// round takes away the float error of a step.
func round(v float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		return v
	}
	return r
}

// decade holds the round numbers of a decade.
var decade = []float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}

func decadeStops(lo, hi float64, whole bool) []float64 {
	values := []float64{lo, hi}
	if whole { // powers of two and the small numbers
		for v := max(lo, 1); v <= min(hi, 16); v++ {
			values = append(values, v)
		}
		for v := 16.0; v <= hi; v *= 2 {
			values = append(values, v, v/2*3)
		}
		return values
	}
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for _, d := range decade {
			values = append(values, round(d*math.Pow(10, e)))
		}
	}
	return values
}

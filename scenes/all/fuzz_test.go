package all_test

import (
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
	"inflight/scenes/report"
	"inflight/scenes/scenetest"
	"inflight/scenes/sim"
	"inflight/tests/noise"
)

// words are the keys and some values of all scenes, and marks of addresses.
func words() []string {
	list := []string{
		"=", "=", "=", "&", "&", "%", "+", "%00", "0", "1", "8", "64", "-1", "1e9", "16MiB", "300GB/s", "70%", "7B", "2us",
		"NaN", "true", "false", "\x00", "\xff", "½", "<script>", "javascript:", "999999999999",
	}
	for _, e := range all.List() {
		for _, k := range e.New().Knobs() {
			list = append(list, k.Key, k.Key+"="+k.Text()+"&")
			for _, c := range k.Choices {
				list = append(list, c.Value)
			}
		}
	}
	return list
}

// FuzzApply gives settings any address.
func FuzzApply(f *testing.F) {
	for i, query := range noise.Texts(300, 12, words()...) {
		f.Add(uint8(i), query)
	}
	f.Fuzz(func(t *testing.T, scene uint8, query string) {
		values, err := report.Values(query)
		if err != nil {
			values = []scenes.Value{{Key: query, Text: query}}
		}
		e := all.List()[int(scene)%len(all.List())]
		scenetest.Apply(t, e.New(), values)
		other, err := report.Other(e.New(), query)
		if err == nil && other.Entry != e {
			t.Errorf("beside %s stands %s", e.Name, other.Entry.Name)
		}
	})
}

// FuzzKnobs turns the knobs of every scene, then gives them an address besides, and
// builds what comes of it.
func FuzzKnobs(f *testing.F) {
	queries := noise.Texts(60, 6, words()...)
	for i, choices := range noise.Bytes(60, 80) {
		f.Add(uint8(i), choices, queries[i])
	}
	f.Fuzz(func(t *testing.T, scene uint8, choices []byte, query string) {
		next := func() (b int) {
			if len(choices) > 0 {
				b, choices = int(choices[0]), choices[1:]
			}
			return b
		}
		choose := func(most int) int {
			if most > 255 {
				return (next()<<8 | next()) % (most + 1)
			}
			return next() % (most + 1)
		}
		s := scenetest.Turned(all.List()[int(scene)%len(all.List())], choose)
		if values, err := report.Values(query); err == nil {
			s.Apply(values, false)
		}
		instant := func() sim.Time { return sim.Time(choose(1<<16-1)) * sim.Millisecond }
		scenetest.Film(t, s, scenes.View{
			Time: instant(), From: instant(), To: instant(), Focus: query, Scale: float64(1+choose(255)) / 64,
		})
	})
}

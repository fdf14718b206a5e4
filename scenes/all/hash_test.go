package all_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"inflight/scenes"
	"inflight/scenes/all"
)

// hashes are those of the timelines of each scene: of its default and its presets,
// one after the other. They change when times do: then say why in the commit.
var hashes = map[string]string{
	"collective": "44cc0f4c53aa51c9ff506bf0c816e302",
	"pipeline":   "2a25926c06a2cec38ee706b8ffd14c49",
	"fsdp":       "c9c3d7fbc973d59b4b901a351b50d728",
	"flash":      "79a2d01d7ef7f0e645684e7fde002e3a",
	"paged":      "6cdb6cf554c41c9c07071f05158f0ce1",
}

func TestFilmsAreTheSameOnEveryPlatform(t *testing.T) {
	for _, e := range all.List() {
		sum := sha256.New()
		for _, p := range append([]scenes.Preset{{}}, e.Presets...) {
			s := e.New()
			s.Apply(p.Values, true)
			film, err := s.Build()
			if err != nil {
				t.Fatal(err)
			}
			hash := film.Timeline().Hash()
			sum.Write(hash[:])
		}
		if got, want := hex.EncodeToString(sum.Sum(nil)[:16]), hashes[e.Name]; got != want {
			t.Errorf("%s: hash %s, want %s", e.Name, got, want)
		}
	}
}

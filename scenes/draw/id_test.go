package draw

import "testing"

func TestIDIsWrittenOut(t *testing.T) {
	for want, id := range map[string]ID{
		"":           {},
		"send/3/0":   {"send/#/#", 3, 0, 0},
		"fwd/s2/mb5": {"fwd/s#/mb#", 2, 5, 0},
		"a-1b2c3d#":  {"a#b#c#d#", -1, 2, 3},
	} {
		if got := id.String(); got != want {
			t.Errorf("%+v: got %q, want %q", id, got, want)
		}
	}
}

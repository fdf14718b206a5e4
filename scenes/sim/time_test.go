package sim

import (
	"math"
	"strings"
	"testing"
)

func TestSecondsRoundUp(t *testing.T) {
	tests := []struct {
		s    float64
		want Time
	}{
		{0, 0},
		{math.Copysign(0, -1), 0},
		{1, Second},
		{0.0918064, 91_806_400_000},
		{0.0001241, 124_100_000}, // times 1e12 is above that
		{0.3e-12, 1},
		{5e-324, 1},
		{1e-12, 1},
		{1.5e-12, 2},
		{2.000001e-12, 3},
		{9e6, 9e6 * Second},
	}
	for _, test := range tests {
		if got, err := Seconds(test.s); err != nil || got != test.want {
			t.Errorf("Seconds(%v) = %d, %v, want %d", test.s, got, err, test.want)
		}
	}
}

func TestDurationRoundsUp(t *testing.T) {
	tests := []struct {
		n    Bytes
		b    Bandwidth
		want Time
	}{
		{0, 1, 0},
		{131072000, 20e9, 6_553_600_000},
		{1, 3e12, 1},
		{10, 3e12, 4},
		{1e9 / 3., 1e12 / 3., Millisecond}, // neither has an exact float
		{100, 1e12 / 7., 700},
		{1000, 1e12 / 29., 29000}, // the quotient is above that
		{1e-300, 1e300, 1},
		{33554432, 50e9, 671_088_640},
	}
	for _, test := range tests {
		if got, err := test.b.Duration(test.n); err != nil || got != test.want {
			t.Errorf("%v B at %v B/s take %d, %v, want %d", test.n, test.b, got, err, test.want)
		}
	}
}

func TestDurationsOutOfRangeAreErrors(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, s := range []float64{nan, inf, -inf, -1e-12, 9.3e6, 1e300} {
		if got, err := Seconds(s); err == nil || got != 0 {
			t.Errorf("Seconds(%v) = %d, want an error", s, got)
		}
	}
	tests := []struct {
		n    Bytes
		b    Bandwidth
		want string
	}{
		{1, 0, "bandwidth 0 B/s: want"},
		{1, -1, "bandwidth -1 B/s: want"},
		{1, Bandwidth(nan), "bandwidth NaN B/s: want"},
		{1, Bandwidth(inf), "bandwidth +Inf B/s: want"},
		{-1, 1, "-1 B: want"},
		{Bytes(nan), 1, "NaN B: want"},
		{Bytes(inf), 1, "+Inf B: want"},
		{1e7, 1, "1e+07 B at 1 B/s: want"},
		{1e300, 1, "1e+300 B at 1 B/s: want"},
	}
	for _, test := range tests {
		if got, err := test.b.Duration(test.n); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v B at %v B/s take %d, %v, want an error %q", test.n, test.b, got, err, test.want)
		}
	}
}

func TestTimeIsWrittenInItsUnit(t *testing.T) {
	tests := []struct {
		t    Time
		want string
	}{
		{0, "0 ps"},
		{999, "999 ps"},
		{1000, "1 ns"},
		{1234, "1.234 ns"},
		{91_806_400_000, "91.806 ms"},
		{91_806_500_000, "91.807 ms"}, // halves go up
		{6_553_600_000, "6.554 ms"},
		{2 * Microsecond, "2 µs"},
		{999_999_499, "999.999 µs"},
		{999_999_500, "1 ms"},
		{90 * Second, "90 s"},
		{1_500 * Second, "1500 s"},
		{-5 * Nanosecond, "-5 ns"},
		{Never, "never"},
		{math.MinInt64, "-never"},
	}
	for _, test := range tests {
		if got := test.t.String(); got != test.want {
			t.Errorf("%d is written %q, want %q", int64(test.t), got, test.want)
		}
	}
	if got, want := (91806400 * Nanosecond).Seconds(), 0.0918064; got != want {
		t.Errorf("%v s, want %v", got, want)
	}
}

func TestIDsAreWrittenOut(t *testing.T) {
	tests := []struct {
		id         ID
		text, name string
	}{
		{ID{"fwd/s#/mb#", 2, 5, 0}, "fwd/s2/mb5", "fwd"},
		{ID{"send/#/#/#", 3, 0, -1}, "send/3/0/-1", "send"},
		{ID{"optimizer", 7, 7, 7}, "optimizer", "optimizer"},
		{ID{"####", 1, 2, 3}, "123#", "####"},
		{ID{"gpu#", math.MaxInt32, 0, 0}, "gpu2147483647", "gpu#"},
		{ID{}, "", ""},
	}
	for _, test := range tests {
		if got := test.id.String(); got != test.text {
			t.Errorf("%#v is written %q, want %q", test.id, got, test.text)
		}
		if got := test.id.Name(); got != test.name {
			t.Errorf("%#v has the name %q, want %q", test.id, got, test.name)
		}
	}
}

package suggest

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	gpus := []string{"a100-40gb-sxm", "a100-80gb-sxm", "h100-sxm", "h100-pcie", "h200-sxm", "mi300x"}
	algos := []string{"ring", "ring-both", "tree", "halving-doubling", "direct"}
	for _, c := range []struct {
		word string
		from []string
		want string
	}{
		{"h1000", gpus, "h100-sxm"}, {"h100", gpus, "h100-sxm"}, {"H100-PCIE", gpus, "h100-pcie"}, {"a100", gpus, "a100-40gb-sxm"}, {"a100-80gb-smx", gpus, "a100-80gb-sxm"}, {"mi300", gpus, "mi300x"},
		{"rnig", algos, "ring"}, {"ringboth", algos, "ring-both"}, {"halving", algos, "halving-doubling"}, {"tre", algos, "tree"}, {"collectve", []string{"collective"}, "collective"},
		{"banana", gpus, ""}, {"", gpus, ""}, {"x", algos, ""}, {"ring", nil, ""}, {strings.Repeat("ring", 1000), algos, ""},
	} {
		if got := Nearest(c.word, c.from); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}

func TestOneOf(t *testing.T) {
	for word, want := range map[string]string{
		"rnig": "want one of ring, tree (did you mean ring?)",
		"star": "want one of ring, tree",
	} {
		if got := OneOf(word, []string{"ring", "tree"}).Error(); got != want {
			t.Errorf("OneOf(%q) = %q, want %q", word, got, want)
		}
	}
}

package hw

import "testing"

// Worked out by hand: blocks and turns of 8 GPUs over ports of 100 B/s and NICs of
// 10 B/s that wait 1 s and 2 s.
func TestGroup(t *testing.T) {
	port, nic := Wire{1, 100}, Wire{2, 10}
	for _, c := range []struct {
		size, inNode int
		turns        int
		ring, all    float64
	}{
		{8, 8, 1, 7 + 7.0, 1 + 7.0}, // all over ports: 7 rounds and blocks of 100 B
		{8, 8, 2, 14 + 14.0, 1 + 7.0},
		{8, 4, 1, 14 + 17.5, 2 + 40.0}, // a quarter of 700 B, and four blocks, over the NIC
		{8, 1, 1, 14 + 70.0, 2 + 70.0}, // all over NICs
		{1, 1, 2, 0, 0},
	} {
		g := Group{Size: c.size, InNode: c.inNode, Port: port, NIC: nic}
		if got := g.Ring(800, c.turns); got != c.ring {
			t.Errorf("%d turns round %d GPUs, %d in a node: got %v s, want %v", c.turns, c.size, c.inNode, got, c.ring)
		}
		if got := g.AllToAll(800); got != c.all {
			t.Errorf("all-to-all of %d GPUs, %d in a node: got %v s, want %v", c.size, c.inNode, got, c.all)
		}
		if got := g.Ring(0, 1) + g.AllToAll(0); got != 0 {
			t.Errorf("nothing to send takes %v s", got)
		}
	}
}

func TestProducts(t *testing.T) {
	a := Accelerator{BF16: 100, FP16: 90}
	if got, known := a.Products("bf16"); got != 100 || !known {
		t.Errorf("bf16: got %v, %v; want 100", got, known)
	}
	if got, known := a.Products("fp8"); got != 100 || known {
		t.Errorf("fp8 without a figure: got %v, %v; want the 100 of 16 bits, unknown", got, known)
	}
}

package flash

// tensor names what lies in HBM.
type tensor uint8

const (
	tQ tensor = iota
	tK
	tV
	tO
	tl // row sums
	tm // row maxima
	tL // log-sum-exp of a row
	tS
	tP
	tPdrop // P after dropout
	tZ     // dropout's mask, a byte an element
	tdO
	tdQ
	tdK
	tdV
	tdP
	tdS
	tD // row sums of dO∘O
	numTensors
)

var tensorNames = [numTensors]string{"Q", "K", "V", "O", "l", "m", "L", "S", "P", "Pdrop", "Z", "dO", "dQ", "dK", "dV", "dP", "dS", "D"}

// bytes is the size of an element: statistics are fp32.
func (t tensor) bytes(e float64) float64 {
	switch t {
	case tl, tm, tL, tD:
		return 4
	case tZ:
		return 1
	}
	return e
}

// move is a tile, or the same tile of all thread blocks in flight, on its way
// between HBM and SRAM.
type move struct {
	tensor   tensor
	write    bool
	rides    bool  // in one transfer with the move before it
	elements int64 // from or to HBM
	cached   int64 // read again and found in L2: no traffic
}

// tally counts elements by tensor.
type tally struct{ read, write [numTensors]int64 }

func (t *tally) add(m move, times int64) {
	if m.write {
		t.write[m.tensor] += m.elements * times
	} else {
		t.read[m.tensor] += m.elements * times
	}
}

// bytes are all bytes read and written.
func (t *tally) bytes(e float64) (read, write float64) {
	for i := range numTensors {
		read += float64(float64(t.read[i]) * i.bytes(e))
		write += float64(float64(t.write[i]) * i.bytes(e))
	}
	return read, write
}

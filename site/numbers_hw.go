package site

import (
	"strings"

	"inflight/scenes/hw"
	"inflight/scenes/unit"
)

// acceleratorTable is what a kernel meets: matrix rates, memory, and the ridge
// point between them.
func acceleratorTable(in words) numberTable {
	t := numberTable{Caption: in.say("accelerators"), Columns: in.columns("accelerator", "matmul", "fp8", "rates", "hbm", "hbm-bandwidth", "ridge", "achievable")}
	for _, a := range hw.Accelerators() {
		reached := "–"
		if flops, ok := a.Achievable(); ok {
			reached = unit.Format(flops/a.Matmul(), unit.Share)
		}
		matmul, memory := a.Doubtful(hw.FieldMatmul), a.Doubtful(hw.FieldHBMBandwidth)
		t.Rows = append(t.Rows, numberRow{ID: a.Key, Name: a.Name, Cells: []cell{
			{amount(a.Matmul(), unit.FLOPPerSecond), matmul},
			{amount(a.FP8, unit.FLOPPerSecond), matmul && a.FP8 > 0},
			{otherRates(a), matmul && otherRates(a) != "–"},
			{amount(float64(a.HBM), unit.Byte), a.Doubtful(hw.FieldHBM)},
			{amount(float64(a.HBMBandwidth), unit.BytesPerSecond), memory},
			{unit.Format(a.Ridge(), unit.Intensity), matmul || memory},
			{reached, false},
		}}.origin(in, a.Origin))
	}
	return t
}

// otherRates are those that few have.
func otherRates(a hw.Accelerator) string {
	var list []string
	add := func(name string, rate float64) {
		if rate > 0 {
			list = append(list, name+" "+unit.Format(rate, unit.FLOPPerSecond))
		}
	}
	add("fp32", a.FP32)
	if a.INT8 > 0 {
		list = append(list, "int8 "+strings.Replace(unit.Format(a.INT8, unit.FLOPPerSecond), "FLOP", "OP", 1))
	}
	if len(list) == 0 {
		return "–"
	}
	return strings.Join(list, ", ")
}

// chipTable is what a GPU has inside, and how it reaches others.
func chipTable(in words) numberTable {
	t := numberTable{Caption: in.say("chips"), Columns: in.columns("accelerator", "sms", "shared-memory", "l2", "scale-up", "peer", "pcie")}
	for _, a := range hw.Accelerators() {
		known := func(f hw.Field, there bool) bool { return there && a.Doubtful(f) }
		pcie := "–"
		if a.PCIe > 0 {
			pcie = "Gen" + whole(a.PCIe) + " ×16"
		}
		t.Rows = append(t.Rows, numberRow{Name: a.Name, To: a.Key, Cells: []cell{
			{whole(a.SMs), known(hw.FieldSMs, a.SMs > 0)},
			{onChip(float64(a.SharedMemory)), known(hw.FieldSharedMemory, a.SharedMemory > 0)},
			{onChip(float64(a.L2)), known(hw.FieldL2, a.L2 > 0)},
			{amount(float64(a.ScaleUp), unit.BytesPerSecond), known(hw.FieldScaleUp, a.ScaleUp > 0)},
			{amount(float64(a.Neighbour()), unit.BytesPerSecond), known(hw.FieldScaleUp, true) && a.PCIe == 0 || known(hw.FieldPCIe, a.ScaleUp == 0 && a.Peer == 0)},
			{pcie, known(hw.FieldPCIe, a.PCIe > 0)},
		}})
	}
	return t
}

func linkTable(in words) numberTable {
	t := numberTable{Caption: in.say("links"), Columns: in.columns("link", "kind", "link-bandwidth", "both-ways", "wiring", "latency")}
	for _, l := range hw.Links() {
		both, wiring, doubt := "–", "–", l.Doubtful(hw.FieldLinkBandwidth)
		if w := l.Wiring; w.Links > 0 {
			both = unit.Format(float64(l.BothWays()), unit.BytesPerSecond)
			wiring = whole(w.Links) + " × " + whole(w.Lanes) + " × " + unit.Format(float64(w.Lane), unit.BytesPerSecond)
		}
		t.Rows = append(t.Rows, numberRow{ID: l.Key, Name: l.Name, Cells: []cell{
			{in.say("kind." + string(l.Kind)), false},
			{unit.Format(float64(l.Bandwidth), unit.BytesPerSecond), doubt},
			{both, doubt && both != "–"},
			{wiring, doubt && wiring != "–"},
			{amount(l.Latency, unit.Second), false},
		}}.origin(in, l.Origin))
	}
	return t
}

func nodeTable(in words) numberTable {
	t := numberTable{Caption: in.say("nodes"), Columns: in.columns("node", "nics", "nic", "together")}
	for _, n := range hw.Nodes() {
		doubt := n.Doubtful(hw.FieldLinkBandwidth)
		t.Rows = append(t.Rows, numberRow{ID: n.Key, Name: n.Name, Cells: []cell{
			{whole(n.NICs), doubt},
			{unit.Format(float64(n.NIC), unit.BytesPerSecond), doubt},
			{unit.Format(float64(n.Bandwidth()), unit.BytesPerSecond), doubt},
		}}.origin(in, n.Origin))
	}
	return t
}

// measuredTable sets what was reached beside what is sold.
func measuredTable(in words) numberTable {
	t := numberTable{Caption: in.say("measured"), Columns: in.columns("what", "reached", "peak", "share")}
	add := func(name string, m hw.Measurement, peak float64, u unit.Unit) {
		share := "–"
		if peak > 0 {
			share = unit.Format(m.Value/peak, unit.Share)
		}
		t.Rows = append(t.Rows, numberRow{Name: name, Cells: []cell{
			{unit.Format(m.Value, u), m.Status == hw.Unconfirmed}, {amount(peak, u), false}, {share, false},
		}}.origin(in, m.Origin))
	}
	for _, m := range hw.Matmuls() {
		a, _ := hw.Find(m.Key) // the zero Accelerator where there is none
		add(m.Name+in.comma()+in.say("matmul"), m, a.Matmul(), unit.FLOPPerSecond)
	}
	for _, m := range hw.Copies() {
		l, _ := hw.FindLink(m.Key)
		name := m.Name
		for _, way := range []string{"host to device", "device to host"} {
			name = strings.Replace(name, ", "+way, in.comma()+in.say("way."+way), 1)
		}
		add(name, m, float64(l.Bandwidth), unit.BytesPerSecond)
	}
	return t
}

package site

import (
	"math"
	"strings"
	"testing"

	"inflight/scenes/unit"
)

// testScope is a page in English that asks the scene of tests.
func testScope(t *testing.T) *scope {
	t.Helper()
	b := &builder{engine: &engine{scenes: newFixture(t).options().Scenes, runs: map[string]*run{}}}
	return &scope{builder: b, page: &page{Lang: "en"}}
}

func TestExpressionsAreEvaluated(t *testing.T) {
	s := testScope(t)
	for _, c := range []struct {
		args string
		want float64
		unit unit.Unit
	}{
		{"2 * 3 / 4", 1.5, unit.None},
		{"10 - 2 - 3", 5, unit.None},
		{"( ( 2 * 128 ) + 4096 ) * 32", 139264, unit.None},
		{"1 - ( 2 / 4 )", 0.5, unit.None},
		// 2·80·8·128·4096·2 bytes: Llama 2 70B, one sequence.
		{"llm.kv-bytes model=llama-2-70b seq=4096", 1342177280, unit.Byte},
		{"llm.kv-bytes model=llama-2-70b seq=4096 * 8", 10737418240, unit.Byte},
		{"llm.state-bytes params=200B / 16", 200e9, unit.Byte},
		{"llm.grad-bytes params=7B dtype=fp16", 14e9, unit.Byte},
		// 2·12288·49152 weights of a feed-forward layer of GPT-3.
		{"2 * llm.hidden model=gpt-3-175b * llm.ffn model=gpt-3-175b", 1207959552, unit.None},
		// sbh(34 + 5as/h), Korthikanti et al., arXiv 2205.05198, eq. 1 and 6.
		{"llm.layer-activation-bytes model=gpt-3-175b seq=2048", 2048 * 12288 * (34 + 80), unit.Byte},
		{"llm.layer-activation-bytes model=gpt-3-175b seq=2048 recompute=selective", 2048 * 12288 * 34, unit.Byte},
		{"hw.hbm gpu=a100-80gb-sxm", 80e9, unit.Byte},
		{"hw.bandwidth link=pcie4", 31e9, unit.BytesPerSecond},
		{"hw.both-ways link=nvlink3", 600e9, unit.BytesPerSecond},
		{"hw.flops gpu=h100-sxm dtype=fp8 / hw.flops gpu=h100-sxm", 2, unit.None},
		{"llm.kv-bytes model=llama-2-70b seq=4096 / hw.bandwidth link=pcie4", 1342177280.0 / 31e9, unit.Second},
		{"hw.flops gpu=h100-sxm / hw.hbm-bandwidth gpu=h100-sxm", 989e12 / 3.35e12, unit.Intensity},
		{"relay.bytes hands=4 / relay.time hands=4 * 2", 2e9, unit.BytesPerSecond},
		{"relay.bytes hands=8 / relay.bytes hands=4", 2, unit.None},
		{"16MiB / 2us", 16 << 20 / 2e-6, unit.BytesPerSecond},
		{"128tokens / 4s", 32, unit.TokensPerSecond},
		{"128 / 4s", 32, unit.PerSecond},
		{"989TFLOP/s / 3.35TB/s", 989 / 3.35, unit.Intensity},
	} {
		q, err := s.expression(c.args)
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
		} else if math.Abs(q.value-c.want) > 1e-3*c.want || q.unit != c.unit {
			t.Errorf("%s: got %v %s, want %v %s", c.args, q.value, q.unit, c.want, c.unit)
		}
	}
}

func TestPlainNumbersTakeAUnit(t *testing.T) {
	s := testScope(t)
	for _, c := range []struct{ args, want string }{
		{"2 * 12288 * 49152 as=params digits=4", ">1.208B<"},
		{"16 * 7e9 as=B", ">112\u00a0GB<"},
		{"( 1 / 8 ) as=share", ">12.5\u00a0%<"},
		{"3 / 8 as=times digits=3", ">0.375×<"},
		{"989e12 * 0.5 / 450e9", ">1,099<"},
		{"131072tokens / 1", ">131,072 tokens<"},
		{"512 - 1", ">511<"},
	} {
		if got, err := s.calc(c.args); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, %v; want it to contain %s", c.args, got, err, c.want)
		}
	}
}

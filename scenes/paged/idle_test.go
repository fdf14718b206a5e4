package paged

import (
	"reflect"
	"testing"
)

// TestIdleKnobsChangeNothing turns each knob that the setting says it does not
// depend on: neither the timeline nor any allocator's shares change.
func TestIdleKnobsChangeNothing(t *testing.T) {
	for _, set := range []func(p *Params){
		func(*Params) {},
		func(p *Params) { p.Allocator, p.Batching = contiguousOracle, static },
		func(p *Params) { p.Requests, p.Params = 1, 7e9 },
	} {
		p := small(t)
		set(&p)
		see := func(p Params) any {
			f, err := build(p)
			if err != nil {
				t.Fatal(err)
			}
			return []any{f.Timeline().Hash(), f.(*film).Detail()}
		}
		want, idle := see(p), 0
		for i, k := range knobs(&p) {
			if !k.Idle {
				continue
			}
			idle++
			q := p
			k := knobs(&q)[i]
			text := map[string]string{
				"rate": "3", "sampling": beam, "cpu-blocks": "7", "step-tokens": "16", "model": "llama-2-7b",
				"memory": "50GB", "reserve": "0.3", "pcie-bandwidth": "7GB/s",
			}[k.Key]
			if problem := k.Set(text); problem != nil {
				t.Fatal(problem)
			}
			if !reflect.DeepEqual(see(q), want) {
				t.Errorf("%s=%s changes the film of %+v, which calls it idle", k.Key, text, p)
			}
		}
		if idle == 0 {
			t.Errorf("%+v has no idle knob", p)
		}
	}
}

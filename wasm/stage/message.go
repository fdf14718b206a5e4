//go:build js || desktop

package stage

import (
	"inflight/scenes/lightjson"
	"inflight/scenes/report"
)

// Message is what a stage tells the page.
type Message interface {
	is() string
}

// Hello says that the stage runs and wants all state.
type Hello struct{}

// Film says what came of a state with a scene, a language or knobs.
type Film struct {
	Rev     int          `json:"rev"`
	Panel   report.Panel `json:"panel"`
	Seconds float64      `json:"seconds"` // that the film took to build
	Moment  Moment       `json:"moment"`  // of the same update: old time never stands beside a new end
}

// Frame says that the first frame that shows a revision has been drawn.
type Frame struct {
	Rev int `json:"rev"`
}

// Moment says where playback stands.
type Moment struct {
	T       float64 `json:"t"` // s
	Text    string  `json:"text"`
	Caption string  `json:"caption"`
	Step    int     `json:"step"` // -1 before the first
	Playing bool    `json:"playing"`
	Speed   float64 `json:"speed"` // simulated seconds per wall second
}

// Ended says that the film has played to its end.
type Ended struct{}

// Picture answers the request of that number.
type Picture struct {
	N   int    `json:"n"`
	SVG string `json:"svg"`
}

// Error says what was wrong with a message, or with a scene.
type Error struct {
	Text string `json:"text"`
}

func (Hello) is() string   { return "hello" }
func (Film) is() string    { return "film" }
func (Frame) is() string   { return "frame" }
func (Moment) is() string  { return "time" }
func (Ended) is() string   { return "ended" }
func (Picture) is() string { return "picture" }
func (Error) is() string   { return "error" }

// Encode writes a message as the page takes it: a JSON object with "is" first.
func Encode(m Message) string {
	body, err := lightjson.Append(nil, m)
	if err != nil { // a number that JSON does not have
		return Encode(Error{err.Error()})
	}
	head := `{"is":"` + m.is() + `"`
	if string(body) == "{}" {
		return head + "}"
	}
	return head + "," + string(body[1:])
}

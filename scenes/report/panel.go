// Package report writes a scene's setting and film for readers: the Panel that
// stands beside the picture, on a page and in the native window.
package report

// Panel is all that a page shows of a setting besides the picture, as texts in
// one language. The generator writes it into the page for the page's own
// setting; from the first change on the stage, where the engine runs, sends it.
type Panel struct {
	Scene    string   `json:"scene"`
	Lang     string   `json:"lang"`
	Knobs    []Knob   `json:"knobs"`
	Presets  []Preset `json:"presets,omitempty"`
	Query    string   `json:"query"`    // what differs from the default, as a URL query: "gpus=16&op=all-gather"
	Problems []string `json:"problems"` // values from outside that did not fit
	Refusal  string   `json:"refusal"`  // why this setting cannot be run; then the film is that of the setting before
	Film     *Film    `json:"film"`
	Compare  *Second  `json:"compare"` // what stands beside it, if anything does
}

// Second is the second setting of a comparison. Its knobs lack help, and choices
// and stops where those of the first are the same.
type Second struct {
	Knobs    []Knob   `json:"knobs"`
	Query    string   `json:"query"`
	Problems []string `json:"problems"`
	Refusal  string   `json:"refusal"` // then the film is that of the setting before, or of the first setting alone
}

// Knob is one control.
type Knob struct {
	Key      string   `json:"key"`
	Kind     string   `json:"kind"` // whole, number, choice, switch
	Label    string   `json:"label"`
	Help     string   `json:"help"`
	Group    string   `json:"group"` // label of the group
	Unit     string   `json:"unit"`
	Text     string   `json:"text"` // as in a URL; "" when left to Auto
	Show     string   `json:"show"` // for people
	Default  string   `json:"default"`
	Optional bool     `json:"optional"`
	Auto     string   `json:"auto"` // for people, what an empty knob stands for
	Idle     bool     `json:"idle"`
	Range    string   `json:"range"` // for people: "2 to 16384"
	Choices  []Choice `json:"choices,omitempty"`
	Stops    []Stop   `json:"stops,omitempty"`
	Stop     int      `json:"stop"` // the one nearest to the value
}

// Choice is one value of a choice.
type Choice struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Stop is a value that a slider rests at.
type Stop struct {
	Text string `json:"text"`
	Show string `json:"show"`
}

// Preset is a named setting.
type Preset struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Note   string `json:"note"`
	Source string `json:"source"`
	Query  string `json:"query"`
}

// Film is what the engine found.
type Film struct {
	End      float64  `json:"end"` // s
	EndText  string   `json:"endText"`
	Telling  float64  `json:"telling"` // s: what a poster and reduced motion show
	Speed    float64  `json:"speed"`   // simulated seconds per wall second by default
	Steps    []Step   `json:"steps"`
	Metrics  []Metric `json:"metrics"`
	Checks   []Check  `json:"checks"`
	Remarks  []string `json:"remarks"`
	Caption  string   `json:"caption"`  // at the telling instant
	TimeText string   `json:"timeText"` // of the telling instant
}

// Step is a named instant.
type Step struct {
	ID    string  `json:"id"`
	T     float64 `json:"t"` // s
	Label string  `json:"label"`
	Time  string  `json:"time"`
	Focus string  `json:"focus"` // what is lit while a reader points at it
}

// Metric is a number that the engine found.
type Metric struct {
	ID    string  `json:"id"`
	Label string  `json:"label"`
	Text  string  `json:"text"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	Other string  `json:"other"` // of the second setting of a comparison
	Ratio string  `json:"ratio"` // the second to the first; "" where that says nothing
}

// Check is the engine beside a closed form.
type Check struct {
	ID      string `json:"id"`
	Side    string `json:"side"` // A or B in a comparison
	Label   string `json:"label"`
	Engine  string `json:"engine"`
	Formula string `json:"formula"`
	Verdict string `json:"verdict"` // "equal", "within bounds", "differs", "does not apply", in the language
	State   string `json:"state"`   // equal, bounds, differs, none
	Form    string `json:"form"`
	Source  string `json:"source"`
	Why     string `json:"why"`
}

// What Go says of a setting, in the page's language (scenes/report/panel.go).
// The page holds one for its own setting; the stage sends one for each change.

export interface Panel {
  scene: string;
  lang: string;
  knobs: Knob[];
  presets?: Preset[];
  query: string;
  problems: string[] | null;
  refusal: string;
  film: Film | null;
  compare?: Beside | null;
}

// Beside is the second setting of a comparison.
export interface Beside {
  knobs: Knob[]; // choices and stops are missing where A has the same
  query: string;
  problems: string[] | null;
  refusal: string;
}

export interface Knob {
  key: string;
  kind: "whole" | "number" | "choice" | "switch";
  label: string;
  text: string;
  show: string;
  default: string;
  optional: boolean;
  auto: string;
  idle: boolean;
  range: string;
  // Missing where they are as they were (News in Go).
  choices?: { value: string; label: string }[];
  stops?: { text: string; show: string }[];
  stop: number;
}

export interface Preset {
  id: string;
  label: string;
  note: string;
  source: string;
  query: string;
}

export interface Film {
  end: number;
  endText: string;
  telling: number;
  speed: number;
  steps: Step[] | null;
  metrics: Metric[] | null;
  checks: Check[] | null;
  remarks: string[] | null;
  caption: string;
  timeText: string;
}

export interface Step {
  id: string;
  t: number;
  label: string;
  time: string;
  focus: string;
}

export interface Metric {
  id: string;
  label: string;
  text: string;
  other: string; // of B in a comparison
  ratio: string;
}

export interface Check {
  id: string;
  side: string; // in a comparison
  label: string;
  engine: string;
  formula: string;
  verdict: string;
  state: "equal" | "bounds" | "differs" | "none";
  form: string;
  source: string;
  why: string;
}

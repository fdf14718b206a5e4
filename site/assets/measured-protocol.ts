// Messages between a page and the worker that reads traces (wasm/measured).

export type ToReader =
  | { do: "start"; wasm: string }
  | { do: "read"; n: number; lang: string; files: File[] }
  | Show;

// Show asks for the comparison with a setting, and for its picture.
export interface Show {
  do: "show";
  n: number;
  lang: string;
  scene: string;
  knobs: Record<string, string>; // all that differ from the scene's default
  step: number; // -1 for the usual one
  portrait: boolean;
  scale: number; // CSS pixels per unit
  from: number; // the window of time, in seconds; to = 0 is all
  to: number;
  theme: "" | "light" | "dark"; // "" is that of the page around
  prefix: string; // before ids
}

export type FromReader =
  | { is: "progress"; n: number; text: string; share: number }
  | { is: "read"; n: number }
  | Shown
  | { is: "failed"; n: number; text: string }
  | { is: "gone"; text: string };

export interface Shown {
  is: "shown";
  n: number;
  svg: string;
  report: {
    what: string;
    step: number;
    steps: { number: number; label: string }[];
    rows: { id: string; label: string; measured: string; predicted: string; ratio: string }[];
    notes: string[];
  };
  // Where the time axis stands in the scene's picture, in its units, and the time
  // that it shows, in seconds; end is how long it has to be for film and trace.
  axis: { x: number; w: number; width: number; from: number; to: number; end: number };
}

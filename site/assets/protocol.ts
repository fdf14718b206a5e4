// Messages between the element and the stage in its iframe. Each is a plain
// object with inflight: 1. The stage hears only its parent, the element only its
// iframe, told by event.source: in a sandbox every origin is "null".

import type { Mishap } from "./download";
import type { Panel } from "./panel";

// StageState is all that a stage shows. A message may hold part of it; what is
// absent stays as it was.
export interface StageState {
  rev: number; // of scene, language and knobs; answered by a film
  scene: string;
  lang: string;
  theme: "light" | "dark";
  knobs: Record<string, string>; // all that differ from the scene's default
  compare: Record<string, string> | null; // those of the setting that stands beside
  t: number | string; // seconds or a step's id
  playing: boolean;
  speed: number; // simulated seconds per wall second, 0 for the film's own
  loop: boolean;
  start: number; // the part that plays, in seconds; end = 0 is the film's end
  end: number;
  from: number; // the window of time that lanes show; to = 0 is the film's end
  to: number;
  axis: number; // how long lanes are where that is longer than the film
  focus: string;
  portrait: boolean;
  dpr: number; // more device pixels than the iframe has, for decks that scale slides
  visible: boolean;
}

export type ToStage =
  | { do: "module"; module: WebAssembly.Module | null; url: string; size: number }
  | ({ do: "state" } & Partial<StageState>)
  | { do: "play" | "pause" | "toggle" }
  | { do: "seek"; t: number | string }
  | { do: "step"; by: number }
  | { do: "picture"; n: number; format: "svg" | "png"; width: number }
  | { do: "file"; n: number; format: FileFormat };

// FileFormat is what the stage writes: the picture of the instant, or the film.
export type FileFormat = "svg" | "trace" | "csv" | "json";

export type FromStage =
  | { is: "boot" }
  | { is: "progress"; loaded: number; total: number }
  | { is: "hello" }
  | { is: "film"; rev: number; panel: Panel; moment: Omit<Moment, "is">; seconds?: number }
  | { is: "frame"; rev: number }
  | Moment
  | { is: "ended" }
  | { is: "focus"; id: string }
  | { is: "picture"; n: number; svg?: string; png?: string }
  | { is: "file"; n: number; text: string; tasks: number } // no text: too many tasks
  | { is: "error"; text: string }
  | { is: "lost" }
  | { is: "unloaded"; why: Mishap } // by a stage that fetches its own program
  | { is: "exit"; text: string };

// Moment says where playback stands.
export interface Moment {
  is: "time";
  t: number;
  text: string;
  caption: string;
  step: number;
  playing: boolean;
  speed: number;
}

export function isOurs(data: unknown): data is { inflight: 1 } {
  return typeof data === "object" && data !== null && (data as { inflight?: unknown }).inflight === 1;
}

// Playback is where a scene stands and how it plays, as far as the element knows:
// the stage has the clock.

import type { Film } from "./panel";

// Position is an instant of the film.
export interface Position {
  t: number;
  text: string;
  step: number; // -1 before the first
  playing: boolean;
  speed: number;
}

// View is what is shown besides the instant; times are in seconds, 0 for the
// film's own.
export interface View {
  speed: number;
  loop: boolean;
  start: number;
  end: number;
  from: number;
  to: number;
  focus: string;
}

const deepest = 10000; // times that a film can be zoomed

export class Playback {
  position: Position;
  view: View = { speed: 0, loop: false, start: 0, end: 0, from: 0, to: 0, focus: "" };
  fresh = true; // nobody has moved it from the poster's instant
  axis = 0; // how long lanes are where that is longer than the film, in seconds
  #zoomed = false;
  #asked: number | string | undefined; // an instant that waits for the engine, which may have a longer film

  constructor(private film: Film) {
    const { telling, timeText, speed } = film;
    this.position = { t: telling, text: timeText, step: this.#stepAt(telling), playing: false, speed };
  }

  // setFilm keeps the share of the film that was zoomed to, and says whether that
  // is now another window.
  setFilm(film: Film): boolean {
    const by = film.end / this.film.end;
    this.film = film;
    if (!this.#zoomed || by === 1) return false;
    this.view.from *= by;
    this.view.to *= by;
    return true;
  }

  // at is the instant as a stage wants it.
  get at(): number | string {
    return this.#asked ?? this.position.t;
  }

  // place notes an instant before the stage has answered.
  place(t: number | string): void {
    this.fresh = false;
    const step = this.film.steps?.find((s) => (typeof t === "string" ? s.id : s.t) === t);
    this.#asked = t;
    const at = typeof t === "number" ? t : step?.t;
    if (at === undefined) return;
    this.position.t = Math.min(at, this.film.end);
    this.position.step = this.#stepAt(at);
    if (step) this.position.text = step.time;
  }

  // moved is what the stage says.
  moved(position: Position): void {
    this.fresh = false;
    this.#asked = undefined;
    this.position = position;
  }

  // beside is the instant of the step before or after; past the last step is the
  // end.
  beside(by: 1 | -1): number | undefined {
    const { t } = this.position;
    const steps = this.film.steps ?? [];
    const there = by > 0 ? (steps.find((s) => s.t > t)?.t ?? this.film.end) : steps.findLast((s) => s.t < t)?.t;
    return there === t ? undefined : there;
  }

  get ended(): boolean {
    return this.position.t >= (this.view.end || this.film.end);
  }

  // faster multiplies the speed; 0 goes back to the film's own.
  faster(factor: number): number {
    this.view.speed = factor === 0 ? 0 : (this.view.speed || this.film.speed) * factor;
    this.position.speed = this.view.speed || this.film.speed;
    return this.view.speed;
  }

  // zoom shows a window of time that is so many times shorter, round the present;
  // 0 shows the whole film.
  zoom(factor: number): void {
    const { view, position, whole: end } = this;
    const width = factor > 0 ? Math.max(((view.to || end) - view.from) / factor, end / deepest) : end;
    this.#zoomed = width < end;
    this.#window(position.t - width / 2, width);
  }

  // whole is how long lanes are.
  get whole(): number {
    return Math.max(this.film.end, this.axis);
  }

  // window is what of it is shown.
  get window(): { from: number; to: number } {
    const { from, to } = this.view;
    const end = this.whole;
    return { from: Math.min(from, end), to: to > from ? Math.min(to, end) : end };
  }

  // follow turns a page where the present has left the window that was zoomed to,
  // and says whether it did. A window that an address names stays.
  follow(): boolean {
    const { view, position } = this;
    if (!this.#zoomed || (position.t >= view.from && position.t <= view.to)) return false;
    const width = view.to - view.from;
    this.#window(position.t - width / 10, width);
    return true;
  }

  #window(from: number, width: number): void {
    const end = this.whole;
    this.view.from = this.#zoomed ? Math.max(0, Math.min(from, end - width)) : 0;
    this.view.to = this.#zoomed ? this.view.from + width : 0;
  }

  #stepAt(t: number): number {
    return (this.film.steps ?? []).findLastIndex((s) => s.t <= t);
  }
}

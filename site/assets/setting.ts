// Setting is the values of a scene's knobs, as texts, and how to go back. Only
// the engine knows whether a value fits; what it answers is taken over.

import type { Knob, Panel } from "./panel";

const mostUndo = 100;

export class Setting {
  readonly #own = new Map<string, string>(); // the page's own setting
  readonly #defaults = new Map<string, string>(); // the scene's
  #now: Map<string, string>;
  #past: Map<string, string>[] = [];
  #gesture = ""; // changes of one gesture are undone as one

  constructor(panel: Panel) {
    for (const k of panel.knobs) {
      this.#own.set(k.key, k.text);
      this.#defaults.set(k.key, k.default);
    }
    this.#now = new Map(this.#own);
  }

  has(key: string): boolean {
    return this.#own.has(key);
  }

  get(key: string): string {
    return this.#now.get(key) ?? "";
  }

  // set changes values; changes with the same gesture are one for undo. It says
  // whether anything changed.
  set(values: Iterable<readonly [string, string]>, gesture = ""): boolean {
    const next = new Map(this.#now);
    for (const [key, text] of values) if (this.has(key)) next.set(key, text);
    return this.#become(next, gesture);
  }

  // show is the page's own setting with these values, as a story or a preset
  // wants it; from is what the values differ from.
  show(values: Iterable<readonly [string, string]>, from: "own" | "default"): boolean {
    const next = new Map(from === "own" ? this.#own : this.#defaults);
    for (const [key, text] of values) if (this.has(key)) next.set(key, text);
    return this.#become(next, "");
  }

  reset(): boolean {
    return this.#become(new Map(this.#own), "");
  }

  resetOne(key: string): boolean {
    return this.set([[key, this.#own.get(key) ?? ""]]);
  }

  undo(): boolean {
    const before = this.#past.pop();
    if (!before) return false;
    this.#now = before;
    this.#gesture = "";
    return true;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  // took takes over what the engine made of the values.
  took(knobs: Knob[]): void {
    for (const k of knobs) this.#now.set(k.key, k.text);
  }

  // refuse puts back a value that did not fit.
  refuse(key: string): string {
    const before = this.#past.pop();
    this.#gesture = "";
    const text = before?.get(key) ?? this.#own.get(key) ?? "";
    this.#now.set(key, text);
    return text;
  }

  // correct changes a value without a trace for undo.
  correct(key: string, text: string): void {
    this.#now.set(key, text);
  }

  // changed says that a knob is not as the page has it.
  changed(key: string): boolean {
    return this.#now.get(key) !== this.#own.get(key);
  }

  get anyChanged(): boolean {
    return [...this.#own.keys()].some((key) => this.changed(key));
  }

  // is says that the setting is the scene's default with these values.
  is(values: Iterable<readonly [string, string]>): boolean {
    const wanted = new Map([...this.#defaults, ...values]);
    return [...this.#now].every(([key, text]) => wanted.get(key) === text);
  }

  // fromDefault is what differs from the scene's default: what a stage wants.
  fromDefault(): Record<string, string> {
    return this.#difference(this.#defaults);
  }

  // fromOwn is what differs from the page's own setting: the page's address.
  fromOwn(): Record<string, string> {
    return this.#difference(this.#own);
  }

  #difference(from: Map<string, string>): Record<string, string> {
    const values: Record<string, string> = {};
    for (const [key, text] of this.#now) if (text !== from.get(key)) values[key] = text;
    return values;
  }

  #become(next: Map<string, string>, gesture: string): boolean {
    if ([...next].every(([key, text]) => this.#now.get(key) === text)) return false;
    if (!gesture || gesture !== this.#gesture) {
      this.#past.push(this.#now);
      if (this.#past.length > mostUndo) this.#past.shift();
    }
    this.#gesture = gesture;
    this.#now = next;
    return true;
  }
}

// Setting is the values of a scene's knobs, as texts, and how to go back; in a
// comparison also those of the setting that stands beside it. Only the engine
// knows whether a value fits; what it answers is taken over.

import type { Knob, Panel } from "./panel";

const mostUndo = 100;

export type Side = "a" | "b";

type Values = Map<string, string>;
type Pairs = Iterable<readonly [string, string]>;

interface Sides {
  readonly a: Values;
  readonly b?: Values | undefined;
}

export class Setting {
  side: Side = "a"; // that hands turn
  readonly #own: Sides; // the page's own setting
  readonly #defaults: Values = new Map(); // the scene's
  #now: Sides;
  #past: Sides[] = [];
  #gesture = ""; // changes of one gesture are undone as one

  constructor(panel: Panel) {
    for (const k of panel.knobs) this.#defaults.set(k.key, k.default);
    this.#own = { a: texts(panel.knobs), b: panel.compare ? texts(panel.compare.knobs) : undefined };
    this.#now = this.#own;
  }

  has(key: string): boolean {
    return this.#defaults.has(key);
  }

  get(key: string, side = this.side): string {
    return this.#now[side]?.get(key) ?? "";
  }

  get comparing(): boolean {
    return this.#now.b !== undefined;
  }

  // set changes values; changes with the same gesture are one for undo. It says
  // whether anything changed.
  set(values: Pairs, gesture = "", side = this.side): boolean {
    return this.#put(side, this.#over(this.#now[side] ?? this.#now.a, values), gesture);
  }

  // preset is the scene's default with these values.
  preset(values: Pairs): boolean {
    return this.#put(this.side, this.#over(this.#defaults, values));
  }

  // show is the page's own setting with these values, alone.
  show(values: Pairs): boolean {
    return this.#become({ a: this.#over(this.#own.a, values) });
  }

  // compare puts a setting beside: what it has otherwise, or with nothing the
  // scene's default.
  compare(values: Pairs): boolean {
    const given = [...values];
    return this.#become({ a: this.#now.a, b: given.length > 0 ? this.#over(this.#now.a, given) : this.#defaults });
  }

  // twin puts a copy of the setting beside it, for hands to turn.
  twin(): boolean {
    const changed = this.#become({ a: this.#now.a, b: this.#now.a });
    this.side = "b";
    return changed;
  }

  swap(): boolean {
    const { a, b } = this.#now;
    return b !== undefined && this.#become({ a: b, b: a });
  }

  // alone ends a comparison.
  alone(): boolean {
    return this.#become({ a: this.#now.a });
  }

  reset(): boolean {
    return this.#put(this.side, this.#home);
  }

  resetOne(key: string): boolean {
    return this.set([[key, this.#home.get(key) ?? ""]]);
  }

  // asBuilt is the page's own setting, and what stands beside that.
  asBuilt(): void {
    this.#become(this.#own);
  }

  undo(): boolean {
    const before = this.#past.pop();
    if (!before) return false;
    this.#take(before);
    this.#gesture = "";
    return true;
  }

  // forget leaves nothing to undo.
  forget(): void {
    this.#past = [];
    this.#gesture = "";
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  // took takes over what the engine made of the values.
  took(knobs: Knob[], side: Side): void {
    if (this.#now[side]) this.#now = { ...this.#now, [side]: texts(knobs) };
  }

  // refuse puts back a value that did not fit.
  refuse(key: string, side: Side): string {
    const before = this.#past.pop();
    this.#gesture = "";
    const text = (before?.[side] ?? this.#own.a).get(key) ?? "";
    this.correct(key, text, side);
    return text;
  }

  // correct changes a value without a trace for undo.
  correct(key: string, text: string, side: Side): void {
    const values = this.#now[side];
    if (values) this.#now = { ...this.#now, [side]: this.#over(values, [[key, text]]) };
  }

  // changed says that a knob is not as the page has it, in B not as in A.
  changed(key: string): boolean {
    return this.get(key) !== this.#home.get(key);
  }

  get anyChanged(): boolean {
    return [...this.#defaults.keys()].some((key) => this.changed(key));
  }

  // theirs says that the reader has chosen A, not the page.
  get theirs(): boolean {
    return !same(this.#now.a, this.#own.a);
  }

  // is says that the setting is the scene's default with these values.
  is(values: Pairs): boolean {
    return same(this.#now[this.side] ?? this.#now.a, this.#over(this.#defaults, values));
  }

  // fromDefault is what differs from the scene's default: what a stage wants.
  fromDefault(side: Side = "a"): Record<string, string> {
    return difference(this.#now[side] ?? this.#now.a, this.#defaults);
  }

  // fromOwn is what differs from the page's own setting: the page's address.
  fromOwn(): Record<string, string> {
    return difference(this.#now.a, this.#own.a);
  }

  // beside is what B has otherwise than A, for an address; of twins it is a value
  // that both have, since nothing at all stands for the default. It is undefined
  // where nothing stands beside, null where the page's own address has something.
  beside(own: boolean): Record<string, string> | null | undefined {
    const { a, b } = this.#now;
    if (!b) return own && this.#own.b ? null : undefined;
    if (own && this.#own.b && same(a, this.#own.a) && same(b, this.#own.b)) return undefined;
    if (same(b, this.#defaults) && !same(a, b)) return {};
    const otherwise = difference(b, a);
    return Object.keys(otherwise).length > 0 ? otherwise : Object.fromEntries([...b].slice(0, 1));
  }

  // #home is what the turned side goes back to.
  get #home(): Values {
    return this.side === "b" ? this.#now.a : this.#own.a;
  }

  #over(from: Values, values: Pairs): Values {
    const next = new Map(from);
    for (const [key, text] of values) if (this.has(key)) next.set(key, text);
    return next;
  }

  #put(side: Side, values: Values, gesture = ""): boolean {
    return this.#become({ ...this.#now, [side]: values }, gesture);
  }

  #become(next: Sides, gesture = ""): boolean {
    const { a, b } = this.#now;
    if (same(a, next.a) && (b && next.b ? same(b, next.b) : b === next.b)) return false;
    if (!gesture || gesture !== this.#gesture) {
      this.#past.push(this.#now);
      if (this.#past.length > mostUndo) this.#past.shift();
    }
    this.#gesture = gesture;
    this.#take(next);
    return true;
  }

  #take(next: Sides): void {
    this.#now = next;
    if (!next.b) this.side = "a";
  }
}

function texts(knobs: Knob[]): Values {
  return new Map(knobs.map((k) => [k.key, k.text]));
}

function same(a: Values, b: Values): boolean {
  return [...a].every(([key, text]) => b.get(key) === text);
}

function difference(values: Values, from: Values): Record<string, string> {
  return Object.fromEntries([...values].filter(([key, text]) => text !== from.get(key)));
}

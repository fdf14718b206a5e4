// Session is one scene of a page with all its state: setting, playback, and what
// the page shows of them. A stage may come, go and be lost.

import { enable, part, put } from "./dom";
import { Knobs, type Turning } from "./knobs";
import type { Film, Knob, Panel } from "./panel";
import { Picture } from "./picture";
import { Playback } from "./playback";
import type { Moment, StageState, ToStage } from "./protocol";
import { Setting, type Side } from "./setting";
import type { Failure } from "./stagehost";
import { Tables } from "./tables";
import { Talk, type Speaker } from "./talk";
import { fill, type Texts } from "./text";
import { onTheme, still, theme } from "./theme";
import { Transport, type Playing } from "./transport";
import type { Wish } from "./url";

const walkSeconds = 1.5; // from step to step where the reader wants no motion

// Happening is what a session tells: as an event "scene-…" of its element.
export type Happening = "change" | "live" | "time" | "step" | "ended" | "key" | "error" | "visible";

export class Session implements Speaker, Playing, Turning {
  readonly picture: Picture;
  readonly knobs: Setting;
  readonly playback: Playback;
  readonly talk: Talk;
  panel: Panel;
  current: Film; // in force
  touched = -Infinity; // when a hand last moved something

  #transport: Transport;
  #controls: Knobs;
  #tables: Tables;
  #dpr = 1;
  #wantTelling = false; // the telling instant of a film still to come
  #outside = false; // the values came from an address, a story or a message
  #refused: string[] = []; // what else of that the stage could not do
  #theirs = false; // the reader, not the page, has chosen the setting
  #walk = 0;
  #told = new Map<string, Knob>(); // the knobs as the stage last told them
  #toldStep = -1; // the last step that hosts were told of

  constructor(
    readonly root: HTMLElement,
    readonly texts: Texts,
    panel: Panel & { film: Film },
  ) {
    this.#complete(panel);
    this.panel = panel;
    this.current = panel.film;
    this.knobs = new Setting(panel);
    this.playback = new Playback(panel.film);
    this.picture = new Picture(root, texts, {
      portrait: (portrait) => this.talk.tell({ do: "state", portrait }),
      visible: () => {
        this.talk.look();
        this.#say("visible");
      },
      cancel: () => this.talk.cancel(),
      retry: () => this.talk.claim(),
    });
    const { stage, wasm, size } = root.dataset;
    const source = { page: stage ?? "", wasm: wasm ?? "", size: Number(size) || 0, title: texts["picture"] ?? "" };
    this.talk = new Talk(source, this.picture, this);
    this.#transport = new Transport(root, texts, this);
    this.#controls = new Knobs(root, texts, panel.knobs, this);
    this.#tables = new Tables(
      root,
      panel.film,
      (id) => this.seek(id),
      (id) => this.light(id),
    );
    this.#transport.film(panel.film);
    this.#showHistory();
    this.#showSides();
    this.#showPosition();
    onTheme(() => {
      this.talk.tell({ do: "state", theme: theme() });
      this.talk.rest();
    });
  }

  get playing(): boolean {
    return this.playback.position.playing;
  }

  // frame is how the page shows its scene; it brings no stage.
  frame(wish: Wish): void {
    const { speed, loop, start, end, from, to, focus } = wish;
    const given = Object.entries({ speed, loop, start, end, from, to, focus }).filter(([, x]) => x !== undefined);
    Object.assign(this.playback.view, Object.fromEntries(given));
    this.#dpr = wish.dpr ?? this.#dpr;
    this.playback.faster(this.playback.view.speed ? 1 : 0);
    this.#transport.loop(this.playback.view.loop);
    this.#showPosition();
  }

  // begin shows what an address wishes. What the poster does not show already
  // brings the stage.
  begin(wish: Wish): void {
    this.frame(wish);
    const set = this.knobs.set(wish.knobs);
    const beside = wish.compare === null ? this.knobs.alone() : wish.compare && this.knobs.compare(wish.compare);
    const turned = set || beside === true;
    if (turned) this.picture.other();
    this.#showSides();
    const play = wish.play === true && !still();
    this.#outside = turned;
    this.#theirs = set;
    if (wish.t !== undefined) this.playback.place(wish.t);
    else if (play) this.playback.place(this.playback.view.start);
    else if (turned) this.#wantTelling = true;
    this.playback.position.playing = play;
    const { from, to, focus } = wish;
    if (turned || play || [wish.t, from, to, focus].some((x) => x !== undefined)) this.talk.claim();
  }

  // Playback.

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    this.#touch();
    this.#wantTelling = false;
    if (still()) {
      this.#walkOn();
      return;
    }
    if (this.playback.fresh || this.playback.ended) {
      this.playback.place(this.playback.view.start);
      this.talk.tell({ do: "seek", t: this.playback.at });
    }
    this.playback.position.playing = true;
    this.#order({ do: "play" });
  }

  pause(): void {
    this.#touch();
    this.stand();
    this.#order({ do: "pause" });
  }

  stand(): void {
    const played = this.playing;
    clearInterval(this.#walk);
    this.#walk = 0;
    this.playback.position.playing = false;
    if (played && !this.picture.visible) this.#say("time"); // a stage out of sight may say nothing
  }

  seek(t: number | string): void {
    this.#touch();
    this.#wantTelling = false;
    this.playback.place(t);
    this.#order({ do: "seek", t });
  }

  // step goes to the step after or before, and says whether there is one.
  step(by: 1 | -1): boolean {
    this.stand();
    return this.#stepBy(by);
  }

  #stepBy(by: 1 | -1): boolean {
    const there = this.playback.beside(by);
    if (there === undefined) return false;
    this.#touch();
    this.#wantTelling = false;
    this.playback.place(there);
    this.#order({ do: "step", by });
    return true;
  }

  // #walkOn goes from step to step, for readers who want no motion.
  #walkOn(): void {
    this.stand();
    if (this.playback.ended) this.seek(0);
    else this.#stepBy(1);
    this.#walk = window.setInterval(() => {
      if (!this.#stepBy(1)) this.pause();
    }, walkSeconds * 1000);
    this.playback.position.playing = true;
    this.#showPosition();
  }

  // zoom shows a window of time that is so many times shorter; 0 the whole film.
  zoom(factor: number): void {
    this.#touch();
    this.playback.zoom(factor);
    this.#order(this.#window());
    this.#say("change");
  }

  #window(): ToStage {
    const { from, to } = this.playback.view;
    return { do: "state", from, to };
  }

  // lengthen makes lanes as long as what is laid under them, at least; 0 is the
  // film's own length.
  lengthen(axis: number): void {
    if (axis === this.playback.axis) return;
    this.playback.axis = axis;
    this.talk.order({ do: "state", axis });
  }

  // faster multiplies the speed; 0 goes back to the film's own.
  faster(factor: number): void {
    this.#touch();
    this.#order({ do: "state", speed: this.playback.faster(factor) });
  }

  loop(): void {
    this.#touch();
    const { view } = this.playback;
    view.loop = !view.loop;
    this.#transport.loop(view.loop);
    this.#order({ do: "state", loop: view.loop });
  }

  #order(message: Parameters<Talk["order"]>[0]): void {
    this.#showPosition();
    this.talk.order(message);
    this.#say("change");
  }

  // light lights a part of the picture, or with "" what the page wants lit.
  light(id: string): void {
    this.root.toggleAttribute("data-lit", id !== "");
    if (id) this.root.dataset.lit = id;
    this.talk.tell({ do: "state", focus: id || this.playback.view.focus });
  }

  // Knobs.

  turn(key: string, text: string, gesture: string): void {
    this.#byHand(this.knobs.set([[key, text]], gesture));
  }

  resetOne(key: string): void {
    this.#byHand(this.knobs.resetOne(key));
  }

  reset(): void {
    this.#byHand(this.knobs.reset());
  }

  undo(): void {
    const { side } = this.knobs;
    this.#byHand(this.knobs.undo());
    if (side !== this.knobs.side) this.#hold();
  }

  // preset is a named setting, over the scene's default.
  preset(values: Iterable<readonly [string, string]>): void {
    this.#byHand(this.knobs.preset(values));
  }

  // Comparison.

  // compare puts a copy beside the scene, for the knobs to turn.
  compare(): void {
    this.#byHand(this.knobs.twin());
    this.#hold();
    part<HTMLInputElement>(this.root, "side-b")?.focus();
  }

  // beside puts a setting beside the scene, from a message.
  beside(values: [string, string][]): void {
    if (!this.knobs.compare(values)) return;
    this.#outside = true;
    this.#showSides();
    this.#push();
  }

  swap(): void {
    this.#byHand(this.knobs.swap());
  }

  // alone ends a comparison.
  alone(): void {
    const inside = part(this.root, "sides")?.contains(document.activeElement);
    this.#byHand(this.knobs.alone());
    this.#hold();
    if (inside) part(this.root, "compare")?.focus();
  }

  // hold gives the knobs one side to turn.
  hold(side: Side): void {
    this.knobs.side = side;
    this.#hold();
    this.#say("change");
  }

  #hold(): void {
    this.#controls.hold(this.#held);
    this.#showSides();
    this.#showFilm();
  }

  get #held(): Knob[] {
    return (this.knobs.side === "b" && this.panel.compare?.knobs) || this.panel.knobs;
  }

  changed(key: string): boolean {
    return this.knobs.changed(key);
  }

  #touch(): void {
    this.touched = performance.now();
  }

  #byHand(changed: boolean): void {
    this.#touch();
    if (!changed) return;
    this.#theirs = this.knobs.theirs;
    this.#showSides();
    this.#push();
  }

  #push(): void {
    if (this.playback.fresh) this.#wantTelling = true;
    this.talk.push();
  }

  // set takes values from a message, over what stands.
  set(values: Iterable<readonly [string, string]>): void {
    if (!this.knobs.set(values, "", "a")) return;
    this.#outside = true;
    this.#theirs = true;
    this.#push();
  }

  // show is a part of a story: values over the page's own setting, at an instant
  // or the telling one. A part without values keeps what the reader has chosen,
  // where that has such an instant. All end a comparison.
  show(values: [string, string][], t?: string): void {
    if (this.#theirs && values.length === 0) {
      if (this.knobs.alone()) {
        this.#hold();
        this.#push();
      }
      if (t && this.current.steps?.some((s) => s.id === t)) this.#showAt(t);
      return;
    }
    this.#theirs = false;
    this.#wantTelling = t === undefined;
    if (!this.knobs.show(values)) {
      this.#showAt(t ?? this.current.telling);
      return;
    }
    this.#outside = true;
    this.#hold();
    this.#pause();
    if (t) this.playback.place(t);
    this.talk.push(t);
  }

  #showAt(t: number | string): void {
    this.#pause();
    this.#wantTelling = false;
    this.playback.place(t);
    this.#order({ do: "seek", t });
  }

  #pause(): void {
    this.stand();
    this.talk.tell({ do: "pause" });
  }

  // What the stage is told, and tells.

  all(): Omit<StageState, "rev" | "visible"> {
    return {
      scene: this.panel.scene,
      lang: this.panel.lang,
      theme: theme(),
      t: this.playback.at,
      playing: this.playing && !this.#walk,
      portrait: this.picture.portrait,
      dpr: this.#dpr,
      axis: this.playback.axis,
      ...this.setting(),
      ...this.playback.view,
    };
  }

  setting(): Pick<StageState, "knobs" | "compare"> {
    const { knobs } = this;
    return { knobs: knobs.fromDefault(), compare: knobs.comparing ? knobs.fromDefault("b") : null };
  }

  film(panel: Panel, current: boolean): void {
    panel.presets ??= this.panel.presets;
    this.#complete(panel);
    const other = panel.compare?.refusal;
    this.#refusal(panel.refusal || (other ? `B: ${other}` : ""));
    if (panel.film) {
      this.current = panel.film;
      if (this.playback.setFilm(panel.film)) this.talk.tell(this.#window());
      if (this.#wantTelling) this.#showAt(panel.film.telling);
    }
    if (current) this.#settled(panel);
    this.#showFilm();
    this.#say("change");
  }

  // #complete fills in what a knob has as before, and one of B as in A.
  #complete(panel: Panel): void {
    for (const k of [...panel.knobs, ...(panel.compare?.knobs ?? [])]) {
      const old = this.#told.get(k.key);
      k.choices ??= old?.choices;
      k.stops ??= old?.stops;
      if (panel.knobs.includes(k)) this.#told.set(k.key, k);
    }
  }

  // #settled takes over the values that the engine used, and says which of those
  // that it got do not fit. A typed one leaves the scene as it was.
  #settled(panel: Panel): void {
    this.panel = panel;
    const a = this.#takeOver("a", panel.knobs, panel.problems);
    const b = panel.compare && this.#takeOver("b", panel.compare.knobs, panel.compare.problems);
    const held = (this.knobs.side === "b" && b) || a;
    this.#controls.update(this.#held, held.wrong);
    this.#problems(panel, this.#outside ? [] : [...held.wrong.values()]);
    this.#outside = false;
    if (a.lost || b?.lost) this.talk.push();
  }

  // #takeOver does so for one side. A typed value that is not what the engine used
  // is lost, and the stage must be told.
  #takeOver(side: Side, knobs: Knob[], problems: string[] | null): { wrong: Map<string, string>; lost: boolean } {
    const wrong = sentences(knobs, problems ?? []);
    const typed = this.#outside ? [] : [...wrong.keys()].map((key) => [key, this.knobs.refuse(key, side)] as const);
    this.knobs.took(knobs, side);
    const lost = typed.filter(([key, text]) => this.knobs.get(key, side) !== text);
    for (const [key, text] of lost) this.knobs.correct(key, text, side);
    return { wrong, lost: lost.length > 0 };
  }

  // #problems says what does not stand beside a knob already.
  #problems(panel: Panel, beside: string[]): void {
    const own = panel.problems ?? [];
    const others = (panel.compare?.problems ?? []).filter((p) => !own.includes(p) && !beside.includes(p));
    const problems = [...this.#refused, ...own.filter((p) => !beside.includes(p)), ...others.map((p) => `compare: ${p}`)];
    this.#refused = [];
    this.#tables.problems(problems);
    if (problems.length > 0) this.#say("error", problems.join("\n"));
  }

  // wrong says what the stage could not do. A state that it refused as a whole,
  // as it does with a step that no film has, is given again without the instant.
  wrong(text: string, state: boolean): void {
    if (state && typeof this.playback.at === "string") {
      this.#refused.push(text);
      this.#wantTelling = true;
      this.playback.place(0);
      this.talk.hello();
      return;
    }
    if (state) this.picture.idle();
    this.#refusal(text);
    this.#say("error", text);
  }

  moment(m: Moment): void {
    const playing = m.playing || this.#walk !== 0;
    this.playback.moved({ t: m.t, text: m.text, step: m.step, speed: m.speed, playing });
    if (this.playback.follow()) this.talk.tell(this.#window());
    this.#showPosition();
    put(part(this.root, "caption"), m.caption);
    if (m.step !== this.#toldStep) {
      this.#toldStep = m.step;
      this.#say("step");
    }
    this.#say("time");
  }

  live(): void {
    this.#say("live");
  }

  // key is said once a key has been used.
  key(): void {
    this.#say("key");
  }

  ended(): void {
    this.#say("ended");
  }

  gone(why: Failure | null, text: string): void {
    this.stand();
    const never = why === "no-wasm" || why === "no-webgl";
    if (never) this.#asBuilt();
    this.#showPosition();
    if (!why || why === "canceled") return;
    const sentence = fill(this.texts[`fail.${why}`], text);
    this.picture.error(sentence, !never);
    this.#say("error", sentence);
  }

  // #asBuilt goes back to the setting of the page, whose numbers stand there.
  #asBuilt(): void {
    this.knobs.asBuilt();
    this.#hold();
    this.playback.place(this.current.telling);
  }

  // What is shown.

  busy(yes: boolean): void {
    this.#tables.busy(yes);
  }

  #showFilm(): void {
    this.#transport.film(this.current);
    this.#tables.film(this.current);
    this.#showHistory();
  }

  #showHistory(): void {
    const undo = part<HTMLButtonElement>(this.root, "undo");
    const reset = part<HTMLButtonElement>(this.root, "reset");
    enable([undo, this.knobs.canUndo], [reset, this.knobs.anyChanged]);
  }

  #showSides(): void {
    const { comparing, side } = this.knobs;
    this.root.toggleAttribute("data-comparing", comparing);
    const sides = part(this.root, "sides");
    const begin = part(this.root, "compare");
    if (sides) sides.hidden = !comparing;
    if (begin) begin.hidden = comparing;
    for (const s of ["a", "b"] as const) {
      const radio = part<HTMLInputElement>(this.root, `side-${s}`);
      if (radio) radio.checked = s === side;
    }
  }

  #showPosition(): void {
    const { position } = this.playback;
    this.#transport.show(position);
    this.#tables.step(position.step);
    // Read out in steps, not while the film runs.
    part(this.root, "caption")?.setAttribute("aria-live", position.playing ? "off" : "polite");
  }

  // #refusal stands in the caption's place.
  #refusal(text: string): void {
    const p = part(this.root, "refusal");
    const caption = part(this.root, "caption");
    put(p, text);
    if (p) p.hidden = !text;
    if (caption) caption.hidden = !!text;
  }

  #say(what: Happening, detail = ""): void {
    this.root.dispatchEvent(new CustomEvent(`scene-${what}`, { detail }));
  }
}

// sentences are the problems that name a knob, by its key.
function sentences(knobs: Knob[], problems: string[]): Map<string, string> {
  const of = new Map<string, string>();
  for (const { key } of knobs) {
    const sentence = problems.find((p) => p.startsWith(`${key}=`) || p.startsWith(`${key}:`));
    if (sentence) of.set(key, sentence);
  }
  return of;
}

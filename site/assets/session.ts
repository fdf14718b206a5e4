// Session is one scene of a page: all its state, and the talk with the stage. A
// stage may come, go and be lost; at each hello it gets everything again.

import { part, put } from "./dom";
import { Knobs, type Turning } from "./knobs";
import type { Film, Panel } from "./panel";
import { Picture } from "./picture";
import { Playback } from "./playback";
import type { FromStage, Moment, StageState, ToStage } from "./protocol";
import { Setting } from "./setting";
import { StageHost, type Failure, type Owner, type Source } from "./stagehost";
import { Tables } from "./tables";
import { fill, type Texts } from "./text";
import { onTheme, still, theme } from "./theme";
import { Transport, type Playing } from "./transport";
import type { Wish } from "./url";

const host = new StageHost();
let revisions = 0; // of all scenes of the page: they share a stage

const walkSeconds = 1.5; // from step to step where the reader wants no motion
const settleSeconds = 0.8; // until a frame at rest becomes the poster
const answerSeconds = 10; // until a state without an answer is given up
const heavyPicture = 300_000; // bytes: too much to take at every rest

// Happening is what a session tells: as an event "scene-…" of its element.
export type Happening = "change" | "live" | "time" | "step" | "ended" | "error" | "visible";

export class Session implements Owner, Playing, Turning {
  readonly source: Source;
  readonly picture: Picture;
  readonly setting: Setting;
  readonly playback: Playback;
  panel: Panel;
  film: Film;
  dpr = 1;
  touched = -Infinity; // when a hand last moved something

  #transport: Transport;
  #knobs: Knobs;
  #tables: Tables;
  #rev = 0;
  #waiting = 0; // a timer: the last state has no answer yet
  #dirty = false; // the setting has changed since the last state
  #frame = 0;
  #at: number | string | undefined; // the instant to go with the next state
  #wantTelling = false; // of a film still to come
  #outside = false; // the values came from an address, a story or a message
  #walk = 0;
  #settle = 0;
  #keeping = false; // a picture is on its way
  #seen = false; // as the stage was told
  #weight = 0; // of the last picture, in bytes

  constructor(
    readonly root: HTMLElement,
    readonly texts: Texts,
    panel: Panel & { film: Film },
  ) {
    this.panel = panel;
    this.film = panel.film;
    this.setting = new Setting(panel);
    this.playback = new Playback(panel.film);
    const { stage, wasm, size } = root.dataset;
    this.source = { page: stage ?? "", wasm: wasm ?? "", size: Number(size) || 0, title: texts["picture"] ?? "" };
    this.picture = new Picture(root, texts, {
      portrait: (portrait) => this.#tell({ do: "state", portrait }),
      visible: () => {
        this.#look();
        this.#say("visible");
      },
      cancel: () => host.cancel(),
      retry: () => this.#claim(),
    });
    this.#transport = new Transport(root, texts, this);
    this.#knobs = new Knobs(root, texts, panel.knobs, this);
    this.#tables = new Tables(root, (id) => this.seek(id));
    this.#showFilm();
    this.#showPosition();
    onTheme(() => {
      this.#tell({ do: "state", theme: theme() });
      this.#restSoon();
    });
  }

  get box(): HTMLElement {
    return this.picture.box;
  }

  get playing(): boolean {
    return this.playback.position.playing;
  }

  // frame is how the page shows its scene; it brings no stage.
  frame(wish: Wish): void {
    const { speed, loop, start, end, from, to, focus } = wish;
    const given = Object.entries({ speed, loop, start, end, from, to, focus }).filter(([, x]) => x !== undefined);
    Object.assign(this.playback.view, Object.fromEntries(given));
    this.dpr = wish.dpr ?? this.dpr;
    this.playback.faster(this.playback.view.speed ? 1 : 0);
    this.#transport.loop(this.playback.view.loop);
    this.#showPosition();
  }

  // begin shows what an address wishes. What the poster does not show already
  // brings the stage.
  begin(wish: Wish): void {
    this.frame(wish);
    const turned = this.setting.set(wish.knobs);
    const play = wish.play === true && !still();
    this.#outside = turned;
    if (wish.t !== undefined) this.playback.place(wish.t);
    else if (play) this.playback.place(this.playback.view.start);
    else if (turned) this.#wantTelling = true;
    this.playback.position.playing = play;
    const { from, to, focus } = wish;
    if (turned || play || [wish.t, from, to, focus].some((x) => x !== undefined)) this.#claim();
  }

  // Playback.

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    this.#touch();
    if (still()) {
      this.#walkOn();
      return;
    }
    if (this.playback.fresh || this.playback.ended) {
      this.playback.place(this.playback.view.start);
      this.#tell({ do: "seek", t: this.playback.at });
    }
    this.playback.position.playing = true;
    this.#order({ do: "play" });
  }

  pause(): void {
    this.#touch();
    this.#stand();
    this.#order({ do: "pause" });
  }

  // #stand ends what moves by itself.
  #stand(): void {
    clearInterval(this.#walk);
    this.#walk = 0;
    this.playback.position.playing = false;
  }

  seek(t: number | string): void {
    this.#touch();
    this.#wantTelling = false;
    this.playback.place(t);
    this.#order({ do: "seek", t });
  }

  // step goes to the step after or before, and says whether there is one.
  step(by: 1 | -1): boolean {
    this.#stand();
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
    this.#stand();
    if (this.playback.ended) this.seek(0);
    else this.#stepBy(1);
    this.#walk = window.setInterval(() => {
      if (!this.#stepBy(1)) this.pause();
    }, walkSeconds * 1000);
    this.playback.position.playing = true;
    this.#showPosition();
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

  // Knobs.

  turn(key: string, text: string, gesture: string): void {
    this.#byHand(this.setting.set([[key, text]], gesture));
  }

  resetOne(key: string): void {
    this.#byHand(this.setting.resetOne(key));
  }

  reset(): void {
    this.#byHand(this.setting.reset());
  }

  undo(): void {
    this.#byHand(this.setting.undo());
  }

  #byHand(changed: boolean): void {
    this.#touch();
    if (!changed) return;
    if (this.playback.fresh) this.#wantTelling = true;
    this.#push();
  }

  // preset is a named setting, over the scene's default.
  preset(values: Iterable<readonly [string, string]>): void {
    this.#byHand(this.setting.show(values, "default"));
  }

  changed(key: string): boolean {
    return this.setting.changed(key);
  }

  // set takes values from a message, over what stands.
  set(values: Iterable<readonly [string, string]>): void {
    if (!this.setting.set(values)) return;
    this.#outside = true;
    if (this.playback.fresh) this.#wantTelling = true;
    this.#push();
  }

  // show is a part of a story: values over the page's own setting, at an instant
  // or the telling one.
  show(values: Iterable<readonly [string, string]>, t?: number | string): void {
    this.#stand();
    this.#tell({ do: "pause" });
    this.#wantTelling = t === undefined;
    if (t !== undefined) this.playback.place(t);
    if (this.setting.show(values, "own")) {
      this.#outside = true;
      this.#push(t);
    } else if (t !== undefined) {
      this.#order({ do: "seek", t });
    } else {
      this.#toTelling(this.film);
    }
  }

  #toTelling(film: Film): void {
    this.#wantTelling = false;
    this.playback.place(film.telling);
    this.#order({ do: "seek", t: film.telling });
  }

  // #push sends the setting: at most once a frame, and not before the last has
  // been answered, so that a slow build is asked only for what the hand shows now.
  #push(t?: number | string): void {
    this.#at = t ?? this.#at;
    this.#dirty = true;
    this.#claim();
    if (this.#frame || this.#waiting) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (!host.ready(this)) return; // hello will say it
      const state: Partial<StageState> = { rev: (this.#rev = ++revisions), knobs: this.setting.fromDefault() };
      if (this.#at !== undefined) state.t = this.#at;
      this.#asked();
      this.#tell({ do: "state", ...state });
    });
  }

  #asked(): void {
    this.#dirty = false;
    this.#at = undefined;
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.#answered(), answerSeconds * 1000);
    this.#tables.busy(true);
    this.#look();
  }

  #answered(): void {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    this.#tables.busy(false);
    this.#look();
  }

  // #look tells the stage whether it is seen, or wanted for what stands beside
  // the picture: out of view it draws nothing, and answers nothing.
  #look(): void {
    const seen = this.#isSeen();
    if (seen !== this.#seen) this.#tell({ do: "state", visible: seen });
    this.#seen = seen;
  }

  #isSeen(): boolean {
    const { visible, near } = this.picture;
    return visible || this.#keeping || (near && (!this.playing || this.#waiting !== 0));
  }

  // The stage.

  #touch(): void {
    this.touched = performance.now();
  }

  // #order sends a command, or brings the stage, which then gets all state.
  #order(message: ToStage): void {
    this.#showPosition();
    this.#look();
    this.#tell(message);
    this.#claim();
    this.#say("change");
  }

  #claim(): void {
    void host.claim(this);
  }

  #tell(message: ToStage): void {
    host.send(this, message);
  }

  #say(what: Happening, detail = ""): void {
    this.root.dispatchEvent(new CustomEvent(`scene-${what}`, { detail }));
  }

  hello(): void {
    this.#asked();
    this.#seen = this.#isSeen();
    this.#tell({
      do: "state",
      rev: (this.#rev = ++revisions),
      scene: this.panel.scene,
      lang: this.panel.lang,
      theme: theme(),
      knobs: this.setting.fromDefault(),
      t: this.playback.at,
      playing: this.playing && !this.#walk,
      portrait: this.picture.portrait,
      visible: this.#seen,
      dpr: this.dpr,
      ...this.playback.view,
    });
  }

  hear(m: FromStage): void {
    switch (m.is) {
      case "film":
        if (m.rev === this.#rev) this.#take(m.panel);
        break;
      case "frame":
        if (m.rev !== this.#rev) break;
        this.#answered();
        this.picture.live(true);
        this.#say("live");
        break;
      case "time":
        this.#moment(m);
        break;
      case "ended":
        this.#say("ended");
        break;
      case "error":
        this.#wrong(m.text);
        break;
    }
  }

  // #wrong says what the stage could not do. A state that it refused as a whole,
  // as it does with a step that no film has, is given again without the instant.
  #wrong(text: string): void {
    const whole = this.#waiting !== 0;
    this.#answered();
    if (whole && typeof this.playback.at === "string") {
      this.playback.place(this.film.telling);
      this.hello();
    }
    this.#refusal(text);
    this.#say("error", text);
  }

  #take(panel: Panel): void {
    this.#answered();
    this.#refusal(panel.refusal);
    if (panel.film) {
      this.film = panel.film;
      this.playback.setFilm(panel.film);
      if (this.#wantTelling) this.#toTelling(panel.film);
    }
    if (this.#dirty) this.#push(); // the hand is already elsewhere
    else this.#settled(panel);
    this.#showFilm();
    this.#say("change");
  }

  // #settled takes over the values that the engine used, and says which of those
  // that it got do not fit. A typed one leaves the scene as it was.
  #settled(panel: Panel): void {
    this.panel = panel;
    const problems = panel.problems ?? [];
    const wrong = sentences(panel);
    const before = this.#outside ? [] : [...wrong.keys()].map((key) => [key, this.setting.refuse(key)] as const);
    this.setting.took(panel.knobs);
    this.#knobs.update(panel.knobs, wrong);
    const beside = this.#outside ? [] : [...wrong.values()];
    this.#tables.problems(problems.filter((p) => !beside.includes(p)));
    if (this.#outside && problems.length > 0) this.#say("error", problems.join("\n"));
    this.#outside = false;
    const lost = before.filter(([key, text]) => this.setting.get(key) !== text);
    for (const [key, text] of lost) this.setting.correct(key, text);
    if (lost.length > 0) this.#push();
  }

  #moment(m: Moment): void {
    const { step } = this.playback.position;
    const playing = m.playing || this.#walk !== 0;
    this.playback.moved({ t: m.t, text: m.text, step: m.step, speed: m.speed, playing });
    this.#showPosition();
    put(part(this.root, "caption"), m.caption);
    if (m.step !== step) this.#say("step");
    this.#say("time");
    this.#restSoon();
  }

  #restSoon(): void {
    clearTimeout(this.#settle);
    if (!this.playing) this.#settle = window.setTimeout(() => void this.#rest(), settleSeconds * 1000);
  }

  // #rest makes the frame at rest the poster: for print, and for when the stage
  // is lost.
  async #rest(): Promise<void> {
    if (this.#weight < heavyPicture && this.picture.visible) await this.keep();
  }

  // keep makes the frame that stands there the poster, and says whether it did.
  async keep(): Promise<boolean> {
    this.#keeping = true;
    this.#look();
    const svg = (await host.picture(this, "svg", Math.max(this.box.clientWidth, 1)))?.svg;
    this.#keeping = false;
    this.#look();
    if (!svg) return false;
    this.#weight = svg.length;
    this.picture.freeze(svg);
    return true;
  }

  loading(loaded: number, total: number): void {
    this.picture.loading(loaded, total);
  }

  failed(why: Failure, text: string): void {
    this.#gone();
    if (why === "canceled") return;
    if (why === "no-wasm" || why === "no-webgl") this.#asBuilt();
    const sentence = fill(this.texts[`fail.${why}`], text);
    this.picture.error(sentence, why === "load" || why === "lost" || why === "exit");
    this.#say("error", sentence);
  }

  // #asBuilt goes back to the setting of the page, whose numbers stand there.
  #asBuilt(): void {
    this.setting.reset();
    this.#knobs.update(this.panel.knobs);
    this.playback.place(this.film.telling);
    this.#showPosition();
  }

  async leave(): Promise<void> {
    this.#stand();
    this.#tell({ do: "pause" });
    await this.keep();
    this.#gone();
  }

  // end gives the stage away.
  end(): void {
    host.release(this);
    this.#gone();
  }

  #gone(): void {
    this.#answered();
    this.#stand();
    this.picture.live(false);
    this.picture.idle();
    clearTimeout(this.#settle);
    this.#showPosition();
  }

  // What is shown.

  #showFilm(): void {
    this.#transport.film(this.film);
    this.#tables.film(this.film);
    const undo = part<HTMLButtonElement>(this.root, "undo");
    const reset = part<HTMLButtonElement>(this.root, "reset");
    if (undo) undo.disabled = !this.setting.canUndo;
    if (reset) reset.disabled = !this.setting.anyChanged;
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
}

// sentences are the problems that name a knob, by its key.
function sentences(panel: Panel): Map<string, string> {
  const of = new Map<string, string>();
  for (const { key } of panel.knobs) {
    const sentence = panel.problems?.find((p) => p.startsWith(`${key}=`) || p.startsWith(`${key}:`));
    if (sentence) of.set(key, sentence);
  }
  return of;
}

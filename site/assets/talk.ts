// Talk is what a scene and the stage say to each other: when the stage is
// fetched, which state waits for an answer, what is asked while out of view.

import type { Panel } from "./panel";
import type { Picture } from "./picture";
import type { FileFormat, FromStage, Moment, StageState, ToStage } from "./protocol";
import { StageHost, type Failure, type Owner, type Source } from "./stagehost";

const host = new StageHost();
let revisions = 0; // of all scenes of the page: they share a stage

const settleSeconds = 0.8; // until a frame at rest becomes the poster
const answerSeconds = 10; // until a state without an answer is given up
const fileSeconds = 30; // until a file is given up
const heavyPicture = 300_000; // bytes: too much to take at every rest

// Speaker is the scene.
export interface Speaker {
  readonly playing: boolean;
  all(): Omit<StageState, "rev" | "visible">;
  setting(): Pick<StageState, "knobs" | "compare">;
  film(panel: Panel, current: boolean): void; // current: the hand is not elsewhere already
  moment(m: Moment): void;
  live(): void;
  ended(): void;
  wrong(text: string, state: boolean): void; // state: a whole state was refused
  gone(why: Failure | null, text: string): void;
  stand(): void; // nothing moves by itself any more
  busy(yes: boolean): void; // the numbers are those of a setting before
}

export class Talk implements Owner {
  unseen = false; // to draw out of view, too
  #rev = 0;
  #waiting = 0; // a timer: the last state has no answer yet
  #dirty = false; // the setting has changed since the last state
  #frame = 0;
  #at: number | string | undefined; // the instant to go with the next state
  #seen = false; // as the stage was told
  #asleep = false; // the stage comes back when the scene is seen
  #awaited = 0; // pictures and files that are on their way
  #settle = 0;
  #weight = 0; // of the last picture, in bytes
  #hoping: ((there: boolean) => void)[] = []; // for a stage that has all state

  constructor(
    readonly source: Source,
    private picture: Picture,
    private speaker: Speaker,
  ) {}

  get box(): HTMLElement {
    return this.picture.box;
  }

  // claim brings the stage.
  claim(): void {
    this.#asleep = false;
    void host.claim(this);
  }

  cancel(): void {
    host.cancel();
  }

  // tell says something to a stage that is there.
  tell(message: ToStage): void {
    host.send(this, message);
  }

  // order says it, or brings the stage, which then gets all state.
  order(message: ToStage): void {
    // After a setting that has not been sent yet it is an instant of that film.
    if (message.do === "seek" && this.#dirty) this.#at = message.t;
    this.look();
    this.tell(message);
    this.claim();
  }

  // push sends the setting: at most once a frame, and not before the last has
  // been answered, so that a slow build is asked only for what the hand shows now.
  push(t?: number | string): void {
    this.#at = t ?? this.#at;
    this.#dirty = true;
    this.claim();
    if (this.#frame || this.#waiting) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (!host.ready(this)) return; // hello will say it
      const state: Partial<StageState> = { rev: (this.#rev = ++revisions), ...this.speaker.setting() };
      if (this.#at !== undefined) state.t = this.#at;
      this.#asked();
      this.tell({ do: "state", ...state });
    });
  }

  hello(): void {
    this.#asked();
    this.#seen = this.seen;
    this.tell({ do: "state", rev: (this.#rev = ++revisions), visible: this.#seen, ...this.speaker.all() });
    this.#hoped(true);
  }

  // there brings the stage, and says whether one came that has all state.
  #there(): Promise<boolean> {
    if (host.ready(this)) return Promise.resolve(true);
    const there = new Promise<boolean>((resolve) => this.#hoping.push(resolve));
    this.claim();
    return there;
  }

  #hoped(there: boolean): void {
    for (const resolve of this.#hoping.splice(0)) resolve(there);
  }

  #asked(): void {
    this.#dirty = false;
    this.#at = undefined;
    clearTimeout(this.#waiting);
    this.#waiting = window.setTimeout(() => this.#answered(), answerSeconds * 1000);
    this.speaker.busy(true);
    this.look();
  }

  #answered(): void {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    this.speaker.busy(false);
    this.look();
  }

  hear(m: FromStage): void {
    switch (m.is) {
      case "film":
        if (m.rev === this.#rev) this.#film(m.panel, m.moment);
        break;
      case "frame":
        if (m.rev !== this.#rev) break;
        this.#answered();
        this.picture.live(true);
        this.speaker.live();
        break;
      case "time":
        this.speaker.moment(m);
        this.rest();
        break;
      case "ended":
        this.speaker.ended();
        break;
      case "error":
        this.#wrong(m.text);
        break;
    }
  }

  // The film's own moment comes with it: in a message of its own the page could
  // be painted between the two, with the time of one film beside the end of another.
  #film(panel: Panel, moment: Omit<Moment, "is">): void {
    const current = !this.#dirty;
    this.#answered();
    this.speaker.film(panel, current);
    this.speaker.moment({ is: "time", ...moment });
    if (!current) this.push();
  }

  #wrong(text: string): void {
    const state = this.#waiting !== 0;
    this.#answered();
    this.speaker.wrong(text, state);
  }

  // look tells the stage whether it is seen, or wanted for what stands beside the
  // picture: out of view it draws nothing, and answers nothing.
  look(): void {
    const { seen } = this;
    if (seen !== this.#seen) this.tell({ do: "state", visible: seen });
    this.#seen = seen;
    if (seen && this.#asleep) this.claim();
  }

  get seen(): boolean {
    const { visible, near } = this.picture;
    return visible || this.unseen || this.#awaited > 0 || (near && (!this.speaker.playing || this.#waiting !== 0));
  }

  // rest makes a frame that stays the poster: for print, and for when the stage
  // is lost.
  rest(): void {
    clearTimeout(this.#settle);
    if (this.speaker.playing) return;
    this.#settle = window.setTimeout(() => {
      if (this.#weight < heavyPicture && this.picture.visible) void this.keep();
    }, settleSeconds * 1000);
  }

  // keep makes the frame that stands there the poster, and says whether it did.
  async keep(seconds = this.unseen ? fileSeconds : undefined): Promise<boolean> {
    const svg = (await this.#awake(() => host.picture(this, "svg", Math.max(this.box.clientWidth, 1), seconds)))?.svg;
    if (!svg) return false;
    this.#weight = svg.length;
    this.picture.freeze(svg);
    return true;
  }

  // file is a file of what is shown, null where there is no stage to write it.
  async file(format: FileFormat): Promise<{ text: string; tasks: number } | null> {
    if (!(await this.#there())) return null;
    return this.#awake(() => host.file(this, format, fileSeconds));
  }

  // snap is the frame that stands there as the address of a PNG, so many pixels
  // wide where the stage can.
  async snap(width: number): Promise<string | null> {
    if (!(await this.#there())) return null;
    const { dpr } = this.speaker.all();
    const own = this.box.clientWidth * devicePixelRatio;
    return this.#awake(async () => {
      this.tell({ do: "state", dpr: Math.max(dpr, Math.min(width / own, 4)) });
      const ask = () => host.picture(this, "png", width, fileSeconds);
      await ask(); // may be of the frame before the new size
      const png = (await ask())?.png;
      this.tell({ do: "state", dpr });
      return png ?? null;
    });
  }

  // #awake does something with a stage that draws, seen or not.
  async #awake<T>(what: () => Promise<T>): Promise<T> {
    this.#awaited++;
    this.look();
    const result = await what();
    this.#awaited--;
    this.look();
    return result;
  }

  loading(loaded: number, total: number): void {
    this.picture.loading(loaded, total);
  }

  failed(why: Failure, text: string): void {
    this.#over();
    this.speaker.gone(why, text);
  }

  async leave(): Promise<void> {
    this.speaker.stand();
    this.tell({ do: "pause" });
    await this.keep();
    this.#over();
    this.speaker.gone(null, "");
  }

  // doze sleeps if nobody sees the scene.
  async doze(): Promise<void> {
    if (this.seen || !host.ready(this)) return;
    await this.keep(fileSeconds);
    if (!this.seen) this.sleep();
  }

  // sleep gives the stage away until the scene is seen again.
  sleep(): void {
    host.release(this);
    this.#over();
    this.#asleep = true;
  }

  // end gives the stage away.
  end(): void {
    host.release(this);
    this.#over();
    this.speaker.gone(null, "");
  }

  #over(): void {
    this.#answered();
    this.#hoped(false);
    clearTimeout(this.#settle);
    this.picture.live(false);
    this.picture.idle();
  }
}

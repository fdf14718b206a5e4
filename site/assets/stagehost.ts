// The one stage of a page: an iframe that goes to the scene in use. Scenes own
// all state and give it again at each hello, so a stage can be moved, lost and
// made again at any time.

import { mishap, type Mishap } from "./download";
import type { FileFormat, FromStage, ToStage } from "./protocol";
import { fromStage } from "./shape";
import { Program } from "./wasm";

// Owner is a scene that shows itself on the stage.
export interface Owner {
  readonly box: HTMLElement; // where the iframe goes
  readonly source: Source;
  hello(): void; // the stage wants all state
  hear(message: FromStage): void;
  loading(loaded: number, total: number): void;
  failed(why: Failure, text: string): void;
  leave(): Promise<void>; // the stage is about to go to another scene
  readonly seen: boolean;
  sleep(): void; // its stage is lost while nobody sees it
}

export interface Source {
  page: string; // address of the stage's page
  wasm: string;
  size: number; // of the wasm, decoded
  title: string;
}

// Answer is what comes to a question with its number.
type Answer = Extract<FromStage, { is: "picture" | "file" }>;

export type Failure = "no-wasm" | "no-webgl" | Mishap | "canceled" | "lost" | "exit";

const maxLosses = 3;
const silentSeconds = 30; // until a stage that is on its way is given up
const bootSeconds = 3; // the same for a page that has loaded and is no stage

export class StageHost {
  owner: Owner | null = null;
  #frame: HTMLIFrameElement | null = null;
  #ready = false;
  #losses = 0;
  #program = new Program();
  #next: Owner | null = null; // waits for the owner to leave
  #questions = new Map<number, (m: Answer | null) => void>();
  #asked = 0;
  #booted = false;
  #silence = 0; // a timer

  constructor() {
    addEventListener("message", (e) => {
      const message = this.#frame && e.source === this.#frame.contentWindow && fromStage(e.data);
      if (message) this.#hear(message);
    });
  }

  // ready says that the stage is the owner's and hears.
  ready(owner: Owner): boolean {
    return this.owner === owner && this.#ready;
  }

  // claim brings the stage to a scene. What the scene wants shown it says at
  // hello.
  async claim(owner: Owner): Promise<void> {
    if (this.#next === owner || (this.owner === owner && !this.#next)) return;
    this.#next = owner;
    await this.owner?.leave();
    if (this.#next !== owner) return; // another scene was quicker
    this.#next = null;
    this.owner = owner;
    this.#losses = 0;
    if (this.#frame && this.#ready && move(this.#frame, owner.box)) {
      owner.hello();
      return;
    }
    const why = unable();
    if (why) this.#fail(why, "");
    else this.#build();
  }

  send(owner: Owner, message: ToStage): void {
    if (this.ready(owner)) this.#post(message);
  }

  // release takes the stage from a scene that leaves the page, or gave up.
  release(owner: Owner): void {
    if (this.#next === owner) this.#next = null;
    if (this.owner !== owner) return;
    this.#remove();
    this.owner = null;
  }

  cancel(): void {
    this.#program.cancel();
    this.#fail("canceled", "");
  }

  // picture asks for the frame that stands there.
  async picture(owner: Owner, format: "svg" | "png", width: number, seconds = 0.4): Promise<{ svg?: string; png?: string } | null> {
    const m = await this.#ask(owner, { do: "picture", n: ++this.#asked, format, width }, seconds);
    return m?.is === "picture" ? m : null;
  }

  // file asks for the text of a file.
  async file(owner: Owner, format: FileFormat, seconds: number): Promise<{ text: string; tasks: number } | null> {
    const m = await this.#ask(owner, { do: "file", n: ++this.#asked, format }, seconds);
    return m?.is === "file" ? m : null;
  }

  #ask(owner: Owner, question: Extract<ToStage, { n: number }>, seconds: number): Promise<Answer | null> {
    if (!this.ready(owner)) return Promise.resolve(null);
    this.#post(question);
    return new Promise((resolve) => {
      const done = (m: Answer | null) => {
        this.#questions.delete(question.n);
        clearTimeout(late);
        resolve(m);
      };
      const late = setTimeout(() => done(null), seconds * 1000);
      this.#questions.set(question.n, done);
    });
  }

  #build(): void {
    this.#remove();
    const owner = this.owner;
    if (!owner) return;
    const frame = document.createElement("iframe");
    frame.className = "scene-stage";
    frame.title = owner.source.title;
    frame.inert = true;
    frame.tabIndex = -1;
    frame.setAttribute("aria-hidden", "true");
    frame.src = owner.source.page;
    frame.addEventListener("load", () => !this.#booted && this.#await(bootSeconds));
    this.#frame = frame;
    owner.box.append(frame);
    this.#await(silentSeconds);
    owner.loading(0, owner.source.size);
    // The download starts beside that of the page. What goes wrong is told where
    // the stage asks for the module.
    if (!opaque()) this.#load(owner).catch(() => {});
  }

  #load(owner: Owner): Promise<WebAssembly.Module> {
    return this.#program.load(owner.source.wasm, (loaded) => this.#loaded(loaded, owner.source.size));
  }

  #loaded(loaded: number, total: number): void {
    if (this.#booted) this.#await(silentSeconds);
    this.owner?.loading(loaded, total);
  }

  // #await gives up a stage that stays silent, but not while nobody looks: a
  // browser holds back what is hidden.
  #await(seconds: number): void {
    clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => {
      if (document.hidden) {
        this.#await(seconds);
        return;
      }
      this.#program.cancel();
      this.#fail("load", "");
    }, seconds * 1000);
  }

  async #giveModule(): Promise<void> {
    const owner = this.owner;
    const frame = this.#frame;
    if (!owner) return;
    const { wasm: url, size } = owner.source;
    try {
      const module = opaque() ? null : await this.#load(owner);
      if (frame === this.#frame) this.#post({ do: "module", module, url, size });
    } catch (err) {
      if (frame === this.#frame) this.#fail(mishap(err), "");
    }
  }

  #hear(message: FromStage): void {
    const owner = this.owner;
    switch (message.is) {
      case "boot":
        this.#booted = true;
        this.#await(silentSeconds);
        void this.#giveModule();
        break;
      case "progress":
        this.#loaded(message.loaded, message.total);
        break;
      case "unloaded":
        this.#fail(message.why, "");
        break;
      case "hello":
        clearTimeout(this.#silence);
        this.#ready = true;
        owner?.hello();
        break;
      case "picture":
      case "file":
        this.#questions.get(message.n)?.(message);
        break;
      case "lost":
        if (owner && !owner.seen) owner.sleep();
        else if (++this.#losses < maxLosses) this.#build();
        else this.#fail("lost", "");
        break;
      case "exit":
        this.#fail("exit", message.text);
        break;
      default:
        owner?.hear(message);
    }
  }

  #fail(why: Failure, text: string): void {
    const owner = this.owner;
    this.#remove();
    this.owner = null;
    owner?.failed(why, text);
  }

  #remove(): void {
    clearTimeout(this.#silence);
    this.#frame?.remove();
    this.#frame = null;
    this.#booted = false;
    this.#ready = false;
    for (const done of [...this.#questions.values()]) done(null);
  }

  #post(message: ToStage): void {
    this.#frame?.contentWindow?.postMessage({ inflight: 1, ...message }, "*");
  }
}

// opaque says that this page is sandboxed. A module posted there would vanish
// without an error: the stage fetches its own.
function opaque(): boolean {
  return self.origin === "null";
}

// move moves a live iframe where the browser can.
function move(frame: HTMLIFrameElement, box: HTMLElement): boolean {
  const to = box as HTMLElement & { moveBefore?: (node: Node, before: Node | null) => void };
  if (!to.moveBefore) return false;
  try {
    to.moveBefore(frame, null);
    return true;
  } catch {
    return false;
  }
}

// unable says why this browser cannot show a stage.
function unable(): Failure | null {
  if (typeof WebAssembly !== "object" || !WebAssembly.compileStreaming) return "no-wasm";
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return "no-webgl";
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return null;
}

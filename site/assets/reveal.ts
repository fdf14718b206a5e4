// A plugin for decks of reveal.js, under the name inflight-reveal.js:
//
//	Reveal.initialize({ plugins: [InflightReveal] })
//
// It finds the frames of our embeds on the slides. With data-steps="rs/0 ag/0" a
// frame gets a fragment for each of these steps, and with an empty data-steps one
// for each step of its film, so that the deck's own next and previous go through
// them, in the speaker's window, too. It makes frames as sharp as the deck is
// large, holds scenes while the screen is blank, keeps a speaker's copies mute, and
// puts stills into the print view.

import { isOurs } from "./protocol";

// Deck is what we need of reveal.js.
interface Deck {
  getConfig(): { width?: number | string; height?: number | string };
  getSlidesElement(): HTMLElement;
  getCurrentSlide(): HTMLElement | undefined;
  isPrintView(): boolean;
  isSpeakerNotes(): boolean;
  syncFragments(slide: HTMLElement): void;
  on(what: string, hear: (e: Event) => void): void;
}

interface Step {
  id: string;
}

const embedPage = /\/[a-z]{2}\/embed\/[a-z0-9-]+\/?$/;
const mark = "data-inflight-step"; // of a fragment: where it takes its frame
const stillSeconds = 60; // until a still is given up
const most = 4; // device pixels a pixel

// Report is what we need of what a scene says.
interface Report {
  is?: string;
  steps?: Step[];
  playing?: boolean;
}

// Scene is a frame on a slide.
class Scene {
  readonly slide: HTMLElement;
  #fragments: Element[] = [];
  #playing = false;
  #to: string | undefined; // the step that it plays on to
  #held: { to: string | undefined } | null = null; // it played when the screen went blank

  constructor(
    private deck: Deck,
    readonly frame: HTMLIFrameElement,
  ) {
    this.slide = frame.closest("section") ?? frame;
    addEventListener("message", (e) => {
      if (e.source === frame.contentWindow && isOurs(e.data)) this.#hear(e.data as Report);
    });
    const { steps } = frame.dataset;
    if (steps !== undefined) this.#split(steps.split(/\s+/).filter(Boolean));
  }

  get #all(): boolean {
    return this.frame.dataset.steps?.trim() === "";
  }

  // #split gives the slide a fragment for each step.
  #split(steps: string[]): void {
    for (const f of this.#fragments) f.remove();
    this.#fragments = steps.map((step) => {
      const f = document.createElement("span");
      f.className = "fragment";
      f.setAttribute(mark, step);
      f.setAttribute("aria-hidden", "true");
      return f;
    });
    this.frame.after(...this.#fragments);
  }

  #hear(m: Report): void {
    if (m.is === "time" || m.is === "ready") {
      this.#playing = m.playing === true;
      if (!this.#playing) this.#to = undefined;
    }
    if ((m.is === "ready" || m.is === "film") && this.#all && m.steps && !this.deck.isPrintView()) {
      // The first step is where it stands before any fragment.
      const ids = m.steps.slice(1).map((s) => s.id);
      if (ids.join() !== this.#fragments.map((f) => f.getAttribute(mark)).join()) {
        this.#split(ids);
        this.deck.syncFragments(this.slide);
      }
    }
    if (m.is === "ready") this.show(false);
  }

  owns(fragments: Element[]): boolean {
    return this.#fragments.some((f) => fragments.includes(f));
  }

  // show goes to the step of the last fragment that is shown, playing up to it
  // where the deck goes on.
  show(on: boolean): void {
    if (this.frame.dataset.steps === undefined) return;
    const step = stepOf(this.#fragments);
    const plays = on && !!step && !this.deck.isSpeakerNotes();
    const first = new URL(this.frame.src || location.href, location.href).searchParams.get("t") ?? 0;
    this.#say(plays ? { do: "play", to: step } : { do: "seek", t: step ?? first });
    if (!plays) this.#say({ do: "pause" });
    this.#to = plays ? step : undefined;
  }

  // hold stops a scene that plays, until release.
  hold(): void {
    if (!this.#playing) return;
    this.#held = { to: this.#to };
    this.#say({ do: "pause" });
  }

  release(): void {
    if (this.#held && this.slide === this.deck.getCurrentSlide()) this.#say({ do: "play", ...this.#held });
    this.#held = null;
  }

  #say(message: object): void {
    this.frame.contentWindow?.postMessage({ inflight: 1, ...message }, "*");
  }
}

// dress completes a frame's address.
function dress(deck: Deck, frame: HTMLIFrameElement): void {
  for (const name of ["src", "data-src"]) {
    const text = frame.getAttribute(name);
    if (!text) continue;
    const url = new URL(text, location.href);
    const q = url.searchParams;
    if (!q.has("dpr")) q.set("dpr", String(ratio(deck)));
    if (frame.dataset.steps !== undefined) q.set("steps", "deck");
    if (deck.isSpeakerNotes()) q.set("mute", "1");
    if (url.href !== new URL(text, location.href).href) frame.setAttribute(name, url.href);
  }
}

// ratio is how many pixels a slide on a full screen needs: half as many again as
// it is enlarged by.
function ratio(deck: Deck): number {
  const { width, height } = deck.getConfig();
  const grown = Math.min(screen.width / Number(width), screen.height / Number(height));
  return grown > 1 ? Math.min(Math.ceil(grown * 1.5), most) : 1;
}

function framesOf(within: ParentNode): HTMLIFrameElement[] {
  return [...within.querySelectorAll("iframe")].filter((f) => {
    const address = f.getAttribute("src") ?? f.dataset.src;
    return address && embedPage.test(new URL(address, location.href).pathname);
  });
}

// loadForSpeaker brings the frames of a slide, which reveal.js leaves out of a
// speaker's window.
function loadForSpeaker(slide: HTMLElement | undefined): void {
  for (const f of slide ? framesOf(slide) : []) if (!f.src && f.dataset.src) f.src = f.dataset.src;
}

// fragmentsOf are those that stand after a frame; in print that of a copy, too.
function fragmentsOf(frame: Element): Element[] {
  const list: Element[] = [];
  for (let e = frame.nextElementSibling; e?.hasAttribute(mark); e = e.nextElementSibling) list.push(e);
  return list;
}

// stepOf is that of the last fragment that is shown.
function stepOf(fragments: Element[]): string | null {
  return fragments.findLast((f) => f.classList.contains("visible"))?.getAttribute(mark) ?? null;
}

// blurLeft takes the focus from a frame whose slide has been left: keys would go
// nowhere.
function blurLeft(slide: HTMLElement | undefined): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLIFrameElement && !slide?.contains(focused)) focused.blur();
}

// printStills puts a picture into each frame of the print view, one after the
// other, and says so at the end. A page for each fragment shows that step.
async function printStills(deck: Deck): Promise<void> {
  for (const frame of framesOf(deck.getSlidesElement())) {
    const url = new URL(frame.getAttribute("src") ?? frame.dataset.src ?? "", location.href);
    const step = stepOf(fragmentsOf(frame));
    if (step) url.searchParams.set("t", step);
    url.searchParams.delete("play");
    url.searchParams.delete("mute");
    url.searchParams.set("still", "1");
    const there = said(frame, "still");
    frame.src = url.href;
    await there;
  }
  document.documentElement.dataset.inflight = "stills";
  dispatchEvent(new Event("inflight-stills"));
}

// said waits for a report of a frame, for a while.
function said(frame: HTMLIFrameElement, is: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener("message", hear);
      clearTimeout(late);
      resolve();
    };
    const hear = (e: MessageEvent) => {
      const m = e.data as { is?: string };
      if (e.source === frame.contentWindow && isOurs(e.data) && (m.is === is || m.is === "error")) done();
    };
    const late = setTimeout(done, stillSeconds * 1000);
    addEventListener("message", hear);
  });
}

function init(deck: Deck): void {
  const frames = framesOf(deck.getSlidesElement());
  for (const f of frames) dress(deck, f);
  const scenes = frames.map((f) => new Scene(deck, f));
  if (deck.isPrintView()) {
    deck.on("pdf-ready", () => void printStills(deck));
    return;
  }
  const change = (on: boolean) => (e: Event) => {
    const { fragments } = e as Event & { fragments: Element[] };
    for (const s of scenes) if (s.owns(fragments)) s.show(on);
  };
  deck.on("fragmentshown", change(true));
  deck.on("fragmenthidden", change(false));
  const arrive = () => {
    const slide = deck.getCurrentSlide();
    if (deck.isSpeakerNotes()) loadForSpeaker(slide);
    blurLeft(slide);
    for (const s of scenes) if (s.slide === slide) s.show(false);
  };
  // A blank screen is the deck's own matter: reveal.js tells frames nothing of it.
  deck.on("paused", () => scenes.forEach((s) => s.hold()));
  deck.on("resumed", () => scenes.forEach((s) => s.release()));
  deck.on("ready", arrive);
  deck.on("slidechanged", arrive);
}

declare global {
  interface Window {
    InflightReveal?: object;
  }
}

window.InflightReveal = { id: "inflight", init };

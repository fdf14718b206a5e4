// The script of a deck: one slide at a time. Next and previous go through the
// steps of a slide, which move its scene, and then to the slide beside it.

import type { InflightScene } from "./element";
import { Orders } from "./orders";
import type { Session } from "./session";
import { still } from "./theme";

class Slide {
  readonly steps: HTMLElement[];
  #orders: Orders | undefined;
  #held = false; // the scene played when the screen went blank

  constructor(readonly element: HTMLElement) {
    this.steps = [...element.querySelectorAll<HTMLElement>(".step")];
  }

  get #session(): Session | undefined {
    return this.element.querySelector<InflightScene>("inflight-scene")?.session;
  }

  // show shows so many steps. A scene goes to the last one, playing on to it
  // where the deck goes on; one without steps plays.
  show(steps: number, on: boolean): void {
    this.element.classList.add("on");
    this.steps.forEach((s, i) => s.classList.toggle("on", i < steps));
    const session = this.#session;
    if (!session) return;
    this.#orders ??= new Orders(session, () => {});
    const step = this.steps[steps - 1];
    this.#held = false;
    if (step) this.#go(session, step, on && !still());
    else this.#begin(session);
  }

  #go(session: Session, { dataset }: HTMLElement, on: boolean): void {
    const values = [...new URLSearchParams(dataset.sceneSet ?? "")] as [string, string][];
    const to = dataset.sceneStep || undefined;
    if (on && to && values.length === 0 && !session.knobs.anyChanged) this.#orders?.obey({ do: "play", to });
    else session.show(values, to);
  }

  #begin(session: Session): void {
    if (this.steps.length === 0 && !still()) {
      session.seek(session.playback.view.start);
      session.play();
    } else if (!session.playback.fresh) {
      session.show([], session.root.dataset.t);
    }
  }

  // blank stops a scene that plays while the screen is blank.
  blank(yes: boolean): void {
    const session = this.#session;
    if (!session) return;
    if (yes) {
      this.#held = session.playing;
      if (this.#held) session.pause();
    } else if (this.#held) {
      this.#held = false;
      this.#playOn(session);
    }
  }

  // #playOn plays to the step that is shown, if that lies ahead.
  #playOn(session: Session): void {
    const to = this.steps.findLast((s) => s.classList.contains("on"))?.dataset.sceneStep;
    const step = session.current.steps?.find((s) => s.id === to);
    if (to && step && step.t > session.playback.position.t) this.#orders?.obey({ do: "play", to });
    else session.play();
  }

  hide(): void {
    this.element.classList.remove("on");
    this.#orders?.forget();
    if (this.#session?.playing) this.#session.pause();
  }
}

class Deck {
  #slides = [...document.querySelectorAll<HTMLElement>(".slide")].map((e) => new Slide(e));
  #at = 0;
  #step = 0;

  constructor() {
    document.body.dataset.on = "";
    for (const b of document.querySelectorAll<HTMLButtonElement>("button[data-deck]")) {
      b.hidden = false;
      b.addEventListener("click", () => this.#do(b.dataset.deck ?? ""));
    }
    document.addEventListener("keydown", (e) => {
      if (!e.defaultPrevented && !e.ctrlKey && !e.metaKey && !e.altKey && this.#do(action(e))) e.preventDefault();
    });
    onSwipe((by) => this.#do(by > 0 ? "next" : "previous"));
    addEventListener("hashchange", () => this.#open());
    this.#open();
  }

  #do(what: string): boolean {
    if (what && document.body.hasAttribute("data-dark")) what = "dark"; // any key brings a blank screen back
    switch (what) {
      case "next":
        return this.#move(1);
      case "previous":
        return this.#move(-1);
      case "first":
        return this.#show(0, 0, false);
      case "last":
        return this.#show(this.#slides.length - 1, 0, false);
      case "full":
        if (document.fullscreenElement) void document.exitFullscreen();
        else void document.documentElement.requestFullscreen().catch(() => {});
        return true;
      case "dark":
        this.#slides[this.#at]?.blank(document.body.toggleAttribute("data-dark"));
        return true;
    }
    return false;
  }

  #move(by: 1 | -1): boolean {
    const { steps } = this.#slides[this.#at]!;
    const step = this.#step + by;
    if (step >= 0 && step <= steps.length) return this.#show(this.#at, step, by > 0);
    const next = this.#slides[this.#at + by];
    return next ? this.#show(this.#at + by, by > 0 ? 0 : next.steps.length, false) : true;
  }

  #show(at: number, step: number, on: boolean): boolean {
    if (at !== this.#at) this.#slides[this.#at]?.hide();
    this.#at = at;
    this.#step = step;
    this.#slides[at]?.show(step, on);
    const where = document.querySelector("[data-deck=where]");
    if (where) where.textContent = `${at + 1}/${this.#slides.length}`;
    const hash = step > 0 ? `#${at + 1}.${step}` : `#${at + 1}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
    return true;
  }

  // #open shows what the address says: "#2.1" is the second slide with one step.
  #open(): void {
    const [at, step] = location.hash.slice(1).split(".").map(Number);
    const slide = Math.min(Math.max(Math.trunc(at || 1), 1), this.#slides.length) - 1;
    const steps = this.#slides[slide]?.steps.length ?? 0;
    this.#show(slide, Math.min(Math.max(Math.trunc(step || 0), 0), steps), false);
  }
}

const actions: Record<string, string> = {
  ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next", n: "next",
  ArrowLeft: "previous", ArrowUp: "previous", PageUp: "previous", p: "previous",
  Home: "first", End: "last", f: "full", ".": "dark", b: "dark",
};

// action is what a key does; Space and Enter are a button's own.
function action(e: KeyboardEvent): string {
  if (e.key === " " && e.target instanceof Element && e.target.closest("button, a")) return "";
  return actions[e.key] ?? "";
}

const leastSwipe = 40; // pixels

// onSwipe hears of a finger that goes to the left, which is on, or to the right.
function onSwipe(go: (by: 1 | -1) => void): void {
  let from: Touch | undefined;
  document.addEventListener("touchstart", (e) => void (from = e.touches.length === 1 ? e.touches[0] : undefined), { passive: true });
  document.addEventListener("touchend", (e) => {
    const to = e.changedTouches[0];
    if (!from || !to || (visualViewport?.scale ?? 1) > 1) return;
    const x = to.clientX - from.clientX;
    const y = to.clientY - from.clientY;
    if (Math.abs(x) > leastSwipe && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  });
}

// Scenes are made by a script of their own.
void customElements.whenDefined("inflight-scene").then(() => new Deck());

// Transport is the bar under the picture: buttons, scrubber with the steps as
// ticks, time, speed.

import { part, put } from "./dom";
import type { Film, Step } from "./panel";
import type { Position } from "./playback";
import { fill, short, type Texts } from "./text";

export interface Playing {
  seek(t: number): void;
  play(): void;
  pause(): void;
}

const notches = 10000; // of the scrubber
const tickGap = 0.006; // of the scrubber: nearer ticks are left out

export class Transport {
  #bar: HTMLElement | null;
  #scrub: HTMLInputElement | null;
  #end = 0;
  #steps: Step[] = [];
  #dragging = false;
  #resume = false;
  #playing = false;

  constructor(
    private root: HTMLElement,
    private texts: Texts,
    private act: Playing,
  ) {
    this.#bar = part(root, "bar");
    this.#scrub = part<HTMLInputElement>(root, "scrub");
    if (!this.#scrub) return;
    this.#scrub.max = String(notches);
    this.#scrub.addEventListener("input", () => this.#drag());
    this.#scrub.addEventListener("change", () => this.#drop());
  }

  #drag(): void {
    if (!this.#dragging) {
      this.#dragging = true;
      this.#resume = this.#playing;
      if (this.#playing) this.act.pause();
    }
    const share = Number(this.#scrub?.value) / notches;
    this.#fill(share);
    this.act.seek(share * this.#end);
  }

  #drop(): void {
    this.#dragging = false;
    if (this.#resume) this.act.play();
    this.#resume = false;
  }

  film(film: Film): void {
    this.#end = film.end;
    this.#steps = film.steps ?? [];
    put(part(this.root, "end"), film.endText);
    const time = part(this.root, "time");
    if (time) time.style.minWidth = `max(17ch, ${2 * film.endText.length + 1}ch)`;
    this.#ticks();
  }

  #ticks(): void {
    const box = part(this.root, "ticks");
    if (!box || !(this.#end > 0)) return;
    let marks = "";
    let last = -1;
    for (const s of this.#steps) {
      const share = s.t / this.#end;
      if (share - last < tickGap || share > 1) continue;
      last = share;
      marks += `M${Math.round(share * notches)} 0v1`;
    }
    box.setAttribute("d", marks);
  }

  show(p: Position): void {
    this.#playing = p.playing;
    put(part(this.root, "now"), p.text);
    put(part(this.root, "speed"), fill(this.texts["speed.text"], short(p.speed)));
    this.#bar?.toggleAttribute("data-playing", p.playing);
    const button = part(this.root, "toggle");
    const name = this.texts[p.playing ? "pause" : "play"] ?? "";
    if (button && button.ariaLabel !== name) button.ariaLabel = button.title = name;
    if (!this.#scrub || this.#dragging) return;
    const share = this.#end > 0 ? p.t / this.#end : 0;
    this.#scrub.value = String(Math.round(share * notches));
    this.#fill(share);
    // A focused slider would be read out at every frame.
    if (!p.playing) this.#scrub.setAttribute("aria-valuetext", this.#said(p));
  }

  #said(p: Position): string {
    const step = this.#steps[p.step];
    return step ? `${p.text}, ${step.label}` : p.text;
  }

  #fill(share: number): void {
    this.#scrub?.style.setProperty("--share", String(share));
  }

  loop(on: boolean): void {
    part(this.root, "loop")?.setAttribute("aria-pressed", String(on));
  }
}

// Picture is the box that holds poster and stage, with what is said there while
// a stage loads or cannot be had. The box keeps its shape, so nothing shifts.

import { part, put } from "./dom";
import { fill, type Texts } from "./text";

export interface Watcher {
  portrait(yes: boolean): void;
  visible(yes: boolean): void;
  cancel(): void;
  retry(): void;
}

export class Picture {
  readonly box: HTMLElement;
  portrait: boolean;
  visible = false;

  constructor(
    private root: HTMLElement,
    private texts: Texts,
    watcher: Watcher,
  ) {
    this.box = part(root, "picture") ?? root;
    this.portrait = this.#isPortrait();
    new ResizeObserver(() => {
      const portrait = this.#isPortrait();
      if (portrait === this.portrait) return;
      this.portrait = portrait;
      watcher.portrait(portrait);
    }).observe(this.box);
    new IntersectionObserver((entries) => {
      this.visible = entries.at(-1)?.isIntersecting ?? false;
      watcher.visible(this.visible);
    }).observe(this.box);
    part(root, "cancel")?.addEventListener("click", () => watcher.cancel());
    part(root, "retry")?.addEventListener("click", () => watcher.retry());
  }

  // The style sheet decides; it says so in a property.
  #isPortrait(): boolean {
    return getComputedStyle(this.box).getPropertyValue("--format").trim() === "portrait";
  }

  // live shows the stage in place of the poster.
  live(yes: boolean): void {
    this.box.toggleAttribute("data-live", yes);
    if (yes) this.#hide("loading", true);
  }

  loading(loaded: number, total: number): void {
    this.#hide("loading", false);
    this.#hide("error", true);
    const bar = part<HTMLProgressElement>(this.root, "progress");
    if (bar) {
      bar.max = Math.max(total, 1);
      bar.value = Math.min(loaded, total);
    }
    const text = loaded < total ? fill(this.texts["loading"], mega(loaded), mega(total)) : this.texts["loading.start"];
    put(part(this.root, "loaded"), loaded > 0 ? (text ?? "") : (this.texts["loading.start"] ?? ""));
  }

  idle(): void {
    this.#hide("loading", true);
  }

  // error says above the poster why there is no stage.
  error(text: string, retry: boolean): void {
    this.idle();
    this.live(false);
    this.#hide("error", false);
    this.#hide("retry", !retry);
    put(part(this.root, "error-text"), text);
  }

  #hide(name: string, hidden: boolean): void {
    const e = part(this.root, name);
    if (e) e.hidden = hidden;
  }

  // freeze makes a frame the poster.
  freeze(svg: string): void {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const poster = part(this.root, this.portrait ? "portrait" : "landscape");
    if (poster && parsed instanceof SVGSVGElement) poster.replaceChildren(document.adoptNode(parsed));
  }
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

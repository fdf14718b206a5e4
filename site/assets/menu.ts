// Menu is what the buttons of a scene do besides playing: copy, present, presets.

import { part, put } from "./dom";
import { Exports } from "./exports";
import { Measured } from "./measured";
import type { Session } from "./session";
import type { Side } from "./setting";
import { fill } from "./text";
import { query, replaced } from "./url";

const leastMenu = 160; // pixels

export class Menu {
  #root: HTMLElement;
  #exports: Exports;
  #measured: Measured | null;

  constructor(private session: Session) {
    this.#root = session.root;
    this.#measured = Measured.of(session);
    this.#exports = new Exports(session, this.#measured);
    this.#root.addEventListener("click", (e) => this.#click(e));
    this.#root.addEventListener("toggle", (e) => this.#opened(e), true);
    document.addEventListener("pointerdown", (e) => this.#close(e.target as Node));
    this.#root.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && this.#close(null)) e.stopPropagation();
      else if (e.key === "Escape") this.#stopPresenting();
    });
    document.addEventListener("fullscreenchange", () => this.#presenting(document.fullscreenElement === this.#figure));
    this.#presets?.addEventListener("change", (e) => this.#preset((e.target as HTMLSelectElement).value));
    this.#root.addEventListener("scene-change", () => this.#stillPreset());
    part(this.#root, "sides")?.addEventListener("change", (e) => session.hold((e.target as HTMLInputElement).value as Side));
  }

  #click(e: MouseEvent): void {
    const at = (e.target as Element).closest<HTMLElement>("[data-do]");
    const s = this.session;
    switch (at?.dataset.do) {
      case "toggle":
        return s.toggle();
      case "first":
        return s.seek(0);
      case "previous":
        return void s.step(-1);
      case "next":
        return void s.step(1);
      case "loop":
        return s.loop();
      case "slower":
        return s.faster(0.5);
      case "faster":
        return s.faster(2);
      case "usual":
        return s.faster(0);
      case "zoom-in":
        return s.zoom(2);
      case "zoom-out":
        return s.zoom(0.5);
      case "zoom-off":
        return s.zoom(0);
      case "undo":
        return s.undo();
      case "reset":
        return s.reset();
      case "compare":
        return s.compare();
      case "swap":
        return s.swap();
      case "alone":
        return s.alone();
      case "present":
        return void this.#present();
      case "copy":
        return void this.#copy(this.#link());
      case "copy-embed":
        return void this.#copy(this.#embedCode());
      case "save":
        return void this.#exports.save(at.dataset.format ?? "");
      case "perfetto":
        return void this.#exports.perfetto();
      case "trace-open":
        this.#close(null);
        return this.#measured?.choose();
      case "trace-cancel":
      case "trace-remove":
        return this.#measured?.end();
      case "command":
        return void this.#copy(this.#exports.command());
      case "open":
        at.setAttribute("href", this.#embedLink());
        return;
    }
  }

  // #opened leaves one menu or tip open at a time. A menu opens upward, and may
  // be as high as there is room.
  #opened(e: Event): void {
    const at = e.target;
    if (!(at instanceof HTMLDetailsElement) || !at.open || !this.#floats(at)) return;
    this.#close(at);
    const menu = at.querySelector<HTMLElement>(":scope > div");
    if (menu) menu.style.maxHeight = `${Math.max(at.getBoundingClientRect().top - 16, leastMenu)}px`;
  }

  #floats(d: HTMLDetailsElement): boolean {
    return d.matches(".scene-menu, .scene-tip");
  }

  // #close closes menus and tips, except where a pointer is. It says whether
  // there was one, and gives the focus back.
  #close(except: Node | null): boolean {
    let closed = false;
    for (const d of this.#root.querySelectorAll<HTMLDetailsElement>("details[open]")) {
      if (!this.#floats(d) || (except && d.contains(except))) continue;
      if (d.contains(document.activeElement)) d.querySelector("summary")?.focus();
      d.open = false;
      closed = true;
    }
    return closed;
  }

  // Links.

  #link(): string {
    if (this.#embedded) return this.#embedLink();
    const { knobs, panel, playback } = this.session;
    const q = query(knobs.fromOwn(), knobs.beside(true), playback.view, playback.fresh ? undefined : playback.at);
    return replaced(location.href, panel.knobs.map((k) => k.key), q);
  }

  get #embedded(): boolean {
    return this.#root.getAttribute("mode") === "embed";
  }

  // The page of an embed has the scene's default setting. An embed's own link
  // keeps how it is dressed, but not that it is the mute copy of one place.
  #embedLink(): string {
    const { knobs, panel, playback } = this.session;
    const q = query(knobs.fromDefault(), knobs.beside(false), playback.view, playback.fresh ? undefined : playback.at);
    const page = this.#embedded ? location.href : new URL(this.#root.dataset.embed ?? "", location.href).href;
    return replaced(page, ["mute", ...panel.knobs.map((k) => k.key)], q);
  }

  #embedCode(): string {
    const src = this.#embedLink().replace(/&/g, "&amp;").replace(/"/g, "&quot;");
    const title = this.session.talk.source.title;
    return `<iframe src="${src}" title="${title}" width="960" height="700" loading="lazy" allow="fullscreen; clipboard-write"></iframe>`;
  }

  // #copy tries the clipboard; where that is refused the text is shown to be
  // copied by hand.
  async #copy(text: string): Promise<void> {
    const note = part(this.#root, "copied");
    const box = part<HTMLInputElement>(this.#root, "copy-text");
    try {
      await navigator.clipboard.writeText(text);
      put(note, this.session.texts["copied"] ?? "");
      if (box) box.hidden = true;
      setTimeout(() => put(note, ""), 2500);
    } catch {
      put(note, this.session.texts["copy.hand"] ?? "");
      if (!box) return;
      box.hidden = false;
      box.value = text;
      box.select();
    }
  }

  // Full screen, or where that is refused the whole window.

  get #figure(): HTMLElement | null {
    return part(this.#root, "figure");
  }

  async #present(): Promise<void> {
    this.#close(null);
    if (this.#stopPresenting()) return;
    this.#presenting(true);
    try {
      await this.#figure?.requestFullscreen();
    } catch {
      // It fills the window.
    }
    this.session.picture.box.focus({ preventScroll: true });
  }

  #stopPresenting(): boolean {
    if (!this.#root.hasAttribute("data-presenting")) return false;
    if (document.fullscreenElement) void document.exitFullscreen();
    this.#presenting(false);
    return true;
  }

  #presenting(yes: boolean): void {
    this.#root.toggleAttribute("data-presenting", yes);
    put(part(this.#root, "present"), this.session.texts[yes ? "present.end" : "present"] ?? "");
  }

  // Presets.

  get #presets(): HTMLSelectElement | null {
    return part<HTMLSelectElement>(this.#root, "presets");
  }

  #preset(id: string): void {
    const { session } = this;
    const preset = session.panel.presets?.find((p) => p.id === id);
    const note = part(this.#root, "preset-note");
    const words = preset ? [preset.note, preset.source && fill(session.texts["source"], preset.source)] : [];
    put(note, words.filter(Boolean).join(" "));
    if (note) note.hidden = !preset;
    if (preset) session.preset(new URLSearchParams(preset.query));
  }

  // #stillPreset names no preset once a knob has left it.
  #stillPreset(): void {
    const { panel, knobs } = this.session;
    const preset = panel.presets?.find((p) => p.id === this.#presets?.value);
    if (!preset || !this.#presets || knobs.is(new URLSearchParams(preset.query))) return;
    this.#presets.value = "";
    this.#preset("");
  }
}

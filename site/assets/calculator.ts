// The calculator: the page holds the answer to its own setting; from the first
// change on a worker answers each, and the address keeps the setting.

import { enable, onceParsed, part, put } from "./dom";
import { Engine } from "./calculator-engine";
import { show, type Answer } from "./calculator-answer";
import { Knobs } from "./knobs";
import type { Panel } from "./panel";
import { Setting } from "./setting";
import { fill, type Texts } from "./text";
import { replaced } from "./url";

interface Report {
  panel: Panel;
  answer: Answer | null;
}

const pace = 300; // ms between changes of the address
const mostText = 200; // of a value in an address

class Calculator {
  #panel: Panel;
  #texts: Texts;
  #scenes: Record<string, string>;
  #setting: Setting;
  #controls: Knobs;
  #engine: Engine;
  #outside = false; // what was asked came from the address
  #timer = 0;

  constructor(private root: HTMLElement) {
    const report = this.#json<Report>("report");
    this.#panel = report.panel;
    this.#texts = this.#json<Texts>("texts");
    this.#scenes = this.#json<Record<string, string>>("scenes");
    this.#setting = new Setting(this.#panel);
    this.#controls = new Knobs(root, this.#texts, this.#panel.knobs, {
      turn: (key, text, gesture) => this.#change(this.#setting.set([[key, text]], gesture)),
      resetOne: (key) => this.#change(this.#setting.resetOne(key)),
      changed: (key) => this.#setting.changed(key),
    });
    const { worker, wasm } = root.dataset;
    this.#engine = new Engine(worker ?? "", wasm ?? "", (text) => this.#take(JSON.parse(text) as Report), () => this.#failed());
    const tools = part(root, "tools");
    if (tools) tools.hidden = false;
    root.addEventListener("click", (e) => this.#click(e));
    root.addEventListener("submit", (e) => e.preventDefault());
    part(root, "presets")?.addEventListener("change", (e) => this.#preset((e.target as HTMLSelectElement).value));
    addEventListener("popstate", () => this.#begin());
    this.#begin();
    this.#setting.forget();
  }

  #json<T>(name: string): T {
    return JSON.parse(part(this.root, name)?.textContent ?? "null") as T;
  }

  // #begin takes the setting of the address.
  #begin(): void {
    const address = new URLSearchParams(location.search);
    const wish: [string, string][] = [];
    for (const [key, text] of address) if (this.#setting.has(key)) wish.push([key, text.slice(0, mostText)]);
    if (!this.#setting.show(wish)) return;
    this.#outside = true;
    this.#ask();
  }

  #click(e: MouseEvent): void {
    const target = e.target as Element;
    switch (target.closest<HTMLElement>("[data-do]")?.dataset.do) {
      case "undo":
        return this.#change(this.#setting.undo());
      case "reset":
        return this.#change(this.#setting.reset());
      case "copy":
        return void this.#copy();
    }
    const link = target.closest<HTMLAnchorElement>("[data-part=try]");
    if (!link || e.metaKey || e.ctrlKey || e.shiftKey) return;
    e.preventDefault();
    this.#change(this.#setting.preset(new URL(link.href).searchParams));
  }

  #preset(id: string): void {
    const preset = this.#panel.presets?.find((p) => p.id === id);
    this.#note(preset ? [preset.note, fill(this.#texts["source"], preset.source)].filter(Boolean).join(" ") : "");
    if (preset) this.#change(this.#setting.preset(new URLSearchParams(preset.query)));
  }

  #note(text: string): void {
    const note = part(this.root, "preset-note");
    put(note, text);
    if (note) note.hidden = !text;
  }

  #change(changed: boolean): void {
    if (changed) this.#ask();
    else this.#controls.update(this.#panel.knobs);
  }

  #ask(): void {
    this.root.toggleAttribute("data-busy", true);
    if (!this.#engine.running) this.#say("loading");
    this.#engine.ask(new URLSearchParams(this.#setting.fromDefault()).toString(), this.#panel.lang);
  }

  // #say stands in the place of a refusal.
  #say(what: "loading" | "fail"): void {
    this.#refusal(this.#texts[what] ?? "");
  }

  // #failed leaves the answer that stands, which is that of a setting before.
  #failed(): void {
    this.root.toggleAttribute("data-busy", false);
    this.#say("fail");
  }

  #refusal(text: string): void {
    const p = part(this.root, "refusal");
    put(p, text);
    if (p) p.hidden = !text;
  }

  #take({ panel, answer }: Report): void {
    this.root.toggleAttribute("data-busy", false);
    this.#panel = { ...panel, presets: this.#panel.presets ?? [] };
    const wrong = new Map<string, string>();
    for (const { key } of panel.knobs) {
      const sentence = panel.problems?.find((p) => p.startsWith(`${key}=`) || p.startsWith(`${key}:`));
      if (!sentence) continue;
      wrong.set(key, sentence);
      if (!this.#outside) this.#setting.refuse(key, "a");
    }
    this.#outside = false;
    this.#setting.took(panel.knobs, "a");
    this.#controls.update(panel.knobs, wrong);
    this.#refusal(panel.refusal);
    this.root.toggleAttribute("data-refused", !answer);
    if (answer) show(this.root, answer, this.#scenes);
    this.#buttons();
    this.#timer ||= window.setTimeout(() => this.#write(), pace);
  }

  #buttons(): void {
    const undo = this.root.querySelector<HTMLButtonElement>("[data-do=undo]");
    const reset = this.root.querySelector<HTMLButtonElement>("[data-do=reset]");
    enable([undo, this.#setting.canUndo], [reset, this.#setting.anyChanged]);
    const presets = part<HTMLSelectElement>(this.root, "presets");
    const preset = this.#panel.presets?.find((p) => p.id === presets?.value);
    if (!preset || this.#setting.is(new URLSearchParams(preset.query))) return;
    if (presets) presets.value = "";
    this.#note("");
  }

  get #link(): string {
    const keys = this.#panel.knobs.map((k) => k.key);
    return replaced(location.href, keys, new URLSearchParams(this.#setting.fromDefault()));
  }

  #write(): void {
    this.#timer = 0;
    if (this.#link === location.href) return;
    try {
      history.replaceState(history.state, "", this.#link);
    } catch {
      // Refused in some sandboxes, and where it comes too often.
    }
  }

  // #copy tries the clipboard; where that is refused the text is shown to be copied
  // by hand.
  async #copy(): Promise<void> {
    const note = part(this.root, "copied");
    const box = part<HTMLInputElement>(this.root, "copy-text");
    try {
      await navigator.clipboard.writeText(this.#link);
      put(note, this.#texts["copied"] ?? "");
      if (box) box.hidden = true;
      setTimeout(() => put(note, ""), 2500);
    } catch {
      put(note, this.#texts["copy.hand"] ?? "");
      if (!box) return;
      box.hidden = false;
      box.value = this.#link;
      box.select();
    }
  }
}

onceParsed(() => {
  for (const root of document.querySelectorAll<HTMLElement>(".calculator[data-wasm]")) new Calculator(root);
});

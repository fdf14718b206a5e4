// Knobs binds the controls that the page holds: a slider over the stops that Go
// names, and beside it an entry that takes any text with a unit.

import { make, put } from "./dom";
import type { Knob } from "./panel";
import { fill, type Texts } from "./text";

export interface Turning {
  turn(key: string, text: string, gesture: string): void;
  resetOne(key: string): void;
  changed(key: string): boolean;
}

export class Knobs {
  #controls = new Map<string, Control>();

  constructor(root: HTMLElement, texts: Texts, knobs: Knob[], act: Turning) {
    for (const k of knobs) {
      const box = root.querySelector<HTMLElement>(`[data-knob="${CSS.escape(k.key)}"]`);
      if (box) this.#controls.set(k.key, new Control(box, texts, k, act));
    }
  }

  // update shows what the engine made of the setting; wrong has a sentence for a
  // value that did not fit.
  update(knobs: Knob[], wrong = new Map<string, string>()): void {
    for (const k of knobs) this.#controls.get(k.key)?.update(k, wrong.get(k.key) ?? "");
  }

  // hold binds the controls to another setting.
  hold(knobs: Knob[]): void {
    for (const c of this.#controls.values()) c.forget();
    this.update(knobs);
  }
}

class Control {
  #slide: HTMLInputElement | null;
  #entry: HTMLInputElement | null;
  #select: HTMLSelectElement | null;
  #check: HTMLInputElement | null;
  #reset: HTMLButtonElement | null;
  #clear: HTMLButtonElement | null;
  #stops: { text: string; show: string }[] = [];
  #dragging = false;
  #gestures = 0;
  #sent: string | null = null; // typed, not yet answered
  #bad: string | null = null; // typed, and did not fit: it stays to be mended

  constructor(
    private box: HTMLElement,
    private texts: Texts,
    private knob: Knob,
    private act: Turning,
  ) {
    this.#slide = box.querySelector("input[type=range]");
    this.#entry = box.querySelector("input[type=text]");
    this.#select = box.querySelector("select");
    this.#check = box.querySelector("input[type=checkbox]");
    this.#reset = box.querySelector("button[data-name=reset]");
    this.#clear = box.querySelector("button[data-name=clear]");
    this.#listen();
    // The build has written the rest of the knob's state.
    this.#stops = knob.stops ?? [];
    this.#slid(knob.stop);
    if (this.#check) this.#check.checked = knob.text === "true"; // a reload may have kept another
    this.#hide(this.#reset, !act.changed(knob.key));
  }

  #listen(): void {
    this.#slide?.addEventListener("input", () => this.#drag());
    this.#slide?.addEventListener("change", () => this.#drop());
    this.#select?.addEventListener("change", () => this.#turn(this.#select!.value));
    this.#check?.addEventListener("change", () => this.#turn(String(this.#check!.checked)));
    this.#entry?.addEventListener("focus", () => this.#open());
    this.#entry?.addEventListener("blur", () => this.#enter());
    this.#entry?.addEventListener("keydown", (e) => {
      if (e.key === "Enter" && !e.isComposing) {
        this.#enter();
        this.#entry?.select();
      } else if (e.key === "Escape") {
        e.stopPropagation();
        this.#restore();
      }
    });
    this.#reset?.addEventListener("click", () => {
      this.act.resetOne(this.knob.key);
      this.#focus();
    });
    this.#clear?.addEventListener("click", () => {
      this.#turn("");
      this.#focus();
    });
  }

  // A button that hides itself must not drop the focus on the page.
  #focus(): void {
    (this.#slide ?? this.#select ?? this.#check ?? this.#entry)?.focus();
  }

  #turn(text: string): void {
    this.act.turn(this.knob.key, text, `${this.knob.key}/${this.#gestures++}`);
  }

  #drag(): void {
    const stop = this.#stops[Number(this.#slide?.value)];
    if (!stop) return;
    this.#dragging = true;
    this.#right();
    if (this.#entry) this.#entry.value = stop.show;
    this.#slide?.setAttribute("aria-valuetext", stop.show);
    this.#slid(Number(this.#slide?.value));
    this.act.turn(this.knob.key, stop.text, `${this.knob.key}/${this.#gestures}`);
  }

  #drop(): void {
    this.#dragging = false;
    this.#gestures++;
    this.#stopsOf(this.knob);
  }

  #open(): void {
    if (!this.#entry) return;
    if (this.#bad === null) this.#entry.value = this.knob.text;
    this.#entry.select();
  }

  #enter(): void {
    const text = this.#entry?.value.trim() ?? "";
    if (text === this.#sent || text === this.#bad) return;
    if (text === this.knob.text) {
      this.#restore();
      return;
    }
    this.#sent = text;
    this.#turn(text);
  }

  #restore(): void {
    this.#right();
    this.#write();
  }

  #write(): void {
    if (!this.#entry) return;
    const typing = document.activeElement === this.#entry;
    this.#entry.value = typing || !this.knob.text ? this.knob.text : this.knob.show;
  }

  // forget drops what was typed.
  forget(): void {
    this.#sent = null;
    this.#right();
  }

  update(k: Knob, wrong: string): void {
    this.knob = k;
    const sent = this.#sent;
    this.#sent = null;
    if (wrong) {
      this.#bad = sent;
      this.#say(wrong);
    } else if (sent !== null) {
      this.#right();
    }
    const typing = sent === null && document.activeElement === this.#entry;
    if (this.#bad === null && !this.#dragging && !typing) this.#write();
    if (!this.#dragging) this.#stopsOf(k);
    if (this.#select) this.#options(this.#select, k);
    if (this.#check) this.#check.checked = k.text === "true";
    if (this.#entry && k.optional) this.#entry.placeholder = fill(this.texts["auto"], k.auto);
    this.#mark(k);
  }

  #mark(k: Knob): void {
    this.box.toggleAttribute("data-idle", k.idle);
    this.box.toggleAttribute("data-auto", k.optional && k.text === "");
    this.#hide(this.#reset, !this.act.changed(k.key));
    this.#hide(this.#clear, !k.optional || k.text === "");
    const idle = this.box.querySelector<HTMLElement>(".scene-idle");
    if (idle) idle.hidden = !k.idle;
  }

  #hide(button: HTMLButtonElement | null, hidden: boolean): void {
    if (!button) return;
    if (hidden && button === document.activeElement) this.#focus();
    button.hidden = hidden;
  }

  #stopsOf(k: Knob): void {
    this.#stops = k.stops ?? [];
    if (!this.#slide) return;
    this.#slide.max = String(Math.max(this.#stops.length - 1, 0));
    this.#slide.value = String(k.stop);
    this.#slide.setAttribute("aria-valuetext", k.text ? k.show : fill(this.texts["auto"], k.auto));
    this.#slid(k.stop);
  }

  #slid(i: number): void {
    this.#slide?.style.setProperty("--share", String(i / Math.max(this.#stops.length - 1, 1)));
  }

  #options(select: HTMLSelectElement, k: Knob): void {
    const choices = k.choices ?? [];
    const same =
      select.length === choices.length &&
      choices.every((c, i) => select.options[i]?.value === c.value && select.options[i]?.text === c.label);
    if (!same) select.replaceChildren(...choices.map((c) => make("option", { value: c.value }, c.label)));
    select.value = k.text;
  }

  #right(): void {
    this.#bad = null;
    this.#say("");
  }

  #say(sentence: string): void {
    const p = this.box.querySelector<HTMLElement>(".scene-problem");
    put(p, sentence);
    if (p) p.hidden = !sentence;
    for (const e of [this.#entry, this.#select]) {
      if (!e) continue;
      if (sentence) e.setAttribute("aria-invalid", "true");
      else e.removeAttribute("aria-invalid");
    }
  }
}

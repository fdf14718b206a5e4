// Tables are the lists that change with a setting: metrics, checks, remarks,
// steps, and values that did not fit. The build has written those of the page's own
// setting; its steps become buttons once their list is opened.

import { make, part, put } from "./dom";
import type { Check, Film, Metric, Step } from "./panel";

const mostSteps = 400; // in the list at once

export class Tables {
  #steps: Step[];
  #listed: Step[] | undefined; // those that stand in the list as buttons
  #first = 0; // of them
  #current = -1;

  constructor(
    private root: HTMLElement,
    film: Film,
    private seek: (id: string) => void,
    private light: (id: string) => void, // "" for what is lit otherwise
  ) {
    this.#steps = film.steps ?? [];
    part(root, "steps")?.addEventListener("toggle", () => this.#follow());
  }

  film(film: Film): void {
    const metrics = film.metrics ?? [];
    const both = metrics.some((m) => m.other);
    const head = part(this.root, "metrics-head");
    if (head) head.hidden = !both;
    const texts = (m: Metric) => (both ? [m.text, m.other, m.ratio] : [m.text]);
    rows(part(this.root, "metrics"), metrics.map((m) => [th(m.label), ...texts(m).map((text) => td("scene-number", text))]));
    this.#checks(film.checks ?? []);
    list(part(this.root, "remarks"), film.remarks ?? []);
    const steps = film.steps ?? [];
    if (same(steps, this.#steps)) return; // a list that is being read stays where it is
    this.#steps = steps;
    put(part(this.root, "step-count"), String(steps.length));
    this.#follow();
  }

  #checks(checks: Check[]): void {
    rows(
      part(this.root, "checks"),
      checks.flatMap((c) => {
        const verdict = td("scene-verdict", c.verdict);
        verdict.dataset.state = c.state;
        const row = [th(c.label, c.side), td("scene-number", c.engine), td("scene-number", c.formula), verdict];
        const words = [c.form, c.why, c.source].filter(Boolean);
        return words.length > 0 ? [row, [source(words)]] : [row];
      }),
    );
  }

  problems(problems: string[]): void {
    list(part(this.root, "problems"), problems);
  }

  // step follows playback in the list.
  step(i: number): void {
    if (i === this.#current) return;
    this.#current = i;
    this.#follow();
  }

  #list(first: number): void {
    this.#listed = this.#steps;
    this.#first = first;
    const items = this.#steps.slice(first, first + mostSteps).map((s) => {
      const button = make("button", { type: "button" }, make("span", {}, s.label), make("span", { class: "scene-number" }, s.time));
      button.addEventListener("click", () => this.seek(s.id));
      if (s.focus) {
        for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => this.light(s.focus));
        for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => this.light(""));
      }
      return make("li", {}, button);
    });
    const ol = part<HTMLOListElement>(this.root, "step-list");
    if (!ol) return;
    ol.start = first + 1;
    ol.replaceChildren(...items);
  }

  #follow(): void {
    const box = part<HTMLDetailsElement>(this.root, "steps");
    const ol = part(this.root, "step-list");
    if (!box?.open || !ol) return;
    const at = Math.max(this.#current, 0);
    const there = this.#listed === this.#steps && at >= this.#first && at < this.#first + mostSteps;
    if (!there) this.#list(at < mostSteps ? 0 : at - mostSteps / 2);
    ol.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = ol.children[this.#current - this.#first] as HTMLElement | undefined;
    if (!item) return;
    item.firstElementChild?.setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where the reader is.
    ol.scrollTop = item.offsetTop - (ol.clientHeight - item.offsetHeight) / 2;
  }

  // busy says that the numbers are those of a setting before.
  busy(yes: boolean): void {
    part(this.root, "numbers")?.setAttribute("aria-busy", String(yes));
  }

}

function same(a: Step[], b: Step[]): boolean {
  return a.length === b.length && a.every((s, i) => s.id === b[i]!.id && s.label === b[i]!.label && s.time === b[i]!.time && s.focus === b[i]!.focus);
}

export function th(text: string, side = ""): HTMLElement {
  const name = side ? [make("b", { class: "scene-side" }, side), " "] : [];
  return make("th", { scope: "row" }, ...name, text);
}

export function td(name: string, text: string): HTMLElement {
  return make("td", { class: name }, text);
}

// source is the cell under a check: its form, and where that comes from.
function source(words: string[]): HTMLElement {
  return make("td", { colspan: "4" }, ...words.flatMap((w, i) => (i > 0 ? [make("br"), w] : [w])));
}

function rows(body: HTMLElement | null, cells: HTMLElement[][]): void {
  body?.replaceChildren(
    ...cells.map((row) => make("tr", row[0]?.hasAttribute("colspan") ? { class: "scene-source" } : {}, ...row)),
  );
  const table = body?.closest("table");
  if (table) table.hidden = cells.length === 0;
}

function list(ul: HTMLElement | null, texts: string[]): void {
  if (!ul) return;
  ul.hidden = texts.length === 0;
  ul.replaceChildren(...texts.map((t) => make("li", {}, t)));
}

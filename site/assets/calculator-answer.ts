// What the page shows of an answer (scenes/sizing/report.go). All texts are Go's.

import { make, part, put } from "./dom";

export interface Answer {
  fits: boolean;
  verdict: string;
  memory: Sum;
  limit: string;
  time: Sum;
  bound: string;
  advice: string;
  try: string;
  facts: Row[];
  remarks: string[];
  links: { scene: string; label: string; query: string }[];
}

interface Sum {
  rows: Row[];
  total: string;
}

interface Row {
  id: string;
  label: string;
  text: string;
  share: string;
  at: string;
  wide: string;
}

export function show(root: HTMLElement, a: Answer, scenes: Record<string, string>): void {
  const verdict = part(root, "verdict");
  put(verdict, a.verdict);
  if (verdict) verdict.dataset.fits = String(a.fits);
  put(part(root, "bound"), a.bound);
  put(part(root, "advice"), a.advice);
  const attempt = part<HTMLAnchorElement>(root, "try");
  if (attempt) {
    attempt.href = `?${a.try}`;
    attempt.hidden = !a.try;
  }
  sum(root, "memory", a.memory, a.limit);
  sum(root, "time", a.time, "");
  part(root, "facts")?.replaceChildren(...a.facts.map((r) => make("tr", {}, make("th", { scope: "row" }, r.label), number(r.text))));
  const links = a.links.map((l) => make("li", {}, make("a", { href: `${scenes[l.scene] ?? ""}?${l.query}` }, l.label)));
  part(root, "links")?.replaceChildren(...links);
  hide(root, "links-box", links.length === 0);
  part(root, "remarks")?.replaceChildren(...a.remarks.map((r) => make("li", {}, r)));
  hide(root, "remarks", a.remarks.length === 0);
}

function hide(root: HTMLElement, name: string, hidden: boolean): void {
  const e = part(root, name);
  if (e) e.hidden = hidden;
}

const number = (text: string) => make("td", { class: "num" }, text);

function sum(root: HTMLElement, name: string, s: Sum, limit: string): void {
  part(root, name)?.replaceChildren(
    ...s.rows.map((r) =>
      make("tr", {}, make("th", { scope: "row" }, make("span", { class: `key part-${r.id}` }), r.label), number(r.text), number(r.share)),
    ),
  );
  put(part(root, `${name}-total`), s.total);
  const bars = s.rows.map((r) => shape("rect", { class: `part-${r.id}`, x: r.at, width: r.wide, height: "100%" }));
  if (limit) bars.push(shape("line", { class: "limit", x1: limit, x2: limit, y1: "0", y2: "100%" }));
  root.querySelector(`[data-part="${name}-bar"]`)?.replaceChildren(...bars);
}

function shape(name: string, attributes: Record<string, string>): Element {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

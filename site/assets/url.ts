// The address of a scene, version 1: each knob by its key and how it is shown.
// A page's address says what differs from the page; keys that nobody knows stay
// as they are.

import type { View } from "./playback";

export interface Wish extends Partial<View> {
  knobs: [string, string][];
  compare?: [string, string][] | null; // what stands beside has otherwise; null is nothing beside
  t?: number | string; // seconds or a step's id
  play?: boolean;
  inView?: boolean; // to play it is enough to be in view, seen or not
  still?: boolean;
  mute?: boolean; // a second copy, such as a speaker's, which does nothing by itself
  steps?: "scene" | "deck"; // who goes from step to step
  dpr?: number;
  controls?: Controls;
  theme?: "light" | "dark";
  lang?: string;
}

export type Controls = "full" | "mini" | "none";

// A stage refuses more.
const mostSeconds = 9e6;
const mostSpeed = 1e15;
const mostText = 200;

type Get = (key: string) => string | null;

// readWish takes a wish from an address or from attributes. A value that makes
// no sense is as if it were not there; of knobs the engine judges.
export function readWish(get: Get, knobs: Iterable<string>): Wish {
  const wish: Wish = { knobs: [] };
  for (const key of knobs) {
    const text = get(key);
    if (text !== null) wish.knobs.push([key, text.slice(0, mostText)]);
  }
  const beside = get("compare");
  if (beside !== null) wish.compare = beside === "off" ? null : [...new URLSearchParams(beside.slice(0, 10 * mostText))];
  for (const key of ["play", "still", "mute", "loop"] as const) {
    const on = flag(get(key));
    if (on !== undefined) wish[key] = on;
  }
  if (get("play") === "view") wish.play = wish.inView = true;
  for (const key of ["start", "end", "from", "to"] as const) {
    const x = number(get(key), mostSeconds);
    if (x !== undefined) wish[key] = x;
  }
  for (const key of ["speed", "dpr"] as const) {
    const x = number(get(key), mostSpeed);
    if (x) wish[key] = x;
  }
  const t = get("t");
  if (t) wish.t = number(t, mostSeconds) ?? t.slice(0, 100);
  const focus = get("focus");
  if (focus) wish.focus = focus.slice(0, 100);
  const controls = get("controls");
  if (controls === "full" || controls === "mini" || controls === "none") wish.controls = controls;
  const steps = get("steps");
  if (steps === "scene" || steps === "deck") wish.steps = steps;
  const theme = get("theme");
  if (theme === "light" || theme === "dark") wish.theme = theme;
  const lang = get("lang");
  if (lang && /^[a-z]{2}$/.test(lang)) wish.lang = lang;
  return wish;
}

// flag reads a switch; an attribute without a value is on.
function flag(text: string | null): boolean | undefined {
  if (text === null) return undefined;
  return text === "" || text === "1" || text === "true";
}

// number reads a number from 0 on; one beyond the most is the most.
function number(text: string | null, most: number): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const x = Number(text);
  return x >= 0 ? Math.min(x, most) : undefined;
}

// query is the part of an address that says a setting, what stands beside it, and
// a view.
export function query(
  knobs: Record<string, string>,
  beside: Record<string, string> | null | undefined,
  view: Partial<View>,
  t?: number | string,
): URLSearchParams {
  const q = new URLSearchParams(knobs);
  if (beside !== undefined) q.set("compare", beside ? within(beside) : "off");
  if (t !== undefined) q.set("t", typeof t === "number" ? instant(t) : t);
  if (view.loop) q.set("loop", "1");
  if (view.speed) q.set("speed", String(Number(view.speed.toPrecision(7))));
  for (const key of ["start", "end", "from", "to"] as const) {
    const x = view[key];
    if (x) q.set(key, instant(x));
  }
  if (view.focus) q.set("focus", view.focus);
  if (q.size > 0) q.set("v", "1");
  return q;
}

// within is a query within a query, which encodes all of it once more.
function within(values: Record<string, string>): string {
  const parts = Object.entries(values).map(([key, text]) => `${key}=${text.replace(/[%&+]/g, encodeURIComponent)}`);
  return parts.join("&");
}

// replaced is an address with the keys of a scene replaced.
export function replaced(address: string, knobs: Iterable<string>, q: URLSearchParams): string {
  const url = new URL(address);
  for (const key of [...knobs, "compare", "t", "loop", "speed", "start", "end", "from", "to", "focus", "play", "v"]) {
    url.searchParams.delete(key);
  }
  for (const [key, text] of q) url.searchParams.set(key, text);
  // Slashes and colons may stand in a query; a link with them can be read.
  url.search = url.search.replace(/%2F/gi, "/").replace(/%3A/gi, ":");
  return url.href;
}

// instant writes seconds to the picosecond, the engine's own: less, and a step
// would be missed.
function instant(seconds: number): string {
  return String(Number(seconds.toFixed(12)));
}

// What a frame says is checked by its shape before anybody believes it, and a
// picture is no more than a picture: who frames a page may send its stage elsewhere.

import type { FromStage } from "./protocol";

type Kind = "string" | "number" | "boolean" | "object";

const optional = "?";

// The fields of each message of a stage that are looked at without care.
const shapes: Record<FromStage["is"], Record<string, Kind | `${Kind}?`>> = {
  boot: {},
  progress: { loaded: "number", total: "number" },
  hello: {},
  film: { rev: "number", panel: "object", moment: "object", seconds: "number?" },
  frame: { rev: "number" },
  time: { t: "number", text: "string", caption: "string", step: "number", playing: "boolean", speed: "number" },
  ended: {},
  focus: { id: "string" },
  picture: { n: "number", svg: "string?", png: "string?" },
  file: { n: "number", text: "string", tasks: "number" },
  error: { text: "string" },
  lost: {},
  unloaded: { why: "string" },
  exit: { text: "string" },
};

// fromStage is data as a message of a stage, null where it is none.
export function fromStage(data: unknown): FromStage | null {
  if (typeof data !== "object" || data === null) return null;
  const m = data as Record<string, unknown>;
  if (m.inflight !== 1 || typeof m.is !== "string" || !Object.hasOwn(shapes, m.is)) return null;
  const shape = shapes[m.is as FromStage["is"]];
  for (const [name, kind] of Object.entries(shape)) {
    const value = m[name];
    if (kind.endsWith(optional) && value === undefined) continue;
    if (value === null || typeof value !== kind.replace(optional, "")) return null;
    if (typeof value === "number" && !Number.isFinite(value)) return null;
  }
  return data as FromStage;
}

// What the writer of pictures uses. A test holds the two lists together.
const elements = ["svg", "title", "desc", "defs", "pattern", "clipPath", "g", "rect", "circle", "line", "path", "text"];

// isPicture says whether an element of an image draws and does nothing else: no
// script, no link, no style, nothing from elsewhere. It asks by names: to go through
// e.attributes makes a node of each, and a browser keeps them as long as the image.
export function isPicture(e: Element): boolean {
  if (!elements.includes(e.localName)) return false;
  for (const name of e.getAttributeNames()) {
    if (/^on|href|^style$|^src/i.test(name)) return false;
    if (/url\((?!#)/i.test(e.getAttribute(name) ?? "")) return false;
  }
  return true;
}

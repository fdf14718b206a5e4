// An embed is a scene alone on a page, in somebody's iframe: it obeys the
// address and the window around it, tells what happens, and gives back keys.

import { onKeys } from "./keys";
import { isOurs } from "./protocol";
import type { Session } from "./session";
import { readWish, type Wish } from "./url";

export function embed(session: Session): void {
  const address = new URLSearchParams(location.search);
  const wish = readWish((key) => address.get(key), session.panel.knobs.map((k) => k.key));
  if (wish.lang && speak(session, wish.lang)) return;
  dress(session, wish);
  const alone = parent === window;
  onKeys(session, document, (e) => !alone && giveBack(e));
  const begin = beginWhenSeen(session, wish);
  if (alone) return;
  tell(session);
  obey(session, wish, begin);
}

function post(message: object): void {
  parent.postMessage({ inflight: 1, ...message }, "*");
}

// speak goes to the page of another language.
function speak({ panel }: Session, lang: string): boolean {
  if (lang === panel.lang || !LANGS.includes(lang)) return false;
  location.replace(location.pathname.replace(`/${panel.lang}/embed/`, `/${lang}/embed/`) + location.search);
  return true;
}

function dress(session: Session, wish: Wish): void {
  const { root, picture } = session;
  if (wish.controls) root.setAttribute("controls", wish.controls);
  if (wish.theme) document.documentElement.dataset.theme = wish.theme;
  if (wish.still) root.toggleAttribute("data-still", true);
  if (parent === window) return;
  let told = 0;
  new ResizeObserver(() => {
    const height = picture.natural;
    if (height !== told) post({ is: "height", height });
    told = height;
  }).observe(root);
}

// beginWhenSeen brings no stage for a slide that nobody sees, and pauses one
// that has been left. An order and a hand begin before: what begins after them
// would undo them.
function beginWhenSeen(session: Session, wish: Wish): () => void {
  let begun = false;
  let left = false;
  const begin = () => {
    if (!begun) session.begin(wish.still ? { ...wish, play: false } : wish);
    begun = true;
  };
  const look = () => {
    if (session.picture.visible) {
      begin();
      if (left) session.play();
      left = false;
    } else if (session.playing && wish.play) {
      session.pause();
      left = true;
    }
  };
  session.root.addEventListener("scene-visible", look);
  for (const by of ["pointerdown", "keydown"]) addEventListener(by, begin, { capture: true, once: true });
  look();
  if (wish.still) session.root.addEventListener("scene-live", () => void still(session), { once: true });
  return begin;
}

// still leaves a picture and no stage.
async function still(session: Session): Promise<void> {
  if (await session.talk.keep()) session.talk.end();
}

function tell(session: Session): void {
  const { root, playback } = session;
  const on = (what: string, message: () => object) => root.addEventListener(`scene-${what}`, () => post(message()));
  on("step", () => {
    const { step: index } = playback.position;
    const step = session.current.steps?.[index];
    return { is: "step", index, id: step?.id, label: step?.label, t: step?.t };
  });
  on("time", () => ({ is: "time", ...playback.position, end: session.current.end }));
  on("ended", () => ({ is: "ended" }));
  root.addEventListener("scene-error", (e) => post({ is: "error", text: (e as CustomEvent<string>).detail }));
  post({ is: "ready", scene: session.panel.scene, end: session.current.end, steps: session.current.steps });
}

function obey(session: Session, wish: Wish, begin: () => void): void {
  addEventListener("message", (e) => {
    if (e.source !== parent) return;
    if (isOurs(e.data) || e.data === "slide:start" || e.data === "slide:stop") begin();
    // reveal.js; it may never come, so nothing depends on it.
    if (e.data === "slide:start" && wish.play !== false && !wish.still) session.play();
    else if (e.data === "slide:stop") session.pause();
    else if (isOurs(e.data)) order(session, e.data as unknown as Record<string, unknown>);
  });
}

function order(session: Session, m: Record<string, unknown>): void {
  switch (m.do) {
    case "play":
      session.play();
      break;
    case "pause":
      session.pause();
      break;
    case "seek":
      if ((typeof m.t === "number" && Number.isFinite(m.t)) || typeof m.t === "string") session.seek(m.t);
      break;
    case "step":
      session.step(Number(m.by ?? 1) < 0 ? -1 : 1);
      break;
    case "set":
      if (typeof m.knobs === "object" && m.knobs !== null) {
        session.set(pairs(m.knobs));
      }
      if (m.compare === null) session.alone();
      else if (typeof m.compare === "object") session.beside(pairs(m.compare));
      break;
  }
}

function pairs(values: object): [string, string][] {
  return Object.entries(values).map(([key, value]) => [key, String(value)]);
}

const modifiers = ["Tab", "Shift", "Control", "Alt", "Meta"];

// giveBack hands an unused key to the page around; a deck of reveal.js hears it
// as its own.
function giveBack(e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey || modifiers.includes(e.key)) return;
  if ((e.key === " " || e.key === "Enter") && e.target !== document.body) return;
  post({ is: "key", key: e.key, code: e.code, keyCode: e.keyCode, shiftKey: e.shiftKey });
  parent.postMessage(JSON.stringify({ method: "triggerKey", args: [e.keyCode] }), "*");
}

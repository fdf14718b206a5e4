// The script of a page with a scene alone, in somebody's iframe: it obeys the
// address and the window around it, tells what happens, and gives back keys.

import { keepAddress } from "./address";
import { InflightScene } from "./element";
import { onKeys, pressable } from "./keys";
import { Orders } from "./orders";
import { isOurs } from "./protocol";
import type { Session } from "./session";
import { Slide } from "./slide";
import { readWish, type Wish } from "./url";

function embed(session: Session): void {
  const address = new URLSearchParams(location.search);
  const wish = readWish((key) => address.get(key), session.panel.knobs.map((k) => k.key));
  if (wish.lang && speak(session, wish.lang)) return;
  dress(session, wish);
  const alone = parent === window;
  // A slide that is left may keep the focus: what nobody sees uses no keys.
  const seen = () => session.picture.visible || session.picture.near;
  onKeys(session, document, (e) => !alone && giveBack(e), () => (wish.mute || !seen() ? "none" : wish.steps));
  const slide = new Slide(session, wish, alone ? () => {} : askReveal);
  if (wish.still) {
    session.talk.unseen = true; // a page that is printed shows what was never in view
    session.root.addEventListener("scene-live", () => void still(session), { once: true });
    session.talk.claim(); // even where the poster shows what is wished
  }
  if (alone) {
    keepAddress(session);
    return;
  }
  doze(session);
  tell(session, wish.mute === true);
  obey(session, slide);
}

function post(message: object): void {
  parent.postMessage({ inflight: 1, ...message }, "*");
}

// speak goes to the page of another language.
function speak({ panel }: Session, lang: string): boolean {
  if (lang === panel.lang || !LANGS.includes(lang)) return false;
  // With the host before it: a path that begins with // would name another one.
  location.replace(location.origin + location.pathname.replace(`/${panel.lang}/embed/`, `/${lang}/embed/`) + location.search);
  return true;
}

function dress(session: Session, wish: Wish): void {
  const { root, picture } = session;
  if (wish.controls) root.setAttribute("controls", wish.controls);
  if (wish.theme) document.documentElement.dataset.theme = wish.theme;
  root.toggleAttribute("data-still", wish.still === true);
  root.inert = wish.mute === true;
  if (parent === window) return;
  let told = 0;
  new ResizeObserver(() => {
    const height = picture.natural;
    if (height !== told) post({ is: "height", height });
    told = height;
  }).observe(root);
}

// A page may hold twenty embeds, and browsers keep sixteen pictures like theirs:
// what is out of view for so long gives its stage away. In a sandbox that costs
// more, for the next one must be fetched again.
const dozeSeconds = self.origin === "null" ? 60 : 3;

function doze(session: Session): void {
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void session.talk.doze(), dozeSeconds * 1000);
  };
  for (const what of ["scene-visible", "scene-live"]) session.root.addEventListener(what, look);
}

// still leaves a picture and no stage.
async function still(session: Session): Promise<void> {
  if (!(await session.talk.keep())) return;
  session.talk.end();
  post({ is: "still" });
}

// tell reports to the window around. A mute copy only says what it is.
function tell(session: Session, mute: boolean): void {
  const { root, playback } = session;
  const on = (what: string, message: () => object) => root.addEventListener(`scene-${what}`, () => post(message()));
  let film = session.current;
  root.addEventListener("scene-change", () => {
    if (film === session.current) return;
    film = session.current;
    post({ is: "film", end: film.end, steps: film.steps });
  });
  root.addEventListener("scene-error", (e) => post({ is: "error", text: (e as CustomEvent<string>).detail }));
  if (!mute) {
    on("step", () => {
      const { step: index } = playback.position;
      const step = session.current.steps?.[index];
      return { is: "step", index, id: step?.id, label: step?.label, t: step?.t };
    });
    on("time", () => ({ is: "time", ...playback.position, end: session.current.end }));
    on("ended", () => ({ is: "ended" }));
  }
  post({ is: "ready", scene: session.panel.scene, end: film.end, steps: film.steps });
}

function obey(session: Session, slide: Slide): void {
  const orders = new Orders(session, (by) => post({ is: "past", by }));
  addEventListener("message", (e) => {
    if (e.source !== parent) return;
    // reveal.js; it may never come, so nothing depends on it.
    if (e.data === "slide:start") {
      if (slide.start()) orders.forget();
    } else if (e.data === "slide:stop") {
      slide.stop();
      orders.forget();
    } else if (isOurs(e.data)) {
      slide.taken();
      orders.obey(e.data as unknown as Record<string, unknown>);
    }
  });
}

// toReveal calls a method of a deck of reveal.js around, if there is one.
function toReveal(method: string, ...args: unknown[]): void {
  parent.postMessage(JSON.stringify({ method, args }), "*");
}

// askReveal lets the deck say slide:start once more to what stands on the slide
// that is shown: it says so too early to a frame that is still loading.
function askReveal(): void {
  toReveal("startEmbeddedContent");
}

const modifiers = ["Tab", "Shift", "Control", "Alt", "Meta"];

// giveBack hands an unused key to the page around; a deck of reveal.js hears it
// as its own.
function giveBack(e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey || modifiers.includes(e.key)) return;
  if ((e.key === " " || e.key === "Enter") && pressable(e)) return;
  post({ is: "key", key: e.key, code: e.code, keyCode: e.keyCode, shiftKey: e.shiftKey });
  toReveal("triggerKey", e.keyCode);
}

// Last, for what stands in the page runs at once.
customElements.define(
  "inflight-scene",
  class extends InflightScene {
    protected override settle(session: Session): void {
      embed(session);
    }
  },
);

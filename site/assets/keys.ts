// Keys of a scene, while the focus is in it and not where text is typed. What it
// does not use goes on, to the page or to the deck around it.

import type { Session } from "./session";

const fine = 200; // of the film, for a small move

// Steps says who goes from step to step: the scene, by a clicker's keys too; the
// deck around it, which gets all keys that do so; or, undefined, the scene by its
// arrows. With none the scene uses no key at all.
export type Steps = "scene" | "deck" | "none" | undefined;

// onKeys handles keys pressed within the scene, or a page that is all scene;
// rest hears of those that nobody used. Whose steps they are may change.
export function onKeys(
  session: Session,
  within: HTMLElement | Document,
  rest: (e: KeyboardEvent) => void,
  steps: () => Steps,
): void {
  within.addEventListener("keydown", (e) => {
    if (!(e instanceof KeyboardEvent)) return;
    if (e.defaultPrevented || typing(e)) return;
    if (use(session, e, steps())) {
      e.preventDefault();
      session.key();
    } else rest(e);
  });
}

function typing(e: Event): boolean {
  const at = e.target;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return true;
  return at instanceof HTMLInputElement && at.dataset.part !== "scrub";
}

// pressable says that Space and Enter are the element's own.
export function pressable(e: Event): boolean {
  return e.target instanceof Element && e.target.closest("button, summary, a") !== null;
}

// ways are where keys go, from step to step; a clicker has those of pages.
const ways: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 };

function use(s: Session, e: KeyboardEvent, steps: Steps): boolean {
  if (steps === "none") return false;
  const presenting = s.root.hasAttribute("data-presenting");
  const way = ways[e.key];
  if (way && !presenting && (steps === "deck" || (steps !== "scene" && e.key.startsWith("Page")))) return false;
  if (e.ctrlKey || e.metaKey) {
    if (e.key.toLowerCase() !== "z" || e.altKey || e.shiftKey) return false;
    s.undo();
    return true;
  }
  if (e.altKey) return false;
  if (way) return s.step(way) || presenting;
  const { t } = s.playback.position;
  const { end } = s.current;
  switch (e.key) {
    case " ":
      if (pressable(e)) return false;
      s.toggle();
      return true;
    case "Home":
      s.seek(0);
      return true;
    case "End":
      s.seek(end);
      return true;
    case "+":
    case "=":
      s.zoom(2);
      return true;
    case "-":
      s.zoom(0.5);
      return true;
    case ",":
      s.seek(Math.max(0, t - end / fine));
      return true;
    case ".":
      // A clicker has no other key to spare: while presenting it plays. A deck has
      // its own use for it.
      if (presenting) s.toggle();
      else if (steps) return false;
      else s.seek(Math.min(end, t + end / fine));
      return true;
  }
  return false;
}

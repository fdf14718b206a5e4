// Keys of a scene, while the focus is in it and not where text is typed. What it
// does not use goes on, to the page or to the deck around it.

import type { Session } from "./session";

const fine = 200; // of the film, for a small move

// onKeys handles keys pressed within the scene, or a page that is all scene;
// rest hears of those that nobody used.
export function onKeys(session: Session, within: HTMLElement | Document, rest: (e: KeyboardEvent) => void): void {
  within.addEventListener("keydown", (e) => {
    if (!(e instanceof KeyboardEvent)) return;
    if (e.defaultPrevented || typing(e)) return;
    if (use(session, e)) e.preventDefault();
    else rest(e);
  });
}

function typing(e: Event): boolean {
  const at = e.target;
  if (at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return true;
  return at instanceof HTMLInputElement && at.dataset.part !== "scrub";
}

// pressable says that Space and Enter are the element's own.
function pressable(e: Event): boolean {
  return e.target instanceof Element && e.target.closest("button, summary, a") !== null;
}

function use(s: Session, e: KeyboardEvent): boolean {
  if (e.ctrlKey || e.metaKey) {
    if (e.key.toLowerCase() !== "z" || e.altKey || e.shiftKey) return false;
    s.undo();
    return true;
  }
  if (e.altKey) return false;
  const { t } = s.playback.position;
  const { end } = s.current;
  switch (e.key) {
    case " ":
      if (pressable(e)) return false;
      s.toggle();
      return true;
    case "ArrowLeft":
      return s.step(-1);
    case "ArrowRight":
      return s.step(1);
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
      // A clicker has no other key to spare; while presenting it plays.
      if (s.root.hasAttribute("data-presenting")) s.toggle();
      else s.seek(Math.min(end, t + end / fine));
      return true;
  }
  return false;
}

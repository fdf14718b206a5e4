// A story moves the scene of its page: a part of the prose that passes the
// middle of the window shows its instant and setting, and so does its button.

import { icon, make } from "./dom";
import type { Session } from "./session";

const handSeconds = 4; // for so long a scene stays as a hand has left it

export type Find = (id: string) => Session | undefined;

export function tellStory(find: Find): void {
  const parts = [...document.querySelectorAll<HTMLElement>("[data-scene]")].filter((p) => find(p.dataset.scene ?? ""));
  if (parts.length === 0) return;
  for (const p of parts) addButton(p, find);
  let scrolled = false; // a page that opens in mid-story waits for its reader
  addEventListener("scroll", () => (scrolled = true), { passive: true });
  const observer = new IntersectionObserver(
    (entries) => {
      const at = entries.findLast((e) => e.isIntersecting)?.target as HTMLElement | undefined;
      if (!at) return;
      mark(parts, at);
      const session = find(at.dataset.scene ?? "");
      if (scrolled && session && performance.now() - session.touched > handSeconds * 1000) show(session, at);
    },
    { rootMargin: "-50% 0px" },
  );
  for (const p of parts) observer.observe(p);

  function addButton(p: HTMLElement, find: Find): void {
    const session = find(p.dataset.scene ?? "");
    if (!session) return;
    const name = session.texts["show"] ?? "";
    const button = make("button", { type: "button", class: "scene-show", "aria-label": name, title: name });
    button.append(icon(session.root, "play"));
    button.addEventListener("click", () => {
      mark(parts, p);
      show(session, p);
    });
    p.prepend(button);
  }
}

function mark(parts: HTMLElement[], at: HTMLElement): void {
  for (const p of parts) p.classList.toggle("on", p === at);
}

function show(session: Session, p: HTMLElement): void {
  session.show(new URLSearchParams(p.dataset.sceneSet ?? ""), p.dataset.sceneStep || undefined);
}

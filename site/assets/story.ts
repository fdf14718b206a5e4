// A story moves the scene of its page: a part of the prose that passes the
// middle of the window shows its instant and setting, and so do its button and an
// address that ends in its id. Marked words light what has their colour.

import { icon, make, part } from "./dom";
import type { Session } from "./session";

const handSeconds = 4; // for so long a scene stays as a hand has left it
const leaving = 60; // CSS pixels: who scrolls further leaves the part that a link led to

export type Find = (id: string) => Session | undefined;

export function tellStory(find: Find): void {
  lightWords(find);
  const parts: Part[] = [];
  for (const e of document.querySelectorAll<HTMLElement>("[data-scene]")) {
    const session = find(e.dataset.scene ?? "");
    if (session) parts.push({ element: e, session });
  }
  if (parts.length === 0) return;
  tellHeight(part(parts[0]!.session.root, "figure"));
  let now: Part | undefined;
  // reach makes a part the present one, and says whether it was not.
  const reach = (p: Part) => {
    if (p === now) return false;
    now?.element.classList.remove("on");
    p.element.classList.add("on");
    now = p;
    return true;
  };
  for (const p of parts) addButton(p, () => reach(p));
  let aim: { part: Part; rest?: number } | undefined; // what a link has led to
  const follow = (showing: boolean): boolean => {
    const named = parts.find((p) => `#${p.element.id}` === location.hash);
    if (!named) return false;
    aim = { part: named };
    named.element.scrollIntoView();
    if (reach(named) && showing) show(named);
    return true;
  };
  addEventListener("hashchange", () => follow(true));
  // Back and Forward lead to addresses that differ in more than the part, too.
  addEventListener("popstate", () => follow(true));
  addEventListener("scrollend", () => {
    if (aim) aim.rest ??= scrollY;
  });
  let frame = 0;
  addEventListener(
    "scroll",
    () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (aim && Math.abs(scrollY - (aim.rest ?? scrollY)) > leaving) aim = undefined;
        const p = aim?.part ?? passing(parts);
        if (p && reach(p) && performance.now() - p.session.touched > handSeconds * 1000) show(p);
      });
    },
    { passive: true },
  );
  // What an address says of the scene itself counts more than its part.
  if (follow(location.search === "")) return;
  // A page that opens in mid-story only marks its part: nobody has scrolled. The
  // frame to come lays the page out in any case.
  requestAnimationFrame(() => {
    const first = now ?? passing(parts);
    if (first) reach(first);
  });
}

// tellHeight lets the style sheet know how much of a narrow page the figure covers.
function tellHeight(figure: HTMLElement | null): void {
  if (!figure) return;
  const root = document.documentElement;
  new ResizeObserver(() => root.style.setProperty("--figure", `${figure.offsetHeight}px`)).observe(figure);
}

interface Part {
  element: HTMLElement;
  session: Session;
}

// passing is the part at the middle of what can be read: on a narrow page the
// picture stands over the prose.
function passing(parts: Part[]): Part | undefined {
  const first = parts[0]!;
  const picture = part(first.session.root, "figure")?.getBoundingClientRect();
  const prose = first.element.getBoundingClientRect();
  const over = picture && picture.left < prose.right && picture.right > prose.left && picture.bottom < innerHeight;
  const line = ((over ? Math.max(picture.bottom, 0) : 0) + innerHeight) / 2;
  return parts.find(({ element }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top <= line && line < bottom;
  });
}

function addButton(p: Part, reach: () => void): void {
  const name = p.session.texts["show"] ?? "";
  const button = make("button", { type: "button", class: "scene-show", "aria-label": name, title: name });
  button.append(icon(p.session.root, "play"));
  button.addEventListener("click", () => {
    reach();
    show(p);
  });
  p.element.prepend(button);
}

function show({ element, session }: Part): void {
  const { sceneSet, sceneStep } = element.dataset;
  session.show([...new URLSearchParams(sceneSet ?? "")], sceneStep || undefined);
}

// lightWords lets words light the picture while a pointer or the focus is on them;
// Enter and the space bar put it out and on again.
function lightWords(find: Find): void {
  for (const word of document.querySelectorAll<HTMLElement>("[data-light]")) {
    const session = find(word.closest<HTMLElement>("[data-scene]")?.dataset.scene ?? "stage");
    if (!session) continue;
    let lit = false;
    const light = (on: boolean) => {
      lit = on;
      word.setAttribute("aria-pressed", String(on));
      session.light(on ? (word.dataset.light ?? "") : "");
    };
    word.tabIndex = 0;
    word.setAttribute("role", "button");
    word.setAttribute("aria-pressed", "false");
    for (const on of ["pointerenter", "focus"]) word.addEventListener(on, () => light(true));
    word.addEventListener("pointerleave", () => light(word === document.activeElement));
    word.addEventListener("blur", () => light(false));
    word.addEventListener("keydown", (e) => {
      if (e.key !== "Enter" && e.key !== " ") return;
      e.preventDefault();
      light(!lit);
    });
  }
}

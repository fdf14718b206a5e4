// A story moves the scene of its page: a part of the prose that passes the
// middle of the window shows its instant and setting, and so does its button.

import { icon, make, part } from "./dom";
import type { Session } from "./session";

const handSeconds = 4; // for so long a scene stays as a hand has left it

export type Find = (id: string) => Session | undefined;

export function tellStory(find: Find): void {
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
  let frame = 0;
  addEventListener(
    "scroll",
    () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const p = passing(parts);
        if (p && reach(p) && performance.now() - p.session.touched > handSeconds * 1000) show(p);
      });
    },
    { passive: true },
  );
  // A page that opens in mid-story only marks its part: nobody has scrolled.
  const first = passing(parts);
  if (first) reach(first);
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

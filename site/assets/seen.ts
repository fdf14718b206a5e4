// Whether a frame is really seen. A slide that is hidden by being transparent is
// in view all the same. Some browsers tell the two apart, by a mark on top of the
// picture. What is drawn smaller than it is counts as not seen there, and decks
// shrink slides: the mark is enlarged by more than that, which helps within a
// site, and not across sites.

const delay = 100; // ms, the least that browsers grant

type Options = IntersectionObserverInit & { trackVisibility?: boolean; delay?: number };
type Entry = IntersectionObserverEntry & { isVisible?: boolean };

// seen says when a box comes to be seen, and when no more. A browser that cannot
// tell says what is in view.
export function seen(box: HTMLElement, tell: (yes: boolean) => void): void {
  const mark = document.createElement("i");
  mark.className = "scene-seen";
  mark.setAttribute("aria-hidden", "true");
  box.append(mark);
  const options: Options = { trackVisibility: true, delay };
  new IntersectionObserver((entries) => {
    const last = entries.at(-1) as Entry;
    tell(last.isIntersecting && last.isVisible !== false);
  }, options).observe(mark);
}

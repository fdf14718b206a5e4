// The theme is the page's: data-theme on the root, else what the reader's system
// says.

const dark = matchMedia("(prefers-color-scheme: dark)");

export function theme(): "light" | "dark" {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

export function onTheme(changed: () => void): void {
  dark.addEventListener("change", changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// still says that the reader wants no motion.
export function still(): boolean {
  return reduced.matches;
}

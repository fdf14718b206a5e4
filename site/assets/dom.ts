// Small ways to find and make elements. Text from outside goes in as text only.

// part finds a named part of a scene.
export function part<T extends HTMLElement = HTMLElement>(root: ParentNode, name: string): T | null {
  return root.querySelector<T>(`[data-part="${name}"]`);
}

// onceParsed calls f when the page has been parsed, in a task of its own: a reader's
// touch or the next frame need not wait for several at once.
export function onceParsed(f: () => void): void {
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => setTimeout(f), { once: true });
  else setTimeout(f);
}

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

// put sets a text only where it differs, so that nothing is laid out or read
// out again for nothing.
export function put(e: Element | null, text: string): void {
  if (e && e.textContent !== text) e.textContent = text;
}

// enable switches buttons. The focus, which one that is switched off would lose, goes
// to the nearest control beside it that can be seen.
export function enable(...buttons: [HTMLButtonElement | null, boolean][]): void {
  const held = buttons.find(([button, on]) => !on && button !== null && button === document.activeElement)?.[0];
  for (const [button, on] of buttons) if (button) button.disabled = !on;
  const beside = held?.parentElement?.querySelectorAll<HTMLElement>("button:enabled, select:enabled, input:enabled");
  [...(beside ?? [])].find((e) => e.checkVisibility())?.focus();
}

// icon copies an icon of the page's template.
export function icon(root: ParentNode, name: string): Node {
  return root.querySelector(`svg[data-icon="${name}"]`)?.cloneNode(true) ?? document.createTextNode("");
}

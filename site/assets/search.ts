// The search: a dialog with a field and the list of what it finds, as the
// pattern of a combobox wants it. page.js loads this when somebody first searches.

import { make, put } from "./dom";
import { Index, mostFound, type Data, type Found, type Part } from "./searchindex";
import { fill } from "./text";

const lang = LANGS.find((l) => document.documentElement.lang.startsWith(l)) ?? LANGS[0]!;
const words = SEARCH_WORDS[lang]!;

class Search {
  #box = make("dialog", { class: "search", "aria-label": words["label"]! });
  #field = make("input", {
    type: "search",
    id: "search-field",
    role: "combobox",
    "aria-label": words["label"]!,
    "aria-expanded": "false",
    "aria-controls": "search-list",
    "aria-autocomplete": "list",
    placeholder: words["hint"]!,
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  #list = make("div", { id: "search-list", role: "listbox", "aria-label": words["results"]! });
  #said = make("p", { role: "status" });
  #index: Index | null = null;
  #from: string; // where the index is
  #at = -1;

  constructor(from: string) {
    this.#from = from;
    const close = make("button", { type: "button" }, words["close"]!);
    close.addEventListener("click", () => this.#box.close());
    this.#box.append(make("div", { class: "search-bar" }, this.#field, close), this.#said, this.#list);
    this.#box.addEventListener("click", (e) => {
      if (e.target === this.#box) this.#box.close(); // beside it
    });
    this.#field.addEventListener("input", () => this.#look());
    this.#field.addEventListener("keydown", (e) => this.#key(e));
    this.#list.addEventListener("click", () => this.#box.close()); // the link itself leads there
    this.#list.addEventListener("pointermove", (e) => {
      const i = this.#options().findIndex((o) => o.contains(e.target as Node));
      if (i >= 0) this.#choose(i);
    });
    document.body.append(this.#box);
  }

  open(): void {
    if (this.#box.open) return;
    this.#box.showModal();
    this.#field.select();
    void this.#load();
  }

  async #load(): Promise<void> {
    if (this.#index) return;
    put(this.#said, words["loading"]!);
    try {
      const response = await fetch(this.#from);
      if (!response.ok) throw new Error(String(response.status));
      this.#index = new Index((await response.json()) as Data);
    } catch {
      put(this.#said, words["fail"]!);
      return;
    }
    this.#look();
  }

  #look(): void {
    if (!this.#index) return;
    const query = this.#field.value;
    const found = this.#index.find(query);
    this.#list.replaceChildren(...found.map(option));
    this.#list.scrollTop = 0;
    this.#field.setAttribute("aria-expanded", String(found.length > 0));
    put(this.#said, told(query, found.length));
    this.#choose(found.length > 0 ? 0 : -1);
  }

  #options(): HTMLElement[] {
    return [...this.#list.children] as HTMLElement[];
  }

  #choose(i: number): void {
    const options = this.#options();
    options[this.#at]?.setAttribute("aria-selected", "false");
    this.#at = i;
    const chosen = options[i];
    if (!chosen) {
      this.#field.removeAttribute("aria-activedescendant");
      return;
    }
    chosen.setAttribute("aria-selected", "true");
    this.#field.setAttribute("aria-activedescendant", chosen.id);
  }

  #key(e: KeyboardEvent): void {
    if (e.isComposing || e.altKey) return; // Enter ends the writing of Chinese
    const options = this.#options();
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }[e.key];
    if (step && options.length > 0) {
      const once = Math.abs(step) === 1;
      const to = this.#at + step;
      this.#choose(once ? (to + options.length) % options.length : Math.max(0, Math.min(options.length - 1, to)));
      options[this.#at]!.scrollIntoView({ block: "nearest" });
    } else if (e.key === "Enter") {
      options[this.#at]?.click();
    } else if (e.key === "Escape") {
      this.#box.close(); // by itself the field would be emptied first
    } else {
      return;
    }
    e.preventDefault();
  }
}

// option is a result: a link, so that it can be opened in another tab.
function option(found: Found, i: number): HTMLElement {
  const where = [words[`kind.${found.kind}`] ?? "", found.page].filter((w) => w !== "").join(" · ");
  return make(
    "a",
    { role: "option", id: `search-${i}`, href: found.url, tabindex: "-1", "aria-selected": "false", "data-kind": found.kind },
    make("b", {}, ...marked(found.head)),
    make("small", {}, where),
    make("span", {}, ...marked(found.text)),
  );
}

function marked(parts: Part[]): (Node | string)[] {
  return parts.map((p) => (p.hit ? make("mark", {}, p.text) : p.text));
}

function told(query: string, count: number): string {
  if (query.trim() === "") return words["start"]!;
  if (count === 0) return fill(words["none"], query.trim().slice(0, 80));
  if (count === mostFound) return fill(words["best"], count);
  return count === 1 ? words["one"]! : fill(words["many"], count);
}

let search: Search | null = null;

// open shows the dialog; the index of the page's language is at an address.
export function open(index: string): void {
  search ??= new Search(index);
  search.open();
}

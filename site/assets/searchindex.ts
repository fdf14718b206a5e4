// The search itself: which places of the site hold the words of a query, and in
// what order. It touches no document, so it is tested without one.

// Data is the file of a language, as site/search.go writes it.
export interface Data {
  pages: Page[];
  entries: Entry[];
}

export interface Page {
  url: string;
  title: string;
  name: string;
}

export interface Entry {
  page: number;
  kind: string;
  at?: string;
  head?: string;
  also?: string;
  text?: string;
}

// Found is a place that a query found, with what to show of it.
export interface Found {
  url: string;
  kind: string;
  page: string; // its name; "" where the place is the page
  head: Part[];
  text: Part[];
}

// Part is a stretch of text, which the query names or not.
export interface Part {
  text: string;
  hit: boolean;
}

// What a word is worth where it stands. A place is found by its page's title,
// too, but that is worth little: all places of the page have it.
const worth = { title: 12, heading: 6, term: 4, text: 1, page: 0.5 };
const foreign = 0.5; // of it, for what else a place is called

// What a match is worth, of a word that stands there as it was typed.
const plural = 0.95;
const begun = 0.7;
const mended = 0.6;

const shownText = 150; // letters of a place's text that are shown

export const mostFound = 30; // places for a query

export class Index {
  #pages: Page[];
  #places: Place[];
  #titles: Squeezed[];
  #words: Map<string, number> | null = null; // how often each is there

  constructor(data: Data) {
    this.#pages = data.pages;
    this.#titles = data.pages.map((p) => new Squeezed(p.title));
    this.#places = data.entries.map((e) => new Place(e));
  }

  // find returns the places that a query names, best first.
  find(query: string, most = mostFound): Found[] {
    const terms = this.#terms(query);
    if (terms.length === 0) return [];
    const scores = this.#places.map((p) => p.scores(terms, this.#titles[p.entry.page]!));
    const rare = terms.map((term, i) => {
      const have = scores.filter((s) => s.terms[i]! > 0).length;
      return have === 0 ? 0 : Math.log(1 + this.#places.length / have) * (idle.has(term.word) ? 0.1 : 1);
    });
    const needed = terms.map((term, i) => (idle.has(term.word) && terms.length > 1 ? 0 : rare[i]!));
    const all = sum(needed);
    const ranked = scores
      .map(({ terms: s, own }, i) => ({
        place: this.#places[i]!,
        score: own ? sum(s.map((x, t) => x * rare[t]!)) : 0,
        share: sum(s.map((x, t) => (x > 0 ? needed[t]! : 0))) / all,
        i,
      }))
      .filter((r) => r.score > 0);
    // All words where that is possible, else most of them.
    const whole = ranked.filter((r) => r.share > 0.999);
    const kept = whole.length > 0 ? whole : ranked.filter((r) => r.share >= 0.5);
    kept.sort((a, b) => b.share - a.share || b.score - a.score || a.i - b.i);
    return kept.slice(0, most).map((r) => this.#show(r.place, terms));
  }

  #show(place: Place, terms: Term[]): Found {
    const { page, kind, at = "" } = place.entry;
    return {
      url: this.#pages[page]!.url + at,
      kind,
      page: kind === "page" ? "" : this.#pages[page]!.name,
      head: place.head.parts(terms, 0, Infinity),
      text: place.text.excerpt(terms, shownText),
    };
  }

  // #terms are the words of a query. What is nowhere on the site is taken for a
  // slip of the hand, or, in Chinese, for several words.
  #terms(query: string): Term[] {
    const terms = split(query).map((w) => new Term(w));
    const last = terms.at(-1);
    if (last && !/\s$/.test(query)) last.open = true;
    return terms.flatMap((term, i) => {
      if (this.#has(term) || joined(terms, i).some((t) => this.#has(t))) return [term];
      if (han.test(term.word)) return pairs(term.word).map((w) => new Term(w));
      const word = this.#meant(term);
      return [word ? new Term(word, mended) : term];
    });
  }

  #has(term: Term): boolean {
    return this.#places.some((p) => p.fields.some((f) => f.text.match(term) > 0));
  }

  // #meant is the word of the site that is a letter away from a longer word.
  #meant(term: Term): string {
    if (term.word.length < 5) return "";
    let best = "";
    let most = 0;
    for (const [word, times] of this.#vocabulary()) {
      const lengths = term.open ? [word.length, term.word.length - 1, term.word.length, term.word.length + 1] : [word.length];
      if (lengths.some((n) => n <= word.length && slip(term.word, word.slice(0, n))) && times > most) {
        best = word;
        most = times;
      }
    }
    return best;
  }

  #vocabulary(): Map<string, number> {
    if (this.#words) return this.#words;
    this.#words = new Map();
    for (const p of this.#places) {
      for (const { text, names } of p.fields) {
        const words = text.words();
        // Names of two words are written as one, too: allreduce.
        const double = names ? words.slice(1).map((w, i) => words[i]! + w) : [];
        for (const w of [...words, ...double]) {
          if (w.length >= 4 && !han.test(w)) this.#words.set(w, (this.#words.get(w) ?? 0) + (names ? 4 : 1));
        }
      }
    }
    return this.#words;
  }
}

// Place is an entry with its texts made ready.
class Place {
  head: Squeezed;
  text: Squeezed;
  fields: { text: Squeezed; worth: number; names: boolean }[];

  constructor(readonly entry: Entry) {
    this.head = new Squeezed(entry.head ?? "");
    this.text = new Squeezed(entry.text ?? "");
    const head = entry.kind === "page" ? worth.title : ["section", "scene"].includes(entry.kind) ? worth.heading : worth.term;
    this.fields = [
      { text: this.head, worth: head, names: true },
      { text: new Squeezed(entry.also ?? ""), worth: head * foreign, names: true },
      { text: this.text, worth: worth.text, names: false },
    ];
  }

  // scores are what the place gives for each term, and whether anything of it is
  // its own, not only its page's.
  scores(terms: Term[], title: Squeezed): { terms: number[]; own: boolean } {
    const scores = terms.map(() => 0);
    for (const { text, worth: w, names } of this.fields) {
      const met = terms.map((_, i) => text.meet(terms, i));
      if (!met.some((m) => m > 0)) continue;
      // A name that is the query, and nothing besides, is what was looked for;
      // of two others the shorter says more.
      const covered = sum(terms.map((t, i) => (met[i]! > 0 ? t.word.length : 0))) / text.letters.length;
      const bonus = !names ? 1 : covered > 0.95 ? 2 : 1 + covered / 10;
      met.forEach((m, i) => {
        scores[i] = Math.max(scores[i]!, m * w * bonus);
      });
    }
    return {
      terms: scores.map((s, i) => (s > 0 ? s : worth.page * title.meet(terms, i))),
      own: scores.some((s) => s > 0),
    };
  }
}

// Term is a word to find.
class Term {
  open = false; // still being typed: the beginning of a word will do
  forms: string[];

  constructor(
    readonly word: string,
    readonly share = 1, // of a match's worth
  ) {
    this.forms = [word];
    if (/[a-z]{3}s$/.test(word) && !word.endsWith("ss")) this.forms.push(word.slice(0, -1));
    if (/[a-z]{2}ies$/.test(word)) this.forms.push(word.slice(0, -3) + "y");
  }
}

// Squeezed is a text without spaces and marks, in small letters: "KV-cache",
// "KV cache" and "kvcache" are the same. It knows where words begin, which every
// Chinese character does.
export class Squeezed {
  letters = "";
  #starts: Uint8Array; // of each letter, and of the end: 1 where a word begins
  #at: Uint32Array; // where in the text each letter is, and where it ends

  constructor(readonly source: string) {
    const starts: number[] = [];
    const at: number[] = [];
    let fresh = true;
    let i = 0;
    for (const c of source) {
      const plain = c < "\x7f" ? c : c.normalize("NFKC");
      for (const l of plain.toLowerCase()) {
        if (!letter.test(l)) {
          fresh = true;
          continue;
        }
        const chinese = han.test(l);
        for (let n = 0; n < l.length; n++) {
          starts.push(n === 0 && (fresh || chinese) ? 1 : 0);
          at.push(i);
        }
        this.letters += l;
        fresh = chinese;
      }
      i += c.length;
    }
    starts.push(1);
    at.push(i);
    this.#starts = Uint8Array.from(starts);
    this.#at = Uint32Array.from(at);
  }

  // match is how well a term is met, from 0 to 1.
  match(term: Term): number {
    let best = 0;
    for (const [, , quality] of this.#hits(term)) best = Math.max(best, quality);
    return best;
  }

  // meet is how well a term of several is met, alone or written as one with one
  // beside it. Terms that stand together are worth more.
  meet(terms: Term[], i: number): number {
    const together = joined(terms, i).map((t) => this.match(t));
    return Math.max(this.match(terms[i]!), 1.5 * Math.max(0, ...together));
  }

  *#hits(term: Term): Generator<[from: number, to: number, quality: number]> {
    for (const form of term.forms) {
      for (let i = this.letters.indexOf(form); i >= 0; i = this.letters.indexOf(form, i + 1)) {
        if (!this.#starts[i]) continue;
        const end = i + form.length;
        const [to, quality] = this.#end(end, term, form);
        if (quality > 0) yield [i, to, quality * term.share];
      }
    }
  }

  // #end is where a match that comes to a place ends, and what it is worth.
  #end(end: number, term: Term, form: string): [number, number] {
    if (this.#starts[end]) return [end, form === term.word ? 1 : plural];
    for (const more of ["s", "es"]) {
      if (this.letters.startsWith(more, end) && this.#starts[end + more.length]) return [end + more.length, plural];
    }
    return [end, term.open && form.length > 1 ? begun : 0];
  }

  words(): string[] {
    const list: string[] = [];
    for (let i = 0, from = 0; i < this.letters.length; i++) {
      if (this.#starts[i + 1]) {
        list.push(this.letters.slice(from, i + 1));
        from = i + 1;
      }
    }
    return list;
  }

  // marks are the stretches of the text that terms name, in order.
  marks(terms: Term[]): [number, number][] {
    const all: [number, number][] = [];
    for (const t of terms.flatMap((t, i) => [t, ...joined(terms, i)])) {
      for (const [from, to] of this.#hits(t)) all.push([this.#at[from]!, this.#to(to)]);
    }
    all.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    const merged: [number, number][] = [];
    for (const [from, to] of all) {
      const last = merged.at(-1);
      if (last && from <= last[1]) last[1] = Math.max(last[1], to);
      else merged.push([from, to]);
    }
    return merged;
  }

  // #to is where in the text the letter before a place ends.
  #to(end: number): number {
    const from = this.#at[end - 1]!;
    return from + String.fromCodePoint(this.source.codePointAt(from)!).length;
  }

  // parts cuts a stretch of the text at what terms name.
  parts(terms: Term[], from: number, to: number): Part[] {
    const list: Part[] = [];
    const add = (a: number, b: number, hit: boolean) => {
      if (b > a) list.push({ text: this.source.slice(a, b), hit });
    };
    to = Math.min(to, this.source.length);
    let at = from;
    for (const [a, b] of this.marks(terms)) {
      if (a < from || b > to) continue;
      add(at, a, false);
      add(a, b, true);
      at = b;
    }
    add(at, to, false);
    return list;
  }

  // excerpt is the stretch of so many letters that holds the most of the terms.
  excerpt(terms: Term[], length: number): Part[] {
    const marks = this.marks(terms);
    const lead = length / 4;
    let from = 0;
    let most = 0;
    for (const [start] of marks) {
      const inside = marks.filter(([a, b]) => a >= start && b <= start + length - lead);
      const kinds = new Set(inside.map(([a, b]) => this.source.slice(a, b).toLowerCase())).size;
      if (kinds > most) {
        most = kinds;
        from = start > lead ? this.#wordAfter(start - lead) : 0;
      }
    }
    const to = from + length >= this.source.length ? this.source.length : this.#wordBefore(from + length);
    const parts = this.parts(terms, from, to);
    if (from > 0) parts.unshift({ text: "… ", hit: false });
    if (to < this.source.length) parts.push({ text: " …", hit: false });
    return parts;
  }

  #wordAfter(at: number): number {
    for (let i = 0; i < this.#starts.length; i++) if (this.#starts[i] && this.#at[i]! >= at) return this.#at[i]!;
    return 0;
  }

  #wordBefore(at: number): number {
    let end = 0;
    for (let i = 1; i < this.#starts.length; i++) {
      const to = this.#to(i);
      if (this.#starts[i] && to <= at) end = to;
    }
    return end;
  }
}

const letter = /[\p{L}\p{N}]/u;
const han = /\p{Script=Han}/u;

// Words that say little of what is looked for: a place need not have them.
const idle = new Set("a an and are do does for how in is it of on or the to what when where which why with".split(" "));

// split is a query as words without marks in them: "KV-cache 显存" is "kvcache"
// and "显存".
function split(query: string): string[] {
  return query
    .normalize("NFKC")
    .toLowerCase()
    .split(/\s+|(?<=\p{Script=Han})(?!\p{Script=Han})|(?<!\p{Script=Han})(?=\p{Script=Han})/u)
    .map((w) => w.replace(/[^\p{L}\p{N}]/gu, ""))
    .filter((w) => w !== "");
}

// joined are the terms that a term makes with those beside it.
function joined(terms: Term[], i: number): Term[] {
  const list: Term[] = [];
  for (const a of [i - 1, i]) {
    const [one, two] = [terms[a], terms[a + 1]];
    if (!one || !two) continue;
    const both = new Term(one.word + two.word, Math.min(one.share, two.share));
    both.open = two.open;
    list.push(both);
  }
  return list;
}

// pairs are the characters of a word, two by two.
function pairs(word: string): string[] {
  const c = [...word];
  return c.length < 3 ? [word] : c.slice(1).map((second, i) => c[i]! + second);
}

// slip says that one letter is missing, too many, another, or changes places
// with the next.
function slip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const restA = a.slice(i);
  const restB = b.slice(i);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

function sum(list: number[]): number {
  return list.reduce((a, b) => a + b, 0);
}

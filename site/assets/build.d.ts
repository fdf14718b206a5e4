// What the build puts in place of these names (site/scripts.go).

declare const LANGS: string[]; // of the site, the first for readers of others
declare const SEARCH_WORDS: Record<string, Record<string, string>>; // by language

// On the page without a language: go to the reader's.
const lang = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LANGS.includes(tag)) ?? LANGS[0];
location.replace(BASE + lang + "/" + location.hash);

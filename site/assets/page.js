// What a page of prose does besides its scenes: the theme switch, the search,
// tables that scroll by keys, and pages that were read once can be read offline.

import { onceParsed } from "./dom";

const root = document.documentElement;
const themes = ["auto", "light", "dark"];

function remember(theme) {
  try {
    if (theme === "auto") localStorage.removeItem("inflight-theme");
    else localStorage.setItem("inflight-theme", theme);
  } catch {
    // Not remembered; the choice holds for this page.
  }
}

function switchTheme() {
  const button = document.querySelector("button.theme");
  if (!button) return;
  const say = () => {
    button.title = button.dataset[root.dataset.theme ?? "auto"];
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    const next = themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % themes.length];
    if (next === "auto") delete root.dataset.theme;
    else root.dataset.theme = next;
    remember(next);
    say();
  });
  say();
  button.hidden = false;
}

function search() {
  const find = document.querySelector("button.find");
  if (!find) return;
  const open = async () => (await import(find.dataset.script)).open(find.dataset.index);
  find.addEventListener("click", open);
  addEventListener("keydown", (e) => {
    const typing = e.target instanceof Element && e.target.closest("input:not([type=range]), textarea, select");
    const plain = !e.altKey && !e.shiftKey && !e.defaultPrevented;
    const command = e.ctrlKey || e.metaKey;
    if (!plain || !(command ? e.key.toLowerCase() === "k" : e.key === "/" && !typing)) return;
    e.preventDefault();
    open();
  });
  find.hidden = false;
}

// The other language of a page has the same places, and its scene the same setting.
function keepPlace() {
  for (const other of document.querySelectorAll("a[hreflang]")) {
    const keep = () => {
      other.search = location.search;
      other.hash = location.hash;
    };
    for (const before of ["pointerenter", "pointerdown", "focus", "click"]) other.addEventListener(before, keep);
  }
}

// In a narrow window the header's row begins with what is read.
function showCurrent() {
  const current = document.querySelector(".top nav [aria-current]");
  const row = current?.parentElement;
  if (row && row.scrollWidth > row.clientWidth) row.scrollLeft = current.offsetLeft - row.offsetLeft - 24;
}

const idle = self.requestIdleCallback ?? ((f) => setTimeout(f, 30));
const whole = () => root.classList.add("whole");
const isWhole = () => root.matches(".whole, [data-laid]");

// Beyond what is in view the style sheet lays out nothing at first. The rest comes
// piece by piece when there is time for it, and at once when a link leads into it.
function layOut() {
  if (isWhole()) return;
  const later = [...document.querySelectorAll(".prose > *, .cards > li, .calculator .sum, .scene-more > :not(.scene-knobs), .scene-numbers > *, .scene-knobs > fieldset, .scene-knobs > fieldset > div")];
  const piece = () => {
    const enough = performance.now() + 4; // a finger must not have to wait for many at once
    do {
      const e = later.shift();
      if (!e) return void (root.dataset.laid = ""); // without the styles of all that is there anew
      e.dataset.laid = "";
      e.style.contentVisibility = "visible";
      e.getBoundingClientRect(); // lays it out now, and not all in the next frame
    } while (performance.now() < enough);
    idle(piece);
  };
  if (document.readyState === "complete") idle(piece);
  else addEventListener("load", () => idle(piece));
  document.addEventListener("click", (e) => e.target.closest?.("a[href*='#']") && !isWhole() && whole(), true);
  addEventListener("hashchange", () => {
    if (isWhole()) return;
    whole();
    document.querySelector(":target")?.scrollIntoView();
  });
}

// What scrolls sideways at this width can be reached and scrolled by keys, and so can
// what has not been laid out yet.
function reachTables() {
  const widths = new ResizeObserver((entries) => {
    for (const table of new Set(entries.map((e) => e.target.closest(".table, .scene-numbers")))) {
      const far = table.querySelector("table")?.checkVisibility?.({ contentVisibilityAuto: true }) === false;
      if (far || table.scrollWidth > table.clientWidth) table.tabIndex = 0;
      else table.removeAttribute("tabindex");
    }
  });
  for (const table of document.querySelectorAll(".table, .scene-numbers")) {
    table.tabIndex = 0;
    widths.observe(table);
    for (const inner of table.querySelectorAll("table")) widths.observe(inner);
  }
}

// The worker keeps what was read; the rest of the site it keeps when the page has
// rested for a while, unless the reader saves data.
async function keepForLater() {
  const worker = navigator.serviceWorker;
  if (DEV || !worker) return;
  await worker.register(BASE + "sw.js", { scope: BASE });
  const { active } = await worker.ready;
  const { saveData, effectiveType = "" } = navigator.connection ?? {};
  if (saveData || effectiveType.includes("2g")) return;
  setTimeout(() => idle(() => active.postMessage({ keep: root.lang.slice(0, 2) })), 4000);
}

onceParsed(() => {
  switchTheme();
  search();
  keepPlace();
  reachTables();
  layOut();
  requestAnimationFrame(showCurrent); // when the page is laid out in any case
});
try {
  keepForLater().catch(() => {});
} catch {
  // In a sandbox there is none.
}

// Stands in every document before its own scripts.

function one(selector) {
  const e = document.querySelector(selector);
  if (!e) throw new Error(`no ${selector}`);
  return e;
}

// text of a named part of the first scene.
function textOf(part) {
  return one(`inflight-scene [data-part="${part}"]`).textContent.trim();
}

// hit says that a press on the middle of an element would reach it.
function hit(e) {
  const r = e.getBoundingClientRect();
  const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return at !== null && (e.contains(at) || at.htmlFor === e.id && !!e.id);
}

// boxOf scrolls an element to where it can be pressed, and says where it is.
function boxOf(selector) {
  const e = one(selector);
  if (!hit(e)) e.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = e.getBoundingClientRect();
  return { X: x, Y: y, W: width, H: height };
}

const live = () => document.querySelector("inflight-scene [data-part=picture]")?.hasAttribute("data-live") ?? false;
const playing = () => one("inflight-scene [data-part=bar]").hasAttribute("data-playing");
const share = () => Number(one("inflight-scene [data-part=scrub]").value) / 10000;
const session = () => one("inflight-scene").session;
const seconds = () => session().playback.position.t; // where the page believes playback is
const speed = () => session().playback.position.speed;
const inView = () => session().picture.visible;
const stage = () => one("iframe.scene-stage").contentWindow;

// frames waits for so many animation frames of this document.
async function frames(n) {
  for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame);
}

let moments = 0; // that a stage has told
addEventListener("scene-time", () => moments++, true);

// state is what a failed test tells of a page.
function state() {
  const scene = document.querySelector("inflight-scene");
  const known = scene?.session && { live: live(), seen: inView(), ...session().playback.position };
  return JSON.stringify({ scene: known, moments, heard: window.heard?.slice(-5), scroll: scrollY, url: location.href });
}

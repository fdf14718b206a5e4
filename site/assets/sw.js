// Pages come from the network, and from what was kept when there is none. Assets
// have the hash of their bytes in their names, so a kept one is right.
//
// What every page needs is kept at once. All the rest, so that each page and
// scene opens without a connection, comes when a page asks for it: after it has
// loaded, one file after the other, unless the reader saves data. Pages are kept
// under the hash that they had when this worker was built; a new worker throws
// away what has changed, and keeps the rest.

const kept = "inflight";
const known = new Set([...ASSETS, ...Object.entries(PAGES).map(([path, hash]) => path + "?" + hash)]);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  if (!DEV) event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => event.waitUntil(DEV ? leave() : tidy().then(greet)));

// prepare keeps what every page needs. The page that brought this worker has just
// loaded it, so it comes from the browser's own cache.
async function prepare() {
  const cache = await caches.open(kept);
  await cache.addAll(ASSETS.filter((path) => /\.(css|js|woff2|svg)$/.test(path)));
}

// greet keeps the pages that were open before this worker was.
async function greet() {
  for (const page of await self.clients.matchAll({ type: "window" })) {
    const path = keyOf(new URL(page.url));
    if (path) await keep(path).catch(() => {});
  }
}

async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith("inflight") && name !== kept) await caches.delete(name); // of earlier workers
  }
  const cache = await caches.open(kept);
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!known.has(pathname + search)) await cache.delete(request);
  }
  await self.clients.claim();
}

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("inflight")) await caches.delete(name);
  await self.registration.unregister();
}

// keyOf is what a page is kept under; undefined for what is no page of ours.
// Knobs in a query change no page.
function keyOf(url) {
  const hash = PAGES[url.pathname];
  return hash && url.pathname + "?" + hash;
}

async function keep(key) {
  const cache = await caches.open(kept);
  if (await cache.match(key)) return;
  const response = await fetch(key.split("?")[0], { priority: "low" });
  // A redirected answer must not be given to a later navigation.
  if (response.ok && !response.redirected) await cache.put(key, response);
}

let all; // the one round of keeping, while it lasts

self.addEventListener("message", (event) => {
  if (DEV || event.data?.keep === undefined) return;
  all ??= keepAll(event.data.keep).finally(() => (all = undefined));
  event.waitUntil(all);
});

// keepAll keeps the site: the pages of the reader's language, the stage, then
// the other pages.
async function keepAll(lang) {
  const mine = (key) => key.startsWith(BASE + lang + "/") || key.includes("/search-" + lang + ".");
  const first = [...known].filter((key) => mine(key) || key.startsWith(BASE + "stage/"));
  const stage = ASSETS.filter((path) => path.endsWith(".wasm"));
  const rest = [...known].filter((key) => /[?]|\.json$/.test(key));
  for (const key of new Set([...first, ...stage, ...rest])) await keep(key).catch(() => {});
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (DEV || request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(BASE + "assets/")) event.respondWith(fromCache(event));
  else if (keyOf(url)) event.respondWith(fromNetwork(event, keyOf(url)));
});

async function fromCache(event) {
  const { request } = event;
  const found = await find(request);
  if (found) return found;
  const response = await fetch(request);
  if (isAsset(response)) event.waitUntil(put(request, response.clone()));
  return response;
}

// isAsset tells an asset from the page that a network or a host sends in its place.
function isAsset(response) {
  return response.ok && !/^text\/html/i.test(response.headers.get("Content-Type") ?? "");
}

async function fromNetwork(event, key) {
  try {
    const response = await fetch(event.request);
    if (response.ok && !response.redirected) event.waitUntil(put(key, response.clone()));
    return response;
  } catch (err) {
    const found = await find(key);
    if (found) return found;
    throw err;
  }
}

// find is undefined also where the browser refuses to look.
function find(key) {
  return caches.match(key, { cacheName: kept }).catch(() => undefined);
}

// put keeps a copy while the reader has the answer already. A copy that has no
// room, or whose end does not come, is none.
async function put(key, copy) {
  try {
    await (await caches.open(kept)).put(key, copy);
  } catch {
    // Next time it comes from the network.
  }
}

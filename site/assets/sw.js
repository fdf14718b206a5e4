// Pages come from the network, and from the last visit when there is none.
// Assets have the hash of their bytes in their names, so a kept one is right.

const pages = "inflight-pages";
const assets = "inflight-assets";
const known = new Set(ASSETS);

self.addEventListener("install", (event) => {
  self.skipWaiting();
  if (!DEV) event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => event.waitUntil(DEV ? leave() : tidy().then(greet)));

// prepare keeps what every page needs. The page that brought this worker has just
// loaded it, so it comes from the browser's own cache.
async function prepare() {
  const cache = await caches.open(assets);
  await cache.addAll(ASSETS.filter((path) => /\.(css|js|woff2|svg)$/.test(path)));
}

// greet keeps the pages that were open before this worker was.
async function greet() {
  for (const page of await self.clients.matchAll({ type: "window" })) {
    if (new URL(page.url).pathname.startsWith(BASE)) await fromNetwork(new Request(page.url)).catch(() => {});
  }
}

async function tidy() {
  const kept = await caches.open(assets);
  for (const request of await kept.keys()) {
    if (!known.has(new URL(request.url).pathname)) await kept.delete(request);
  }
  await self.clients.claim();
}

async function leave() {
  await caches.delete(pages);
  await caches.delete(assets);
  await self.registration.unregister();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (DEV || request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  if (url.pathname.startsWith(BASE + "assets/")) event.respondWith(fromCache(request));
  else event.respondWith(fromNetwork(request));
});

async function fromCache(request) {
  const cache = await caches.open(assets);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function fromNetwork(request) {
  const cache = await caches.open(pages);
  try {
    const response = await fetch(request);
    // A redirected answer must not be given to a later navigation.
    if (response.ok && !response.redirected) await cache.put(withoutQuery(request), response.clone());
    return response;
  } catch (err) {
    const kept = await cache.match(withoutQuery(request));
    if (kept) return kept;
    throw err;
  }
}

// withoutQuery is the address of the file: knobs in a query change no page.
function withoutQuery(request) {
  const url = new URL(request.url);
  return url.origin + url.pathname;
}

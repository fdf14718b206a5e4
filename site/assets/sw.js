// Pages come from the network, and from the last visit when there is none.
// Assets have the hash of their bytes in their names, so a kept one is right.

const pages = "inflight-pages";
const assets = "inflight-assets";
const known = new Set(ASSETS);

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(DEV ? leave() : tidy()));

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

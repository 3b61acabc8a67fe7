// While the table is away: a page that says so, instead of the browser's own. Nothing else is kept, so
// that no page ever shows what is no longer so.
const KEPT = "companion VERSION";
const PAGE = "/offline";
const PARTS = [
  PAGE,
  "/static/style/tones.css",
  "/static/style/page.css",
  "/static/installing/retry.js",
  "/static/icon.svg",
];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then((kept) => kept.addAll(PARTS)).then(() => self.skipWaiting()),
  );
});
self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)))
  );
  event.waitUntil(
    old.then(() => self.registration.navigationPreload?.enable())
      .then(() => self.clients.claim()),
  );
});
// A page is asked for by the browser itself (its preload), which says who opened it and where; what
// a worker fetches says less.
/** @param {WindowEventMap["fetch"]} event */
async function answer(event) {
  const preloaded = await event.preloadResponse;
  return preloaded ?? fetch(event.request);
}
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  const isPage = event.request.mode === "navigate" && event.request.method === "GET";
  if (!isPage && !PARTS.includes(pathname)) return;
  event.respondWith(answer(event).catch(() => caches.match(isPage ? PAGE : pathname)));
});

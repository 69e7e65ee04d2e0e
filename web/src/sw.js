// Keeps the page itself for when there is no connection; games always need the server.
// The build puts in what the page begins with, and a name that changes with it.
const SHELL = "boohive-__BUILD__";
const FILES = ["__FILES__"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const forgetOld = async () => {
    for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forgetOld());
});

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || address.pathname.startsWith("/api") || address.pathname === "/ws") return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).then(kept("/")).catch(() => caches.match("/")));
  } else if (address.pathname.startsWith("/assets/")) {
    // Their names change with their contents.
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request).then(kept(event.request))));
  }
});

/** Keep a copy of a good answer. */
function kept(request) {
  return (answer) => {
    if (answer.ok) {
      const copy = answer.clone();
      caches.open(SHELL).then((cache) => cache.put(request, copy));
    }
    return answer;
  };
}

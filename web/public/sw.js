// Keeps the page itself for when there is no connection; games always need the server.
const SHELL = "boohive-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["/", "/icon.svg"])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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

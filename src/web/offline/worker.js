// The service worker shows the offline page when a page cannot be loaded without a network. It caches
// that page and nothing else: no answer of the server, and no page with anybody's data. To remove it,
// deploy a worker whose `activate` deletes the caches and unregisters it.

/** The addresses of the offline page and then of its assets; filled in by the build. */
const KEPT = __KEPT__
const CACHE = KEPT.join()

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT.map((url) => new Request(url, { cache: 'reload' }))))
      // Nothing of the previous worker is in use, so there is nothing to wait for.
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // Redirects to and from the vendors, and downloads, bypass the worker: a consent must not be
    // used twice.
    if (request.method !== 'GET' || /^\/(api|oauth)\//.test(pathname)) return
    event.respondWith(fetch(request).catch(() => caches.match(KEPT[0])))
    return
  }
  if (KEPT.includes(pathname))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

// Service worker that shows the offline page when a page cannot be loaded without a network. It
// caches only the offline page: no responses of the server, and no page with user data. To remove
// the worker, deploy one whose `activate` deletes the caches and unregisters it.

/** The URLs to cache, filled in by the build: first the offline page, then its assets. */
const KEPT = __KEPT__
const CACHE = KEPT.join()

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT.map((url) => new Request(url, { cache: 'reload' }))))
      // Nothing from the previous worker is in use, so there is no need to wait.
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
    // Redirects to and from the vendors and downloads bypass the worker, since a consent must not
    // be used twice.
    if (request.method !== 'GET' || /^\/(api|oauth)\//.test(pathname)) return
    event.respondWith(fetch(request).catch(() => caches.match(KEPT[0])))
    return
  }
  if (KEPT.includes(pathname))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

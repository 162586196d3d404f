/** Interval in ms between attempts to reach the server; the page reloads when one succeeds. */
const EVERY_MS = 5_000

// The device has a network but cannot reach the server, so either can be the cause.
if (navigator.onLine)
  for (const part of document.querySelectorAll<HTMLElement>('[data-network]'))
    part.hidden = part.dataset['network'] === 'none'

function reloadWhenReachable(): void {
  fetch('/healthz', { cache: 'no-store' }).then(
    () => window.location.reload(),
    () => undefined,
  )
}

window.addEventListener('online', reloadWhenReachable)
window.setInterval(() => {
  if (document.visibilityState === 'visible') reloadWhenReachable()
}, EVERY_MS)

export {}

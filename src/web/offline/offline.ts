/**
 * Says what is known, and goes on as soon as the server can be reached: the address is still the
 * one that was asked for, so to load again is to go there.
 */
const EVERY_MS = 5_000

// The device has a network, and still the server could not be reached: which of the two is the
// cause cannot be told from here.
if (navigator.onLine)
  for (const part of document.querySelectorAll<HTMLElement>('[data-network]'))
    part.hidden = part.dataset['network'] === 'none'

function look(): void {
  fetch('/healthz', { cache: 'no-store' }).then(
    () => window.location.reload(),
    () => undefined,
  )
}

window.addEventListener('online', look)
window.setInterval(() => {
  if (document.visibilityState === 'visible') look()
}, EVERY_MS)

export {}

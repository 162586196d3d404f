/**
 * Tells the user what is known, and reloads as soon as the server can be reached: the address is
 * still the requested one.
 */
const EVERY_MS = 5_000

// The device has a network, and still the server could not be reached: the cause may be either.
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

/**
 * Registers the service worker (worker.js, built as /sw.js), once the page has come to rest: it is
 * for the next visit. Where there is none, or it is refused, nothing is lost but the page without
 * network.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

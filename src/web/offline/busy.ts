/** Seconds to wait if the server has not named a time. */
const USUAL_WAIT = 5

const asked = document.querySelector<HTMLMetaElement>('meta[name="retry-after"]')?.content
const seconds = Number(asked) || USUAL_WAIT

// Waits up to twice that time, so that the pages of many users do not reload simultaneously.
window.setTimeout(
  () => {
    if (document.visibilityState === 'visible') window.location.reload()
    else document.addEventListener('visibilitychange', () => window.location.reload())
  },
  seconds * (1 + Math.random()) * 1_000,
)

export {}

import { reportOf } from './report.ts'

/**
 * The last page of an approval. It tells the window that started it, by message to our own origin
 * and by broadcast (a vendor's page may have severed the tie to the opener), then closes. Where no
 * window answers, as on a phone that was redirected, it continues by itself.
 */
const CHANNEL = 'fakturabro-oauth'
const PATIENCE_MS = 600
/**
 * The storage key of the error sentence for the screen that a phone returns to; the same as in
 * connect-state.ts.
 */
const WHY = `${CHANNEL}-why`

// Stored by useConnect.ts before it left, under the same key.
const from = window.sessionStorage.getItem(CHANNEL)
window.sessionStorage.removeItem(CHANNEL)
const report = reportOf(new URLSearchParams(window.location.search), from)
const headline = document.getElementById('headline')
const why = document.getElementById('why')
const back = document.getElementById('back')

function goOn(path: string): void {
  window.location.replace(path)
}

if (!report) goOn('/configuration')
else {
  // A redirected phone continues in this very window, and shows the sentence there (useConnect.ts).
  if (report.message.error !== undefined) window.sessionStorage.setItem(WHY, report.message.error)
  if (headline) headline.textContent = report.headline
  if (why) why.textContent = report.why
  if (back instanceof HTMLAnchorElement) back.href = report.back

  const close = () => {
    window.close()
    // The window is still open: it was not opened by a script and may not be closed by one.
    setTimeout(() => goOn(report.back), PATIENCE_MS)
  }
  const channel = new BroadcastChannel(CHANNEL)
  const alone = setTimeout(() => {
    if (window.opener) close()
    else goOn(report.back)
  }, PATIENCE_MS)
  channel.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (
      typeof event.data !== 'object' ||
      event.data === null ||
      !('type' in event.data) ||
      event.data.type !== 'heard'
    )
      return
    clearTimeout(alone)
    close()
  })
  const opener = window.opener as Window | null
  opener?.postMessage(report.message, window.location.origin)
  channel.postMessage(report.message)
}

import { reportOf } from './report.ts'

/**
 * The name of the channel on which this page, the last one of a vendor's consent, reports the
 * outcome to the window that opened it: by a message to our own origin and by broadcast, because a
 * vendor's page can sever the link to the opener. The page then closes. If no window responds, as
 * after a redirect on a phone, the page continues to the screen itself.
 */
const CHANNEL = 'fakturabro-oauth'
const PATIENCE_MS = 600
/** The storage key of the reason, as in connect-state.ts. */
const WHY = `${CHANNEL}-why`

// Stored under the same key by useConnect.ts before the redirect.
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
  // After a redirect on a phone, the next screen in this window shows the message (useConnect.ts).
  if (report.message.error !== undefined) window.sessionStorage.setItem(WHY, report.message.error)
  if (headline) headline.textContent = report.headline
  if (why) why.textContent = report.why
  if (back instanceof HTMLAnchorElement) back.href = report.back

  const close = () => {
    window.close()
    // The window is still open, because browsers do not let a script close a window that no script
    // opened.
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

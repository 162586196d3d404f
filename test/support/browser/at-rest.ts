import type { Page, Request } from 'playwright-core'
import { until } from '../wait.ts'

const QUIET_MS = 300

export async function openAtRest(page: Page, address: string): Promise<void> {
  await atRestAfter(page, () => page.goto(address))
}

/**
 * Performs an action, then waits until the page is at rest: no request is open, the last response
 * came at least QUIET_MS ago, and the page is idle. The event stream never ends and doesn't count.
 */
export async function atRestAfter(page: Page, act: () => Promise<unknown>): Promise<void> {
  const open = new Set<unknown>()
  let last = Date.now()
  const begun = (request: Request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  }
  const over = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', begun).on('requestfinished', over).on('requestfailed', over)
  await act()
  const isQuiet = () => open.size === 0 && Date.now() - last > QUIET_MS
  await until('the page to come to rest', async () => {
    if (!isQuiet()) return false
    // A slow machine can need longer than QUIET_MS to process a response before it sends more.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)).then(() => null))
    return isQuiet()
  })
  page.off('request', begun).off('requestfinished', over).off('requestfailed', over)
}

/** Waits until the page has painted pending changes, but not for the server's responses. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The observer's callback runs when a frame is painted, even while a test has paused the page's
    // clock.
    const frame = () =>
      new Promise<void>((drawn) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          drawn()
        })
        observer.observe(document.documentElement)
      })
    // React defers some work until after the frame.
    const turn = () =>
      new Promise<void>((over) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => over()
        port2.postMessage(null)
      })
    for (let round = 0; round < 2; round += 1) {
      await frame()
      await turn()
    }
  })
}

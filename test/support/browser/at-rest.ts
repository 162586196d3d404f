import type { Page, Request } from 'playwright-core'
import { until } from '../wait.ts'

const QUIET_MS = 300

/** Opens an address and waits until the page has come to rest. */
export async function openAtRest(page: Page, address: string): Promise<void> {
  await atRestAfter(page, () => page.goto(address))
}

/**
 * Does something with a page at rest, and waits until it has come to rest again: no request is
 * open, the last answer came a while ago, and the page has nothing left to do. The stream of hints
 * never ends and does not count.
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
    // A slow machine may work longer than that on an answer, and only then ask for more.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)).then(() => null))
    return isQuiet()
  })
  page.off('request', begun).off('requestfinished', over).off('requestfailed', over)
}

/**
 * Waits until the page has drawn what it was given to do: after a change of the window's size, and
 * before a check that something is absent. An answer of the server needs a wait of its own.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // An observer is called when a frame is drawn, also while a test holds the page's clock.
    const frame = () =>
      new Promise<void>((drawn) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect()
          drawn()
        })
        observer.observe(document.documentElement)
      })
    // React puts some work off until after the frame.
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

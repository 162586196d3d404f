import type { Page, Request } from 'playwright-core'
import { until } from '../wait.ts'

const QUIET_MS = 300

/**
 * Opens an address and waits until no answer is outstanding, the last one is a while ago, and the page
 * has nothing left to do. The stream of hints is never answered and does not count.
 */
export async function openAtRest(page: Page, address: string): Promise<void> {
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
  await page.goto(address)
  const isQuiet = () => open.size === 0 && Date.now() - last > QUIET_MS
  await until('the page to come to rest', async () => {
    if (!isQuiet()) return false
    // A slow machine may work for longer than that on what has come, and ask for more then.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)).then(() => null))
    return isQuiet()
  })
  page.off('request', begun).off('requestfinished', over).off('requestfailed', over)
}

import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openAtRest, settled } from './at-rest.ts'

/** The layout shift of a page while it loads, as the browser counts it (Layout Instability API). */
export interface LayoutShift {
  /** Cumulative layout shift, without shifts within half a second of a press. */
  total: number
  /** A line for each shift that counts: its size and the elements that moved. */
  moved: string[]
}

interface Entry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** A page under watch, which reports all shifts so far. */
interface Watched {
  __shifts: () => Entry[]
}

const APART_MS = 40
/** The same value as in web/lib/query-client.ts. */
const PATIENCE_MS = 2_500

/**
 * Lets the answers come one after the other, with time to draw in between, so that a part that does
 * not wait for its neighbours is seen to push them.
 */
async function answersOneByOne(page: Page): Promise<void> {
  let before = Promise.resolve()
  await page.route('**/api/**', async (route) => {
    if (route.request().resourceType() === 'eventsource') return route.continue()
    const turn = before
    const { promise: drawn, resolve } = Promise.withResolvers<undefined>()
    before = drawn
    const response = await route.fetch()
    await turn
    await route.fulfill({ response })
    await later(APART_MS)
    resolve(undefined)
  })
}

/** Counts from the first paint of every address that the page opens afterwards. */
export async function watchShifts(page: Page): Promise<void> {
  await answersOneByOne(page)
  await page.addInitScript((patienceMs) => {
    // After this wait a screen is shown without the missing answer, which then pushes it down. The
    // test is not about a busy machine.
    const start = window.setTimeout.bind(window)
    window.setTimeout = ((act: TimerHandler, ms?: number, ...rest: unknown[]) =>
      start(act, ms === patienceMs ? patienceMs * 20 : ms, ...rest)) as typeof setTimeout
    const seen: Entry[] = []
    const observer = new PerformanceObserver((list) => seen.push(...(list.getEntries() as Entry[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(window, {
      __shifts: () => {
        seen.push(...(observer.takeRecords() as Entry[]))
        return seen
      },
    })
  }, PATIENCE_MS)
}

/** Opens an address and waits until it has come to rest. */
export async function shiftOfLoading(page: Page, address: string): Promise<LayoutShift> {
  await openAtRest(page, address)
  return shiftOf(page)
}

/**
 * Returns the shift of what a press opens until it has come to rest, including the half second
 * after the press: a late part moves under the reader all the same.
 */
export async function shiftOfOpening(
  page: Page,
  press: () => Promise<unknown>,
  opened: () => Promise<unknown>,
): Promise<LayoutShift> {
  // The previous press may not have been painted yet, and so not counted.
  await settled(page)
  await page.evaluate(() => (window as unknown as Watched).__shifts().splice(0))
  await press()
  await opened()
  return shiftOf(page, true)
}

async function shiftOf(page: Page, alsoPressed = false): Promise<LayoutShift> {
  // By the second frame, the shifts of the first have been counted.
  await settled(page)
  return page.evaluate((pressed) => {
    const counted = (window as unknown as Watched)
      .__shifts()
      .filter(({ hadRecentInput }) => pressed || !hadRecentInput)
    const nameOf = (node?: Node) => {
      const element = node instanceof Element ? node : node?.parentElement
      if (!element) return 'something that is gone'
      const words = element.textContent.trim().replaceAll(/\s+/g, ' ').slice(0, 40)
      return `<${element.tagName.toLowerCase()}> «${words}»`
    }
    return {
      total: counted.reduce((sum, { value }) => sum + value, 0),
      moved: counted.map(
        ({ value, sources }) =>
          `${value.toFixed(3)}: ${sources
            .map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)} ${Math.round(previousRect.y)} → ${Math.round(currentRect.y)}`,
            )
            .join(', ')}`,
      ),
    }
  }, alsoPressed)
}

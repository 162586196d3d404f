import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openAtRest, settled } from './at-rest.ts'

/** How much a page jumps while it loads, as the browser itself counts it (Layout Instability API). */
export interface LayoutShift {
  /** Cumulative layout shift, without those within half a second of a press. */
  total: number
  /** What moved, one line for each shift that counts: how much, and which elements. */
  moved: string[]
}

interface Entry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** The page, once it is watched: gives all that has moved so far. */
interface Watched {
  __shifts: () => Entry[]
}

const APART_MS = 40
/** As in web/lib/query-client.ts. */
const PATIENCE_MS = 2_500

/**
 * Lets the answers come one after the other, with time to draw in between, so that a part that
 * does not wait for its neighbours is seen to push them.
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

/** Counts from the first paint of every address that is opened in it afterwards. */
export async function watchShifts(page: Page): Promise<void> {
  await answersOneByOne(page)
  await page.addInitScript((patienceMs) => {
    // After so long a screen is shown without what it has waited for, which then pushes it down. A
    // busy machine is not what is measured here.
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
 * What a press opens, with all that moves until it has come to rest: also within half a second of the
 * press, for what is on its way moves whoever reads.
 */
export async function shiftOfOpening(
  page: Page,
  press: () => Promise<unknown>,
  opened: () => Promise<unknown>,
): Promise<LayoutShift> {
  // What was pressed before may not have been painted, and so not been counted, yet.
  await settled(page)
  await page.evaluate(() => (window as unknown as Watched).__shifts().splice(0))
  await press()
  await opened()
  return shiftOf(page, true)
}

async function shiftOf(page: Page, alsoPressed = false): Promise<LayoutShift> {
  // By the second frame, what moved in the first has been counted.
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

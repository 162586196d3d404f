import { setTimeout as later } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { atRestAfter, openAtRest, settled } from './at-rest.ts'

export interface LayoutShift {
  /** Cumulative layout shift, without shifts in the half second after a click or key press. */
  total: number
  moved: string[]
}

interface Entry extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

interface Watched {
  __shifts: () => Entry[]
}

const APART_MS = 40
/** Milliseconds before a screen is shown incomplete, as in web/lib/query-client.ts. */
const PATIENCE_MS = 2_500

/** Delays responses one after the other, so that parts of the page visibly push neighbours. */
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

export async function watchShifts(page: Page): Promise<void> {
  await answersOneByOne(page)
  await page.addInitScript((patienceMs) => {
    // Extends the timeout after which a screen is shown without a missing response, because a busy
    // machine would exceed the timeout, and the late response would shift the screen.
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

export async function shiftOfLoading(page: Page, address: string): Promise<LayoutShift> {
  await openAtRest(page, address)
  return shiftOf(page)
}

/**
 * Returns the layout shift from pressing a button until its content is at rest. Shifts in the half
 * second after the press are included, because a late part is just as disturbing then.
 */
export async function shiftOfOpening(
  page: Page,
  press: () => Promise<unknown>,
  opened: () => Promise<unknown>,
): Promise<LayoutShift> {
  // The previous press might not have been painted and recorded yet.
  await settled(page)
  await page.evaluate(() => (window as unknown as Watched).__shifts().splice(0))
  await press()
  await opened()
  return shiftOf(page, true)
}

/**
 * Returns the layout shift while something happens that the user has not caused, until the page is
 * at rest again.
 */
export async function shiftDuring(
  page: Page,
  happens: () => Promise<unknown>,
): Promise<LayoutShift> {
  // Only content that has been painted can count as shifted.
  await page.screenshot()
  await page.evaluate(() => (window as unknown as Watched).__shifts().splice(0))
  await atRestAfter(page, happens)
  return shiftOf(page)
}

async function shiftOf(page: Page, alsoPressed = false): Promise<LayoutShift> {
  // By the second frame, the first frame's shifts have been recorded.
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

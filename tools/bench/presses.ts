import type { Locator, Page } from 'playwright-core'
import { openAtRest, settled } from '#test/support/browser/at-rest'
import { compared, ms, percentile, type Result } from './support/figures.ts'
import { onPage } from './support/on-page.ts'
import { smallBusiness } from './support/small-business.ts'
import type { Stage } from './support/stage.ts'
import { UNPACED } from './support/world.ts'

const SLOWED = 4
const ROUNDS = 8
/** Milliseconds to the next paint up to which browser makers call a page responsive (INP). */
const GOOD_MS = 200
/** Milliseconds after which the browser has reported every press. */
const REPORTED_MS = 300

interface Press {
  what: string
  route: string
  press: (page: Page) => Promise<unknown>
  /** Returns what the press brings. */
  brings: (page: Page) => Locator
}

const first = (page: Page, role: 'button' | 'checkbox', name: RegExp) =>
  page.getByRole(role, { name }).first()

/** The ten commonest acts on a phone. */
const PRESSES: readonly Press[] = [
  {
    what: 'another screen',
    route: '/',
    press: (page) =>
      page
        .getByRole('navigation', { name: 'Hurtigvalg' })
        .getByRole('link', { name: /^Overføringer/ })
        .tap(),
    brings: (page) => page.getByRole('heading', { name: 'Overføringer', level: 1 }),
  },
  {
    what: 'the menu',
    route: '/',
    press: (page) => page.getByRole('button', { name: 'Meny' }).tap(),
    brings: (page) => page.getByRole('dialog', { name: 'Meny' }),
  },
  {
    what: 'a job',
    route: '/transfers',
    press: (page) => first(page, 'button', /^Vis detaljer for/).tap(),
    brings: (page) => page.getByRole('dialog'),
  },
  {
    what: 'a letter in the search for jobs',
    route: '/transfers',
    press: async (page) => {
      await page.getByRole('searchbox').tap()
      await page.keyboard.press('v')
    },
    brings: (page) => page.getByRole('button', { name: 'Nullstill' }),
  },
  {
    what: 'a job chosen',
    route: '/transfers',
    press: (page) => first(page, 'checkbox', /^Velg Jobb/).tap(),
    brings: (page) => page.getByRole('region', { name: 'Valgte overføringer' }),
  },
  {
    what: 'more choices for a job',
    route: '/transfers',
    press: (page) => first(page, 'button', /^Flere valg for/).tap(),
    brings: (page) => page.getByRole('menu'),
  },
  {
    what: 'a letter in the search for products',
    route: '/product-sync',
    press: async (page) => {
      await page.getByRole('searchbox').tap()
      await page.keyboard.press('k')
    },
    brings: (page) => page.getByRole('button', { name: 'Nullstill' }),
  },
  {
    what: "a customer's address",
    route: '/customers',
    press: (page) => first(page, 'button', /^Rediger fakturaadressen til/).tap(),
    brings: (page) => page.getByRole('dialog'),
  },
  {
    what: 'a switch of the settings',
    route: '/configuration',
    press: (page) => page.getByRole('switch', { name: 'Automatisk produktopprettelse' }).tap(),
    brings: (page) => page.getByText('Alle endringer er lagret'),
  },
  {
    what: 'another month',
    route: '/reconciliation',
    press: (page) => page.getByRole('button', { name: 'Forrige måned' }).tap(),
    brings: (page) => page.getByRole('button', { name: 'Neste måned', disabled: false }),
  },
]

/**
 * Measures the time from each of the ten commonest acts to the next paint, as the browser reports
 * it, on a phone whose processor is slowed to a quarter. Each round loads the screen anew, so that
 * what is loaded late is loaded for the press. Three of four must be within what counts as good.
 */
export async function presses(stage: Stage): Promise<Result[]> {
  return stage.inWorld({ ...UNPACED, tickMs: 1_000 }, async (world) => {
    const cookie = await smallBusiness(world)
    const results: Result[] = []
    for (const { what, route, press, brings } of PRESSES) {
      const spent: number[] = []
      for (let round = 0; round < (stage.smoke ? 1 : ROUNDS); round += 1)
        spent.push(
          await onPage({ url: world.url, cookie, phone: true }, async (page) => {
            const session = await page.context().newCDPSession(page)
            await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
            await page.addInitScript(watchPresses)
            await openAtRest(page, route)
            await press(page)
            await brings(page).first().waitFor()
            await settled(page)
            await page.waitForTimeout(REPORTED_MS)
            return page.evaluate(() =>
              Math.max(...(window as unknown as { presses: number[] }).presses),
            )
          }),
        )
      stage.say(`${what}: ${spent.map(ms).join(', ')}`)
      results.push(
        compared(
          `phone, ${what} pressed, until the next paint / ${GOOD_MS} ms`,
          ms,
          percentile(spent, 0.75),
          GOOD_MS,
          { most: 1 },
        ),
      )
    }
    return results
  })
}

/** Collects the milliseconds of each press; a press that takes less than 16 is not reported. */
function watchPresses(): void {
  const presses = [16]
  Object.assign(window, { presses })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) presses.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

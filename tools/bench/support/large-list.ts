import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { compared, median, ms, percentile, type Result } from './figures.ts'
import { fire } from './load.ts'
import { onPage } from './on-page.ts'
import type { Stage } from './stage.ts'
import type { BenchWorld } from './world.ts'

/** Maximum time in milliseconds from a key press or choice to the paint that shows its result. */
const PAINT_MS = 50
/** Milliseconds between two letters of a fast typist: 120 words a minute. */
const BETWEEN_KEYS_MS = 100
/** Milliseconds after which nothing more is drawn for a choice. */
const SETTLED_MS = 400

interface LargeAnswer {
  path: `/api/${string}`
  cookie: string
  body: unknown
  change: string
  /** Name of the response in the results, e.g. "list of 10 000 customers". */
  what: string
  smoke: boolean
}

/** Measures a large response, unchanged and changed, against a bare server returning the same. */
export async function answeredAgainstBare(
  world: BenchWorld,
  { path, cookie, body, change, what, smoke }: LargeAnswer,
): Promise<Result[]> {
  const bare = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const { port } = bare.address() as AddressInfo
  const shot = () => ({ path, method: 'GET' as const, headers: { cookie } })
  const shots = smoke ? 2 : 10
  const times = { bare: [] as number[], changed: [] as number[], same: [] as number[] }
  for (let round = 0; round < (smoke ? 1 : 5); round += 1) {
    await world.sql(change)
    for (const [who, origin, asked] of [
      ['bare', `http://127.0.0.1:${port}`, shots],
      ['changed', world.url, 1],
      ['same', world.url, shots],
    ] as const) {
      const { times: spent, statuses } = await fire(origin, 1, shot, { shots: asked })
      if (!statuses[200]) throw new Error(`${path} answered ${JSON.stringify(statuses)}`)
      times[who].push(...spent)
    }
  }
  bare.close()
  const against = median(times.bare)
  const line = (of: string, ours: number, target: Result['target']): Result => ({
    what: `${of} / the same rows serialised`,
    ours: ms(ours),
    against: ms(against),
    ratio: ours / against,
    target,
  })
  return [
    line(what, median(times.same), { most: 2 }),
    line('… the first time after a change', median(times.changed), null),
  ]
}

interface OnScreen {
  route: string
  cookie: string
  /** Number of rows on the screen, in words, e.g. "10 000 customers". */
  among: string
}

interface Typing extends OnScreen {
  text: string
}

/**
 * Measures the time from each key press to the paint that shows its letter, and to the last paint
 * that shows other rows, as reported by the browser.
 */
export async function typedAmong(
  world: BenchWorld,
  { text, among, ...screen }: Typing,
  stage: Stage,
): Promise<Result[]> {
  const { acts, rows } = await painted(world, screen, 'keydown', async (page) => {
    const search = page.getByRole('searchbox')
    for (let round = 0; round < (stage.smoke ? 1 : 3); round += 1) {
      await search.fill('')
      await search.focus()
      for (const letter of text) {
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        await page.waitForTimeout(BETWEEN_KEYS_MS)
      }
    }
  })
  return [
    paintLine(`a letter typed among ${among}, until it is painted`, acts, stage),
    paintLine(`… until the rows that it leaves of the ${among} are painted`, rows, stage),
  ]
}

interface Choices extends OnScreen {
  heads: readonly string[]
  filters: readonly (readonly [label: string, option: string])[]
}

/** Measures the time from clicking a column head or filter to the paint of the new rows. */
export async function sortedAndFiltered(
  world: BenchWorld,
  { heads, filters, among, ...screen }: Choices,
  stage: Stage,
): Promise<Result[]> {
  const rounds = stage.smoke ? 1 : 3
  const sorted = await painted(world, screen, 'click', async (page) => {
    for (let round = 0; round < rounds; round += 1)
      for (const head of [...heads, ...heads]) {
        await page.getByRole('columnheader').getByRole('button', { name: head }).click()
        await page.waitForTimeout(SETTLED_MS)
      }
  })
  const filtered = await painted(world, screen, 'change', async (page) => {
    for (let round = 0; round < rounds; round += 1)
      for (const [label, option] of filters) {
        await page.getByLabel(label, { exact: true }).first().selectOption({ label: option })
        await page.waitForTimeout(SETTLED_MS)
      }
  })
  return [
    paintLine(`${among} sorted, until the rows are painted`, sorted.rows, stage),
    paintLine(`… filtered, until the rows of the ${among} are painted`, filtered.rows, stage),
  ]
}

/**
 * Performs actions on a screen with many rows. Returns the milliseconds from each action to the
 * paint that shows it (`acts`), and to the last paint that changes rows (`rows`).
 */
async function painted(
  world: BenchWorld,
  { route, cookie }: Omit<OnScreen, 'among'>,
  event: 'keydown' | 'click' | 'change',
  act: (page: Page) => Promise<void>,
): Promise<{ acts: number[]; rows: number[] }> {
  return onPage({ url: world.url, cookie }, async (page) => {
    await page.goto(route)
    await page.locator('[data-row]').first().waitFor()
    await page.evaluate((event) => {
      const acts: number[] = []
      const rows: number[] = []
      Object.assign(window, { acts, rows })
      let begun = 0
      // A message posted inside an animation frame arrives after that frame has been painted.
      const painted = (then: () => void) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = then
          port2.postMessage(null)
        })
      addEventListener(
        event,
        () => {
          const mine = performance.now()
          begun = mine
          const place = acts.length
          acts.push(0)
          painted(() => (acts[place] = performance.now() - mine))
        },
        true,
      )
      new MutationObserver(() => {
        const mine = begun
        const place = acts.length - 1
        if (place >= 0) painted(() => (rows[place] = performance.now() - mine))
      }).observe(document.querySelector('[data-row]')?.closest('section') ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    }, event)
    await act(page)
    const { acts, rows } = await page.evaluate(() => {
      const { acts, rows } = window as unknown as { acts: number[]; rows: (number | null)[] }
      return { acts, rows: Array.from(rows) }
    })
    return { acts, rows: rows.filter((one) => typeof one === 'number') }
  })
}

function paintLine(what: string, spent: readonly number[], stage: Stage): Result {
  const ours = percentile(spent, 0.95)
  stage.say(
    `${what}: median ${ms(median(spent))}, longest ${ms(percentile(spent, 1))}, ${spent.length} times`,
  )
  return compared(`${what}, p95 / ${PAINT_MS} ms`, ms, ours, PAINT_MS, { most: 1 })
}

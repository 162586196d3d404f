import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright-core'
import { median, ms, percentile, type Result } from './figures.ts'
import { fire } from './load.ts'
import type { Stage } from './stage.ts'
import type { BenchWorld } from './world.ts'

/** What a key press may take until the page is painted. */
const KEY_MS = 50
/** Between two letters of somebody who types fast: 120 words a minute. */
const BETWEEN_KEYS_MS = 100

interface LargeAnswer {
  path: `/api/${string}`
  cookie: string
  /** What is answered, for a bare server that only serialises it. */
  body: unknown
  /** SQL that changes something of it. */
  change: string
  /** "list of 10 000 customers" */
  what: string
  smoke: boolean
}

/** A large answer against a bare server that serialises the same, unchanged and after a change. */
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

interface Typing {
  route: string
  cookie: string
  text: string
  /** "10 000 customers" */
  among: string
}

/**
 * From each key press to the paint that shows its letter, and to the last one that shows other rows
 * for it, as the browser itself measures them.
 */
export async function typedAmong(
  world: BenchWorld,
  { route, cookie, text, among }: Typing,
  stage: Stage,
): Promise<Result[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: world.url }])
    const page = await context.newPage()
    await page.goto(`${world.url}${route}`)
    await page.locator('[data-row]').first().waitFor()
    await page.evaluate(() => {
      const letters: number[] = []
      const rows: number[] = []
      Object.assign(window, { letters, rows })
      let pressed = 0
      // The frame after the one in which something is drawn begins when that is painted.
      const painted = (then: () => void) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = then
          port2.postMessage(null)
        })
      addEventListener(
        'keydown',
        () => {
          const mine = performance.now()
          pressed = mine
          const place = letters.length
          letters.push(0)
          painted(() => (letters[place] = performance.now() - mine))
        },
        true,
      )
      new MutationObserver(() => {
        const mine = pressed
        const place = letters.length - 1
        if (place >= 0) painted(() => (rows[place] = performance.now() - mine))
      }).observe(document.querySelector('[data-row]')?.closest('section') ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    const search = page.getByRole('searchbox')
    for (let round = 0; round < (stage.smoke ? 1 : 3); round += 1) {
      await search.fill('')
      await search.focus()
      for (const letter of text) {
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        await page.waitForTimeout(BETWEEN_KEYS_MS)
      }
    }
    const { letters, rows } = await page.evaluate(() => {
      const { letters, rows } = window as unknown as {
        letters: number[]
        rows: (number | null)[]
      }
      return { letters, rows: Array.from(rows) }
    })
    return [
      keyLine(`a letter typed among ${among}, until it is painted`, letters, stage),
      keyLine(
        `… until the rows that it leaves of the ${among} are painted`,
        rows.filter((one) => typeof one === 'number'),
        stage,
      ),
    ]
  } finally {
    await browser.close()
  }
}

function keyLine(what: string, spent: readonly number[], stage: Stage): Result {
  const ours = percentile(spent, 0.95)
  stage.say(
    `${what}: median ${ms(median(spent))}, longest ${ms(percentile(spent, 1))}, ${spent.length} times`,
  )
  return {
    what: `${what}, p95 / ${KEY_MS} ms`,
    ours: ms(ours),
    against: ms(KEY_MS),
    ratio: ours / KEY_MS,
    target: { most: 1 },
  }
}

import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { freePort } from '#test/support/world/free-port'
import { compared, median, seconds, type Result } from './support/figures.ts'
import type { Stage } from './support/stage.ts'
import { SCREENS } from './support/screens.ts'
import { ROWS, smallBusiness } from './support/small-business.ts'
import { UNPACED } from './support/world.ts'

const LOADS = 5
const WANTED_SCORE = 95
/** Limits above which browser makers call a page slow to respond or to show, in milliseconds. */
const GOOD = { blockedMs: 200, largestPaintMs: 2_500 }

interface Load {
  score: number
  blockedMs: number
  largestPaintMs: number
  /** The machine's speed at that moment, by Lighthouse's own benchmark; other work lowers it. */
  machine: number
}

/**
 * Measures Lighthouse's performance score of the ten screens of the built product with a small
 * business's rows, loaded for the first time on a mid-range phone and a slow mobile network. The
 * score is noisy on a busy machine, so the median of five loads counts.
 */
export async function phoneScreens(stage: Stage): Promise<Result[]> {
  return stage.inWorld({ ...UNPACED, tickMs: 1_000 }, async (world) => {
    const cookie = await smallBusiness(world)
    const results: Result[] = []
    for (const [name, route] of SCREENS) {
      const loads: Load[] = []
      for (let load = 0; load < (stage.smoke ? 1 : LOADS); load += 1)
        loads.push(await measured(world.url + route, cookie))
      stage.say(
        `${name}: ${loads.map((one) => `${one.score} (${one.blockedMs.toFixed(0)} ms, ${seconds(one.largestPaintMs)}, machine ${one.machine.toFixed(0)})`).join(' · ')}`,
      )
      results.push(...linesOf(name, loads))
    }
    return results
  })
}

/** Loads a page once for a logged-in user in a new browser, so that nothing is cached. */
async function measured(url: string, cookie: string): Promise<Load> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, 'lighthouse/measure.mjs'), url, String(port)],
      { env: { ...process.env, COOKIE: cookie } },
    )
    return JSON.parse(stdout) as Load
  } finally {
    await browser.close()
  }
}

function linesOf(screen: string, loads: readonly Load[]): Result[] {
  const score = median(loads.map((load) => load.score))
  const blocked = median(loads.map((load) => load.blockedMs))
  const paint = median(loads.map((load) => load.largestPaintMs))
  return [
    {
      what: `phone, ${screen} with ${ROWS} rows: Lighthouse's performance / ${WANTED_SCORE}`,
      ours: String(score),
      against: String(WANTED_SCORE),
      ratio: score / WANTED_SCORE,
      target: { least: 1 },
    },
    {
      what: `… ${screen}: blocked / ${GOOD.blockedMs} ms`,
      ours: `${blocked.toFixed(0)} ms`,
      against: `${GOOD.blockedMs} ms`,
      ratio: blocked / GOOD.blockedMs,
      target: null,
    },
    compared(
      `… ${screen}: largest paint / ${seconds(GOOD.largestPaintMs)}`,
      seconds,
      paint,
      GOOD.largestPaintMs,
      null,
    ),
  ]
}

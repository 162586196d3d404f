import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { everything } from '../size.ts'
import { settled } from './at-rest.ts'
import type { Scheme } from './browser.ts'

/**
 * What is wrong with a page as it is shown, one line each; none is the aim. Every screen is looked at
 * with axe in test/e2e/accessibility.test.ts, whatever the size of the run. The other tests come by
 * the same screens on their way to something else, and look with axe only where everything is run:
 * in a smaller run they only measure that nothing is wider than the window.
 */

/** Less than half of what `axe.source` holds, which each document reads anew. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** All that a theme changes. */
const COLOURS = ['color-contrast']

interface Look {
  width: number
  scheme: Scheme
  /** Only by these rules; all when absent. */
  rules?: readonly string[]
}

const EVERY_LOOK: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark', rules: COLOURS },
  { width: 360, scheme: 'dark', rules: COLOURS },
  { width: 360, scheme: 'light' },
]
/** Both widths and both themes in two looks, each by all rules. */
const TWO_LOOKS: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
]

const BOTH_WIDTHS: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'light' },
]

/**
 * Against WCAG 2.2 AA and common good practice, in both themes and at both widths: by look, those
 * without anything left out. With axe in every size of the run, in two looks where not everything is
 * run: for test/e2e/accessibility.test.ts alone.
 */
export function problemsOfScreen(page: Page): Promise<Record<string, string[]>> {
  return problemsIn(page, everything ? EVERY_LOOK : TWO_LOOKS, true)
}

/**
 * The same of a screen that another test comes by: with axe where everything is run, else only how
 * wide it is, which no theme changes.
 */
export function problemsInEveryLook(page: Page): Promise<Record<string, string[]>> {
  return problemsIn(page, everything ? EVERY_LOOK : BOTH_WIDTHS, everything)
}

/** Of a page as it is, in light and dark, and whether it is wider than the window. */
export async function problemsInBothThemes(page: Page): Promise<string[]> {
  const light = await accessibilityProblems(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  const dark = await accessibilityProblems(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  return [...light, ...dark.map((problem) => `dark: ${problem}`), ...(await tooWide(page))]
}

/** Of a page as it is, where everything is run. `of`: only by these rules. */
export async function accessibilityProblems(page: Page, of?: readonly string[]): Promise<string[]> {
  return everything ? axeFinds(page, of) : []
}

async function problemsIn(
  page: Page,
  looks: readonly Look[],
  withAxe: boolean,
): Promise<Record<string, string[]>> {
  const byLook: Record<string, string[]> = {}
  for (const { width, scheme, rules } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await settled(page)
    const found = withAxe ? await axeFinds(page, rules) : []
    const problems = [...found, ...(await tooWide(page))]
    if (problems.length > 0) byLook[`${width} ${scheme}`] = problems
  }
  return byLook
}

async function axeFinds(page: Page, of?: readonly string[]): Promise<string[]> {
  // Once for a document: reading axe takes several times as long as a look with it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: of ? { type: 'rule', values: [...of] } : { type: 'tag', values: WCAG },
  }
  const violations = await page.evaluate(async (asked) => {
    // A dialog that has just begun to fade in is no open one to axe, and what lies behind it is judged.
    const arriving = document.getAnimations().filter(({ playState, effect }) => {
      const end = effect?.getComputedTiming().endTime
      return playState === 'running' && Number.isFinite(Number(end))
    })
    await Promise.allSettled(arriving.map(({ finished }) => finished))
    const { axe } = window as unknown as { axe: { run(with_: RunOptions): Promise<AxeResults> } }
    return (await axe.run(asked)).violations
  }, options)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`).join(' | ')}`,
  )
}

async function tooWide(page: Page): Promise<string[]> {
  const beyond = await overflow(page)
  return beyond > 0 ? [`${beyond} pixels wider than the window`] : []
}

/** How far the page can be scrolled sideways, in pixels beyond its width. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    // Not innerWidth: a phone zooms out until all of a page that is too wide is seen, and
    // innerWidth grows with it.
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

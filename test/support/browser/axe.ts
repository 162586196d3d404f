import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { everything } from '../size.ts'
import { settled } from './at-rest.ts'
import type { Scheme } from './browser.ts'

/**
 * Checks pages for accessibility problems. test/e2e/accessibility.test.ts checks every screen with
 * axe in every run size. Other tests that pass the screens use axe only when everything is run; in
 * a smaller run they only check that nothing is wider than the window.
 */

/** Source of the minified axe, which every document parses; it is half the size of `axe.source`. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Ids of the only rules whose result depends on the theme. */
const COLOURS = ['color-contrast']

interface Look {
  width: number
  scheme: Scheme
  /** The rules to check; all rules when absent. */
  rules?: readonly string[]
}

const EVERY_LOOK: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark', rules: COLOURS },
  { width: 360, scheme: 'dark', rules: COLOURS },
  { width: 360, scheme: 'light' },
]
/** Two looks that cover both widths and both themes, each checked with all rules. */
const TWO_LOOKS: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
]

const BOTH_WIDTHS: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'light' },
]

/**
 * Checks the page with axe against WCAG 2.2 AA and common good practice, in both themes and at both
 * widths. Returns the problems by look, leaving out looks without problems. When not everything is
 * run, only two looks are checked. Only for test/e2e/accessibility.test.ts.
 */
export function problemsOfScreen(page: Page): Promise<Record<string, string[]>> {
  return problemsIn(page, everything ? EVERY_LOOK : TWO_LOOKS, true)
}

/** Checks a screen with axe when everything is run; otherwise only the width in one theme. */
export function problemsInEveryLook(page: Page): Promise<Record<string, string[]>> {
  return problemsIn(page, everything ? EVERY_LOOK : BOTH_WIDTHS, everything)
}

export async function expectSoundInEveryLook(page: Page): Promise<void> {
  expect(await problemsInEveryLook(page)).toEqual({})
}

/** Like expectSound(), in both themes. */
export async function expectSoundInBothThemes(page: Page): Promise<void> {
  const light = await accessibilityProblems(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  const dark = await accessibilityProblems(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  expect([...light, ...dark.map((problem) => `dark: ${problem}`)]).toEqual([])
  expect(await overflow(page)).toBe(0)
}

/**
 * Checks the page as shown with axe when everything is run; otherwise returns an empty list.
 * @param of the rules to check; all when absent
 */
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
  // Loaded once per document, because parsing axe takes several times as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: of ? { type: 'rule', values: [...of] } : { type: 'tag', values: WCAG },
  }
  const violations = await page.evaluate(async (asked) => {
    // Waits for the fade-in of a dialog, because axe would not recognise the dialog as open and
    // would check what is behind it.
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

/** Returns how far the page can be scrolled sideways, in pixels. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    // innerWidth is not used, because a phone zooms out to show a page that is too wide, and
    // innerWidth grows with the zoom.
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

export async function expectSound(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
}

import { describe, expect, test } from 'vitest'
import { oneTimeLooks } from './architecture/one-time-looks.ts'
import { fixture, listFiles, readSources } from './architecture/source.ts'

const STEPS = `
  export async function choose(page) { await page.getByRole('option').click() }
  export async function saved(page, act) {
    await act()
    await page.getByText('Lagret').waitFor()
  }
  export const textOf = async (locator) => (await locator.innerText()).trim()
  export async function judged(page) { expect(await page.title()).toBe('Bro') }
  export async function tabTo(page, target) {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await hasFocus(target)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('not reached')
  }
  export const hasFocus = (target) => target.evaluate((one) => one === document.activeElement)
  export async function problems(page) {
    await page.setViewportSize({ width: 360, height: 780 })
    await settled(page)
    return page.evaluate(() => [])
  }
  export function sees(page, code) { return page.evaluate((seen) => (window.code = seen), code) }
`
const IMPORTS =
  "import { choose, hasFocus, judged, problems, saved, sees, tabTo, textOf } from '../support/browser/steps.ts'"

const found = (body: string) =>
  oneTimeLooks(
    fixture({
      'test/support/browser/steps.ts': STEPS,
      'test/e2e/a.test.ts': `${IMPORTS}\ntest('a', async () => {\n${body}\n})`,
    }),
  )

test('no browser test looks once right after an act', () =>
  expect(oneTimeLooks(readSources(listFiles(['test/e2e', 'test/support'])))).toEqual([]))

describe('is found', () => {
  test.each([
    ['a count after a click', 'await button.click()\nexpect(await rows.count()).toBe(0)'],
    ['a field after a way back', "await page.goBack()\nexpect(await city.inputValue()).toBe('Bo')"],
    [
      'the focus after a key',
      "await page.keyboard.press('/')\nexpect(await field.evaluate((one) => one === document.activeElement)).toBe(true)",
    ],
    [
      'each of several looks',
      'await page.reload()\nexpect(await one.isChecked()).toBe(true)\nexpect(await two.isChecked()).toBe(true)',
      2,
    ],
    ['a part of an answer', 'await box.tap()\nexpect((await row.boundingBox())?.height).toBe(44)'],
    ['what the vendor has', "await save.click()\nexpect(product('1').price).toBe(10)"],
    [
      'a constant',
      'await key.press()\nconst before = await title.innerText()\nawait rows.waitFor()',
    ],
    [
      'a look in a loop after the act of its last round',
      'for (const one of all) {\nconst many = await rows.count()\nawait one.click()\n}',
    ],
    [
      'a look after one of two ways',
      'if (isPhone) await button.tap()\nexpect(await rows.count()).toBe(1)',
    ],
    [
      'a look after a step of test/support',
      'await choose(page)\nexpect(await rows.count()).toBe(1)',
    ],
    ['a look by a step of test/support', "await row.click()\nexpect(await textOf(row)).toBe('x')"],
    ['an expectation in a step', 'await row.click()\nawait judged(page)'],
    [
      'a look after a step of its own',
      "const key = (name) => page.keyboard.press(name)\nawait key('Space')\nexpect(await box.isChecked()).toBe(true)",
    ],
    [
      'a look after an answer, which need not be shown yet',
      "const answer = page.waitForResponse('/x')\nawait row.click()\nawait answer\nexpect(await row.isVisible()).toBe(true)",
    ],
    [
      'a step that changes the window after an act',
      'await row.click()\nexpect(await problems(page)).toEqual([])',
    ],
    [
      'an act in the page',
      'await page.evaluate(() => history.back())\nexpect(await page.title()).toBe(1)',
    ],
  ])('%s', (_what, body, times = 1) => expect(found(body)).toHaveLength(times))

  test('with the act and the line', () =>
    expect(found('await button.click()\n\nexpect(await rows.count()).toBe(0)')).toEqual([
      'test/e2e/a.test.ts:5 looks once after «button.click()»',
    ]))
})

describe('is right', () => {
  test.each([
    [
      'a wait for the page',
      'await row.click()\nawait menu.waitFor()\nexpect(await items.count()).toBe(2)',
    ],
    ['a poll', 'await row.click()\nawait expect.poll(() => items.count()).toBe(2)'],
    [
      'a poll in several lines',
      'await row.click()\nawait expect\n.poll(() => items.count())\n.toBe(2)\nexpect(await other.count()).toBe(0)',
    ],
    [
      'a look after a poll',
      'await row.click()\nawait expect.poll(() => items.count()).toBe(2)\nexpect(await other.count()).toBe(0)',
    ],
    [
      'a question that is asked again',
      "await row.click()\nawait until('two', async () => (await items.count()) === 2)",
    ],
    [
      'a wait in both ways',
      'if (x) { await a.click(); await b.waitFor() } else await c.waitFor()\nexpect(await d.count()).toBe(0)',
    ],
    [
      'an answer of the server',
      "const answer = page.waitForResponse('/x')\nawait row.click()\nexpect((await answer).status()).toBe(200)",
    ],
    [
      'an act and its answer together',
      "await Promise.all([page.waitForResponse('/x'), row.click()])\nexpect(product('1').price).toBe(10)",
    ],
    [
      'a step that waits after the act it is given',
      'await saved(page, () => box.click())\nexpect(await box.isChecked()).toBe(true)',
    ],
    [
      'a step that looks until it sees',
      'await tabTo(page, button)\nexpect(await button.isEnabled()).toBe(true)',
    ],
    [
      'a step that waits for the window that it changes',
      'expect(await problems(page)).toEqual([])\nexpect(await rows.count()).toBe(1)',
    ],
    [
      'something done in the page',
      "await row.click()\nawait sees(page, '1')\nawait rows.waitFor()",
    ],
    [
      'what another test has done',
      "})\ntest('b', async () => {\nexpect(await rows.count()).toBe(1)",
    ],
  ])('%s', (_what, body) => expect(found(body)).toEqual([]))

  test('a look outside the browser tests', () =>
    expect(
      oneTimeLooks(fixture({ 'test/flows/a.test.ts': 'await x.click()\nexpect(await y.count())' })),
    ).toEqual([]))
})

import { expect, test } from 'vitest'
import { problemsInEveryLook, problemsOfScreen } from '../support/browser/axe.ts'
import { BEGINNERS } from '../support/screens/beginners.ts'
import { lookAtScreens, OTHERS } from '../support/screens/look-at-screens.ts'
import { MONEY } from '../support/screens/money.ts'
import { OPERATORS } from '../support/screens/operators.ts'
import { SETTINGS } from '../support/screens/settings.ts'
import { STRANGERS } from '../support/screens/strangers.ts'
import { everything } from '../support/size.ts'

/**
 * Checks every screen with axe against WCAG 2.2 AA, in light and dark, on a desktop and on a phone:
 * empty, with data, with an error, and with each main dialog open. The screens used every day are
 * checked in accessibility-daily.test.ts.
 */

const browser = lookAtScreens([STRANGERS, BEGINNERS, SETTINGS, OPERATORS, MONEY], OTHERS)

test('a button without a name, letters too weak to read, and what is too wide are found in both themes and at both widths', async () => {
  const page = await browser.openPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Logg inn' }).first().waitFor()
  await page.evaluate(() => {
    const weak = document.createElement('p')
    weak.textContent = 'svak skrift'
    Object.assign(weak.style, { color: '#ccc', background: '#fff' })
    document.querySelector('main')?.append(document.createElement('button'), weak)
  })
  const rulesOf = (found: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(found).map(([look, problems]) => [
        look,
        problems.map((problem) => problem.split(':')[0]),
      ]),
    )
  const inEveryLook = {
    '1280 light': ['button-name', 'color-contrast'],
    '1280 dark': ['color-contrast'],
    '360 dark': ['color-contrast'],
    '360 light': ['button-name', 'color-contrast'],
  }
  const inTwoLooks = {
    '1280 light': ['button-name', 'color-contrast'],
    '360 dark': ['button-name', 'color-contrast'],
  }
  expect(rulesOf(await problemsOfScreen(page))).toEqual(everything ? inEveryLook : inTwoLooks)
  // problemsInEveryLook(), which other tests call, measures only the width unless everything is
  // run.
  expect(rulesOf(await problemsInEveryLook(page))).toEqual(everything ? inEveryLook : {})

  await page.evaluate(() => {
    const wide = document.createElement('p')
    wide.textContent = 'bred'
    Object.assign(wide.style, { width: '1500px' })
    document.body.append(wide)
  })
  const looks = await problemsInEveryLook(page)
  expect(looks['1280 light']?.at(-1)).toBe('220 pixels wider than the window')
  expect(looks['360 light']?.at(-1)).toBe('1140 pixels wider than the window')
})

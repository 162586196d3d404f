import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { APP_ROUTES } from '#shared/routes'
import { problemsInEveryLook, problemsOfScreen } from '../support/browser/axe.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { BEGINNERS } from '../support/screens/beginners.ts'
import { CUSTOMERS } from '../support/screens/customers.ts'
import { MONEY } from '../support/screens/money.ts'
import { OPERATORS } from '../support/screens/operators.ts'
import { PRODUCTS } from '../support/screens/products.ts'
import { SETTINGS } from '../support/screens/settings.ts'
import type { ScreenWalk, Stage } from '../support/screens/stage.ts'
import { STRANGERS } from '../support/screens/strangers.ts'
import { TRANSFERS } from '../support/screens/transfers.ts'
import { everything } from '../support/size.ts'
import { startWorld, type TestWorld } from '../support/world/world.ts'

/**
 * axe finds nothing against WCAG 2.2 AA on any screen, in light and dark, on a desktop and on a phone:
 * empty, with data, with an error, and with each of its principal dialogs open.
 */

const WALKS: Record<string, ScreenWalk> = {
  ...STRANGERS,
  ...BEGINNERS,
  ...TRANSFERS,
  ...CUSTOMERS,
  ...PRODUCTS,
  ...SETTINGS,
  ...OPERATORS,
  ...MONEY,
}

let world: TestWorld
const browser = useBrowser(() => world)
const looked = new Set<string>()

beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => world.sandbox.world.faults.clear())
afterAll(() => world.stop())

async function seen(page: Page, state: string): Promise<void> {
  looked.add(new URL(page.url()).pathname)
  expect.soft(await problemsOfScreen(page), state).toEqual({})
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test.each(Object.entries(WALKS))('the screens %s: axe finds nothing', async (_name, walk) => {
  const stage: Stage = { world, open: browser.openPage, seen }
  await walk(stage)
})

test('every path of the app was looked at', () => {
  // Leads to the configuration, and shows nothing.
  looked.add('/config')
  expect(APP_ROUTES.filter((route) => !looked.has(route))).toEqual([])
})

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
  // Where another test comes by.
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

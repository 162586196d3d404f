import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled } from '../support/browser/at-rest.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { readyCustomer } from '../support/people/customer.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
const customer = await readyCustomer(world)
/** A browser with scrollbars that take up space, as on Windows. */
const browser = useBrowser(() => world, { ignoreDefaultArgs: ['--hide-scrollbars'] })

const edges = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const { left, right } = main.getBoundingClientRect()
    return { left, right }
  })

test('a page with a scrollbar stays where it is while a dialog lies over it', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/help')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const room = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  expect(room).toBeGreaterThan(0)
  const before = await edges(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Gå til, finn eller gjør' })
  await palette.waitFor()
  await settled(page)
  expect(await edges(page)).toEqual(before)
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await settled(page)
  expect(await edges(page)).toEqual(before)
})

test('a screen that is opened by its address begins at its top', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/configuration')
  await page.getByRole('region', { name: 'Integrasjonsstatus' }).waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  await page.goto('/help')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

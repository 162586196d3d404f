import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, overflow, useBrowser } from '../../support/browser/browser.ts'
import {
  chooseInRow,
  editStock,
  openProducts,
  productRow,
} from '../../support/browser/product-rows.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await shopkeeper(world)
const { matchedProducts, missingInFiken } = await customer.compared()
const found = matchedProducts.find(({ servicem8Stock }) => servicem8Stock !== null)
const [alone] = missingInFiken
if (!found || !alone) throw new Error('the seed has no such products')
const [pair, item] = [found, alone]
const browser = useBrowser(() => world)

const desk = (page: Page) => page.setViewportSize({ width: 1280, height: 900 })
const table = (page: Page) => page.getByRole('region', { name: 'Produkter', exact: true })

test('rows are at most 56 pixels high, and the page is as wide as the window', async () => {
  const page = await browser.openPage({ as: customer })
  await openProducts(page)
  const heights = await page
    .locator('[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(56)
  expect(heights).toHaveLength(10)
  expect(await overflow(page)).toBe(0)
})

test('no head of the table is cut off, however wide the window is', async () => {
  const page = await browser.openPage({ as: customer })
  await openProducts(page)
  for (const width of [800, 1024, 1120, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const cut = await page.getByRole('columnheader').evaluateAll((heads) =>
      heads.flatMap((head) => {
        const words = [...head.querySelectorAll('button, span')].filter(
          (one) => one.clientWidth > 1 && !one.classList.contains('sr-only'),
        )
        const texts = [head, ...words].flatMap((one) =>
          [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
        )
        const ends = texts.map((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return range.getBoundingClientRect().right
        })
        const isCut = Math.max(0, ...ends) > head.getBoundingClientRect().right
        return isCut ? [head.textContent] : []
      }),
    )
    expect(cut).toEqual([])
  }
})

test('on a phone the table is at least 800 pixels wide, and scrolls within itself', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  await openProducts(page)
  expect(await overflow(page)).toBe(0)
  const { inside, outside } = await table(page).evaluate((one) => ({
    inside: one.scrollWidth,
    outside: one.clientWidth,
  }))
  expect(inside).toBeGreaterThanOrEqual(800)
  expect(outside).toBeLessThanOrEqual(360)
  const acts = productRow(page, pair.name).getByRole('button', { name: /^Flere valg for/ })
  await page.getByRole('searchbox').fill(pair.fikenProductNumber)
  await acts.scrollIntoViewIfNeeded()
  await acts.tap()
  await page.getByRole('menuitem', { name: 'Slett' }).waitFor()
  expect(await smallTargets(page)).toEqual([])
})

test('on a phone nothing that is pressed is smaller than a finger', async () => {
  const page = await browser.openPage({ as: customer, width: 360 })
  await openProducts(page)
  expect(await smallTargets(page)).toEqual([])
  await page.getByRole('searchbox').fill(pair.fikenProductNumber)
  await productRow(page, pair.name).getByRole('checkbox').tap()
  await (await editStock(page, pair.name)).waitFor()
  expect(await smallTargets(page)).toEqual([])
})

test('axe finds nothing, with the list alone and with each dialog open', async () => {
  const page = await browser.openPage({ as: customer })
  await openProducts(page)
  await expectSoundInEveryLook(page)
  await desk(page)
  await page.goto(`/product-sync?q=${pair.fikenProductNumber}`)
  await productRow(page, pair.name).getByRole('checkbox').click()
  const field = await editStock(page, pair.name)
  await field.fill('tolv')
  await field.press('Enter')
  await productRow(page, pair.name)
    .getByText(/er ikke et tall og blir 0/)
    .waitFor()
  await expectSoundInEveryLook(page)
  await desk(page)
  await field.press('Escape')
  await chooseInRow(page, pair.name, 'Endre pris i Fiken')
  await page.getByRole('dialog').waitFor()
  await expectSoundInEveryLook(page)
  await desk(page)
  await page.keyboard.press('Escape')
  await chooseInRow(page, pair.name, 'Slett')
  await page.getByRole('alertdialog').waitFor()
  await expectSoundInEveryLook(page)
  await desk(page)
  await page.goto(`/product-sync?q=${encodeURIComponent(item.name)}`)
  await page.getByRole('button', { name: `Opprett i Fiken: ${item.name}`, exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await expectSoundInEveryLook(page)
})

test('a dialog gives the focus back to where it was opened', async () => {
  const page = await browser.openPage({ as: customer })
  await openProducts(page, `?q=${pair.fikenProductNumber}`)
  await chooseInRow(page, pair.name, 'Endre pris i Fiken')
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const menu = page.getByRole('button', { name: `Flere valg for ${pair.name}`, exact: true })
  await expect.poll(() => menu.evaluate((one) => one === document.activeElement)).toBe(true)
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { openProducts, productRow } from '../../support/browser/product-rows.ts'
import { menu, plain, textOf } from '../../support/browser/screen.ts'
import { newCustomer } from '../../support/people/customer.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await shopkeeper(world)
const browser = useBrowser(() => world)

const open = async (query = '') => {
  const page = await browser.openPage({ as: customer })
  await openProducts(page, query)
  return page
}
const rows = (page: Page) => page.locator('[data-row]')
const count = (page: Page, many: number) =>
  until(`${many} rows`, async () => (await rows(page).count()) === many)
const figure = (page: Page, label: string) =>
  page.getByRole('list', { name: 'Oversikt' }).getByRole('listitem').filter({ hasText: label })
const matching = (page: Page) => page.getByRole('button', { name: /^Matchende/ })
const deviations = (page: Page) => page.getByRole('button', { name: /^Prisavvik/ })
const pressed = (page: Page, is: boolean) =>
  until(`the filter to be ${is ? 'on' : 'off'}`, async () => {
    const both = [matching(page), deviations(page)].map((one) => one.getAttribute('aria-pressed'))
    return (await Promise.all(both)).every((now) => now === String(is))
  })
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option })

test('it is reached by the menu and the palette, and counts both lists', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await menu(page, 'Produktsynkronisering')
  await page.getByRole('heading', { name: 'Produktsynkronisering', level: 1 }).waitFor()
  await rows(page).first().waitFor()
  const { fikenProductCount, servicem8MaterialCount, matched } = await customer.compared()
  await expect
    .poll(() => textOf(figure(page, 'Produkter i Fiken')))
    .toContain(String(fikenProductCount))
  await expect
    .poll(() => textOf(figure(page, 'Varer i ServiceM8')))
    .toContain(String(servicem8MaterialCount))
  await expect.poll(() => textOf(matching(page))).toContain(String(matched))
  const heads = await page.getByRole('columnheader').allInnerTexts()
  expect(heads.map(plain)).toEqual([
    'Velg',
    'Status',
    'Produktnavn',
    'Varenummer',
    'Pris',
    'Lager',
    'Lagerført',
    'Handling',
  ])
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('produkter')
  await page.getByRole('option', { name: 'Produktsynkronisering', exact: true }).click()
  await rows(page).first().waitFor()
  await page.keyboard.press('/')
  await expect
    .poll(() => page.getByRole('searchbox').evaluate((one) => one === document.activeElement))
    .toBe(true)
})

test('a row shows both prices and both stocks, and its dot says what it is', async () => {
  const pair = (await customer.compared()).matchedProducts.find(
    ({ fikenPrice, servicem8SalePrice }) =>
      Math.abs((fikenPrice ?? 0) / 100 - (servicem8SalePrice ?? 0)) >= 1,
  )
  if (!pair) throw new Error('no price deviates')
  const page = await open(`?q=${pair.fikenProductNumber}`)
  const says = await textOf(productRow(page, pair.name).first())
  expect(says).toContain('Prisavvik')
  expect(says).toMatch(/Fiken [\d ]+,\d\d kr/)
  expect(says).toMatch(/ServiceM8 [\d ]+,\d\d kr/)
  const unlike = (await customer.compared()).matchedProducts.filter(
    ({ fikenStock, servicem8Stock }) =>
      fikenStock !== null && servicem8Stock !== null && fikenStock !== servicem8Stock,
  )
  for (const { name, fikenProductNumber } of unlike.slice(0, 1)) {
    await page.getByRole('searchbox').fill(fikenProductNumber)
    await productRow(page, name).first().getByTitle('Ulikt antall').waitFor()
  }
})

test('"Matchende" and "Prisavvik" show only price deviations, and all again', async () => {
  const page = await open()
  const { matchedProducts } = await customer.compared()
  const deviating = matchedProducts.filter(
    (one) => Math.round((one.servicem8SalePrice ?? 0) * 100) !== (one.fikenPrice ?? 0),
  ).length
  await expect.poll(() => textOf(figure(page, 'Prisavvik').last())).toContain(String(deviating))
  await page.getByRole('button', { name: 'Side 2', exact: true }).click()
  await until('the second page', () => page.url().endsWith('?page=2'))
  await matching(page).click()
  await pressed(page, true)
  await count(page, Math.min(10, deviating))
  await expect.poll(() => page.url()).toMatch(/\?type=price$/)
  expect(await page.getByText('Samme pris').count()).toBe(0)
  await deviations(page).click()
  await pressed(page, false)
  await count(page, 10)
  await deviations(page).click()
  await pressed(page, true)
  await matching(page).click()
  await pressed(page, false)
})

test('search and filters begin at the first page and let go of what was chosen', async () => {
  const page = await open('?page=2')
  const bar = page.getByRole('region', { name: 'Valgte produkter' })
  const { missingInFiken } = await customer.compared()
  const one = missingInFiken[0]
  if (!one) throw new Error('nothing is only in ServiceM8')
  await rows(page).first().getByRole('checkbox').click()
  await bar.getByText('1 valgt').waitFor()
  await choose(page, 'System', 'Bare i ServiceM8')
  await bar.waitFor({ state: 'detached' })
  await until('the address to follow', () => page.url().endsWith('?type=servicem8_only'))
  await productRow(page, one.name).first().waitFor()
  await choose(page, 'Lager', 'På lager')
  await page.getByText('Ingen produkter i utvalget').waitFor()
  await choose(page, 'System', 'Begge systemer')
  await count(page, 10)
  await choose(page, 'Lager', 'Utsolgt i begge')
  const { matchedProducts } = await customer.compared()
  const out = matchedProducts.filter(
    ({ fikenStock, servicem8Stock }) =>
      fikenStock !== null && servicem8Stock !== null && fikenStock <= 0 && servicem8Stock <= 0,
  )
  await count(page, Math.min(10, out.length))
  await page.getByRole('button', { name: 'Nullstill' }).click()
  await count(page, 10)
})

test('the search looks at names, numbers and barcodes, and the address keeps it', async () => {
  const page = await open()
  const withBarcode = (await customer.compared()).matchedProducts.find(
    ({ servicem8Barcode }) => servicem8Barcode !== '',
  )
  if (!withBarcode) throw new Error('nothing has a barcode')
  for (const words of [
    withBarcode.name.toUpperCase(),
    withBarcode.servicem8Barcode,
    withBarcode.fikenProductNumber,
  ]) {
    await page.getByRole('searchbox').fill(words)
    await productRow(page, withBarcode.name).first().waitFor()
  }
  await page.getByRole('searchbox').fill('snøfreser')
  await page.getByText('Ingen produkter matchet søket').waitFor()
  await expectSoundInEveryLook(page)
  // The search is written to the address after a pause in typing.
  await page.waitForURL((url) => url.search.includes(encodeURIComponent('snøfreser')))
  await page.reload()
  await page.getByText('Ingen produkter matchet søket').waitFor()
  await page.getByRole('button', { name: 'Vis alle' }).click()
  await count(page, 10)
})

test('heads turn the order, and five page buttons lead through it', async () => {
  const page = await open()
  const names = async () =>
    (await rows(page).locator('th p:first-child').allInnerTexts()).map((name) => name.trim())
  const first = await names()
  const byName = page.getByRole('columnheader', { name: 'Produktnavn' })
  await expect.poll(() => byName.getAttribute('aria-sort')).toBe('ascending')
  await byName.getByRole('button').click()
  await until('the order to turn', async () => (await names())[0] !== first[0])
  await expect.poll(() => byName.getAttribute('aria-sort')).toBe('descending')
  await page.getByRole('columnheader', { name: 'Pris' }).getByRole('button').click()
  await until('the address to follow', () => page.url().endsWith('?sort=price'))
  const pages = page.getByRole('navigation', { name: 'Sider' })
  await expect.poll(() => pages.getByRole('button', { name: /^Side \d/ }).count()).toBe(5)
  await choose(page, 'Produkter per side', '50 per side')
  await count(page, 50)
  await page.reload()
  await count(page, 50)
})

test('nothing is offered to those who have not connected both systems', async () => {
  const page = await browser.openPage({ as: await newCustomer(world) })
  await page.goto('/product-sync')
  await page.getByText('Produktsynkronisering ikke tilgjengelig').waitFor()
  await page
    .getByText('Både ServiceM8 og Fiken må være tilkoblet for å synkronisere produkter.')
    .waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Koble til ServiceM8' }).click()
  await page.getByRole('heading', { name: 'Konfigurasjoner', level: 1 }).waitFor()
})

test('a system that falls out is warned about over the list that was read', async () => {
  const other = await shopkeeper(world)
  const page = await browser.openPage({ as: other, expected: [/status of 40[19]/] })
  await openProducts(page)
  revokeSubject(world.vendors.state.servicem8.oauth, other.tenant.account.uuid)
  await page.getByRole('button', { name: 'Oppdater', exact: true }).click()
  await page.getByText('ServiceM8 er ikke tilkoblet', { exact: true }).waitFor()
  await rows(page).first().waitFor()
  expect(
    await page.getByRole('link', { name: 'Koble til ServiceM8' }).first().getAttribute('href'),
  ).toBe('/configuration#servicem8')
})

test('it is perfect when nothing is missing on either side', async () => {
  const tidy = await shopkeeper(world, ({ account, company }) => {
    const numbers = new Set(company.products.map(({ productNumber }) => productNumber))
    for (const item of Object.values(account.tables.material))
      if (!numbers.has(String(item.item_number))) item.active = 0
  })
  const page = await browser.openPage({ as: tidy })
  await openProducts(page)
  await page.getByText('Perfekt synkronisering!').waitFor()
})

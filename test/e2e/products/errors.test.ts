import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addProduct } from '#sandbox/fiken/products'
import { csv } from '#shared/csv/csv'
import { productCsvRows } from '#shared/csv/product-csv'
import { useBrowser } from '../../support/browser/browser.ts'
import { networkGoneOnce } from '../../support/browser/network.ts'
import {
  chooseInRow,
  editStock,
  openProducts,
  productRow,
  trackedSwitch,
} from '../../support/browser/product-rows.ts'
import { fixed, reads, walkRows } from '../../support/catalogue/index.ts'
import { PRODUCTS } from '../../support/catalogue/products.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { startWorld } from '../../support/world/world.ts'

const EXPECTED = [/Failed to load resource/]

const world = await startWorld()
const customer = await shopkeeper(world)
const { matchedProducts, missingInFiken } = await customer.compared()
const pairs: { name: string; number: string }[] = matchedProducts
  .filter(({ fikenStock, servicem8Stock }) => fikenStock !== null && servicem8Stock !== null)
  .map(({ name, fikenProductNumber }) => ({ name, number: fikenProductNumber }))
const items: { name: string; number: string }[] = missingInFiken
  .filter(({ item_number }) => item_number !== '')
  .map(({ name, item_number }) => ({ name, number: item_number }))
const browser = useBrowser(() => world)

const next = (list: { name: string; number: string }[]) => {
  const one = list.pop()
  if (!one) throw new Error('there are no more of them')
  return one
}
async function open(query = ''): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: EXPECTED })
  await openProducts(page, query && `?q=${encodeURIComponent(query)}`)
  return page
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')

async function newPrice(page: Page, name: string, system: string): Promise<void> {
  await chooseInRow(page, name, `Endre pris i ${system}`)
  const field = dialog(page).getByLabel('Ny pris uten MVA')
  await field.fill((await field.inputValue()).replace(/\d$/, (last) => (last === '9' ? '8' : '9')))
}
async function failedPrice(
  key: keyof typeof PRODUCTS,
  system: string,
  fail: (page: Page) => unknown,
) {
  const { name, number } = next(pairs)
  const page = await open(number)
  await newPrice(page, name, system)
  await fail(page)
  await press(page, 'Oppdater pris')
  await reads(page, key)
  world.vendors.faults.clear()
  await press(page, 'Oppdater pris')
  await fixed(page, key)
}
async function askProduct(): Promise<{ page: Page; name: string; number: string }> {
  const { name, number } = next(items)
  const page = await open(number)
  await press(page, `Opprett i Fiken: ${name}`)
  await dialog(page).getByLabel('Inntektskonto').selectOption({ label: '3020 Tjeneste' })
  return { page, name, number }
}
const makeProduct = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Opprett i Fiken' }).click()
async function failedProduct(key: keyof typeof PRODUCTS, fail: (page: Page) => unknown) {
  const { page } = await askProduct()
  await fail(page)
  await makeProduct(page)
  await reads(page, key)
  world.vendors.faults.clear()
  await makeProduct(page)
  await fixed(page, key)
}
const answers = (vendor: 'fiken' | 'servicem8', status: number, path = '') =>
  world.vendors.faults.add({ vendor, kind: 'status', status, path })

walkRows(PRODUCTS, {
  'products not compared': async () => {
    const page = await browser.openPage({ as: customer, expected: EXPECTED })
    await page.route(
      '**/api/product-sync',
      (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
      { times: 1 },
    )
    await page.goto('/product-sync')
    await reads(page, 'products not compared')
    await press(page, 'Prøv igjen')
    await fixed(page, 'products not compared')
    await page.locator('[data-row]').first().waitFor()
  },
  'products not fresh': async () => {
    const page = await open()
    await networkGoneOnce(page, '**/api/product-sync?forceRefresh=true', true)
    await press(page, 'Oppdater')
    await reads(page, 'products not fresh')
    await press(page, 'Lukk varsel')
    await press(page, 'Oppdater')
    await fixed(page, 'products not fresh')
  },
  'price while a system is busy': () =>
    failedPrice('price while a system is busy', 'Fiken', () => answers('fiken', 503)),
  'price of what is gone': () =>
    failedPrice('price of what is gone', 'ServiceM8', () => answers('servicem8', 404, 'material')),
  'price refused': () =>
    failedPrice('price refused', 'ServiceM8', () => answers('servicem8', 400, 'material')),
  'price not updated': () =>
    failedPrice('price not updated', 'Fiken', (page) =>
      networkGoneOnce(page, '**/api/fiken/update-price'),
    ),
  'product exists': async () => {
    const { page, name, number } = await askProduct()
    addProduct(
      world.vendors,
      customer.tenant.company,
      {
        name,
        productNumber: number,
        unitPrice: 10_000,
        incomeAccount: '3000',
        vatType: 'HIGH',
        active: true,
      },
      '2026-11-01',
    )
    await makeProduct(page)
    await reads(page, 'product exists')
    await trackedSwitch(page, name).waitFor()
    await press(page, 'Lukk varsel')
    await fixed(page, 'product exists')
  },
  'product while Fiken is busy': () =>
    failedProduct('product while Fiken is busy', () => answers('fiken', 503)),
  'product refused': () =>
    failedProduct('product refused', () =>
      world.vendors.faults.add({
        vendor: 'fiken',
        kind: 'status',
        status: 400,
        method: 'POST',
      }),
    ),
  'product not made': () =>
    failedProduct('product not made', (page) =>
      networkGoneOnce(page, '**/api/fiken/create-product'),
    ),
  'item not made': async () => {
    const { name, number } = next(pairs)
    customer.editedInServicem8(name, { active: 0 })
    const page = await open(number)
    await press(page, 'Oppdater')
    const button = productRow(page, name).getByRole('button', { name: /^Opprett i ServiceM8/ })
    await networkGoneOnce(page, '**/api/servicem8/create-material')
    await button.click()
    await reads(page, 'item not made')
    await button.click()
    await fixed(page, 'item not made')
  },
  'stock not updated': async () => {
    const { name, number } = next(pairs)
    const page = await open(number)
    await networkGoneOnce(page, '**/api/servicem8/update-stock')
    const field = await editStock(page, name)
    await field.fill('44')
    await field.press('Enter')
    await reads(page, 'stock not updated')
    await field.press('Enter')
    await fixed(page, 'stock not updated')
  },
  'product not deleted': async () => {
    const { name, number } = next(pairs)
    const page = await open(number)
    await networkGoneOnce(page, '**/api/servicem8/materials/*')
    const remove = async () => {
      await chooseInRow(page, name, 'Slett')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    }
    await remove()
    await reads(page, 'product not deleted')
    await remove()
    await fixed(page, 'product not deleted')
  },
  'history not read': async () => {
    const { name, number } = next(pairs)
    const page = await open(number)
    await page.route(
      '**/api/product-sync/history?*',
      (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }),
      { times: 1 },
    )
    await chooseInRow(page, name, 'Historikk')
    await reads(page, 'history not read')
    await press(page, 'Prøv igjen')
    await fixed(page, 'history not read')
  },
  'file not written': async () => {
    const { number } = next(pairs)
    const page = await open()
    await press(page, 'Fil')
    await page.getByRole('menuitem', { name: /Les inn fra CSV/ }).click()
    const rows = productCsvRows(await customer.compared()).filter(
      (row) => row['Varenummer'] === number,
    )
    await dialog(page)
      .getByLabel('Fil med produkter')
      .setInputFiles({
        name: 'lager.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv(rows.map((row) => ({ ...row, 'Lager i Fiken': '61' })))),
      })
    await networkGoneOnce(page, '**/api/product-sync/import?*')
    await press(page, 'Skriv 1 tall')
    await reads(page, 'file not written')
    await press(page, 'Skriv 1 tall')
    await fixed(page, 'file not written')
    expect(customer.product(number).stock).toBe(61)
  },
  'products not linked': async () => {
    const { name, number } = next(pairs)
    customer.editedInServicem8(name, { item_number: `${number}-X` })
    const page = await open(name)
    await press(page, 'Oppdater')
    await page
      .getByRole('button', { name: `Forslag: ${name}` })
      .first()
      .click()
    await networkGoneOnce(page, '**/api/product-sync/link')
    await press(page, 'Samme produkt')
    await reads(page, 'products not linked')
    await press(page, 'Samme produkt')
    await fixed(page, 'products not linked')
  },
  // This row comes last, because Fiken's access is revoked afterwards.
  'product without access': async () => {
    const { page } = await askProduct()
    world.vendors.faults.add({ vendor: 'fiken', kind: 'revoke', count: 1 })
    await makeProduct(page)
    await reads(page, 'product without access')
    expect(await page.getByText('Token utløpt').count()).toBe(0)
    await page.keyboard.press('Escape')
    await fixed(page, 'product without access')
    await page.getByRole('navigation', { name: 'Hovedmeny' }).waitFor()
  },
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { formatKroner } from '#shared/money'
import { settled } from '../../support/browser/at-rest.ts'
import { accessibilityProblems, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import {
  chooseInRow,
  editStock,
  openProducts,
  productRow,
  trackedSwitch,
} from '../../support/browser/product-rows.ts'
import { plain, textOf } from '../../support/browser/screen.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import { shopkeeper, type Shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld } from '../../support/world/world.ts'

const REFUSED = /status of 409/

let width: number
let customer: Shopkeeper
let pairs: MatchedProduct[]
const world = await startWorld(daytime())
const browser = useBrowser(() => world)

const itemOf = (uuid: string) => {
  const found = customer.tenant.account.tables.material[uuid]
  if (!found) throw new Error(`${uuid} is no item`)
  return found as unknown as Record<string, unknown>
}
const nextPair = () => {
  const pair = pairs.pop()
  if (!pair) throw new Error('there are no more pairs')
  return pair
}
async function open(query: string, expected: readonly RegExp[] = []): Promise<Page> {
  const page = await browser.openPage({ as: customer, width, expected })
  await openProducts(page, `?q=${encodeURIComponent(query)}`)
  return page
}
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
const said = (page: Page, what: string) => page.getByText(what, { exact: true }).waitFor()
const kroner = (ore: number) => (ore / 100).toFixed(2).replace('.', ',')

describe.each(seenAt([360, 1280]))('on a screen of %d pixels', (pixels) => {
  beforeAll(async () => {
    width = pixels
    customer = await shopkeeper(world)
    pairs = (await customer.compared()).matchedProducts.filter(
      ({ fikenStock, servicem8Stock, fikenPrice, servicem8Uuid }) =>
        fikenStock !== null &&
        servicem8Stock !== null &&
        fikenPrice !== null &&
        itemOf(servicem8Uuid)['price_includes_taxes'] === 0,
    )
  })

  test('a price is written to either system, with the other one’s proposed', async () => {
    const { name, fikenProductNumber: number, servicem8Uuid, servicem8SalePrice } = nextPair()
    const page = await open(number)
    await chooseInRow(page, name, 'Endre pris i Fiken')
    const field = dialog(page).getByLabel('Ny pris uten MVA')
    await expect.poll(() => field.inputValue()).toBe(kroner((servicem8SalePrice ?? 0) * 100))
    const higher = Math.round((servicem8SalePrice ?? 0) * 110)
    await field.fill(kroner(higher))
    await press(page, 'Oppdater pris')
    await said(page, 'Prisen er oppdatert')
    await expect.poll(() => customer.product(number).unitPrice).toBe(higher)
    await chooseInRow(page, name, 'Endre pris i ServiceM8')
    await expect.poll(() => field.inputValue()).toBe(kroner(higher))
    await field.press('Enter')
    await until(
      'ServiceM8 to have it',
      () => Number(itemOf(servicem8Uuid)['price']) * 100 === higher,
    )
  })

  test('a product’s history says who changed what, and what it leaves when it is sold', async () => {
    const { name, fikenProductNumber: number, fikenPrice } = nextPair()
    customer.editedInServicem8(name, { price: 50, cost: 40 })
    const page = await open(number)
    await press(page, 'Oppdater')
    await productRow(page, name)
      .getByText(/^50,00\skr/)
      .waitFor()
    await chooseInRow(page, name, 'Endre pris i Fiken')
    await dialog(page)
      .getByLabel('Ny pris uten MVA')
      .fill(kroner((fikenPrice ?? 0) + 100))
    await press(page, 'Oppdater pris')
    await said(page, 'Prisen er oppdatert')
    await chooseInRow(page, name, 'Historikk')
    const lines = dialog(page).getByRole('list', { name: 'Endringer' }).getByRole('listitem')
    await until('both changes', async () => (await lines.count()) === 2)
    await expect
      .poll(async () => (await lines.allInnerTexts()).map(plain))
      .toEqual([
        expect.stringMatching(/^Pris i Fiken Endret her, i dag .* → /),
        expect.stringMatching(/^Pris i ServiceM8 Sett endret i ServiceM8, i dag .* → 50,00 kr$/),
      ])
    await expect.poll(() => textOf(dialog(page))).toMatch(/Kostpris 40,00 kr Dekningsgrad 20 %/)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('a price that changes by more than half asks, and one that has moved is said', async () => {
    const { name, fikenProductNumber: number, fikenPrice } = nextPair()
    const page = await open(number, [REFUSED])
    await chooseInRow(page, name, 'Endre pris i Fiken')
    const field = dialog(page).getByLabel('Ny pris uten MVA')
    await field.fill('gratis')
    await press(page, 'Oppdater pris')
    await dialog(page).getByText('Skriv prisen som et tall, for eksempel 149,90').waitFor()
    const tripled = (fikenPrice ?? 0) * 3
    await field.fill(kroner(tripled))
    await press(page, 'Oppdater pris')
    await dialog(page).getByText('Stor endring').waitFor()
    expect(customer.product(number).unitPrice).toBe(fikenPrice)
    customer.editedInFiken(number, { unitPrice: (fikenPrice ?? 0) + 500 })
    await press(page, 'Ja, oppdater prisen')
    await dialog(page).getByText('Prisen er endret et annet sted').waitFor()
    // Pressing the button before the new price is shown would repeat the same message.
    const moved = `Prisen i Fiken er nå ${plain(formatKroner((fikenPrice ?? 0) + 500))}`
    await until('the new price', async () => (await textOf(dialog(page))).includes(moved))
    expect(customer.product(number).unitPrice).toBe((fikenPrice ?? 0) + 500)
    await press(page, 'Oppdater pris')
    await press(page, 'Ja, oppdater prisen')
    await said(page, 'Prisen er oppdatert')
    expect(customer.product(number).unitPrice).toBe(tripled)
  })

  test('what is only in ServiceM8 is made in Fiken once its account is chosen', async () => {
    const [one] = (await customer.compared()).missingInFiken.filter(
      ({ item_number }) => item_number,
    )
    if (!one) throw new Error('nothing is only in ServiceM8')
    const page = await open(one.item_number)
    await productRow(page, one.name)
      .getByRole('button', { name: `Opprett i Fiken: ${one.name}` })
      .click()
    const make = dialog(page).getByRole('button', { name: 'Opprett i Fiken' })
    await expect.poll(() => make.isDisabled()).toBe(true)
    await dialog(page).getByLabel('Inntektskonto').selectOption({ label: '3000 Vare' })
    await make.click()
    await said(page, 'Produktet er opprettet')
    await expect
      .poll(() => customer.product(one.item_number))
      .toMatchObject({ name: one.name, active: true })
    await trackedSwitch(page, one.name).waitFor()
  })

  test('what is only in Fiken is made in ServiceM8, and deleted again on both sides', async () => {
    const one = nextPair()
    customer.editedInServicem8(one.name, { active: 0 })
    const page = await open(one.fikenProductNumber)
    await press(page, 'Oppdater')
    await productRow(page, one.fikenName)
      .getByRole('button', { name: `Opprett i ServiceM8: ${one.fikenName}` })
      .click()
    await said(page, 'Produktet er opprettet')
    await chooseInRow(page, one.fikenName, 'Slett')
    const question = page.getByRole('alertdialog')
    await question.getByText(/gjøres inaktivt i Fiken/).waitFor()
    await question.getByRole('button', { name: 'Slett' }).click()
    await page.getByText('Ingen produkter matchet søket').waitFor()
    await expect.poll(() => customer.product(one.fikenProductNumber).active).toBe(false)
  })

  test('the counted stock is written to both with Enter, and not with Escape', async () => {
    const { name, fikenProductNumber: number, servicem8Uuid, fikenStock } = nextPair()
    const page = await open(number)
    const field = await editStock(page, name)
    const sent = watchChanges(page)
    await field.fill('77')
    await field.press('Escape')
    const button = productRow(page, name).getByRole('button', { name: /^Endre lager/ })
    await button.waitFor()
    await until('the focus to be back', () =>
      button.evaluate((one) => one === document.activeElement),
    )
    expect(await sent()).toEqual([])
    expect(customer.product(number).stock).toBe(fikenStock)
    await editStock(page, name)
    await field.fill('78')
    await field.press('Enter')
    await said(page, 'Lageret er oppdatert')
    expect(customer.product(number).stock).toBe(78)
    expect(Number(itemOf(servicem8Uuid)['quantity_in_stock'])).toBe(78)
  })

  test('what is no number becomes 0 with a second Enter; below 0 is refused', async () => {
    const { name, fikenProductNumber: number } = nextPair()
    const page = await open(number)
    const field = await editStock(page, name)
    await field.fill('-1')
    await field.press('Enter')
    await productRow(page, name).getByText('Antallet kan ikke være under 0.').waitFor()
    const sent = watchChanges(page)
    await field.fill('tolv')
    await field.press('Enter')
    await productRow(page, name)
      .getByText('«tolv» er ikke et tall og blir 0. Trykk Enter igjen for å lagre 0.')
      .waitFor()
    expect(await field.inputValue()).toBe('0')
    expect(await sent()).toEqual([])
    expect(customer.product(number).stock).not.toBe(0)
    await field.press('Enter')
    await until('Fiken to have 0', () => customer.product(number).stock === 0)
  })

  test('a stock that somebody else has changed is shown as it is, and asked about', async () => {
    const { name, fikenProductNumber: number } = nextPair()
    const page = await open(number, [REFUSED])
    const field = await editStock(page, name)
    customer.editedInFiken(number, { stock: 31 })
    await field.fill('9')
    await field.press('Enter')
    await productRow(page, name)
      .getByText(/Fiken har 31\. Ingenting er skrevet/)
      .waitFor()
    expect(customer.product(number).stock).toBe(31)
    await press(page, 'Sett til 9')
    await until('Fiken to have 9', () => customer.product(number).stock === 9)
  })

  test('a half that failed is said, and done by a second try', async () => {
    const { name, fikenProductNumber: number, servicem8Uuid } = nextPair()
    const page = await open(number)
    const field = await editStock(page, name)
    world.vendors.faults.add({ vendor: 'fiken', kind: 'status', status: 500, method: 'PUT' })
    await field.fill('55')
    await field.press('Enter')
    await productRow(page, name)
      .getByText(/^Fiken ble ikke oppdatert\./)
      .waitFor()
    expect(Number(itemOf(servicem8Uuid)['quantity_in_stock'])).toBe(55)
    world.vendors.faults.clear()
    await productRow(page, name).getByRole('button', { name: 'Prøv igjen' }).click()
    await until('Fiken to have it too', () => customer.product(number).stock === 55)
  })

  test('tracking is switched off after a yes, and on with ServiceM8’s number', async () => {
    const { name, fikenProductNumber: number, servicem8Stock } = nextPair()
    const page = await open(number)
    await trackedSwitch(page, name).click()
    await page
      .getByRole('alertdialog')
      .getByText(/Fiken glemmer antallet/)
      .waitFor()
    await press(page, 'Slå av')
    await until('Fiken to stop', () => (customer.product(number).stock ?? null) === null)
    await until(
      'the switch to be off',
      async () => (await trackedSwitch(page, name).getAttribute('aria-busy')) === null,
    )
    await trackedSwitch(page, name).click()
    await expect
      .poll(() => dialog(page).getByLabel('Antall på lager').inputValue())
      .toBe(String(servicem8Stock))
    await press(page, 'Slå på')
    await until('Fiken to count', () => customer.product(number).stock === servicem8Stock)
  })

  test('a switch that fails is put back, and nothing is said but in the console', async () => {
    const { name, fikenProductNumber: number } = nextPair()
    const page = await open(number, [/status of 503/, /Inventory tracking was not changed/])
    const logged = page.waitForEvent('console', (said) => said.text().includes('Inventory'))
    world.vendors.faults.add({ vendor: 'fiken', kind: 'status', status: 500 })
    await trackedSwitch(page, name).click()
    await press(page, 'Slå av')
    await logged
    await until(
      'the switch to be put back',
      async () => (await trackedSwitch(page, name).getAttribute('aria-checked')) === 'true',
    )
    await settled(page)
    expect(
      await page
        .getByRole('region', { name: /^Varsler/ })
        .locator('li')
        .count(),
    ).toBe(0)
  })

  test('two of one name are one product after a yes', async () => {
    const { name, fikenProductNumber: number, servicem8Uuid } = nextPair()
    customer.editedInServicem8(name, { item_number: `${number}-X` })
    const page = await open(name)
    await press(page, 'Oppdater')
    await productRow(page, name)
      .first()
      .getByRole('button', { name: `Forslag: ${name}` })
      .first()
      .click()
    await expect.poll(() => textOf(dialog(page))).toContain(`${number}-X`)
    await press(page, 'Samme produkt')
    await said(page, 'Produktene er koblet sammen')
    await expect.poll(() => itemOf(servicem8Uuid)['item_number']).toBe(`${number}-X`)
    await trackedSwitch(page, name).waitFor()
  })

  test('one product is brought in step from its row, and no other', async () => {
    const [one, other] = [nextPair(), nextPair()]
    for (const { fikenProductNumber, fikenPrice } of [one, other])
      customer.editedInFiken(fikenProductNumber, { unitPrice: (fikenPrice ?? 0) + 300 })
    const page = await open('')
    await press(page, 'Oppdater')
    await page.goto(`/product-sync?q=${one.fikenProductNumber}`)
    await productRow(page, one.name).getByText('Prisavvik').waitFor({ state: 'attached' })
    await chooseInRow(page, one.name, 'Smart Sync')
    const boxes = dialog(page).getByRole('checkbox')
    await dialog(page)
      .getByRole('checkbox', { name: `Pris for ${one.name}` })
      .waitFor()
    expect(await boxes.count()).toBeLessThanOrEqual(2)
    expect(await textOf(dialog(page))).not.toContain(other.name)
    await dialog(page)
      .getByRole('button', { name: /^Gjør \d/ })
      .click()
    await said(page, 'Smart Sync er ferdig')
    const priceOf = ({ servicem8Uuid }: MatchedProduct) =>
      Math.round(Number(itemOf(servicem8Uuid)['price']) * 100)
    expect(priceOf(one)).toBe((one.fikenPrice ?? 0) + 300)
    expect(priceOf(other)).toBe(Math.round((other.servicem8SalePrice ?? 0) * 100))
  })
})

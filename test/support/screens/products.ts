import type { Page } from 'playwright-core'
import {
  openProducts,
  chooseInRow,
  editStock,
  productRow,
  trackedSwitch,
} from '../browser/product-rows.ts'
import { shopkeeper } from '../people/products/shopkeeper.ts'
import { escaped, type ScreenWalk } from './stage.ts'

async function only(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words)
  await productRow(page, name).first().waitFor()
}

export const PRODUCTS: Record<string, ScreenWalk> = {
  'of the products': async ({ world, open, seen }) => {
    const customer = await shopkeeper(world)
    const { matchedProducts, missingInFiken } = await customer.compared()
    const pair = matchedProducts.find(
      ({ fikenStock, servicem8Stock, fikenPrice }) =>
        fikenStock !== null && servicem8Stock !== null && (fikenPrice ?? 0) > 1_000,
    )
    const item = missingInFiken.find(({ item_number }) => item_number !== '')
    if (!pair || !item) throw new Error('the seed has no such products')
    const page = await open({ as: customer, expected: [/Failed to load resource/] })
    await openProducts(page)
    await seen(page, 'the products')
    await only(page, pair.name, pair.fikenProductNumber)
    await productRow(page, pair.name).getByRole('checkbox').click()
    const stock = await editStock(page, pair.name)
    await stock.fill('tolv')
    await stock.press('Enter')
    await seen(page, 'a chosen product, with a stock that is no number')
    await stock.press('Escape')
    const more = page.getByRole('button', { name: `Flere valg for ${pair.name}`, exact: true })
    await more.click()
    await page.getByRole('menuitem', { name: 'Slett' }).waitFor()
    await seen(page, 'the menu of a product')
    await escaped(page, 'menu')
    await chooseInRow(page, pair.name, 'Endre pris i Fiken')
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Ny pris uten MVA')
      .fill(String(Math.round((pair.fikenPrice ?? 0) / 25)))
    await dialog.getByRole('button', { name: 'Oppdater pris' }).click()
    await dialog.getByText('Stor endring').waitFor()
    await seen(page, 'a price that changes by more than half')
    await escaped(page)
    await chooseInRow(page, pair.name, 'Historikk')
    await dialog.waitFor()
    await seen(page, 'what was done to a product')
    await escaped(page)
    await chooseInRow(page, pair.name, 'Slett')
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before a product is deleted')
    await escaped(page, 'alertdialog')
    await trackedSwitch(page, pair.name).click()
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before stock is no longer kept')
    await escaped(page, 'alertdialog')
    await only(page, item.name, item.item_number)
    await page.getByRole('button', { name: `Opprett i Fiken: ${item.name}`, exact: true }).click()
    await dialog.getByLabel('Inntektskonto').waitFor()
    await seen(page, 'a product that is made in Fiken')
    await escaped(page)
    await page.getByRole('searchbox').fill('snøfreser')
    await page.getByText('Ingen produkter matchet søket').waitFor()
    await seen(page, 'no product that is looked for')
  },

  'on which much is done to products at once': async ({ world, open, seen }) => {
    const customer = await shopkeeper(world)
    const page = await open({ as: customer, expected: [/Failed to load resource/] })
    await openProducts(page, '?type=price')
    for (const row of [0, 1])
      await page.locator('[data-row]').nth(row).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Slett valgte' }).click()
    await page.getByRole('alertdialog').waitFor()
    await seen(page, 'the question before many products are deleted')
    await escaped(page, 'alertdialog')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Smart Sync', exact: true }).click()
    await dialog
      .getByText(/^Endres i /)
      .first()
      .waitFor()
    await seen(page, 'what Smart Sync would change')
    await escaped(page)
    const prices = page.getByRole('region', { name: 'Automatisk prissynkronisering' })
    await prices.getByLabel('Hvor ofte').selectOption({ label: 'Ukentlig' })
    await prices.getByRole('switch', { name: 'Hold prisene like' }).click()
    await dialog.getByRole('button', { name: 'Slå på' }).waitFor()
    await seen(page, 'what prices that are kept alike would change')
    await escaped(page)
    await page.getByRole('button', { name: 'Tidligere kjøringer' }).click()
    await dialog.getByText('Ingen kjøringer de siste 30 dagene.').waitFor()
    await seen(page, 'runs of which there are none')
    await escaped(page)
    await page.getByRole('button', { name: 'Fil', exact: true }).click()
    await page.getByRole('menuitem', { name: /Les inn fra CSV/ }).click()
    await dialog
      .getByLabel('Fil med produkter')
      .setInputFiles({ name: 'lager.csv', mimeType: 'text/csv', buffer: Buffer.from('tull') })
    await dialog.getByRole('alert').waitFor()
    await seen(page, 'a file that is none of products')
    await escaped(page)
    await page.getByRole('button', { name: 'Skann strekkode' }).click()
    await dialog.getByText('Denne nettleseren kan ikke lese strekkoder').waitFor()
    await seen(page, 'barcodes that cannot be read')
  },
}

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { openProducts } from '../../support/browser/product-rows.ts'
import { textOf } from '../../support/browser/screen.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const REFUSED = [/import\/preview/]
const world = await startWorld()
const customer = await shopkeeper(world)
const browser = useBrowser(() => world)

const dialog = (page: Page) => page.getByRole('dialog')

async function open(width = 1280): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: REFUSED, width })
  await openProducts(page, '')
  return page
}

async function chooseFile(page: Page, text: string): Promise<void> {
  await dialog(page)
    .getByLabel('Fil med produkter')
    .setInputFiles({
      name: 'priser.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text, 'latin1'),
    })
}

test.each(seenAt([1280, 360]))(
  'the list is saved as a file, and what is changed in it is shown and written after a yes, at %d px',
  async (width) => {
    const page = await open(width)
    await page.getByRole('button', { name: 'Fil', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Last ned som CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^produkter-\d{4}-\d\d-\d\d\.csv$/)
    const saved = await readFile(await file.path(), 'utf8')
    const [head = '', ...lines] = saved.replace('\uFEFF', '').trim().split('\r\n')
    const line = lines.find((one) => one.includes('Kuleventil 1/2')) ?? ''
    const cells = line.split(';')
    const names = head.split(';')
    const at = (name: string) => names.indexOf(name)
    const old = Number((cells[at('Pris i Fiken uten MVA')] ?? '').replace(',', '.'))
    cells[at('Pris i Fiken uten MVA')] = String(old + 10).replace('.', ',')
    cells[at('Lager i Fiken')] = String(width)

    await page.getByRole('button', { name: 'Fil', exact: true }).click()
    await page.getByRole('menuitem', { name: /Les inn fra CSV/ }).click()
    await chooseFile(page, 'tull')
    await dialog(page).getByRole('alert').waitFor()
    expect(await textOf(dialog(page).getByRole('alert'))).toContain('mangler kolonnene')
    await chooseFile(page, `${head}\r\n${cells.join(';')}\r\nx;finnes ikke;;;1;;;;;;\r\n`)
    await dialog(page).getByText('Blir endret (2)').waitFor()
    await dialog(page).getByText('Brukes ikke (1)').waitFor()
    await expectSoundInEveryLook(page)
    await dialog(page).getByRole('button', { name: 'Skriv 2 tall' }).click()
    await until('both numbers to be in Fiken', () => {
      const { unitPrice, stock } = customer.product('1001')
      return unitPrice === Math.round((old + 10) * 100) && stock === width
    })
  },
)

test.each(seenAt([360, 1280]))(
  'on a screen of %d pixels a barcode that the camera sees finds its product, which is counted there',
  async (width) => {
    const counted = width === 360 ? 11 : 12
    const page = await open(width)
    const [code = ''] = (await customer.compared()).matchedProducts.flatMap((pair) =>
      pair.fikenProductNumber === '1001' ? [pair.servicem8Barcode] : [],
    )
    await page.evaluate((seen) => {
      class Seen {
        detect = () => Promise.resolve([{ rawValue: seen }])
      }
      Object.assign(window, { BarcodeDetector: Seen })
      const canvas = document.createElement('canvas')
      Object.defineProperty(navigator, 'mediaDevices', {
        value: { getUserMedia: () => Promise.resolve(canvas.captureStream()) },
      })
    }, code)
    await page.getByRole('button', { name: 'Skann strekkode' }).click()
    await dialog(page).getByRole('status').filter({ hasText: 'Kuleventil 1/2"' }).waitFor()
    await dialog(page)
      .getByRole('button', { name: /^Endre lager/ })
      .click()
    await dialog(page).getByRole('textbox').fill(String(counted))
    await page.keyboard.press('Enter')
    await until('the count to be in both systems', () => {
      const { stock } = customer.product('1001')
      return (
        stock === counted &&
        Number(customer.item('Kuleventil 1/2"')['quantity_in_stock']) === counted
      )
    })
    await dialog(page).getByRole('button', { name: 'Vis i listen' }).click()
    await until('the one row', async () => (await page.locator('[data-row]').count()) === 1)
  },
)

test.each(seenAt([360, 1280]))(
  'on a screen of %d pixels a browser with no reader behind its class, and a refused camera, are told apart',
  async (width) => {
    const page = await open(width)
    const pretend = (formats: string[]) =>
      page.evaluate((supported) => {
        class Seen {
          static getSupportedFormats = () => Promise.resolve(supported)
          detect = () => Promise.resolve([])
        }
        Object.assign(window, { BarcodeDetector: Seen })
        Object.defineProperty(navigator, 'mediaDevices', {
          configurable: true,
          value: { getUserMedia: () => Promise.reject(new Error('refused')) },
        })
      }, formats)
    await pretend([])
    await page.getByRole('button', { name: 'Skann strekkode' }).click()
    await dialog(page).getByText('Denne nettleseren kan ikke lese strekkoder').waitFor()
    await page.keyboard.press('Escape')
    await pretend(['ean_13'])
    await page.getByRole('button', { name: 'Skann strekkode' }).click()
    await dialog(page).getByText('Fikk ikke brukt kameraet').waitFor()
    await expectSoundInEveryLook(page)
  },
)

test('a browser that cannot read barcodes says so, and how the product is found instead', async () => {
  const page = await open(360)
  await page.getByRole('button', { name: 'Skann strekkode' }).click()
  await dialog(page).getByText('Denne nettleseren kan ikke lese strekkoder').waitFor()
  await expectSoundInEveryLook(page)
})

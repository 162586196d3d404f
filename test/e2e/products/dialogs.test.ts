import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import {
  chooseInRow,
  openProducts,
  productRow,
  trackedSwitch,
} from '../../support/browser/product-rows.ts'
import { textOf } from '../../support/browser/screen.ts'
import { shopkeeper, type Shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await shopkeeper(world)
const pairs: MatchedProduct[] = (await customer.compared()).matchedProducts.filter(
  ({ fikenStock, servicem8Stock, fikenPrice }) =>
    fikenStock !== null && servicem8Stock !== null && (fikenPrice ?? 0) > 1_000,
)
const browser = useBrowser(() => world)

const nextPair = () => {
  const pair = pairs.pop()
  if (!pair) throw new Error('there are no more pairs')
  return pair
}
const REFUSED = [/status of 4(00|09)/]

async function open(query: string, as = customer, width = 1280): Promise<Page> {
  const page = await browser.openPage({ as, width, expected: REFUSED })
  await openProducts(page, query && `?q=${encodeURIComponent(query)}`)
  return page
}
const dialog = (page: Page) => page.getByRole('dialog')

describe('axe finds nothing', () => {
  test('with the question open whether two of one name are one product', async () => {
    const { name, fikenProductNumber: number } = nextPair()
    customer.editedInServicem8(name, { item_number: `${number}-X` })
    const page = await open(name)
    await page.getByRole('button', { name: 'Oppdater', exact: true }).click()
    await page
      .getByRole('button', { name: `Forslag: ${name}` })
      .first()
      .click()
    await dialog(page).getByRole('table').waitFor()
    await expectSoundInEveryLook(page)
  })

  test('with the questions open that switch stock keeping off and on', async () => {
    const { name, fikenProductNumber: number } = nextPair()
    const page = await open(number)
    await trackedSwitch(page, name).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Slå av' }).waitFor()
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await question.getByRole('button', { name: 'Slå av' }).click()
    await until('Fiken to stop', () => (customer.product(number).stock ?? null) === null)
    await until(
      'the switch to be off',
      async () => (await trackedSwitch(page, name).getAttribute('aria-checked')) === 'false',
    )
    await trackedSwitch(page, name).click()
    await dialog(page).getByLabel('Antall på lager').fill('mange')
    await dialog(page).getByRole('button', { name: 'Slå på' }).click()
    await dialog(page).getByText('Skriv antallet som et tall, 0 eller mer').waitFor()
    await expectSoundInEveryLook(page)
  })

  test('with the question open that a price changing by more than half asks', async () => {
    const { name, fikenProductNumber: number, fikenPrice } = nextPair()
    const page = await open(number)
    await chooseInRow(page, name, 'Endre pris i Fiken')
    await dialog(page)
      .getByLabel('Ny pris uten MVA')
      .fill(String(Math.round((fikenPrice ?? 0) / 25)))
    await dialog(page).getByRole('button', { name: 'Oppdater pris' }).click()
    await dialog(page).getByText('Stor endring').waitFor()
    await expectSoundInEveryLook(page)
  })

  test('with a product found by its barcode, one that is nowhere, and a code that two have', async () => {
    const [one, other] = [nextPair(), nextPair()]
    customer.editedInServicem8(one.name, { barcode: '7020000000017' })
    customer.editedInServicem8(other.name, { barcode: '7020000000017' })
    const page = await open('')
    await page.getByRole('button', { name: 'Oppdater', exact: true }).click()
    await page.goto('/product-sync?q=7020000000017')
    await until('both rows', async () => (await page.locator('[data-row]').count()) === 2)
    await camera(page)
    await page.getByRole('button', { name: 'Skann strekkode' }).click()
    await sees(page, nextPair().fikenProductNumber)
    await dialog(page)
      .getByRole('button', { name: /^Endre lager/ })
      .click()
    await dialog(page).getByRole('textbox').fill('tolv')
    await page.keyboard.press('Enter')
    await dialog(page)
      .getByText(/er ikke et tall og blir 0/)
      .waitFor()
    await expectSoundInEveryLook(page)
    for (const [code, says] of [
      ['7020000000017', 'Flere produkter har strekkoden 7020000000017.'],
      ['0000', 'Ingen produkter har strekkoden 0000.'],
    ] as const) {
      await dialog(page).getByRole('button', { name: 'Skann neste' }).click()
      await sees(page, code)
      await dialog(page).getByText(says).waitFor()
      await expectSoundInEveryLook(page)
    }
  })
})

/**
 * Replaces the page's camera and barcode reader; the reader detects the code that {@link sees}
 * sets.
 */
const camera = (page: Page) =>
  page.evaluate(() => {
    class Reader {
      detect = () => {
        const { held } = window as { held?: string }
        Object.assign(window, { held: undefined })
        return Promise.resolve(held ? [{ rawValue: held }] : [])
      }
    }
    Object.assign(window, { BarcodeDetector: Reader })
    const canvas = document.createElement('canvas')
    Object.defineProperty(navigator, 'mediaDevices', {
      value: { getUserMedia: () => Promise.resolve(canvas.captureStream()) },
    })
  })
const sees = (page: Page, code: string) =>
  page.evaluate((held) => void Object.assign(window, { held }), code)

test.each([1280, 360])(
  'on a screen of %d pixels a reader that turns out to read nothing says so, and lets the camera go',
  async (width) => {
    const page = await open('', customer, width)
    await page.evaluate(() => {
      class Unable {
        detect = () => Promise.reject(new DOMException('no service', 'NotSupportedError'))
      }
      const stream = document.createElement('canvas').captureStream()
      Object.assign(window, { BarcodeDetector: Unable, stream })
      Object.defineProperty(navigator, 'mediaDevices', {
        value: { getUserMedia: () => Promise.resolve(stream) },
      })
    })
    await page.getByRole('button', { name: 'Skann strekkode' }).click()
    await dialog(page).getByText('Denne nettleseren kan ikke lese strekkoder').waitFor()
    await dialog(page)
      .getByText(/skrive strekkoden i søkefeltet/)
      .waitFor()
    const states = await page.evaluate(() =>
      (window as unknown as { stream: MediaStream }).stream
        .getTracks()
        .map(({ readyState }) => readyState),
    )
    expect(states).toEqual(['ended'])
    await expectSoundInEveryLook(page)
  },
)

describe('the account of a new product', () => {
  const ask = async (page: Page, name: string) => {
    await productRow(page, name)
      .getByRole('button', { name: `Opprett i Fiken: ${name}` })
      .click()
    await dialog(page).getByLabel('Inntektskonto').waitFor()
  }
  const aloneIn = async (mine: Shopkeeper) => {
    const [item] = (await mine.compared()).missingInFiken.filter(({ item_number }) => item_number)
    if (!item) throw new Error('nothing is only in ServiceM8')
    return item
  }

  test('is said where the VAT table decides another one than is offered', async () => {
    const { name, item_number } = await aloneIn(customer)
    const rates = Object.values(customer.tenant.account.tables.taxrate)
    const reduced = rates.find(({ amount }) => Number(amount) === 15)
    customer.editedInServicem8(name, { tax_rate_uuid: reduced?.uuid })
    const page = await open(item_number)
    await page.getByRole('button', { name: 'Oppdater', exact: true }).click()
    await until('the rate to be read', async () =>
      (await customer.compared()).missingInFiken.some(
        (one) => one.name === name && one.incomeAccount === '3030',
      ),
    )
    await ask(page, name)
    await dialog(page)
      .getByText('Varens MVA-sats avgjør kontoen. I MVA-tabellen er den nå 3030.')
      .waitFor()
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await dialog(page).getByLabel('Inntektskonto').selectOption({ label: '3000 Vare' })
    await dialog(page).getByRole('button', { name: 'Opprett i Fiken' }).click()
    await page.getByText('Produktet er opprettet', { exact: true }).waitFor()
    expect(customer.product(item_number)).toMatchObject({
      incomeAccount: '3030',
      vatType: 'MEDIUM',
    })
  })

  test('is 3200 whatever is chosen, and said to be, for a company outside VAT', async () => {
    const mine = await shopkeeper(world, ({ company }) =>
      Object.assign(company.info, { vatType: 'no' }),
    )
    const { name, item_number } = await aloneIn(mine)
    const page = await open(item_number, mine)
    await ask(page, name)
    // The item has VAT in ServiceM8 and would be sold with VAT, so the product asks instead of
    // guessing.
    await dialog(page).getByLabel('Inntektskonto').selectOption({ label: '3000 Vare' })
    await dialog(page).getByRole('button', { name: 'Opprett i Fiken' }).click()
    await page
      .getByText(/^Selskapet er ikke MVA-registrert i Fiken, men varen har MVA-satsen «MVA 25 %»/)
      .waitFor()
    expect(
      await dialog(page)
        .getByText(/føres på 3200/)
        .count(),
    ).toBe(0)
    await page.keyboard.press('Escape')

    const rates = Object.values(mine.tenant.account.tables.taxrate)
    const none = rates.find(({ amount }) => Number(amount) === 0)
    mine.editedInServicem8(name, { tax_rate_uuid: none?.uuid })
    await page.getByRole('button', { name: 'Oppdater', exact: true }).click()
    await until('the rate to be read', async () =>
      (await mine.compared()).missingInFiken.some(
        (one) => one.name === name && one.incomeAccount === '3200',
      ),
    )
    await ask(page, name)
    await dialog(page)
      .getByText(
        'Selskapet er utenfor MVA-registeret, så produktet føres på 3200 uansett hva du velger.',
      )
      .waitFor()
    expect(await textOf(dialog(page))).not.toContain('Varens MVA-sats avgjør kontoen')
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await dialog(page).getByLabel('Inntektskonto').selectOption({ label: '3020 Tjeneste' })
    await dialog(page).getByRole('button', { name: 'Opprett i Fiken' }).click()
    await page.getByText('Produktet er opprettet', { exact: true }).waitFor()
    expect(mine.product(item_number)).toMatchObject({ incomeAccount: '3200', vatType: 'OUTSIDE' })
  })
})

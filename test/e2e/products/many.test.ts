import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MatchedProduct } from '#shared/contracts/products/comparison'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { networkGoneOnce, proxyAnswersOnce } from '../../support/browser/network.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { openProducts, productRow } from '../../support/browser/product-rows.ts'
import { textOf } from '../../support/browser/screen.ts'
import { fixed, reads, walkRows } from '../../support/catalogue/index.ts'
import { MANY_PRODUCTS } from '../../support/catalogue/products.ts'
import { shopkeeper, type Shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const customer = await shopkeeper(world)
const browser = useBrowser(() => world)

async function open(query = ''): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: [/Failed to load resource/] })
  await openProducts(page, query)
  return page
}
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('region', { name: 'Valgte produkter' })
const deviating = ({ matchedProducts }: { matchedProducts: MatchedProduct[] }) =>
  matchedProducts.filter(
    ({ fikenPrice, servicem8SalePrice }) =>
      Math.round((servicem8SalePrice ?? 0) * 100) !== fikenPrice,
  )

describe.each(seenAt([1280, 360]))('on a screen of %d pixels', (width) => {
  let mine: Shopkeeper
  beforeAll(async () => {
    mine = await shopkeeper(world)
  })
  const openMine = async (query = '') => {
    const page = await browser.openPage({ as: mine, width })
    await openProducts(page, query)
    return page
  }

  test('the chosen ones are deleted after the question, pairs on both sides', async () => {
    const page = await openMine('?type=price')
    const [one, other] = deviating(await mine.compared())
    if (!one || !other) throw new Error('no prices deviate')
    for (const { name } of [one, other])
      await productRow(page, name)
        .getByRole('checkbox', { name: `Velg ${name}` })
        .click()
    await bar(page).getByText('2 valgt').waitFor()
    await press(page, 'Slett valgte')
    await page
      .getByText(
        'Er du sikker på at du vil slette 2 valgte produkter? Denne handlingen kan ikke angres.',
      )
      .waitFor()
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width, height: 900 })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    await page.getByText('Produktene er slettet', { exact: true }).waitFor()
    for (const { name, fikenProductNumber } of [one, other]) {
      expect(mine.product(fikenProductNumber).active).toBe(false)
      expect(Number(mine.item(name)['active'])).toBe(0)
      await productRow(page, name).waitFor({ state: 'detached' })
    }
    await bar(page).waitFor({ state: 'detached' })
  })

  test('Smart Sync shows what it would write, leaves out what is not wanted, and does the rest', async () => {
    const [, , one] = deviating(await mine.compared())
    if (!one) throw new Error('no prices deviate')
    mine.editedInFiken(one.fikenProductNumber, { lastModifiedDate: '2026-01-01' })
    const page = await openMine()
    await press(page, 'Smart Sync')
    const plan = dialog(page)
    await plan
      .getByText(/^Endres i /)
      .first()
      .waitFor()
    await plan.getByText('etter dato', { exact: true }).first().waitFor()
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    const boxes = plan.getByRole('checkbox')
    const many = await boxes.count()
    expect(many).toBeGreaterThan(1)
    const kept = (await boxes.first().getAttribute('aria-label')) ?? ''
    await boxes.first().click()
    await plan.getByRole('button', { name: /^Gjør \d/ }).click()
    await page.getByText('Smart Sync er ferdig', { exact: true }).waitFor()
    await press(page, 'Smart Sync')
    await plan.getByRole('checkbox', { name: kept }).waitFor()
    await until('only that one to be left', async () => (await boxes.count()) === 1)
  })

  test('prices are kept in step by themselves once what that would change has been seen', async () => {
    const page = await openMine()
    const card = page.getByRole('region', { name: 'Automatisk prissynkronisering' })
    await card.getByLabel('Hvor ofte').selectOption({ label: 'Ukentlig' })
    await card.getByRole('switch', { name: 'Hold prisene like' }).click()
    await dialog(page).getByRole('button', { name: 'Slå på' }).waitFor()
    await expectSoundInEveryLook(page)
    await page.setViewportSize({ width, height: 900 })
    await dialog(page).getByRole('button', { name: 'Slå på' }).click()
    await page.getByText('Prisene holdes like fra nå av').first().waitFor()
    const toggle = card.getByRole('switch', { name: 'Hold prisene like' })
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
    await page.reload()
    await expect
      .poll(() => textOf(card.getByLabel('Hvor ofte').locator('option:checked')))
      .toBe('Ukentlig')
    await press(page, 'Tidligere kjøringer')
    await dialog(page).getByRole('button', { name: 'Lukk' }).last().waitFor()
    await expectSoundInEveryLook(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width, height: 900 })
    await toggle.click()
    await page.getByText('Prisene synkroniseres ikke lenger').first().waitFor()
  })
})

const card = (page: Page) => page.getByRole('region', { name: 'Automatisk prissynkronisering' })
const turnOn = (page: Page) => card(page).getByRole('switch', { name: 'Hold prisene like' }).click()

walkRows(MANY_PRODUCTS, {
  'chosen products not deleted': async () => {
    const page = await open('?type=servicem8_only')
    await page.locator('[data-row]').first().getByRole('checkbox').click()
    await networkGoneOnce(page, '**/api/product-sync/bulk-delete')
    const remove = async () => {
      await press(page, 'Slett valgte')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    }
    await remove()
    await reads(page, 'chosen products not deleted')
    await remove()
    await fixed(page, 'chosen products not deleted')
  },
  'some of the chosen not deleted': async () => {
    const page = await open('?type=servicem8_only')
    const remove = async () => {
      for (const row of await page.locator('[data-row]').all())
        await row.getByRole('checkbox').click()
      await press(page, 'Slett valgte')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
    }
    world.vendors.faults.add({
      vendor: 'servicem8',
      kind: 'status',
      status: 400,
      method: 'DELETE',
      count: 1,
    })
    await remove()
    await reads(page, 'some of the chosen not deleted')
    await dialog(page).getByRole('button', { name: 'Lukk' }).last().click()
    await remove()
    await fixed(page, 'some of the chosen not deleted')
  },
  'plan not read': async () => {
    const page = await open()
    await proxyAnswersOnce(page, '**/api/product-sync/smart-sync')
    await press(page, 'Smart Sync')
    await reads(page, 'plan not read')
    await press(page, 'Prøv igjen')
    await fixed(page, 'plan not read')
  },
  'Smart Sync not begun': async () => {
    const mine = await shopkeeper(world)
    const page = await browser.openPage({ as: mine, expected: [/Failed to load resource/] })
    await openProducts(page)
    await networkGoneOnce(page, '**/api/product-sync/smart-sync')
    const run = async () => {
      await press(page, 'Smart Sync')
      await dialog(page)
        .getByRole('button', { name: /^Gjør \d/ })
        .click()
    }
    await run()
    await reads(page, 'Smart Sync not begun')
    await run()
    await fixed(page, 'Smart Sync not begun')
  },
  'Smart Sync not all written': async () => {
    const mine = await shopkeeper(world)
    const page = await browser.openPage({ as: mine, expected: [/Failed to load resource/] })
    await openProducts(page)
    const refused = { kind: 'status', status: 400, count: 1 } as const
    const { account, user } = mine.tenant
    world.vendors.faults.add({
      ...refused,
      vendor: 'servicem8',
      who: account.uuid,
      method: 'POST',
      path: 'material',
    })
    world.vendors.faults.add({
      ...refused,
      vendor: 'fiken',
      who: user.email,
      method: 'PUT',
      path: 'products',
    })
    const run = async () => {
      await press(page, 'Smart Sync')
      await dialog(page)
        .getByRole('button', { name: /^Gjør \d/ })
        .click()
    }
    await run()
    await reads(page, 'Smart Sync not all written')
    await dialog(page).getByRole('button', { name: 'Lukk' }).last().click()
    await run()
    await fixed(page, 'Smart Sync not all written')
  },
  'price sync without an interval': async () => {
    const page = await open()
    await turnOn(page)
    await reads(page, 'price sync without an interval')
    await card(page).getByLabel('Hvor ofte').selectOption({ label: 'Daglig' })
    await fixed(page, 'price sync without an interval')
  },
  'dry run not read': async () => {
    const page = await open()
    await proxyAnswersOnce(page, '**/api/auto-price-sync/dry-run')
    await card(page).getByLabel('Hvor ofte').selectOption({ label: 'Daglig' })
    await turnOn(page)
    await reads(page, 'dry run not read')
    await press(page, 'Prøv igjen')
    await fixed(page, 'dry run not read')
  },
  'runs not read': async () => {
    const page = await open()
    await proxyAnswersOnce(page, '**/api/auto-price-sync/runs')
    await press(page, 'Tidligere kjøringer')
    await reads(page, 'runs not read')
    await press(page, 'Prøv igjen')
    await fixed(page, 'runs not read')
  },
  'price sync not saved': async () => {
    const page = await open()
    await card(page).getByLabel('Hvor ofte').selectOption({ label: 'Månedlig' })
    await turnOn(page)
    await networkGoneOnce(page, '**/api/auto-price-sync/settings')
    await dialog(page).getByRole('button', { name: 'Slå på' }).click()
    await reads(page, 'price sync not saved')
    await dialog(page).getByRole('button', { name: 'Slå på' }).click()
    await fixed(page, 'price sync not saved')
  },
})

import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { problemsInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { openProducts, productRow } from '../../support/browser/product-rows.ts'
import { connect } from '../../support/browser/screen.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { startWorld, type TestWorld } from '../../support/world/world.ts'

/** The products screen before there is a list, and while not everything may be done. */

let world: TestWorld
const browser = useBrowser(() => world)

beforeAll(async () => {
  world = await startWorld()
})
afterEach(() => world.sandbox.world.faults.clear())
afterAll(() => world.stop())

test('the first reading says how far it is, and the list comes by itself', async () => {
  const fault = { vendor: 'fiken', kind: 'slow', method: 'GET', path: '/products$' } as const
  const customer = await readyCustomer(world, {
    prepare: () => void world.sandbox.world.faults.add({ ...fault, ms: 10_000, count: 1 }),
  })
  const page = await browser.openPage({ as: customer })
  await page.goto('/product-sync')
  await page.getByText('Produktene hentes for første gang').waitFor()
  await page.getByText(/varer fra ServiceM8 så langt$/).waitFor()
  expect(await problemsInEveryLook(page)).toEqual({})
  await page.locator('[data-row]').first().waitFor()
})

test('before a company has been chosen it says so, and leads to where it is chosen', async () => {
  const customer = await readyCustomer(world)
  const page = await browser.openPage({ as: customer, expected: [/status of (401|409)/] })
  await page.goto('/configuration')
  await page.getByRole('button', { name: 'Logg ut av Fiken' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logg ut av Fiken' }).click()
  await connect(page, 'Fiken', customer.tenant.user.email)
  await page.getByText('Velg selskap for å fortsette').waitFor()
  await page.goto('/product-sync')
  await page.getByText('Velg selskap i Fiken', { exact: true }).waitFor()
  expect(await problemsInEveryLook(page)).toEqual({})
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Gå til konfigurasjon' }).click()
  await page.getByRole('button', { name: /^Fortsett med/ }).click()
  await page.getByText('Velg selskap for å fortsette').waitFor({ state: 'detached' })
  await openProducts(page)
})

test('without a consent that may write items, only Fiken is changed from here until it is given', async () => {
  const customer = await shopkeeper(world)
  const pair = (await customer.compared()).matchedProducts[0]
  if (!pair) throw new Error('nothing is matched')
  await world.product.platform.db.execute(
    sql`update connections set scope = replace(scope, 'manage_inventory', '') where vendor = 'servicem8'`,
  )
  const page = await browser.openPage({ as: customer })
  await openProducts(page, `?q=${pair.fikenProductNumber}`)
  await page.getByText('Det kan ikke skrives til ServiceM8 ennå').waitFor()
  const row = productRow(page, pair.name)
  await row.getByRole('button', { name: `Flere valg for ${pair.name}` }).click()
  const inServicem8 = page.getByRole('menuitem', { name: 'Endre pris i ServiceM8' })
  expect(await inServicem8.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  expect(await problemsInEveryLook(page)).toEqual({})
  await page.setViewportSize({ width: 1280, height: 900 })
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Koble til ServiceM8 på nytt' }).click()
  const consent = await popup
  await consent.getByLabel(customer.tenant.account.vendor.name).check()
  const gone = consent.waitForEvent('close')
  await consent.getByRole('button', { name: 'Gi tilgang' }).click()
  await gone
  await page.getByText('Det kan ikke skrives til ServiceM8 ennå').waitFor({ state: 'detached' })
  await row.getByRole('button', { name: `Flere valg for ${pair.name}` }).click()
  await inServicem8.click()
  await page.getByRole('dialog').getByLabel('Ny pris uten MVA').waitFor()
})

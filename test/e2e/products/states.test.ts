import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readSystemStatus } from '#shared/contracts/overview'
import { runSmartSync } from '#shared/contracts/products/tasks'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { openProducts, productRow } from '../../support/browser/product-rows.ts'
import { connect } from '../../support/browser/screen.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { shopkeeper } from '../../support/people/products/shopkeeper.ts'
import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

test('the first reading says how far it is, and the list comes by itself', async () => {
  const fault = { vendor: 'fiken', kind: 'slow', method: 'GET', path: '/products$' } as const
  const customer = await readyCustomer(world, {
    prepare: () => void world.vendors.faults.add({ ...fault, ms: 10_000, count: 1 }),
  })
  const page = await browser.openPage({ as: customer })
  await page.goto('/product-sync')
  await page.getByText('Produktene hentes for første gang').waitFor()
  await page.getByText(/varer fra ServiceM8 så langt$/).waitFor()
  await expectSoundInEveryLook(page)
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
  await page.getByText('Ingen selskap er valgt i Fiken', { exact: true }).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Velg selskap' }).click()
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
  await expect.poll(() => inServicem8.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await inServicem8.waitFor({ state: 'detached' })
  await expectSoundInEveryLook(page)
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

test('products that are in neither system are said to be none, and nothing is called perfect', async () => {
  const customer = await readyCustomer(world, {
    prepare: ({ account, company }) => {
      for (const item of Object.values(account.tables.material)) item.active = 0
      for (const product of company.products) product.active = false
    },
  })
  const page = await browser.openPage({ as: customer })
  await page.goto('/product-sync')
  await page.getByText('Ingen produkter', { exact: true }).waitFor()
  await page.getByText(/^Produkter du legger inn i Fiken/).waitFor()
  expect(await page.getByText('Perfekt synkronisering!').count()).toBe(0)
  await expectSoundInEveryLook(page)
})

test('it is asked every ten seconds, and no oftener, whether both systems are connected', async () => {
  const customer = await shopkeeper(world)
  const page = await browser.openPage({ as: customer })
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === readSystemStatus.path) asked += 1
  })
  // Counts the responses that the page has read, because the page's interval starts when it has
  // read a response, not when the response arrives.
  await page.addInitScript((path) => {
    const text = Response.prototype.text
    Object.assign(window, { statusesRead: 0 })
    Response.prototype.text = async function (this: Response) {
      const body = await text.call(this)
      if (new URL(this.url).pathname === path)
        Object.assign(window, { statusesRead: statusesRead() + 1 })
      return body
    }
    const statusesRead = () => Number(Reflect.get(window, 'statusesRead'))
  }, readSystemStatus.path)
  const allRead = () =>
    until('the answers to be read', async () => {
      const read = await page.evaluate(() => Number(Reflect.get(window, 'statusesRead')))
      return read === asked
    })
  await page.clock.install()
  await openProducts(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  /** Returns seconds until the page's next request; 0 if there is none within twelve seconds. */
  const untilAsked = async () => {
    const before = asked
    for (let seconds = 1; seconds <= 12; seconds += 1) {
      await page.clock.runFor(1_000)
      // A round trip to the page ensures that its earlier requests have been recorded.
      await page.evaluate(() => null)
      if (asked === before) continue
      await allRead()
      return seconds
    }
    return 0
  }
  await allRead()
  await untilAsked()
  for (let time = 1; time <= 3; time += 1) {
    const seconds = await untilAsked()
    expect(seconds).toBeGreaterThanOrEqual(10)
    expect(seconds).toBeLessThanOrEqual(11)
  }
})

test('work that lost its access says what it waits for, with the way there, and goes on by itself', async () => {
  const customer = await shopkeeper(world)
  const pairs = (await customer.compared()).matchedProducts
    .filter(({ fikenPrice, servicem8SalePrice }) => fikenPrice === (servicem8SalePrice ?? 0) * 100)
    .slice(0, 3)
  for (const { name, servicem8SalePrice } of pairs)
    customer.editedInServicem8(name, { price: (servicem8SalePrice ?? 0) + 5 })
  const page = await browser.openPage({ as: customer, expected: [/status of (401|409)/] })
  // Shows one row only, so that the selection bar covers no row.
  await openProducts(page, `?q=${pairs[0]?.fikenProductNumber}`)
  await page.getByRole('button', { name: 'Oppdater', exact: true }).click()
  await until('the prices to be read', async () => {
    const { matchedProducts } = await customer.compared()
    return pairs.every(({ name, fikenPrice }) =>
      matchedProducts.some(
        (one) =>
          one.name === name && (one.servicem8SalePrice ?? 0) * 100 === (fikenPrice ?? 0) + 500,
      ),
    )
  })
  world.vendors.faults.add({
    vendor: 'fiken',
    kind: 'revoke',
    who: customer.tenant.user.email,
    count: 1,
    method: 'PUT',
    path: `/products/${pairs[1]?.fikenProductId}$`,
  })
  const { waitsFor } = await customer.visitor.call(runSmartSync)
  expect(waitsFor).toBe('fiken')
  await page.getByRole('region', { name: /^Smart Sync av .*: venter på Fiken$/ }).waitFor()
  await page.getByText(/Det som er i gang, venter til da, og fortsetter av seg selv\.$/).waitFor()
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('link', { name: 'Koble til Fiken' }).click()
  await connect(page, 'Fiken', customer.tenant.user.email)
  await page.goto('/product-sync')
  await page.getByText('Ingen selskap er valgt i Fiken', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: /^Smart Sync av .*: venter på valg av selskap$/ })
    .waitFor()
  await page.getByText(/Det som er i gang, venter til da, og fortsetter av seg selv\.$/).waitFor()
  await page.getByRole('link', { name: 'Velg selskap' }).click()
  await page.getByRole('button', { name: /^Fortsett med/ }).click()
  await until('the prices to be in Fiken', () =>
    pairs.every(
      ({ fikenProductNumber, fikenPrice }) =>
        customer.product(fikenProductNumber).unitPrice === (fikenPrice ?? 0) + 500,
    ),
  )
  await openAtRest(page, '/product-sync')
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('region', { name: /venter på/ }).waitFor({ state: 'detached' })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser/browser.ts'
import { newCustomer, type Customer } from '../../support/people/customer.ts'
import { logInAt } from '../../support/browser/screen.ts'
import { startWorld, type TestWorld } from '../../support/world/world.ts'

/**
 * Who gets in and where they land; what is shown to those who do not get in is in
 * account-errors.test.ts.
 */

let world: TestWorld
let customer: Customer
const browser = useBrowser(() => world)

beforeAll(async () => {
  world = await startWorld()
  customer = await newCustomer(world)
})
afterAll(() => world.stop())

test('a user who logs out is out, and after logging in returns to the page they asked for', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/auth')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'Logg ut' }).click()
  await page.getByRole('link', { name: 'Opprett konto' }).first().waitFor()

  await page.goto('/transfers')
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await page.getByRole('heading', { name: 'Overføringer', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/transfers')
})

test('/config redirects to the configuration', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/config')
  await page.getByRole('heading', { name: 'Konfigurasjoner' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/configuration')
})

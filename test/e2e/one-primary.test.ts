import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { listFikenCompanies, readTokenStatus } from '#shared/contracts/connections'
import { syncNow } from '#shared/contracts/intake'
import { openAtRest } from '../support/browser/at-rest.ts'
import { useBrowser } from '../support/browser/browser.ts'
import { newCustomer, readyCustomer, type Customer } from '../support/people/customer.ts'
import { seasonedCustomer } from '../support/people/seasoned.ts'
import { until } from '../support/wait.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld()
const people: Record<string, Customer> = {
  'who has much, of which some waits': await seasonedCustomer(world),
  'who has nothing yet': await newCustomer(world),
  'who has not switched on yet': await readyCustomer(world, { activate: false }),
  'whose accesses have both died': await withdrawn(),
}
const browser = useBrowser(() => world)

async function withdrawn(): Promise<Customer> {
  const customer = await seasonedCustomer(world)
  const { servicem8, fiken } = world.vendors.state
  revokeSubject(servicem8.oauth, customer.tenant.account.uuid)
  revokeSubject(fiken.oauth, customer.tenant.user.email)
  await customer.visitor.tryCall(syncNow)
  await customer.visitor.tryCall(listFikenCompanies)
  await until('both accesses to be known as dead', async () => {
    const status = await customer.visitor.call(readTokenStatus)
    return [status.servicem8Status, status.fikenStatus].every((one) => one === 'reauth_required')
  })
  return customer
}

const SCREENS = [
  '/',
  '/transfers',
  '/reconciliation',
  '/configuration',
  '/customers',
  '/customers/import',
  '/product-sync',
  '/errors',
  '/help',
  '/profile',
]

/** Returns the primary buttons' texts; only they have this background (ui/Button.tsx). */
const primary = (page: Page) =>
  page
    .locator('button.border-brand.bg-brand:visible, a.border-brand.bg-brand:visible')
    .allInnerTexts()

test.each([
  'who has much, of which some waits',
  'who has nothing yet',
  'who has not switched on yet',
  'whose accesses have both died',
])('a customer %s sees at most one primary button on each screen', async (who) => {
  const page = await browser.openPage({ as: people[who], expected: [/Failed to load resource/] })
  const several: Record<string, string[]> = {}
  for (const path of SCREENS) {
    await openAtRest(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const found = await primary(page)
    if (found.length > 1) several[path] = found
  }
  expect(several).toEqual({})
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCompany } from '#shared/contracts/account/companies'
import { readSession } from '#shared/contracts/auth'
import { openAtRest } from '../../support/browser/at-rest.ts'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { logInAt } from '../../support/browser/screen.ts'
import { readyCustomer, type Customer } from '../../support/people/customer.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

/** Walks in which two companies of one person could be mixed up. */

const world = await startWorld()
const browser = useBrowser(() => world)

const FIRST = 'Fjordvik Rør AS'
const SECOND = 'Solvik Elektro AS'

/** @param alone runs while the first company is the only one */
async function ownerOfTwo(
  alone: (customer: Customer) => Promise<void> = () => Promise.resolve(),
): Promise<Customer & { first: string; second: string }> {
  const customer = await readyCustomer(world)
  await alone(customer)
  const first = (await customer.visitor.call(readSession)).company?.id ?? ''
  const { id: second } = await customer.visitor.call(addCompany, {
    body: { companyName: SECOND, address: 'Strandgaten 12', postalCode: '5013', city: 'Bergen' },
  })
  return { ...customer, first, second }
}

const firm = (page: Page) =>
  page.getByRole('region', { name: 'Profilinformasjon' }).getByLabel('Firmanavn')

/** Types a name that meets the end of the session. */
async function typeAtTheEnd(page: Page, companyId: string, typed: string): Promise<void> {
  await openAtRest(page, `/profile?company=${companyId}`)
  await firm(page).fill(typed)
}

async function meetTheEnd(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Profilinformasjon' })
    .getByRole('button', { name: 'Lagre' })
    .click()
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
}

test('what was typed for two companies in two tabs is there after the log-in, each in its own', async () => {
  const owner = await ownerOfTwo()
  const page = await browser.openPage({ as: owner, expected: [/status of (401|409)/] })
  await typeAtTheEnd(page, owner.first, 'Første endret AS')
  const other = await page.context().newPage()
  await typeAtTheEnd(other, owner.second, 'Andre endret AS')
  await page.context().clearCookies()
  await meetTheEnd(page)
  await meetTheEnd(other)
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, owner.email)
  await expect.poll(() => firm(page).inputValue()).toBe('Første endret AS')
  await expectSound(page)
  await other.reload()
  await expect.poll(() => firm(other).inputValue()).toBe('Andre endret AS')
})

test('what was typed for one company is not in the form of another in the same tab', async () => {
  const owner = await ownerOfTwo()
  const page = await browser.openPage({ as: owner, expected: [/status of (401|409)/] })
  await typeAtTheEnd(page, owner.first, 'Bare den første AS')
  await page.context().clearCookies()
  await meetTheEnd(page)
  await page.goto('/auth')
  await logInAt(page, owner.email)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await openAtRest(page, `/profile?company=${owner.second}`)
  await expect.poll(() => firm(page).inputValue()).toBe(SECOND)
  await openAtRest(page, `/profile?company=${owner.first}`)
  await expect.poll(() => firm(page).inputValue()).toBe('Bare den første AS')
})

test('an answer of the former company that comes after the switch is thrown away', async () => {
  const owner = await ownerOfTwo(async (customer) => {
    await transferOf(customer.visitor, finishJob(world, customer).uuid, 'completed')
  })
  const page = await browser.openPage({ as: owner, expected: [/status of 409/] })
  await openAtRest(page, `/transfers?company=${owner.first}`)
  const row = page.locator('main [data-row]')
  await row.first().waitFor()
  const late = await page.request.get('/api/transfers', { headers: { 'x-company': owner.first } })
  const body = await late.text()

  await page.getByTitle('Bytt firma').click()
  await page
    .getByRole('dialog', { name: 'Bytt firma' })
    .getByRole('button', { name: SECOND })
    .click()
  await expect.poll(() => page.title()).toContain(SECOND)
  await page.getByText('Ingen overføringer ennå').waitFor()
  // From here on every list comes as the former company's.
  let answered = 0
  await page.route(/\/api\/transfers(\?|$)/, (route) => {
    answered += 1
    return route.fulfill({
      body,
      headers: { 'content-type': 'application/json', 'x-company': owner.first },
    })
  })
  await page.getByRole('button', { name: 'Oppdater' }).click()
  await expect.poll(() => answered).toBeGreaterThan(0)
  await expect.poll(() => page.getByRole('main').getByText(FIRST).count()).toBe(0)
  expect(await row.count()).toBe(0)
  await expectSound(page)
})

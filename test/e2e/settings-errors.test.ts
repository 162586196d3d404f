import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { useBrowser } from '../support/browser.ts'
import { CATALOGUE, row } from '../support/catalogue.ts'
import { readyCustomer, type Customer } from '../support/customer.ts'
import { choose, connect, logInAt, saved } from '../support/screen.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** The error catalogue of the configuration screen: each row is brought about, read and mended. */

let world: TestWorld
let customer: Customer
const browser = useBrowser(() => world)

beforeAll(async () => {
  world = await startWorld()
  customer = await readyCustomer(world)
})
beforeEach(() => {
  world.sandbox.world.faults.clear()
})
afterAll(() => world.stop())

const FAILED_CALLS = [/Failed to load resource/]

async function open(hash = ''): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: FAILED_CALLS })
  await page.goto(`/configuration${hash}`)
  await page.getByText('Alle endringer er lagret').waitFor()
  return page
}

/** After every new connection to Fiken. */
async function confirmCompany(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Fortsett med/ }).click()
  await page.getByText('Velg selskap for å fortsette').waitFor({ state: 'detached' })
}

const reads = (page: Page, key: keyof typeof CATALOGUE) =>
  page.getByText(CATALOGUE[key].says, { exact: false }).filter({ visible: true }).first().waitFor()

/** The vendor fails in this way until what is answered is called. */
function failing(fault: NewFault): () => void {
  const { faults } = world.sandbox.world
  const { id } = faults.add({ status: 500, ...fault })
  return () => faults.remove(id)
}

test(row('settings not saved'), async () => {
  const page = await open()
  await page.context().setOffline(true)
  await page.getByLabel('Jobber som hentes', { exact: true }).selectOption('Jobber som venter på betaling')
  await reads(page, 'settings not saved')
  await page.getByText('Ulagrede endringer').waitFor()
  await page.context().setOffline(false)
  await saved(page, () => page.getByRole('button', { name: 'Lagre', exact: true }).click())
})

test(row('pause not lifted'), async () => {
  await customer.visitor.fetch('/api/fiken/revoke', { method: 'POST', headers: { origin: world.url } })
  const page = await open()
  await connect(page, 'Fiken', customer.tenant.user.email)
  await page.getByText('Velg selskap for å fortsette').waitFor()
  await page.route('**/api/config/clear-company-selection', (route) => route.abort())
  const { name } = customer.tenant.company.info
  await saved(page, () => choose(page.getByLabel('Selskap', { exact: true }), name))
  await reads(page, 'pause not lifted')
  await page.unroute('**/api/config/clear-company-selection')
  await confirmCompany(page)
})

test(row('webhook not deleted'), async () => {
  const page = await open()
  const remove = async () => {
    await page
      .getByRole('button', { name: /^Slett webhooken/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Slett' }).click()
  }
  const isBack = failing({ vendor: 'servicem8', kind: 'status', path: '/webhook_subscriptions' })
  await remove()
  await reads(page, 'webhook not deleted')
  isBack()
  await remove()
  await page.getByText('Webhooken er slettet').first().waitFor()
})

test(row('consent refused'), async () => {
  await customer.visitor.fetch('/api/fiken/revoke', { method: 'POST', headers: { origin: world.url } })
  const page = await open()
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Autoriser Fiken' }).click()
  const consent = await popup
  const closed = consent.waitForEvent('close')
  await consent.getByRole('button', { name: 'Avslå' }).click()
  await closed
  await reads(page, 'consent refused')
  await connect(page, 'Fiken', customer.tenant.user.email)
  await confirmCompany(page)
})

test(row('consent not started'), async () => {
  await customer.visitor.fetch('/api/fiken/revoke', { method: 'POST', headers: { origin: world.url } })
  const page = await open()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Autoriser Fiken' }).click()
  await reads(page, 'consent not started')
  await page.context().setOffline(false)
  await connect(page, 'Fiken', customer.tenant.user.email)
  await confirmCompany(page)
})

test(row('log-out from Fiken failed'), async () => {
  const page = await open()
  const logOut = async () => {
    await page.getByRole('button', { name: 'Logg ut av Fiken' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Logg ut av Fiken' }).click()
  }
  await page.context().setOffline(true)
  await logOut()
  await reads(page, 'log-out from Fiken failed')
  await page.context().setOffline(false)
  await logOut()
  await connect(page, 'Fiken', customer.tenant.user.email)
  await confirmCompany(page)
})

test(row('companies not loaded'), async () => {
  const isBack = failing({ vendor: 'fiken', kind: 'status', path: '/companies$' })
  const page = await open()
  await reads(page, 'companies not loaded')
  isBack()
  await page.getByRole('region', { name: 'Fiken', exact: true }).getByRole('button', { name: 'Prøv igjen' }).click()
  await page.getByText(CATALOGUE['companies not loaded'].says).waitFor({ state: 'detached' })
})

test(row('no companies'), async () => {
  const { user } = customer.tenant
  const had = user.companies
  user.companies = []
  const page = await open()
  await reads(page, 'no companies')
  user.companies = had
  await page.reload()
  await page.getByText('Alle endringer er lagret').waitFor()
  await page.getByText(CATALOGUE['no companies'].says).waitFor({ state: 'detached' })
})

test(row('bank accounts not loaded'), async () => {
  const isBack = failing({ vendor: 'fiken', kind: 'status', path: '/bankAccounts' })
  const page = await open()
  await reads(page, 'bank accounts not loaded')
  isBack()
  await page.getByRole('region', { name: 'Fiken', exact: true }).getByRole('button', { name: 'Prøv igjen' }).click()
  await page.getByText(CATALOGUE['bank accounts not loaded'].says).waitFor({ state: 'detached' })
})

test(row('no bank accounts'), async () => {
  const { company } = customer.tenant
  const had = company.bankAccounts
  company.bankAccounts = []
  const page = await open()
  await reads(page, 'no bank accounts')
  company.bankAccounts = had
  await page.reload()
  await page.getByText('Alle endringer er lagret').waitFor()
  await page.getByText(CATALOGUE['no bank accounts'].says).waitFor({ state: 'detached' })
})

test(row('test of ServiceM8 failed'), async () => {
  const page = await open()
  const test = page.getByRole('region', { name: 'ServiceM8', exact: true }).getByRole('button', { name: 'Test tilkobling' })
  const isBack = failing({ vendor: 'servicem8', kind: 'status', status: 403, path: '/vendor' })
  await test.click()
  await reads(page, 'test of ServiceM8 failed')
  isBack()
  await test.click()
  await page.getByText('Tilkoblingen virker').first().waitFor()
})

test(row('test of Fiken failed'), async () => {
  const page = await open()
  const test = page.getByRole('region', { name: 'Fiken', exact: true }).getByRole('button', { name: 'Test tilkobling' })
  const isBack = failing({ vendor: 'fiken', kind: 'status', path: '/companies' })
  await test.click()
  await reads(page, 'test of Fiken failed')
  isBack()
  await test.click()
  await page.getByText('Tilkoblingen virker').first().waitFor()
})

test(row('settings without a session'), async () => {
  const page = await open()
  await page.context().clearCookies()
  await page.reload()
  await page.goto('/configuration')
  await page.getByRole('heading', { name: 'Pålogging påkrevd' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Logg inn' }).click()
  await logInAt(page, customer.email)
  await page.getByRole('heading', { name: 'Konfigurasjoner', level: 1 }).waitFor()
})

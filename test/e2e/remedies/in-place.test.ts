import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { readSetup } from '#shared/contracts/onboarding'
import { readVatMappings, saveVatMappings } from '#shared/contracts/vat'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSound, PASSWORD, useBrowser } from '../../support/browser/browser.ts'
import { connect, rowOf } from '../../support/browser/screen.ts'
import {
  askForConsent,
  draftsOf,
  readyCustomer,
  noneUnderWay,
  type Customer,
} from '../../support/people/customer.ts'
import { failingFor, finishJob, rate, WORK } from '../../support/people/finished-jobs.ts'
import { secondCompany } from '../../support/people/second-company.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const EXPECTED = [/Failed to load resource/]

const world = await startWorld()
askForConsent(world)
const browser = useBrowser(() => world)

async function isSoundEverywhere(page: Page): Promise<void> {
  await expectSound(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await settled(page)
  await expectSound(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await settled(page)
}

const failed = (customer: Customer, percent: number) => {
  const job = finishJob(world, customer, {}, [{ ...WORK, tax_rate_uuid: rate(customer, percent) }])
  return transferOf(customer.visitor, job.uuid, 'failed').then(() => job)
}

const refuse = (page: Page, path: string, method: string) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { code: 'fault', message: 'Noe gikk galt hos oss.' } })
      : route.continue(),
  )

test('a rate is mapped over the dashboard, through every failure, and its two jobs are queued by one press', async () => {
  const customer = await readyCustomer(world)
  const jobs = await Promise.all([failed(customer, 12), failed(customer, 12)])
  const page = await browser.openPage({ as: customer, expected: EXPECTED })
  await page.goto('/')
  await page.getByRole('button', { name: /^Feil/ }).click()
  const row = rowOf(page, /Feilede overføringer/, jobs[0].name)
  await row.getByRole('button', { name: 'Velg MVA-type' }).dblclick()
  const dialog = page.getByRole('dialog', { name: 'MVA-satsen er ikke koblet til Fiken' })
  // The only type with this percentage is chosen, with the usual account of those that Fiken allows.
  const type = dialog.getByLabel('MVA-type i Fiken')
  const account = (label: string) => dialog.getByLabel(label)
  await expect.poll(() => type.inputValue()).toBe('LOW')
  for (const label of ['Konto for varer', 'Konto for tjenester']) {
    await expect.poll(() => account(label).inputValue()).toBe('3040')
    expect(await account(label).locator('option').allInnerTexts()).toEqual([
      'Velg konto',
      '3040 Salgsinntekt, tjenester, lav mva-sats',
      '3605 Leieinntekt, fast eiendom',
      '3900 Annen driftsrelatert inntekt',
    ])
  }
  await account('Konto for varer').selectOption('')
  await dialog.getByRole('button', { name: 'Lagre', exact: true }).click()
  await dialog.getByText('Velg MVA-type og begge kontoene først.').waitFor()
  await account('Konto for varer').selectOption('3040')
  const press = dialog.getByRole('button', { name: 'Lagre og prøv 2 jobber' })
  await press.waitFor()
  await isSoundEverywhere(page)
  expect(new URL(page.url()).pathname).toBe('/')

  await refuse(page, '/api/vat-mappings', 'PUT')
  await press.click()
  await dialog.getByText('Noe gikk galt hos oss.').waitFor()
  expect(await type.inputValue()).toBe('LOW')
  await page.unroute('**/api/vat-mappings')

  await page.context().clearCookies()
  await press.click()
  await dialog.getByText('Økten din er utløpt').waitFor()
  await dialog.getByRole('link', { name: 'Logg inn i et nytt vindu' }).waitFor()
  expect(await type.inputValue()).toBe('LOW')
  await expectSound(page)
  const data = { email: customer.email, password: PASSWORD }
  await page.request.post('/api/auth/login', { data, headers: { origin: world.url } })

  await refuse(page, '/api/transfers/many', 'POST')
  await press.click()
  await dialog.getByText('Lagret, men jobbene er ikke satt i kø').waitFor()
  await page.unroute('**/api/transfers/many')
  await dialog.getByRole('button', { name: 'Prøv 2 jobber' }).dblclick()
  await page.getByText('2 jobber er satt i kø.').first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  for (const job of jobs) {
    await transferOf(customer.visitor, job.uuid, 'completed')
    await noneUnderWay(world)
    expect(draftsOf(customer, job.name)).toBe(1)
  }
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})

test('for a rate that Fiken has no VAT type for, nothing is offered that would be refused', async () => {
  const customer = await readyCustomer(world)
  const { name } = await failed(customer, 13)
  await failed(customer, 12)
  const page = await browser.openPage({ as: customer })
  await page.goto('/transfers')
  const row = rowOf(page, 'Overføringer', name)
  await row.getByRole('button', { name: 'Velg MVA-type' }).click()
  const dialog = page.getByRole('dialog', { name: 'MVA-satsen er ikke koblet til Fiken' })
  const old = dialog.getByRole('group', { name: /13 %/ })
  await old.getByText('Fiken har ingen MVA-type på 13 %').waitFor()
  expect(await old.getByLabel('MVA-type i Fiken').count()).toBe(0)
  expect(await dialog.getByRole('group').count()).toBe(1)
  await isSoundEverywhere(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('list', { name: 'Dette har stoppet' })
    .getByRole('button', { name: 'Velg MVA-type' })
    .click()
  const offered = dialog.getByLabel('MVA-type i Fiken').locator('option')
  await expect.poll(() => offered.allInnerTexts()).toEqual(['Velg MVA-type', 'Lav sats, 12 %'])
  await old.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const { steps } = await customer.visitor.call(readSetup)
  const vat = steps.find(({ id }) => id === 'vat')
  expect(vat?.reason).toContain('12 %')
  expect(vat?.reason).not.toContain('13 %')
})

test('sales without VAT are confirmed from the list, and another window is not overwritten', async () => {
  const customer = await readyCustomer(world)
  const zero = (await customer.visitor.call(readVatMappings)).find(
    ({ taxRateUuid }) => taxRateUuid === rate(customer, 0),
  )!
  await customer.visitor.call(saveVatMappings, { body: [{ ...zero, confirmed: false }] })
  const job = await failed(customer, 0)
  const page = await browser.openPage({ as: customer, expected: EXPECTED })
  await page.route('**/api/events*', (route) => route.abort())
  await page.goto('/transfers')
  await page
    .getByRole('list', { name: 'Dette har stoppet' })
    .getByRole('button', { name: 'Bekreft 0 %' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Salg uten MVA må bekreftes' })
  const press = dialog.getByRole('button', { name: 'Bekreft og prøv 1 jobb' })
  await press.waitFor()
  await isSoundEverywhere(page)
  const other = { ...zero, confirmed: false, goodsAccount: '3110', serviceAccount: '3110' }
  await customer.visitor.call(saveVatMappings, { body: [other] })
  await press.click()
  await dialog.getByText(/er endret i et annet vindu i mellomtiden/).waitFor()
  await expect.poll(() => dialog.getByLabel('Konto for varer').inputValue()).toBe('3110')
  await press.click()
  await page.getByText('1 jobb er satt i kø.').first().waitFor()
  await transferOf(customer.visitor, job.uuid, 'completed')
  expect(
    (await customer.visitor.call(readVatMappings)).find(
      ({ taxRateUuid }) => taxRateUuid === zero.taxRateUuid,
    ),
  ).toMatchObject({ confirmed: true, goodsAccount: '3110' })
})

const approve = (page: Page): Locator => page.getByRole('link', { name: 'Godkjenn Fiken på nytt' })

test('a dead access is said once, is renewed in place, and the company from before goes on with one click', async () => {
  const customer = await readyCustomer(world)
  const { user, company } = customer.tenant
  secondCompany(world, customer.tenant)
  const page = await browser.openPage({ as: customer, expected: EXPECTED })
  await page.goto('/transfers')
  revokeSubject(world.vendors.state.fiken.oauth, user.email)
  const jobs = [finishJob(world, customer), finishJob(world, customer)]
  const list = page.getByRole('table', { name: 'Overføringer' })
  await list.getByText('Tilgangen til Fiken er utløpt').first().waitFor()
  await rowOf(page, 'Overføringer', jobs[0]!.name).waitFor()
  await rowOf(page, 'Overføringer', jobs[1]!.name).waitFor()
  await approve(page).waitFor()
  const ways = page.getByRole('button', { name: /Fiken på nytt/ })
  await ways.waitFor({ state: 'detached' })
  await page.goto('/')
  await approve(page).waitFor()
  expect(
    await page
      .getByRole('main')
      .getByText(/Fiken på nytt$/)
      .count(),
  ).toBe(2)

  await approve(page).dblclick()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 jobber venter.').waitFor()
  await isSoundEverywhere(page)
  await connect(page, 'Fiken', user.email)
  const select = dialog.getByLabel('Selskapet fakturaene skal til')
  await expect.poll(() => select.inputValue()).toBe(company.slug)
  await expect.poll(() => select.locator('option').count()).toBe(2)
  const press = dialog.getByRole('button', { name: 'Bekreft og prøv 2 jobber' })
  await press.waitFor()
  await isSoundEverywhere(page)
  const isBack = failingFor(world, customer, { kind: 'status', status: 500 })
  await press.click()
  await dialog.getByRole('alert').waitFor()
  expect(await select.inputValue()).toBe(company.slug)
  isBack()
  await press.dblclick()
  await page.getByText('2 jobber er satt i kø.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  for (const job of jobs) {
    await transferOf(customer.visitor, job.uuid, 'completed')
    await noneUnderWay(world)
    expect(draftsOf(customer, job.name)).toBe(1)
  }
})

test('on a phone the question goes on after the consent page, and says that the company is gone', async () => {
  const customer = await readyCustomer(world)
  const { user, company } = customer.tenant
  const second = secondCompany(world, customer.tenant)
  const page = await browser.openPage({ as: customer, expected: EXPECTED, width: 360 })
  revokeSubject(world.vendors.state.fiken.oauth, user.email)
  finishJob(world, customer)
  await page.goto('/transfers')
  await approve(page).waitFor()
  user.companies = [second]
  await approve(page).tap()
  await connect(page, 'Fiken', user.email)
  await page.waitForURL(/\/transfers/)
  const dialog = page.getByRole('dialog', { name: 'Velg selskap i Fiken' })
  await dialog.getByText(`${company.info.name} kan ikke brukes lenger`).waitFor()
  await expectSound(page)
  const press = dialog.getByRole('button', { name: 'Bekreft og prøv 1 jobb' })
  // Not a tap: two taps in quick succession would count as one.
  await press.press('Enter')
  await dialog.getByText('Velg et selskap først.').waitFor()
  await dialog.getByLabel('Selskapet fakturaene skal til').selectOption(second)
  await press.tap()
  await page.getByText('1 jobb er satt i kø.').first().waitFor()
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createRecord } from '#sandbox/servicem8/records'
import { saveConfiguration } from '#shared/contracts/configuration'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import {
  askForConsent,
  draftsOf,
  readyCustomer,
  noneUnderWay,
  type Customer,
} from '../../support/people/customer.ts'
import {
  failingFor,
  finishJob,
  rate,
  WORK,
  type FinishedJob,
} from '../../support/people/finished-jobs.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { startTimedWorld } from '../../support/people/person.ts'

/** Tests create requests for customers and products that Fiken never responded to. */

const TEN_MINUTES_MS = 10 * 60_000

// Waits are a fifth of the production waits; the test itself advances the clock by the ten minutes.
const world = await startTimedWorld({ overrides: { ladderScale: 0.2 } })
askForConsent(world)
const browser = useBrowser(() => world)

const EXPECTED = [/Failed to load resource/]
const row = (page: Page, { name }: FinishedJob) => rowOf(page, 'Overføringer', name)
const done = (page: Page, job: FinishedJob) => row(page, job).getByText('Fullført').waitFor()

async function open(customer: Customer): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: EXPECTED, width: 360 })
  await page.goto('/transfers')
  return page
}

test('a customer for which Fiken gave no answer is asked about after ten minutes, and created once, on a phone', async () => {
  const customer = await readyCustomer(world)
  const { account, company } = customer.tenant
  const name = 'Fagerlia Borettslag'
  const address = 'Fagerlia 4\n5700 Voss'
  const client = createRecord(world.vendors, account, 'company', {
    name,
    address,
    billing_address: address,
  })
  failingFor(world, customer, { kind: 'reset', method: 'POST', path: '/contacts$', count: 1 })
  const job = finishJob(world, customer, {
    company_uuid: client,
    job_address: address,
    billing_address: address,
  })
  const page = await open(customer)
  await row(page, job).getByText('Sjekkes i Fiken').waitFor()
  await openCause(row(page, job))
  await row(page, job)
    .getByText(`Fiken svarte ikke da kunden «${name}» ble opprettet. Vi ser etter kunden`)
    .filter({ visible: true })
    .waitFor()
  await expectSound(page)

  world.advance(TEN_MINUTES_MS)
  await row(page, job).getByText('Usikker på hvem som er kunden i Fiken').waitFor()
  await openCause(row(page, job))
  await row(page, job)
    .getByText('vi har ikke funnet kunden der på ti minutter')
    .filter({ visible: true })
    .waitFor()
  await row(page, job).getByRole('button', { name: 'Velg kunde' }).click()
  const dialog = page.getByRole('dialog', { name: /^Hvem er kunden på/ })
  await dialog.getByText('vi har ikke funnet kunden der på ti minutter').waitFor()
  await dialog.getByRole('radio', { name: /Lag ny kunde i Fiken/ }).check()
  await settled(page)
  await expectSound(page)
  await dialog.getByRole('button', { name: /^Lag kunde og prøv/ }).click()
  await done(page, job)
  expect(company.contacts.filter((contact) => contact.name === name)).toHaveLength(1)
  await noneUnderWay(world)
  expect(draftsOf(customer, job.name)).toBe(1)
})

test('a product for which Fiken gave no answer is created after all, or left out, on a phone', async () => {
  const customer = await readyCustomer(world)
  const { account, company } = customer.tenant
  await customer.visitor.call(saveConfiguration, { body: { autoCreateProducts: true } })
  const item = (number: string) => {
    const fields = {
      item_number: number,
      name: `Sluk ${number}`,
      price: '100.0000',
      tax_rate_uuid: rate(customer, 25),
    }
    const material_uuid = createRecord(world.vendors, account, 'material', fields)
    return finishJob(world, customer, {}, [{ ...WORK, name: `Sluk ${number}`, material_uuid }])
  }
  const productsNumbered = (number: string) =>
    company.products.filter(({ productNumber }) => productNumber === number)
  failingFor(world, customer, {
    kind: 'status',
    status: 500,
    method: 'POST',
    path: '/products$',
    count: 2,
  })
  const jobs = { made: item('SLUK-1'), left: item('SLUK-2') }
  const page = await open(customer)
  for (const job of Object.values(jobs)) {
    await row(page, job).getByText('Sjekkes i Fiken').waitFor()
  }
  world.advance(TEN_MINUTES_MS)
  for (const job of Object.values(jobs)) {
    await row(page, job).getByText('Usikkert om produktet ble opprettet i Fiken').waitFor()
  }
  for (const job of Object.values(jobs)) await openCause(row(page, job))
  await row(page, jobs.made).getByText('«Sluk SLUK-1 (SLUK-1)»').filter({ visible: true }).waitFor()
  await expectSound(page)
  await row(page, jobs.made).getByRole('button', { name: 'Opprett likevel' }).click()
  await page.getByText('Produktet opprettes i Fiken, og overføringen fortsetter.').first().waitFor()
  await done(page, jobs.made)
  await row(page, jobs.left).getByRole('button', { name: 'Send uten produkt' }).click()
  await done(page, jobs.left)
  await expectSound(page)
  await noneUnderWay(world)
  expect(productsNumbered('SLUK-1')).toHaveLength(1)
  expect(productsNumbered('SLUK-2')).toHaveLength(0)
  for (const { name } of Object.values(jobs)) expect(draftsOf(customer, name)).toBe(1)
})

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { approveJob } from '#sandbox/servicem8/workshop'
import { startReconciliation } from '#shared/contracts/reconciliation'
import { syncJobs, syncNow } from '#shared/contracts/intake'
import { today } from '#shared/dates'
import {
  accessibilityProblems,
  expectSound,
  overflow,
  useBrowser,
} from '../../support/browser/browser.ts'
import { REFUSALS, type RefusalKey } from '../../support/catalogue/transfers.ts'
import { walkEach } from '../../support/catalogue/walks.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import {
  askForConsent,
  draftsOf,
  readyCustomer,
  noneUnderWay,
  type Customer,
} from '../../support/people/customer.ts'
import { finishJob, type FinishedJob } from '../../support/people/finished-jobs.ts'
import { pay, quietly, setApproval } from '../../support/people/paid-jobs.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())
askForConsent(world)
const browser = useBrowser(() => world)

/** Expected console errors: the server responds with 409, which makes the page ask the user. */
const EXPECTED = [/status of 409/]
const walked = new Set<RefusalKey>()

async function reads(place: Locator, key: RefusalKey): Promise<void> {
  walked.add(key)
  for (const text of REFUSALS[key].says)
    await place.getByText(text).filter({ visible: true }).first().waitFor()
}

const approver = () => readyCustomer(world, { jobFetchType: 'awaiting_payment' })
const placeOf = ({ tenant }: Customer) => ({ vendors: world.vendors, account: tenant.account })
const row = (page: Page, { name }: FinishedJob) => rowOf(page, /./, name)
const done = (page: Page, job: FinishedJob) => row(page, job).getByText('Fullført').waitFor()
const question = (page: Page) => page.getByRole('alertdialog')

/** Makes an approved job of 1 000,00 kr that waits for the user; no webhooks follow. */
async function fetched(customer: Customer): Promise<FinishedJob> {
  const job = quietly(world, () => finishJob(world, customer, { ready_to_invoice: '1' }))
  await customer.visitor.call(syncJobs, { body: {} })
  await until('the job to be looked at', async () => {
    const transfer = await transferOf(customer.visitor, job.uuid, 'pending')
    return transfer.lineItemsCount > 0
  })
  return job
}

async function open(customer: Customer, address: string, width = 1280): Promise<Page> {
  const page = await browser.openPage({ as: customer, expected: EXPECTED, width })
  await page.goto(address)
  return page
}

walkEach(
  REFUSALS,
  {
    'paid job': async () => {
      const customer = await approver()
      const job = await fetched(customer)
      pay(placeOf(customer), job.uuid)
      await customer.visitor.call(syncNow)
      const page = await open(customer, '/transfers')
      await reads(row(page, job), 'paid job')

      const button = row(page, job).getByRole('button', { name: 'Overfør likevel' })
      await button.click()
      await question(page).getByText(`${job.name} er allerede betalt. Overføre likevel?`).waitFor()
      await question(page)
        .getByText(/Jobben på 1.000,00.kr er betalt i ServiceM8/)
        .waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      const sent = watchChanges(page)
      await question(page).getByRole('button', { name: 'Avbryt' }).click()
      await question(page).waitFor({ state: 'detached' })
      expect(await sent()).toEqual([])
      await expect
        .poll(() => button.evaluate((element) => element === document.activeElement))
        .toBe(true)
      expect(draftsOf(customer, job.name)).toBe(0)

      await button.click()
      await question(page).getByRole('button', { name: 'Overfør likevel' }).click()
      await done(page, job)
      await noneUnderWay(world)
      expect(draftsOf(customer, job.name)).toBe(1)
    },
    'job not approved': async () => {
      const customer = await approver()
      const job = await fetched(customer)
      setApproval(placeOf(customer), job.uuid, false)
      await customer.visitor.call(syncNow)
      const page = await open(customer, '/transfers', 360)
      await openCause(row(page, job))
      await reads(row(page, job), 'job not approved')

      await page.getByRole('button', { name: `Vis detaljer for ${job.name}` }).tap()
      const drawer = page.getByRole('dialog', { name: job.name })
      await drawer.getByRole('button', { name: 'Overfør likevel' }).tap()
      await question(page).getByText(`${job.name} er ikke godkjent. Overføre likevel?`).waitFor()
      await expectSound(page)
      await question(page).getByRole('button', { name: 'Avbryt' }).tap()
      await question(page).waitFor({ state: 'detached' })
      await drawer.getByRole('button', { name: 'Lukk' }).tap()

      approveJob(world.vendors, customer.tenant.account, job.uuid)
      await until('the draft', () => draftsOf(customer, job.name) === 1)
      await done(page, job)
    },
  },
  [walked],
)

test('"Behandle nå" on the dashboard asks one question for each objection to the job', async () => {
  const customer = await approver()
  const job = await fetched(customer)
  pay(placeOf(customer), job.uuid)
  setApproval(placeOf(customer), job.uuid, false)
  const page = await open(customer, '/', 360)
  await page.getByRole('button', { name: /^Venter/ }).tap()
  await row(page, job).getByRole('button', { name: 'Behandle nå' }).tap()
  await question(page).getByText(`${job.name} er ikke godkjent. Overføre likevel?`).waitFor()
  await question(page).getByRole('button', { name: 'Overfør likevel' }).tap()
  await question(page).getByText(`${job.name} er allerede betalt. Overføre likevel?`).waitFor()
  expect(await overflow(page)).toBe(0)
  await noneUnderWay(world)
  expect(draftsOf(customer, job.name)).toBe(0)
  // Not a tap: a second tap at the same place so soon would be a double tap, which counts as one.
  await question(page).getByRole('button', { name: 'Overfør likevel' }).click()
  await until('the draft', () => draftsOf(customer, job.name) === 1)
})

test('of many, the paid ones are left alone, counted, and can be started one by one', async () => {
  const customer = await approver()
  const jobs = [await fetched(customer), await fetched(customer)]
  const [paid, other] = jobs as [FinishedJob, FinishedJob]
  pay(placeOf(customer), paid.uuid)
  // The list is loaded when the job is already known to be paid.
  const page = await open(customer, '/transfers')
  const start = async (...chosen: FinishedJob[]) => {
    // Selects by keyboard, because a resting mouse opens a row's hover card, which can cover the
    // next row.
    for (const job of chosen) await row(page, job).getByRole('checkbox').press('Space')
    await page
      .getByRole('region', { name: 'Valgte overføringer' })
      .getByRole('button', { name: 'Overfør' })
      .click()
  }
  await start(paid)
  await reads(row(page, paid), 'paid job')
  await start(paid, other)
  const outcome = page.getByRole('dialog', { name: 'Slik gikk det' })
  await outcome.getByText('1 jobb er satt i kø, 1 er ikke endret.').waitFor()
  await outcome
    .getByText('1 er allerede betalt. Skal de overføres likevel, startes de én for én.')
    .waitFor()
  await outcome.getByText('Jobben er allerede betalt i ServiceM8').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await outcome.getByRole('button', { name: 'Lukk' }).last().click()
  await done(page, other)
  await noneUnderWay(world)
  expect(draftsOf(customer, paid.name)).toBe(0)
})

test('the reconciliation asks too', async () => {
  const customer = await approver()
  const job = await fetched(customer)
  const month = today(new Date(world.vendors.now())).slice(0, 7)
  await customer.visitor.call(startReconciliation, { body: { month } })
  const page = await open(customer, `/reconciliation?month=${month}`)
  pay(placeOf(customer), job.uuid)
  await page
    .getByRole('listitem')
    .filter({ hasText: job.name })
    .getByRole('button', { name: 'Overfør nå' })
    .click()
  await question(page).getByText(`${job.name} er allerede betalt. Overføre likevel?`).waitFor()
  await question(page).getByRole('button', { name: 'Overfør likevel' }).click()
  await until('the draft', () => draftsOf(customer, job.name) === 1)
})

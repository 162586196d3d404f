import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { putJob } from '#sandbox/seed/put'
import { saveConfiguration } from '#shared/contracts/configuration'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { openAtRest } from '../../support/browser/at-rest.ts'
import {
  accessibilityProblems,
  expectSound,
  overflow,
  useBrowser,
} from '../../support/browser/browser.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { taskGate } from '../../support/browser/task-gate.ts'
import {
  askForConsent,
  draftsOf,
  readyCustomer,
  noneUnderWay,
  type Customer,
} from '../../support/people/customer.ts'
import { longTimeCustomer } from '../../support/people/long-time-customer.ts'
import {
  failingFor,
  finishJob,
  rate,
  type FinishedJob,
} from '../../support/people/finished-jobs.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const gate = taskGate()

const world = await startWorld(daytime({ aroundTasks: gate.aroundTasks }))
askForConsent(world)
afterEach(gate.open)
const browser = useBrowser(() => world)

/** Makes a user with jobs that wait because the integration was inactive. */
async function waitingJobs(count: number): Promise<{ customer: Customer; jobs: FinishedJob[] }> {
  const customer = await readyCustomer(world)
  const switched = (isActive: boolean) =>
    customer.visitor.call(saveConfiguration, { body: { isActive } })
  await switched(false)
  const jobs = Array.from({ length: count }, () => finishJob(world, customer))
  for (const { uuid } of jobs) await transferOf(customer.visitor, uuid, 'pending')
  await switched(true)
  return { customer, jobs }
}

const act = async (page: Page, button: string) => {
  await page.getByRole('checkbox', { name: 'Velg alle på siden' }).click()
  await page
    .getByRole('region', { name: 'Valgte overføringer' })
    .getByRole('button', { name: button })
    .click()
}

test('a bulk action continues while the user leaves and comes back, and reports how it went', async () => {
  const { customer, jobs } = await waitingJobs(4)
  const page = await browser.openPage({ as: customer })
  await page.goto('/transfers')
  gate.shut()
  await act(page, 'Overfør')
  const bar = page.getByRole('region', { name: 'Overfør 4 jobber' })
  await bar.getByText('0 av 4').waitFor()
  gate.let(2)
  await bar.getByText('2 av 4').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.reload()
  await bar.getByText('2 av 4').waitFor()
  await page.goto('/help')
  gate.open()
  await until('the drafts', () => jobs.every(({ name }) => draftsOf(customer, name) === 1))

  await page.goto('/transfers')
  await bar.getByText('4 ble utkast i Fiken.').waitFor()
  await bar.getByRole('button', { name: 'Lukk' }).click()
  await bar.waitFor({ state: 'detached' })
  await openAtRest(page, '/transfers')
  await rowOf(page, 'Overføringer', jobs[0]?.name ?? '').waitFor()
  expect(await bar.count()).toBe(0)
})

test('what went well is put away by itself, once it has been seen', async () => {
  const { customer, jobs } = await waitingJobs(1)
  const page = await browser.openPage({ as: customer })
  await page.clock.install()
  const { id } = await transferOf(customer.visitor, jobs[0]!.uuid, 'pending')
  await customer.visitor.call(actOnMany, { body: { act: 'retry', ids: [id] } })
  await transferOf(customer.visitor, jobs[0]!.uuid, 'completed')
  await page.goto('/transfers')
  const bar = page.getByRole('region', { name: 'Overfør 1 jobb' })
  await bar.getByText('1 ble utkast i Fiken.').waitFor()
  const seen = page.waitForResponse((answer) => answer.url().endsWith('/seen'))
  await page.clock.runFor(30_000)
  expect((await seen).ok()).toBe(true)
  await bar.waitFor({ state: 'detached' })
})

test('what is done already is offered no transfer and no skipping', async () => {
  const { customer, jobs } = await waitingJobs(2)
  const [done, waits] = jobs.map(({ name }) => name)
  const { id } = await transferOf(customer.visitor, jobs[0]!.uuid, 'pending')
  await customer.visitor.call(retryTransfer, { params: { id } })
  await transferOf(customer.visitor, jobs[0]!.uuid, 'completed')
  const page = await browser.openPage({ as: customer })
  await page.goto('/transfers')
  const bar = page.getByRole('region', { name: 'Valgte overføringer' })
  await rowOf(page, 'Overføringer', done!).getByRole('checkbox').click()
  await bar.getByRole('button', { name: 'Last ned' }).waitFor()
  await expect.poll(() => bar.getByRole('button').allInnerTexts()).toEqual(['', 'Last ned'])
  expect(await accessibilityProblems(page)).toEqual([])
  await rowOf(page, 'Overføringer', waits!).getByRole('checkbox').click()
  await bar.getByRole('button', { name: 'Overfør' }).waitFor()
  await bar.getByRole('button', { name: 'Hopp over' }).waitFor()
})

test('what is only in the queue is not called done, and what fails afterwards is counted as failed', async () => {
  const { customer, jobs } = await waitingJobs(2)
  const ferry = { name: 'Ferge', displayed_amount: '250.0000', tax_rate_uuid: rate(customer, 12) }
  const stopped = finishJob(world, customer, {}, [ferry])
  await transferOf(customer.visitor, stopped.uuid, 'failed')
  const page = await browser.openPage({ as: customer, scheme: 'dark' })
  await page.goto('/transfers')
  const asUsual = failingFor(world, customer, { kind: 'slow', ms: 2_000 })
  await act(page, 'Overfør')
  const bar = page.getByRole('region', { name: 'Overfør 3 jobber' })
  await bar.getByText('3 jobber er satt i kø.').waitFor()
  asUsual()
  await bar.getByText('2 ble utkast i Fiken, 1 feilet.').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await bar.getByRole('button', { name: 'Vis hvilke' }).click()
  const dialog = page.getByRole('dialog', { name: 'Slik gikk det' })
  await dialog.getByText('Disse feilet:').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: stopped.name }).waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(1)
  await noneUnderWay(world)
  expect(jobs.map(({ name }) => draftsOf(customer, name))).toEqual([1, 1])
})

test('on a phone it is cancelled: what is done stays, and the rest is listed', async () => {
  const { customer, jobs } = await waitingJobs(3)
  const page = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  await page.goto('/transfers')
  gate.let(1)
  await act(page, 'Hopp over')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hopp over' }).click()
  const bar = page.getByRole('region', { name: 'Hopp over 3 overføringer' })
  await bar.getByText('1 av 3').waitFor()
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  const cancelled = page.waitForResponse((answer) => answer.url().endsWith('/cancel'))
  await bar.getByRole('button', { name: 'Avbryt' }).tap()
  await cancelled
  gate.open()
  await bar.getByText('Avbrutt: Hopp over 3 overføringer').waitFor()
  await bar.getByText('2 overføringer er hoppet over.').waitFor()

  await bar.getByRole('button', { name: 'Vis hvilke' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Slik gikk det' })
  await dialog.getByText('Disse ble det ikke gjort noe med:').waitFor()
  expect(await dialog.getByRole('listitem').count()).toBe(1)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Lukk' }).last().click()
  await bar.waitFor({ state: 'detached' })
  const left = (job: FinishedJob) => rowOf(page, 'Overføringer', job.name).count()
  await until(
    'two of the rows to be gone',
    async () => (await Promise.all(jobs.map(left))).toSorted().join('') === '001',
  )
})

test('missed jobs are fetched from the reconciliation while the user is away', async () => {
  const customer = await longTimeCustomer(world)
  const { tenant, visitor } = customer
  const jobs = ['en', 'to', 'tre'].map((key) =>
    putJob(world.vendors, tenant.account, {
      key,
      client: Object.values(tenant.account.tables.company)[0]!.name,
      state: 'completed',
      daysAgo: 0.02,
      description: 'Lekkasje på bad',
      lines: [{ name: 'Rørlegger, time', quantity: '2', price: '895', material: 'TIME-RL' }],
    }),
  )
  const month = tenant.account.tables.job[jobs[0]!]!.completion_date.slice(0, 7)
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto(`/reconciliation?month=${month}`)
  gate.shut()
  await page.getByRole('button', { name: 'Sjekk nå' }).click()
  const all = page.getByRole('button', { name: 'Hent og overfør (3)' })
  await all.click()
  const bar = page.getByRole('region', { name: 'Henting av 3 jobber' })
  await bar.getByText('0 av 3').waitFor()
  await expect.poll(() => all.isDisabled()).toBe(true)
  await expectSound(page)
  gate.let(1)
  await bar.getByText('1 av 3').waitFor()
  await page.reload()
  await bar.getByText('1 av 3').waitFor()
  await page.goto('/help')
  gate.open()
  for (const job of jobs) await transferOf(visitor, job, 'completed')

  await page.goto(`/reconciliation?month=${month}`)
  await bar.getByText('3 ble utkast i Fiken.').waitFor()
  await bar.getByRole('button', { name: 'Lukk' }).click()
  await bar.waitFor({ state: 'detached' })
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readOperations } from '#shared/contracts/operations'
import { expectSoundInEveryLook, useBrowser } from '../../support/browser/browser.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { administrator } from '../../support/people/admin/administrator.ts'
import {
  askForConsent,
  draftsOf,
  readyCustomer,
  noneUnderWay,
} from '../../support/people/customer.ts'
import { failingFor, finishJob } from '../../support/people/finished-jobs.ts'
import { until } from '../../support/wait.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const POLL_MS = 10_000
const FINE = 'Alt går som det skal'
const FAILED = 'Kunne ikke hente driften'

// Retries wait as long as in production, so that none starts before the operator presses its
// button.
const world = await startWorld({ overrides: { ladderScale: 1 } })
askForConsent(world)
const admin = await administrator(world, { firstName: 'Astrid' })
const browser = useBrowser(() => world)

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
async function open(width = 1280): Promise<Page> {
  const page = await browser.openPage({ width, as: admin })
  await page.clock.install()
  await page.goto('/admin/drift')
  await page.getByText(/^Versjon \d/).waitFor()
  return page
}

test('with nothing to do the page, opened from the panel, says so in one sentence and leads back', async () => {
  const page = await browser.openPage({ width: 360, as: admin })
  await page.goto('/admin')
  await page.getByRole('main').getByRole('link', { name: 'Drift' }).click()
  await page.getByRole('heading', { name: 'Drift', level: 1 }).waitFor()
  await says(page, FINE)
  expect(await page.title()).toBe('Drift – Fakturabro')
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Admin Panel' }).click()
  await page.getByRole('table', { name: 'Aktivitetslogg' }).waitFor()
})

test('transfers of others that have stopped are tried again after a question that says how many', async () => {
  const customer = await readyCustomer(world)
  const isOver = failingFor(world, customer, {
    kind: 'status',
    method: 'POST',
    path: '/invoices/drafts',
    status: 400,
    body: 'html',
  })
  const job = finishJob(world, customer)
  await transferOf(customer.visitor, job.uuid, 'failed')
  isOver()

  const phone = await open(360)
  await phone.getByRole('button', { name: 'Prøv 1 igjen' }).waitFor()
  expect(await smallTargets(phone)).toEqual([])
  const page = await open()
  await says(page, '1 ting trenger tilsyn')
  await says(page, '1 overføring har stoppet: Fiken godtok ikke utkastet')
  await expectSoundInEveryLook(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Prøv 1 igjen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Prøve 1 jobb igjen?' })
  await question.getByText('1 jobb hos 1 bruker sendes på nytt').waitFor()
  await expectSoundInEveryLook(page)
  expect(draftsOf(customer, job.name)).toBe(0)
  await question.getByRole('button', { name: 'Prøv 1 igjen' }).click()
  await says(page, '1 jobb hos 1 bruker prøves igjen.')
  await transferOf(customer.visitor, job.uuid, 'completed')
  await noneUnderWay(world)
  expect(draftsOf(customer, job.name)).toBe(1)
  await says(page, FINE)
})

test('an outage of Fiken shows what waits, and "Prøv nå" ends the wait once Fiken answers', async () => {
  const customer = await readyCustomer(world)
  const isOver = failingFor(world, customer, { kind: 'status', status: 503 })
  const job = finishJob(world, customer)
  await until('the lane to rest', async () =>
    (await admin.visitor.call(readOperations)).needs.some(
      (need) => need.kind === 'silent' && need.lanes > 0 && need.transfers > 0,
    ),
  )
  const page = await open()
  await says(page, 'Fiken har ikke svart')
  await page.getByText(/^På vent: 1 tilkobling på pause og 1 overføring\./).waitFor()
  isOver()
  await page.getByRole('button', { name: 'Prøv nå: Fiken' }).click()
  await page
    .getByText(/^Prøver Fiken nå: .+ som ventet\.$/)
    .first()
    .waitFor()
  await transferOf(customer.visitor, job.uuid, 'completed')
  await says(page, FINE)
})

test('what cannot be read is said to be so, at first in place of everything, later beside what was known', async () => {
  const page = await browser.openPage({ as: admin, expected: [/status of 500 .*\/api\/admin/] })
  await page.clock.install()
  const address = '**/api/admin/operations'
  const fail = () => page.route(address, (route) => route.fulfill({ status: 500, body: '' }))
  await fail()
  await page.goto('/admin/drift')
  await says(page, FAILED)
  await page.unroute(address)
  await page.getByRole('button', { name: 'Prøv igjen' }).click()
  await says(page, FINE)

  await fail()
  await page.clock.fastForward(POLL_MS)
  await page.getByRole('alert').getByText(FAILED).waitFor()
  await page.getByText(/^Det som står her, er fra kl\. \d\d\.\d\d\./).waitFor()
  expect(await page.getByText(FINE, { exact: true }).count()).toBe(0)
  await page.unroute(address)
  await page.clock.fastForward(POLL_MS)
  await says(page, FINE)
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { approveJob, completeJob } from '#sandbox/servicem8/workshop'
import { saveConfiguration } from '#shared/contracts/configuration'
import { settled } from '../support/browser/at-rest.ts'
import { expectSound, useBrowser } from '../support/browser/browser.ts'
import {
  complete,
  draftsOf,
  newCustomer,
  openJobs,
  type Customer,
} from '../support/people/customer.ts'
import { rowOf, tabTo, textOf } from '../support/browser/screen.ts'
import { seasonedCustomer } from '../support/people/seasoned.ts'
import { until } from '../support/wait.ts'
import { daytime } from '../support/clock/daytime.ts'
import { startWorld } from '../support/world/world.ts'

const world = await startWorld(daytime())
const customer = await seasonedCustomer(world)
const browser = useBrowser(() => world)

function oneMoreJob({ tenant: { account } }: Customer): string {
  const job =
    openJobs(customer)[0] ??
    Object.values(account.tables.job).find((one) => one.status === 'Quote')?.uuid
  if (!job) throw new Error('the customer has no job left')
  return job
}

test('an open dashboard shows a job before the next poll, without a reload, and says so at the top', async () => {
  const page = await browser.openPage({ as: customer, polls: false })
  await page.goto('/')
  const lead = (transferred: number) =>
    page.getByText(
      new RegExp(`^1 jobb trenger deg, [\\d,\\s]+.kr\\. ${transferred} er overført i dag\\.$`),
    )
  await lead(3).waitFor()
  await rowOf(page, 'Nylige overføringer', customer.completed[2] ?? '').waitFor()
  const job = complete(world, customer, oneMoreJob(customer))
  await until('the draft to be made', () => draftsOf(customer, job) === 1)
  await rowOf(page, 'Nylige overføringer', job).getByText('Fullført').waitFor()
  await lead(4).waitFor()
  await page
    .getByRole('img', { name: '6 hentede jobber fullført siste 30 dager, 4 overført, 2 gjenstår' })
    .waitFor()
  const table = page.getByRole('table', {
    name: 'Hentede og overførte jobber, etter dagen de ble fullført',
  })
  expect(await table.count()).toBe(0)
  await page.getByRole('button', { name: 'Vis tallene', expanded: false }).press('Enter')
  await expect
    .poll(() => table.getByRole('row').nth(1).getByRole('cell').allInnerTexts())
    .toEqual(['6', '4', '2'])
  await page.getByRole('button', { name: 'Skjul tallene', expanded: true }).press('Enter')
  await table.waitFor({ state: 'detached' })

  const uninvoiced = page.getByRole('region', { name: 'Ikke fakturert' })
  await expect
    .poll(() => textOf(uninvoiced))
    .toMatch(
      /^Ikke fakturert: 2 jobber, [\d ]+(,\d\d)? kr Alle er fra i dag\. De har ikke noe utkast i Fiken ennå\.$/,
    )
  await page.getByRole('link', { name: 'Vis den' }).click()
  await rowOf(page, 'Overføringer', customer.failed).waitFor()
  await page.getByRole('status').getByText('1 overføring', { exact: true }).waitFor()
  const needs = page.getByRole('list', { name: 'Dette venter på deg' }).getByRole('listitem')
  await expect.poll(() => needs.count()).toBe(1)
  await needs.getByText(/^1 jobb trenger deg, [\d,\s]+.kr$/).waitFor()
  await page.getByRole('button', { name: 'Nullstill' }).click()
  await needs
    .filter({ hasText: /1 jobb venter bare på et ja, [\d,\s]+.kr/ })
    .getByRole('button', { name: 'Vis den' })
    .click()
  await rowOf(page, 'Overføringer', customer.waiting).waitFor()
  await page.getByRole('status').getByText('1 overføring', { exact: true }).waitFor()
})

test('a completed job that nobody has approved is on the open dashboard before the next poll, and leaves it when it is approved', async () => {
  await customer.visitor.call(saveConfiguration, { body: { jobFetchType: 'awaiting_payment' } })
  const { account } = customer.tenant
  const { uuid = '', generated_job_id = '' } =
    Object.values(account.tables.job).find(
      ({ status }) => status === 'Quote' || status === 'Work Order',
    ) ?? {}
  const page = await browser.openPage({ as: customer, width: 360, polls: false })
  await page.goto('/')
  await rowOf(page, 'Nylige overføringer', customer.failed).waitFor()
  const list = page.getByRole('list', { name: 'Fullført, men ikke godkjent' })
  expect(await list.count()).toBe(0)
  completeJob(world.vendors, account, uuid)
  await list
    .getByRole('listitem')
    .filter({ hasText: `Jobb #${generated_job_id}` })
    .waitFor()
  const title = '1 fullført jobb er ikke godkjent i ServiceM8'
  await page.getByText(title).waitFor()
  // The chart counts fetched jobs only, and its text says so instead of claiming that no other job
  // is completed.
  const days = page.getByRole('region', { name: 'Siste 30 dager' })
  await expect
    .poll(() => textOf(days))
    .toMatch(/\d hentede jobber fullført siste 30 dager, \d overført, \d gjenstår/)
  await page
    .getByRole('region', { name: 'Ikke fakturert' })
    .getByRole('link', { name: '1 ikke godkjent' })
    .tap()
  const card = page.getByRole('region', { name: title })
  await until('the list to have the focus', () =>
    card.evaluate((element) => element === document.activeElement),
  )
  await expectSound(page)

  await page.route('**/api/unapproved-jobs', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { jobs: { jobUuid: string }[] }
    const jobs = Array.from({ length: 6 }, (_, index) => ({
      ...answer.jobs[0],
      jobUuid: `${index}`,
    }))
    await route.fulfill({ response, json: { ...answer, jobs, count: 260 } })
  })
  await page.reload()
  const many = page.getByRole('region', { name: '260 fullførte jobber er ikke godkjent' })
  await many.getByRole('button', { name: 'Vis flere' }).tap()
  await many.getByText('Viser de 6 nyeste av 260.').waitFor()
  await page.unrouteAll()
  await page.reload()
  await card.waitFor()

  approveJob(world.vendors, account, uuid)
  await list.waitFor({ state: 'detached' })
  await rowOf(page, 'Nylige overføringer', `Jobb #${generated_job_id}`).waitFor()

  await customer.visitor.call(saveConfiguration, { body: { jobFetchType: 'completed' } })
})

test('the log is filtered in the address, links to the transfer, and is saved as a file that Excel opens', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/errors')
  await page.getByRole('list', { name: 'Systemstatus' }).getByText('Tilkoblet').first().waitFor()
  await expect.poll(() => textOf(page.getByRole('status').first())).toMatch(/^\d+ aktiviteter$/)

  await page.getByLabel('Resultat').selectOption('Feilet')
  await page.getByLabel('Søk', { exact: true }).fill(customer.failed)
  await page.waitForURL(/resultat=feilet.*q=/)
  const found = page.getByRole('region', { name: 'Treff' }).getByRole('listitem')
  await until('the entries to be the ones that failed', async () => (await found.count()) === 1)
  await expect.poll(() => textOf(found.first())).toContain(customer.failed)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Last ned CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^systemlogg-\d{4}-\d{2}-\d{2}\.csv$/)
  const [head, entry, rest] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(head).toBe('\uFEFFtid;type;handling;beskrivelse;status')
  expect(entry).toMatch(
    /^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2};Feil;webhook_auto_transfer_failed;.*;Feil$/,
  )
  expect(rest).toBe('')

  await found.getByRole('link', { name: 'Vis overføringen' }).click()
  await page.getByRole('dialog', { name: customer.failed }).waitFor()

  await page.goto('/errors?q=finnes-ikke')
  await page.getByText('Ingen treff').waitFor()
  await page.getByRole('button', { name: 'Vis alt' }).click()
  await page.getByRole('region', { name: 'Webhook-aktivitet' }).waitFor()
  const error = page.getByRole('region', { name: 'Feillogg' }).getByRole('listitem').first()
  const words = await error.getByRole('paragraph').first().innerText()
  expect(await page.getByText(words, { exact: true }).count()).toBe(1)
})

test('a job card opens on hover after 700 ms, closes after 300, and stays away from the keyboard', async () => {
  const page = await browser.openPage({ as: customer })
  await page.clock.install()
  await page.goto('/')
  const row = rowOf(page, 'Nylige overføringer', customer.failed)
  await row.waitFor()
  const card = page.getByRole('dialog', { name: customer.failed })
  await page.clock.pauseAt(world.vendors.now() + 60_000)
  await row.getByRole('rowheader').hover()
  await page.clock.runFor(690)
  await settled(page)
  expect(await card.count()).toBe(0)
  await page.clock.runFor(20)
  await card.waitFor()
  const shown = await textOf(card)
  for (const part of [
    `${customer.failed} Feil`,
    'Beskrivelse: Ferge for servicebil',
    'Beløp 350,00 kr',
    'Varelinjer 1',
    'PO-nummer 451',
    'Varelinjer: Ferge 1 stk × 312,50 kr 312,50 kr',
    'Opprettet',
    'Feilmelding Det er ikke valgt MVA-type',
  ]) {
    expect(shown).toContain(part)
  }
  await page.mouse.move(1, 1)
  await page.clock.runFor(290)
  await settled(page)
  expect(await card.count()).toBe(1)
  await page.clock.runFor(20)
  await card.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Se alle' }).focus()
  await tabTo(page, row.getByRole('button', { name: `Vis detaljer for ${customer.failed}` }))
  await page.clock.runFor(5_000)
  await settled(page)
  expect(await card.count()).toBe(0)
})

test('a sync that cannot run says why, is counted, and is restarted from its notification', async () => {
  const page = await browser.openPage({
    as: await newCustomer(world),
    expected: [/status of 409 .*\/api\/sync/],
  })
  await page.goto('/')
  await page.getByText('Ikke konfigurert').waitFor()
  await page.getByRole('button', { name: 'Synkroniser nå' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Synkronisering feilet' })
  await notice.getByText('ServiceM8 er ikke autorisert.').waitFor()
  expect(await notice.getByRole('progressbar').count()).toBe(0)
  await page.getByText('1 feilet').waitFor()
  const toast = page.getByRole('region', { name: 'Varsler (F8)' })
  await toast.getByText('Gå til Konfigurasjoner og koble til ServiceM8.').waitFor()
  await page.keyboard.press('F8')
  await expect
    .poll(() => toast.evaluate((region) => region.contains(document.activeElement)))
    .toBe(true)

  await notice.getByRole('button', { name: 'Prøv igjen' }).click()
  await page.getByText('2 feilet').waitFor()
  expect(await notice.count()).toBe(1)
  await notice.getByRole('button', { name: 'Lukk varsel' }).click()
  await notice.waitFor({ state: 'detached' })
})

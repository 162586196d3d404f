import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { payInvoice } from '#sandbox/fiken/sales'
import { localDate } from '#sandbox/world/local-time'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { addDays } from '#shared/dates'
import { completePlainJobs } from '../../faults/support/plain-jobs.ts'
import { accessibilityProblems, overflow, useBrowser } from '../../support/browser/browser.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { rowOf as transferRow, saved } from '../../support/browser/screen.ts'
import { readyCustomer, transfersOf } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'

const world = await startTimedWorld({ byDay: true })
const ready = await readyCustomer(world, 'Betaling AS')
const customer = { ...ready, email: (await ready.visitor.call(readSession)).email }
const { account, company } = customer.tenant
const uuids = completePlainJobs(world.vendors, customer.tenant, 3)
const made = await until('the drafts', async () => {
  const rows = await transfersOf(customer)
  return rows.filter((row) => row.status === 'completed').length === uuids.length && rows
})
const [draft, overdue, part] = uuids.map((uuid) => ({
  name: `Jobb #${account.tables.job[uuid]?.generated_job_id}`,
  uuid: made.find((row) => row.servicem8JobId === uuid)?.fikenDraftUuid,
}))
const jobs = { draft: draft?.name ?? '', overdue: overdue?.name ?? '', part: part?.name ?? '' }
const today = localDate(world.vendors.now())
const invoice = (uuid: string | null | undefined) => {
  const found = company.drafts.find((one) => one.uuid === uuid)
  if (!found) throw new Error('There is no such draft')
  found.bankAccountNumber = company.verifiedBankAccounts[0] ?? ''
  return bookDraft(world.vendors, company, found, today)
}
invoice(overdue?.uuid).dueDate = addDays(today, -1)
payInvoice(world.vendors, invoice(part?.uuid), 50_000, today, '1920:10001')
const browser = useBrowser(() => world)

const rowOf = (page: Page, job: string) => transferRow(page, 'Overføringer', job)
const payment = (where: Locator) => where.locator('[data-payment]')

test('an hour later each row shows its payment, without a reload of the page', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/transfers')
  for (const job of Object.values(jobs))
    await payment(rowOf(page, job)).getByText('utkast i Fiken').waitFor()
  world.advance(80 * 60_000)
  await payment(rowOf(page, jobs.overdue)).getByText('Forfalt').waitFor()
  await payment(rowOf(page, jobs.part)).getByText('Delvis betalt').waitFor()
  expect(await payment(rowOf(page, jobs.part)).innerText()).toContain('Delvis betalt')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.getByLabel('Betaling', { exact: true }).selectOption({ label: 'Forfalt' })
  await page.getByText('1 overføring', { exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('payment')).toBe('overdue')
  expect(await rowOf(page, jobs.part).count()).toBe(0)
  await page.getByLabel('Betaling', { exact: true }).selectOption({ label: 'Kreditert' })
  await page.getByText('Ingen overføringer er kreditert', { exact: true }).waitFor()
  await page.getByLabel('Betaling', { exact: true }).selectOption({ label: 'Alle betalinger' })

  await page.getByRole('button', { name: `Vis detaljer for ${jobs.part}` }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Sist sjekket').waitFor()
  const facts = (await drawer.innerText()).replaceAll(/\s+/g, ' ')
  expect(facts).toMatch(
    /Betaling Delvis betalt Fakturanummer \d+ Forfall \d\d\.\d\d\.\d{4} Betalt 500,00 kr Sist sjekket \d\d\.\d\d\.\d{4} kl\./,
  )
  await drawer.getByText('Delvis betalt i Fiken: 500,00 kr til sammen').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
})

test('on a phone the badge is on the card, and nothing is wider than the screen', async () => {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await browser.openPage({ as: customer, width: 360, scheme })
    await page.goto('/transfers')
    await payment(rowOf(page, jobs.overdue)).getByText('Forfalt').waitFor()
    await payment(rowOf(page, jobs.draft)).getByText('Fullført').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
  }
})

test('payment write-back is off, says what it does, and asks ServiceM8 for permission only when it is switched on', async () => {
  const { settings } = world.vendors
  settings.consent.servicem8 = { mode: 'auto', subject: customer.tenant.account.uuid }
  const page = await browser.openPage({ as: customer })
  await page.goto('/configuration#betaling')
  const card = page.getByRole('region', { name: 'Betaling' })
  const toggle = card.getByRole('switch', { name: 'Meld betaling tilbake til ServiceM8' })
  await toggle.waitFor()
  expect(await toggle.isChecked()).toBe(false)
  await expect
    .poll(() => card.innerText())
    .toContain(
      'Gjelder fakturaer som betales i Fiken mens dette er på. ServiceM8 må godkjenne én gang til.',
    )
  expect(await card.getByRole('button').count()).toBe(0)
  await saved(page, () => toggle.click())
  await card.getByText('ServiceM8 må godkjenne at betalinger registreres').waitFor()
  await card.getByText('Venter på godkjenning', { exact: true }).waitFor()
  expect(await card.getByText('På', { exact: true }).count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])

  const phone = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  await phone.goto('/configuration#betaling')
  await phone.getByRole('button', { name: 'Godkjenn i ServiceM8' }).scrollIntoViewIfNeeded()
  expect(await overflow(phone)).toBe(0)
  expect(await accessibilityProblems(phone)).toEqual([])

  const popup = page.waitForEvent('popup')
  await card.getByRole('button', { name: 'Godkjenn i ServiceM8' }).click()
  await popup
  await card
    .getByText('ServiceM8 må godkjenne at betalinger registreres')
    .waitFor({ state: 'detached' })
  await card.getByText('På', { exact: true }).waitFor()
  expect(await card.innerText()).not.toMatch(/godkjenn/i)
  await page.getByText('Betalinger i Fiken meldes til ServiceM8 fra nå av.').first().waitFor()
  expect(await page.getByText('Vi kan lese jobbene dine.').count()).toBe(0)
})

test('on a phone, returning from the consent shows that payment write-back is on', async () => {
  const { visitor, tenant } = await readyCustomer(world, 'Telefon AS')
  const { email } = await visitor.call(readSession)
  await visitor.call(saveConfiguration, { body: { writeBackPayments: true } })
  world.vendors.settings.consent.servicem8 = { mode: 'auto', subject: tenant.account.uuid }
  const phone = await browser.openPage({ as: { email }, width: 360 })
  await phone.goto('/configuration#betaling')
  await phone.getByRole('button', { name: 'Godkjenn i ServiceM8' }).tap()
  await phone.getByText('Betalinger i Fiken meldes til ServiceM8 fra nå av.').first().waitFor()
  await phone.getByRole('region', { name: 'Betaling' }).getByText('På', { exact: true }).waitFor()
})

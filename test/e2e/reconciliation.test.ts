import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { addMonths, formatMonth, osloInstant, today } from '#shared/dates'
import { openAtRest } from '../support/browser/at-rest.ts'
import { expectSoundInEveryLook, useBrowser } from '../support/browser/browser.ts'
import { MISCHIEF, seedBusyMonth } from '../support/people/reconciled/busy-month.ts'
import { complete, newCustomer, openJobs, readyCustomer } from '../support/people/customer.ts'
import { longTimeCustomer } from '../support/people/long-time-customer.ts'
import { printed, withoutDialog } from '../support/browser/paper.ts'
import { menu, plain, textOf } from '../support/browser/screen.ts'
import { until } from '../support/wait.ts'
import { daytime } from '../support/clock/daytime.ts'
import { startWorld, transferOf } from '../support/world/world.ts'

const JOBS = 60

const world = await startWorld(daytime())
const busyMonth = addMonths(today(new Date(world.vendors.now())).slice(0, 7), -1)
const newcomer = await newCustomer(world)
const customer = await longTimeCustomer(world, { jobFetchType: 'awaiting_payment' })
const { userId } = customer
await seedBusyMonth(world, {
  tenant: customer.tenant,
  companyId: userId,
  month: busyMonth,
  count: JOBS,
  each: 1,
})
const browser = useBrowser(() => world)

const sentence = (page: Page) => page.getByRole('heading', { level: 2, name: /sjekket i dag kl\./ })
const card = (page: Page, title: string) => page.getByRole('region', { name: title })

test('a month is checked from the menu, shows the result, and offers a fix for each discrepancy', async () => {
  const page = await browser.openPage({ as: customer })
  await page.goto('/')
  await menu(page, 'Avstemming')
  await page.getByRole('heading', { level: 1, name: 'Avstemming' }).waitFor()
  await page.getByText('er ikke sjekket ennå').waitFor()
  await expect.poll(() => page.getByText(/mangler/).count()).toBe(1)

  await page.getByRole('button', { name: 'Forrige måned' }).click()
  await page.getByText(new RegExp(`^${formatMonth(busyMonth)}$`, 'i')).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('month')).toBe(busyMonth)
  await page.getByRole('button', { name: 'Sjekk nå' }).click()
  await sentence(page).waitFor()
  expect(await textOf(sentence(page))).toMatch(
    /^\d+ jobber mangler i Fiken \([\d ]+,\d\d kr\), \d+ må ses på – sjekket i dag kl\. \d\d\.\d\d$/,
  )

  for (const title of [
    'Jobben kom aldri inn',
    'Jobben ligger dobbelt i Fiken',
    'Utkastet er slettet i Fiken',
    'Jobben er endret etter overføringen',
  ]) {
    await card(page, title).waitFor()
  }
  const stops = card(page, 'Overføringen feilet: MVA-satsen er ikke koblet til Fiken')
  expect(
    await stops
      .getByRole('link', { name: /Velg MVA-type/ })
      .first()
      .getAttribute('href'),
  ).toBe('/configuration#mva')
  const figure = async (name: string) => {
    const said = page
      .getByRole('term')
      .filter({ hasText: name })
      .locator('xpath=following-sibling::dd/span[1]')
    return Number(await said.innerText())
  }
  const aside = page.getByRole('region', { name: 'Holdt utenfor' })
  await expect
    .poll(() => textOf(aside.getByRole('heading', { level: 2 })))
    .toBe(`Holdt utenfor ${await figure('Holdt utenfor')}`)
  const parts = await Promise.all(['I Fiken', 'Mangler', 'Holdt utenfor'].map(figure))
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(await figure('Fullført i ServiceM8'))
  await card(page, 'Fakturaen er kreditert')
    .getByText(/Fiken\s0,00\skr/)
    .waitFor()
  await aside.getByRole('button', { name: /^Vis/ }).click()
  await page
    .getByRole('button', { name: /^Gjenopprett, Jobb #/ })
    .first()
    .waitFor()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Last ned CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`avstemming-${busyMonth}.csv`)

  await stops
    .getByRole('link', { name: /^Jobb #/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
})

test('a checked month is printed as a report of one page, with its sums and discrepancies, and no buttons', async () => {
  const page = await browser.openPage({ as: customer })
  const printedAs = await withoutDialog(page)
  await page.goto(`/reconciliation?month=${busyMonth}`)
  await page.getByRole('button', { name: 'Skriv ut' }).click()
  const title = `Avstemming ${formatMonth(busyMonth)}`
  await expect.poll(() => printedAs()).toBe(title)
  const [verdict = ''] = plain(await sentence(page).innerText()).split(' – ')
  const { text, pages, ink } = await printed(page)
  expect(pages).toBe(1)
  expect(ink).toBe('rgb(28, 35, 33)')
  expect(text.startsWith(title)).toBe(true)
  for (const part of [
    customer.tenant.company.info.name,
    verdict,
    'Fullført i ServiceM8',
    'Mangler i Fiken (',
    'Jobben kom aldri inn',
    'I Fiken, men må ses på (',
    'Jobben ligger dobbelt i Fiken',
    'Beløp er inkludert MVA.',
  ]) {
    expect(text).toContain(part)
  }
  for (const hidden of ['Hent og overfør', 'Last ned CSV', 'Sjekk på nytt', 'Dashboard'])
    expect(text).not.toContain(hidden)
})

test('a deleted draft is sent again after one question, and the next check says that all is well', async () => {
  const own = await readyCustomer(world)
  const [first, second] = openJobs(own)
  for (const jobUuid of [first!, second!]) {
    complete(world, own, jobUuid)
    await transferOf(own.visitor, jobUuid, 'completed')
  }
  deleteDraft(world.vendors, own.tenant.company, own.tenant.company.drafts.at(-1)!)
  const page = await browser.openPage({ as: own, width: 360 })
  await page.goto('/reconciliation')
  await page.getByRole('button', { name: 'Sjekk nå' }).click()
  await sentence(page).waitFor()
  await expect.poll(() => textOf(sentence(page))).toMatch(/^1 jobb mangler i Fiken/)
  await page.getByRole('button', { name: /^Send på nytt, Jobb #/ }).click()
  await page
    .getByRole('dialog', { name: 'Slettet du utkastet i Fiken?' })
    .getByRole('button', { name: 'Ja, send på nytt' })
    .click()
  await page.getByText('Overført etter sjekken').filter({ visible: true }).waitFor()
  expect(own.tenant.company.drafts).toHaveLength(2)
  await page.getByRole('button', { name: 'Sjekk på nytt' }).first().click()
  await until('all to be well', async () =>
    /^Alt stemmer: 2 jobber, [\d ]+,\d\d kr – sjekket/.test(
      plain(await sentence(page).innerText()),
    ),
  )
})

test('a month that ends while it is on the screen stays there, and the next can be chosen', async () => {
  const page = await browser.openPage({ as: customer })
  const month = addMonths(busyMonth, 1)
  const end = osloInstant(`${addMonths(month, 1)}-01`).getTime()
  // The page's Date already runs `ahead` of the machine's, so install() gets the time without this
  // difference.
  await page.clock.install({ time: end - 3_600_000 - world.ahead })
  await page.goto('/reconciliation')
  const shown = (name: string) =>
    page.getByText(new RegExp(`^${formatMonth(name)}$`, 'i')).filter({ visible: true })
  await shown(month).waitFor()
  const next = page.getByRole('button', { name: 'Neste måned' })
  expect(await next.isDisabled()).toBe(true)
  await page.clock.pauseAt(end - 30_000)
  await page.clock.runFor(90_000)
  await until('the next month to be one that can be chosen', () => next.isEnabled())
  expect(await shown(month).count()).toBe(1)
  await next.click()
  await shown(addMonths(month, 1)).waitFor()
  expect(await next.isDisabled()).toBe(true)
})

test('before anything is connected it says what is missing, with a link to it', async () => {
  const page = await browser.openPage({ as: newcomer })
  await openAtRest(page, '/reconciliation?month=1999-13')
  await page.getByText('ServiceM8 er ikke koblet til').waitFor()
  expect(await page.getByRole('link', { name: 'Koble til ServiceM8' }).getAttribute('href')).toBe(
    '/configuration#servicem8',
  )
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('axe finds nothing with every kind on the screen, in light and dark, at 1280 and 360 pixels', async () => {
  expect(Object.keys(MISCHIEF).length).toBeGreaterThanOrEqual(12)
  const page = await browser.openPage({ as: customer })
  await page.goto(`/reconciliation?month=${busyMonth}`)
  await sentence(page).waitFor()
  const leftOut = page.getByRole('region', { name: 'Holdt utenfor' })
  await leftOut.getByRole('button', { name: /^Vis/ }).click()
  await leftOut.getByRole('button', { name: 'Skjul' }).waitFor()
  await expectSoundInEveryLook(page)
})

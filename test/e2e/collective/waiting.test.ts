import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteLineItem } from '#shared/contracts/transfers/lines'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  accessibilityProblems,
  expectSound,
  expectSoundInEveryLook,
  useBrowser,
} from '../../support/browser/browser.ts'
import { LOOKS, seenAt } from '../../support/browser/seen-at.ts'
import { shiftOfLoading, watchShifts } from '../../support/browser/layout-shift.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { draftsOf, noneUnderWay } from '../../support/people/customer.ts'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import {
  completeSet,
  collectiveCustomer,
  type JobForSet,
  type CollectiveCustomer,
} from '../../support/people/collective/customer.ts'
import { customerRow, rowsOf } from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const browser = useBrowser(() => world)

/** Expected console errors: the server responds with 409, which makes the page ask the user. */
const EXPECTED = [/status of 409/]

const previewed = (page: Page) => page.getByRole('dialog', { name: 'Samlefakturaen nå' })
const question = (page: Page) => page.getByRole('alertdialog')
const row = (page: Page, { name }: JobForSet) => rowOf(page, /./, name)
const papers = (page: Page) => page.getByRole('article', { name: 'Forhåndsvisning av fakturaen' })
const choose = (page: Page, job: JobForSet) => row(page, job).getByRole('checkbox').press('Space')
const bar = (page: Page) => page.getByRole('region', { name: 'Valgte overføringer' })

async function waiting(
  jobs: Record<string, unknown>[],
  choice: Parameters<typeof collectiveCustomer>[1] = {},
): Promise<{ customer: CollectiveCustomer; jobs: JobForSet[] }> {
  const customer = await collectiveCustomer(world, choice)
  await until('the customers to be read', async () => (await rowsOf(customer)).length > 0)
  return { customer, jobs: await completeSet(world, customer, ...jobs) }
}

test.each(seenAt(LOOKS))(
  'the draft is seen as it stands, and made, at $width pixels',
  async ({ width, scheme }) => {
    const { customer, jobs } = await waiting([{}, {}, {}])
    const { name } = customer.client
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/customers')
    await customerRow(page, name)
      .getByText(/3 jobber venter, til sammen 3.000.kr/)
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: `Forhåndsvis samlefakturaen til ${name}` }).click()
    await papers(page).waitFor()
    for (const job of jobs) await papers(page).getByText(`${job.name}. Leveringssted`).waitFor()
    await previewed(page).getByText('Stemmer med ServiceM8').waitFor()
    await previewed(page)
      .getByText(/^3 jobber, til sammen 3.000.kr, blir ett utkast i Fiken\.$/)
      .waitFor()
    await expectSound(page)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await previewed(page).getByRole('button', { name: 'Lag samlefaktura nå' }).click()
    await previewed(page).waitFor({ state: 'detached' })
    await page
      .getByText('3 jobber er satt i kø til samlefaktura', { exact: true })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Følg samlefakturaen' }).click()
    const drawer = page.getByRole('dialog', { name: /^Jobb #/ })
    await drawer.getByText('På samme utkast:').waitFor()
    await drawer.getByRole('button', { name: 'Åpne utkastet i Fiken' }).waitFor()
    for (const { uuid } of jobs) await transferOf(customer.visitor, uuid, 'completed')
    await noneUnderWay(world)
    expect(customer.tenant.company.drafts).toHaveLength(1)
    await page.goto('/customers')
    await customerRow(page, name).getByText('ingen jobber venter').waitFor()
  },
)

async function failed(customer: CollectiveCustomer): Promise<JobForSet> {
  const { visitor } = customer
  const [job] = (await completeSet(world, customer, {})) as [JobForSet]
  await visitor.call(deleteLineItem, { params: { id: job.row.id, lineIndex: 0 }, query: {} })
  await visitor.call(makeCollective, { body: { ids: [job.row.id] } })
  await transferOf(visitor, job.uuid, 'failed')
  return job
}

test.each(seenAt(LOOKS.toReversed()))(
  'a failed job is named before the draft is made without it, and led to, at $width pixels',
  async ({ width, scheme }) => {
    const { customer } = await waiting([])
    const { name } = customer.client
    const missing = await failed(customer)
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/customers')
    const listed = customerRow(page, name)
    await listed.getByText('ingen jobber venter').waitFor()
    await listed.getByText('1 er ikke overført').waitFor()
    await page.getByRole('button', { name: `Vis jobben til ${name} som ikke er overført` }).click()
    await previewed(page).getByText('Ingen jobber venter på samlefaktura').waitFor()
    await previewed(page).getByText('1 jobb er ikke overført').waitFor()
    await page.keyboard.press('Escape')

    const [ready] = await completeSet(world, customer, {})
    await page.getByRole('button', { name: `Forhåndsvis samlefakturaen til ${name}` }).click()
    await previewed(page).getByText('1 jobb blir ikke med').waitFor()
    await previewed(page)
      .getByText(/Jobben har ingenting å fakturere/)
      .waitFor()
    await expectSound(page)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await page.keyboard.press('Escape')

    const make = page.getByRole('button', { name: `Lag samlefaktura nå til ${name}` })
    await make.click()
    await question(page).getByText(`Lage samlefaktura til ${name} nå?`).waitFor()
    await question(page)
      .getByText(/^1 jobb, 1.000.kr, blir ett utkast i Fiken\.$/)
      .waitFor()
    await question(page).getByText('1 jobb blir ikke med').waitFor()
    await expectSound(page)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await question(page).getByRole('link', { name: missing.name }).click()
    await page.getByRole('dialog', { name: missing.name }).waitFor()
    await question(page).waitFor({ state: 'detached' })
    await page.goBack()
    await make.click()
    await question(page).getByText('1 jobb blir ikke med').waitFor()
    // A job that starts waiting after the question was asked is not included, and keeps waiting.
    const [late] = await completeSet(world, customer, {})
    await question(page).getByRole('button', { name: 'Lag samlefaktura nå' }).click()
    await transferOf(customer.visitor, ready!.uuid, 'completed')
    await noneUnderWay(world)
    expect(customer.tenant.company.drafts).toHaveLength(1)
    const { pendingReason } = await transferOf(customer.visitor, late!.uuid, 'pending')
    expect(pendingReason).toBe('collective')
  },
)

test('the dashboard says that what waits for a samlefaktura is a part of what is not invoiced, and what it is made without', async () => {
  const { customer } = await waiting([{}])
  await failed(customer)
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/')
  await page.getByText(/^Ikke fakturert: 2 jobber/).waitFor()
  const card = page.getByRole('region', { name: 'Samlefaktura' })
  await card
    .getByText(/^Av det som ikke er fakturert, venter 1 jobb på samlefaktura, 1.000.kr$/)
    .waitFor()
  await card.getByText(/1 av kundenes jobber blir ikke med\./).waitFor()
  await expectSoundInEveryLook(page)
  await card.getByRole('link', { name: 'De som ikke blir med' }).click()
  await customerRow(page, customer.client.name).getByText('1 blir ikke med').waitFor()
})

test('that there will be several drafts, and why, is said beforehand', async () => {
  const { customer } = await waiting(
    [{ purchase_order_number: 'A-1' }, { purchase_order_number: 'B-2' }],
    { byPurchaseOrder: true },
  )
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await page
    .getByRole('button', { name: `Forhåndsvis samlefakturaen til ${customer.client.name}` })
    .click()
  await previewed(page).getByText('Det blir 2 utkast').waitFor()
  const second = previewed(page).getByRole('region', { name: 'Utkast 2 av 2' })
  await second.getByText(/1 jobb · .* · PO-nummer B-2/).waitFor()
  await second.getByText('B-2', { exact: true }).waitFor()
  await expectSoundInEveryLook(page)
})

test('nothing can be made of jobs that are all stopped, and it is said what stops them', async () => {
  const { customer, jobs } = await waiting([{}])
  const { name } = customer.client
  await customer.visitor.call(deleteLineItem, {
    params: { id: jobs[0]?.row.id ?? '', lineIndex: 0 },
    query: {},
  })
  const page = await browser.openPage({ as: customer, width: 360 })
  await page.goto('/customers')
  await page.getByRole('button', { name: `Forhåndsvis samlefakturaen til ${name}` }).tap()
  await previewed(page).getByText('1 jobb kan ikke være med nå').waitFor()
  expect(await previewed(page).getByRole('button').allInnerTexts()).toEqual([''])
  await expectSoundInEveryLook(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Lag samlefaktura nå til ${name}` }).click()
  const none = page.getByRole('dialog', { name: 'Ingen av jobbene kan være med nå' })
  await none.getByRole('link', { name: jobs[0]?.name ?? '' }).waitFor()
  expect(await none.getByRole('button').allInnerTexts()).toEqual([''])
})

test('a new draft after a credit note says that it takes all jobs of the former one', async () => {
  const { customer, jobs } = await waiting([{}, {}])
  await customer.visitor.call(makeCollective, { body: { ids: jobs.map(({ row }) => row.id) } })
  const rows = await Promise.all(
    jobs.map(({ uuid }) => transferOf(customer.visitor, uuid, 'completed')),
  )
  const { account, company } = customer.tenant
  const owner = { world, person: customer.visitor, account, company }
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  const [first] = rows as [Transfer, ...Transfer[]]
  const invoice = deposits.book(owner, first)
  const note = deposits.credit(owner, invoice)
  const credit = {
    inFull: true,
    outstanding: 0,
    notes: [{ number: String(note.creditNoteNumber), date: note.issueDate, gross: invoice.gross }],
  }
  const checkedAt = new Date(world.vendors.now() + 60_000).toISOString()
  for (const { id } of rows)
    await world.product.platform.db.execute(
      sql`update documents set payment_status = 'credited', payment_checked_at = ${checkedAt}::timestamptz,
            invoice_id = ${String(invoice.invoiceId)}, invoice_number = ${String(invoice.invoiceNumber)},
            credit = ${JSON.stringify(credit)}::jsonb where id = (select document_id from transfers where id = ${id})`,
    )
  const page = await browser.openPage({ as: customer, width: 360, scheme: 'dark' })
  await page.goto(`/transfers?jobb=${first.id}#nytt-utkast`)
  const section = page.getByRole('region', { name: 'Nytt utkast' })
  await section.getByText('Det du gjør her, gjelder begge jobbene på samlefakturaen.').waitFor()
  await expectSoundInEveryLook(page)
  await section.getByLabel('Hvorfor skal jobbene faktureres på nytt?').fill('Feil mottaker')
  await section.getByRole('button', { name: 'Lag nytt utkast' }).click()
  await page
    .getByText('Jobbene på samlefakturaen står i kø, og får ett nytt utkast.')
    .first()
    .waitFor()
  for (const { uuid } of jobs) await transferOf(customer.visitor, uuid, 'completed')
  await noneUnderWay(world)
  expect(company.drafts).toHaveLength(1)
})

test.each(seenAt(LOOKS))(
  'chosen jobs are made into one draft now, at $width pixels, and their rows say so',
  async ({ width, scheme }) => {
    const { customer, jobs } = await waiting([{}, {}, {}], { time: { every: 'month', day: 1 } })
    const [one, other, third] = jobs as [JobForSet, JobForSet, JobForSet]
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/transfers')
    await row(page, one)
      .getByText(/^Venter på samlefaktura 1\.\s\w+$/)
      .waitFor()
    await choose(page, one)
    await choose(page, other)
    await bar(page).getByText('2 valgt').waitFor()
    // Scrolls to the end, because the selection bar covers content below it and can hide half a
    // button.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectSound(page)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Lag samlefaktura nå' }).click()
    await question(page)
      .getByText(/^2 jobber for 1 kunde, til sammen 2.000.kr, blir ett utkast i Fiken\.$/)
      .waitFor()
    await expectSound(page)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await noneUnderWay(world)
    expect(customer.tenant.company.drafts).toHaveLength(0)
    await question(page).getByRole('button', { name: 'Lag samlefaktura nå' }).click()
    await page.getByText('2 jobber er satt i kø til samlefaktura').first().waitFor()
    await bar(page).waitFor({ state: 'detached' })
    for (const job of [one, other])
      await row(page, job)
        .getByText(/^samlefaktura, 2\sjobber/)
        .waitFor({ state: 'attached' })
    await row(page, third).getByText('Venter på samlefaktura').waitFor()
    // The jobs become one row as soon as their draft is about to be sent.
    await until('the draft to be in Fiken', () => customer.tenant.company.drafts.length > 0)
    await noneUnderWay(world)
    expect(customer.tenant.company.drafts).toHaveLength(1)

    await page.getByRole('button', { name: `Vis detaljer for ${one.name}` }).click()
    const drawer = page.getByRole('dialog', { name: one.name })
    await drawer.getByText('Det du gjør her, gjelder begge jobbene på samlefakturaen.').waitFor()
    await drawer.getByRole('button', { name: 'Flere muligheter' }).click()
    await drawer.getByText(/Jobben er på en samlefaktura, og der trekkes det ikke fra/).waitFor()
    const section = drawer.getByRole('region', { name: 'Samlefaktura' })
    await section.getByRole('link', { name: other.name }).waitFor()
    await drawer.getByRole('button', { name: 'Angre' }).click()
    await question(page).getByText('Angre samlefakturaen for 2 jobber?').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await question(page).getByRole('button', { name: 'Slett utkastet' }).click()
    await page.getByText('Samlefakturaen er angret').first().waitFor()
    await page
      .getByText('Utkastet er slettet i Fiken, og alle jobbene som var på det, venter på deg.')
      .first()
      .waitFor()
    await drawer.getByText('Tar du den med, venter den på kundens neste samlefaktura.').waitFor()
    expect(await drawer.getByRole('button', { name: 'Overfør nå' }).count()).toBe(0)
    await drawer.getByRole('button', { name: 'Ta med på samlefaktura' }).click()
    await page.getByText('Er alt i orden, venter jobben på kundens samlefaktura.').first().waitFor()
    await drawer
      .getByText(/^Venter på samlefaktura 1\.\s\w+$/)
      .first()
      .waitFor()
  },
)

test.each(seenAt(LOOKS.toReversed()))(
  'one job leaves the others after a question, at $width pixels, and gets an invoice of its own',
  async ({ width, scheme }) => {
    const { customer, jobs } = await waiting([{}, {}])
    const [one, other] = jobs as [JobForSet, JobForSet]
    const page = await browser.openPage({ as: customer, width, scheme, expected: EXPECTED })
    await page.goto('/')
    await page.getByRole('button', { name: /^Venter/ }).click()
    await row(page, one).getByRole('button', { name: 'Behandle nå' }).click()
    await question(page).getByText(`Ta ${one.name} ut av samlefakturaen?`).waitFor()
    await expectSound(page)
    await question(page).getByRole('button', { name: 'Overfør for seg' }).click()
    await until('its own draft', () => draftsOf(customer, one.name) === 1)
    await transferOf(customer.visitor, other.uuid, 'pending')
  },
)

test('the dashboard says how much waits for a set, leads to it, and nothing jumps', async () => {
  const { customer, jobs } = await waiting([{}, {}], { time: { every: 'month', day: 1 } })
  for (const { width, scheme } of LOOKS) {
    const page = await browser.openPage({ as: customer, width, scheme })
    await watchShifts(page)
    for (const path of ['/', '/customers', '/transfers']) {
      const { total, moved } = await shiftOfLoading(page, path)
      expect({ path, moved, jumps: total > 0.02 }).toEqual({ path, moved, jumps: false })
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Samlefaktura' })
    // The sum is shown once only, because the waiting jobs are exactly the jobs without an invoice.
    await card.getByText('Alle jobbene som ikke er fakturert, venter på samlefaktura').waitFor()
    await card.getByText(/Den neste lages 1\. \w+\./).waitFor()
    await page.getByText(/^Alt i orden/).waitFor()
    await page.getByText(/^Ikke fakturert: 2 jobber, 2.000.kr$/).waitFor()
    await card.getByRole('link', { name: 'Vis jobbene' }).click()
    for (const job of jobs) await row(page, job).waitFor()
    await page.getByRole('button', { name: 'Fjern filteret «Venter på samlefaktura»' }).click()
    await until('the address to follow', () => !page.url().includes('reason'))
  }
})

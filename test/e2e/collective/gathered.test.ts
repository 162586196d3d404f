import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accessibilityProblems,
  overflow,
  problemsInEveryLook,
  useBrowser,
} from '../../support/browser/browser.ts'
import { shiftOfLoading, watchShifts } from '../../support/browser/layout-shift.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { draftsOf } from '../../support/people/customer.ts'
import {
  gather,
  gatherer,
  type GatheredJob,
  type Gatherer,
} from '../../support/people/collective/gatherer.ts'
import { customerRow, rowsOf } from '../../support/people/landlord.ts'
import { until } from '../../support/wait.ts'
import { startWorld, transferOf, type TestWorld } from '../../support/world/world.ts'

/** What is gathered for a customer: seen beforehand, made now, and left by one job. */

let world: TestWorld
const browser = useBrowser(() => world)
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** The server's 409 is what triggers the question. */
const EXPECTED = [/status of 409/]
const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const

const previewed = (page: Page) => page.getByRole('dialog', { name: 'Samlefakturaen nå' })
const question = (page: Page) => page.getByRole('alertdialog')
const row = (page: Page, { name }: GatheredJob) => rowOf(page, /./, name)
const papers = (page: Page) => page.getByRole('article', { name: 'Forhåndsvisning av fakturaen' })
const choose = (page: Page, job: GatheredJob) => row(page, job).getByRole('checkbox').press('Space')
const bar = (page: Page) => page.getByRole('region', { name: 'Valgte overføringer' })

/** Somebody with a customer whose jobs wait, as the customers screen knows them. */
async function waiting(
  jobs: Record<string, unknown>[],
  choice: Parameters<typeof gatherer>[1] = {},
): Promise<{ customer: Gatherer; jobs: GatheredJob[] }> {
  const customer = await gatherer(world, choice)
  await until('the customers to be read', async () => (await rowsOf(customer)).length > 0)
  return { customer, jobs: await gather(world, customer, ...jobs) }
}

test.each(LOOKS)(
  'the draft is seen as it stands, and made, at $width pixels',
  async ({ width, scheme }) => {
    const { customer, jobs } = await waiting([{}, {}, {}])
    const { name } = customer.client
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/customers')
    await customerRow(page, name)
      .getByText(/3 jobber, 3.000.kr samlet/)
      .waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: `Se utkastet: ${name}` }).click()
    await papers(page).waitFor()
    for (const job of jobs) await papers(page).getByText(`${job.name}. Leveringssted`).waitFor()
    await previewed(page).getByText('Stemmer med ServiceM8').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await previewed(page).getByRole('button', { name: 'Lag samlefaktura nå' }).click()
    await previewed(page).waitFor({ state: 'detached' })
    await page.getByText('Samlefakturaen lages', { exact: true }).first().waitFor()
    for (const { uuid } of jobs) await transferOf(customer.visitor, uuid, 'completed')
    expect(customer.tenant.company.drafts).toHaveLength(1)
    await customerRow(page, name).getByText('ingen jobber samlet ennå').waitFor()
  },
)

test('that there will be several drafts, and why, is said beforehand', async () => {
  const { customer } = await waiting(
    [{ purchase_order_number: 'A-1' }, { purchase_order_number: 'B-2' }],
    { byPurchaseOrder: true },
  )
  const page = await browser.openPage({ as: customer })
  await page.goto('/customers')
  await page.getByRole('button', { name: `Se utkastet: ${customer.client.name}` }).click()
  await previewed(page).getByText('Det blir 2 utkast').waitFor()
  const second = previewed(page).getByRole('region', { name: 'Utkast 2 av 2' })
  await second.getByText(/1 jobb · .* · eget bestillingsnummer/).waitFor()
  await second.getByText('B-2').waitFor()
  expect(await problemsInEveryLook(page)).toEqual({})
})

test.each(LOOKS)(
  'chosen jobs are made into one draft now, at $width pixels, and their rows say so',
  async ({ width, scheme }) => {
    const { customer, jobs } = await waiting([{}, {}, {}], { time: { every: 'month', day: 1 } })
    const [one, other, third] = jobs as [GatheredJob, GatheredJob, GatheredJob]
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/transfers')
    await row(page, one)
      .getByText(/^Venter på samlefaktura 1\.\s\w+$/)
      .waitFor()
    await choose(page, one)
    await choose(page, other)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await bar(page).getByRole('button', { name: 'Lag samlefaktura nå' }).click()
    await page.getByText('2 jobber er satt i kø til samlefaktura.').first().waitFor()
    await bar(page).waitFor({ state: 'detached' })
    for (const job of [one, other])
      await row(page, job)
        .getByText(/^samlefaktura, 2\sjobber/)
        .waitFor({ state: 'attached' })
    await row(page, third).getByText('Venter på samlefaktura').waitFor()
    expect(customer.tenant.company.drafts).toHaveLength(1)

    await page.getByRole('button', { name: `Vis detaljer for ${one.name}` }).click()
    const drawer = page.getByRole('dialog', { name: one.name })
    await drawer.getByText('Det du gjør her, gjelder begge jobbene på samlefakturaen.').waitFor()
    const section = drawer.getByRole('region', { name: 'Samlefaktura' })
    await section.getByRole('link', { name: other.name }).waitFor()
    await drawer.getByRole('button', { name: 'Angre' }).click()
    await question(page).getByText('Utkastet er samlefakturaen for 2 jobber.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  },
)

test.each(LOOKS)(
  'one job leaves the others after a question, at $width pixels, and gets an invoice of its own',
  async ({ width, scheme }) => {
    const { customer, jobs } = await waiting([{}, {}])
    const [one, other] = jobs as [GatheredJob, GatheredJob]
    const page = await browser.openPage({ as: customer, width, scheme, expected: EXPECTED })
    await page.goto('/')
    await page.getByRole('button', { name: /^Venter/ }).click()
    await row(page, one).getByRole('button', { name: 'Behandle nå' }).click()
    await question(page).getByText(`Ta ${one.name} ut av samlefakturaen?`).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await question(page).getByRole('button', { name: 'Overfør for seg' }).click()
    await until('its own draft', () => draftsOf(customer, one.name) === 1)
    await transferOf(customer.visitor, other.uuid, 'pending')
  },
)

test('the dashboard says how much is gathered, leads to it, and nothing jumps', async () => {
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
    await card.getByText(/^Samlet til samlefaktura: 2 jobber, 2.000.kr$/).waitFor()
    await card.getByText(/Neste 1\. \w+\./).waitFor()
    // Still true: neither of them is invoiced.
    await page.getByText(/^Ikke fakturert: 2 jobber/).waitFor()
    await card.getByRole('link', { name: 'Vis jobbene' }).click()
    for (const job of jobs) await row(page, job).waitFor()
    await page.getByRole('button', { name: 'Fjern filteret «Venter på samlefaktura»' }).click()
    await until('the address to follow', () => !page.url().includes('reason'))
  }
})

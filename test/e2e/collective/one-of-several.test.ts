import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeJob, changeLine } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { makeCollective } from '#shared/contracts/collective'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import { readTransfer } from '#shared/contracts/transfers/row'
import {
  accessibilityProblems,
  expectSoundInEveryLook,
  overflow,
  useBrowser,
} from '../../support/browser/browser.ts'
import { LOOKS, seenAt } from '../../support/browser/seen-at.ts'
import { rowOf } from '../../support/browser/screen.ts'
import { smallTargets } from '../../support/browser/targets.ts'
import { chosen, depositInvoice } from '../../support/people/deposits/jobs-with-deposits.ts'
import {
  completeSet,
  collectiveCustomer,
  type JobForSet,
} from '../../support/people/collective/customer.ts'
import { until } from '../../support/wait.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())
const browser = useBrowser(() => world)

const row = (page: Page, { name }: JobForSet) => rowOf(page, /./, name)
const papers = (page: Page) => page.getByRole('article', { name: 'Forhåndsvisning av fakturaen' })
const choose = (page: Page, job: JobForSet) => row(page, job).getByRole('checkbox').press('Space')
const bar = (page: Page) => page.getByRole('region', { name: 'Valgte overføringer' })

async function twoWaiting(fields: Record<string, unknown> = {}) {
  const customer = await collectiveCustomer(world)
  const jobs = await completeSet(world, customer, fields, {})
  return { customer, jobs: jobs as [JobForSet, JobForSet] }
}

test.each(seenAt(LOOKS))(
  'a job that waits is shown as a part of the draft, and the draft is one step away, at $width pixels',
  async ({ width, scheme }) => {
    const site = { job_address: 'Sjøgata 12\n5003 Bergen' }
    const { customer, jobs } = await twoWaiting(site)
    const [one, other] = jobs
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto(`/transfers?jobb=${one.row.id}`)
    const drawer = page.getByRole('dialog', { name: one.name })
    const part = drawer.getByRole('region', { name: 'Jobbens del av samlefakturaen' })
    const whole = drawer.getByRole('button', {
      name: `Forhåndsvis samlefakturaen til ${customer.client.name}`,
    })
    await part
      .getByText('Jobben får ikke et eget utkast. Den kommer på kundens samlefaktura.')
      .waitFor()
    await drawer.getByText('Jobbens adresse').waitFor()
    await drawer.getByText('Sjøgata 12, 5003 Bergen').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await part.getByRole('button', { name: 'Se jobbens del' }).click()
    await part.getByText('Klar for samlefakturaen').waitFor()
    await part.getByText('Sum for jobben').waitFor()
    // A job's part of the collective draft is not shown as an invoice by itself.
    expect(await drawer.getByText('Klart til å sendes').count()).toBe(0)
    expect(await papers(page).count()).toBe(0)
    expect(await part.getByRole('button', { name: 'Skriv ut' }).count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    if (width < 500) expect(await smallTargets(page)).toEqual([])
    await whole.click()
    for (const { name } of [one, other])
      await papers(page).getByText(`${name}. Leveringssted`).waitFor()
    await page.keyboard.press('Escape')
    await drawer.getByRole('region', { name: 'Jobbens del av samlefakturaen' }).waitFor()

    await customer.visitor.call(makeCollective, { body: { ids: [one.row.id, other.row.id] } })
    const { id } = await transferOf(customer.visitor, one.uuid, 'completed')
    await customer.visitor.call(undoTransfer, { params: { id }, body: {} })
    await part.getByText(/kundens neste samlefaktura når \S+ startes/).waitFor()
    await whole.waitFor({ state: 'detached' })
  },
)

test('a job with a deposit taken off gets a draft of its own, and is not shown as a part', async () => {
  const { customer, jobs } = await twoWaiting()
  const { account, company } = customer.tenant
  const owner = { world, person: customer.visitor, account, company }
  await chosen(
    owner,
    jobs[0].row,
    depositInvoice(owner, customer.client.name, [{ unitPrice: 20_000 }]),
  )
  const page = await browser.openPage({ as: customer })
  await page.goto(`/transfers?jobb=${jobs[0].row.id}`)
  const drawer = page.getByRole('dialog', { name: jobs[0].name })
  await drawer.getByRole('region', { name: 'Utkastet', exact: true }).waitFor()
  expect(await drawer.getByText('Jobbens del av samlefakturaen').count()).toBe(0)
})

test.each(seenAt(LOOKS.toReversed()))(
  'to go along and to go alone have words of their own on row, card and bar, at $width pixels',
  async ({ width, scheme }) => {
    const { customer, jobs } = await twoWaiting()
    const [back, alone] = jobs
    const { visitor } = customer
    await visitor.call(makeCollective, { body: { ids: [back.row.id] } })
    const { id } = await transferOf(visitor, back.uuid, 'completed')
    await visitor.call(undoTransfer, { params: { id }, body: {} })
    const page = await browser.openPage({ as: customer, width, scheme })
    await page.goto('/transfers')
    const isPhone = width < 500
    const offers = async (job: JobForSet) => {
      if (!isPhone) return row(page, job).getByRole('button').allInnerTexts()
      await row(page, job)
        .getByRole('button', { name: `Flere valg for ${job.name}` })
        .click()
      await page.getByRole('menu').waitFor()
      const words = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      await page.getByRole('menu').waitFor({ state: 'detached' })
      return words
    }
    await row(page, back).waitFor()
    await expect.poll(() => offers(back)).toContain(isPhone ? 'Ta med på samlefaktura' : 'Ta med')
    await expect.poll(() => offers(alone)).toContain(isPhone ? 'Ta ut av samlefakturaen' : 'Ta ut')
    expect([...(await offers(back)), ...(await offers(alone))]).not.toContain('Overfør nå')
    await expectSoundInEveryLook(page)
    if (isPhone) {
      // On a phone, the reason for waiting is below the status and uses the card's full width.
      const [status, why] = await Promise.all(
        [/^Venter$/, /^Venter på samlefaktura/].map((words) =>
          row(page, alone).getByText(words).boundingBox(),
        ),
      )
      expect(why?.y).toBeGreaterThanOrEqual((status?.y ?? 0) + (status?.height ?? 0))
      expect(why?.x).toBeLessThanOrEqual((status?.x ?? 0) + 24)
    }

    await choose(page, back)
    await choose(page, alone)
    await bar(page).getByText('2 valgt').waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    if (isPhone) expect(await smallTargets(page)).toEqual([])
    expect(
      await bar(page)
        .getByRole('button', { name: /^(Overfør|Prøv igjen)/ })
        .count(),
    ).toBe(0)
    await bar(page).getByRole('button', { name: 'Ta med på samlefaktura' }).click()
    await transferOf(visitor, back.uuid, 'pending')
    await until('both to wait', async () => {
      const { pendingReason } = await visitor.call(readTransfer, { params: { id } })
      return pendingReason === 'collective'
    })
    await bar(page).getByText('1 valgt').waitFor()
  },
)

test.each(seenAt(LOOKS))(
  '«Oppdater utkast» in the month says which job of the draft is open again, at $width pixels',
  async ({ width, scheme }) => {
    const { customer, jobs } = await twoWaiting()
    const { visitor, tenant } = customer
    const [changed, opened] = jobs
    await visitor.call(makeCollective, { body: { ids: [changed.row.id, opened.row.id] } })
    for (const { uuid } of jobs) await transferOf(visitor, uuid, 'completed')
    const [line] = Object.values(rowsOf(tenant.account, 'jobmaterial')).filter(
      (one) => one['job_uuid'] === changed.uuid,
    )
    changeLine(world.vendors, tenant.account, line?.uuid ?? '', { displayed_amount: '777' })
    const expected = [/status of 409 .*\/update-draft/]
    const page = await browser.openPage({ as: customer, width, scheme, expected })
    await page.goto('/reconciliation')
    await page.getByRole('button', { name: 'Sjekk nå' }).click()
    const update = page.getByRole('button', { name: 'Oppdater utkast' })
    await update.waitFor()
    // The job is reopened after the check, so the screen cannot know.
    changeJob(world.vendors, tenant.account, opened.uuid, { status: 'Work Order' })
    await update.click()
    await page
      .getByText(`${opened.name}: Jobben er ikke lenger fullført i ServiceM8.`)
      .first()
      .waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    for (const { uuid } of jobs) await transferOf(visitor, uuid, 'completed')
  },
)

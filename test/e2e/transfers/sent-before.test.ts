import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteAccount } from '#shared/contracts/profile'
import { accessibilityProblems, overflow, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { openCause, rowOf } from '../../support/browser/screen.ts'
import { watchChanges } from '../../support/browser/changes.ts'
import {
  complete,
  draftsOf,
  openJobs,
  readyCustomer,
  type Customer,
  noneUnderWay,
} from '../../support/people/customer.ts'
import { DAY_MS } from '../../support/people/plumber.ts'
import { makeReady, signUp, startWorld, transferOf } from '../../support/world/world.ts'

/** Tests a returned user's job with an unknown document in Fiken: the user is asked first. */

const world = await startWorld()
const browser = useBrowser(() => world)

/** Expected console errors: the server responds with 409, which makes the page ask the user. */
const EXPECTED = [/status of 409/]

/** Makes a returned user, one of whose jobs has a draft that the product doesn't recognize. */
async function returned(): Promise<{ customer: Customer; job: string; uuid: string }> {
  const customer = await readyCustomer(world)
  const { visitor, email, tenant } = customer
  const [uuid = ''] = openJobs(customer)
  const job = complete(world, customer, uuid)
  await transferOf(visitor, uuid, 'completed')
  const { company } = tenant
  const [draft] = company.drafts
  if (!draft) throw new Error('no draft was made')
  Object.assign(draft, { uuid: '9c0d2f6e-0000-4000-8000-000000000002' })
  company.draftUuids = company.draftUuids.filter((known) => known === draft.uuid)
  await visitor.call(deleteAccount)

  const again = await signUp(world, { email })
  const { consent } = world.vendors.settings
  consent.servicem8 = { mode: 'auto', subject: tenant.account.uuid }
  consent.fiken = { mode: 'auto', subject: tenant.user.email }
  await makeReady(world, again, { slug: company.slug, activate: false })
  await again.call(saveConfiguration, {
    body: { isActive: true, activatedAt: new Date(Date.now() - DAY_MS).toISOString() },
  })
  await transferOf(again, uuid, 'failed')
  return { customer: { ...customer, visitor: again }, job, uuid }
}

const question = (page: Page) => page.getByRole('alertdialog')

test.each(
  seenAt([
    [360, 'dark'],
    [1280, 'light'],
  ] as const),
)(
  'at %i pixels, a job that may have been sent before says what Fiken has, and is sent after one question',
  async (width, scheme) => {
    const { customer, job, uuid } = await returned()
    const page = await browser.openPage({ as: customer, expected: EXPECTED, width, scheme })
    await page.goto('/transfers')
    const row = rowOf(page, /./, job)
    await openCause(row)
    await row.getByText('Jobben kan være overført før').filter({ visible: true }).first().waitFor()
    // The amount is a separate element, so the text is compared across elements.
    const said = (await row.innerText()).replaceAll(/\s/g, ' ')
    expect(said).toMatch(
      /I Fiken ligger allerede et utkast til «.+» på .+ kr, med referansen «Jobb #/,
    )
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])

    const button = row.getByRole('button', { name: 'Overfør likevel' }).filter({ visible: true })
    await button.click()
    await question(page).getByText(`${job} kan være overført før. Overføre likevel?`).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    const sent = watchChanges(page)
    await question(page).getByRole('button', { name: 'Avbryt' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect(await sent()).toEqual([])
    expect(draftsOf(customer, job)).toBe(1)

    await button.click()
    await question(page).getByRole('button', { name: 'Overfør likevel' }).click()
    await transferOf(customer.visitor, uuid, 'completed')
    await row.getByText('Fullført').waitFor()
    await noneUnderWay(world)
    expect(draftsOf(customer, job)).toBe(2)
  },
)

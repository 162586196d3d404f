import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeJob, changeLine } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { makeCollective } from '#shared/contracts/collective'
import { accessibilityProblems, overflow, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { gather, gatherer } from '../../support/people/collective/gatherer.ts'
import { startWorld, transferOf, type TestWorld } from '../../support/world/world.ts'

/** A draft of several jobs in the month, when its jobs have changed since. */

let world: TestWorld
const browser = useBrowser(() => world)
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const LOOKS = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
] as const

test.each(seenAt(LOOKS))(
  '«Oppdater utkast» says which of its jobs is open again, at $width pixels',
  async ({ width, scheme }) => {
    const customer = await gatherer(world)
    const { visitor, tenant } = customer
    const [changed, opened] = await gather(world, customer, {}, {})
    if (!changed || !opened) throw new Error('there are no jobs')
    await visitor.call(makeCollective, { body: { ids: [changed.row.id, opened.row.id] } })
    for (const { uuid } of [changed, opened]) await transferOf(visitor, uuid, 'completed')
    const [line] = Object.values(rowsOf(tenant.account, 'jobmaterial')).filter(
      (one) => one['job_uuid'] === changed.uuid,
    )
    changeLine(world.sandbox.world, tenant.account, line?.uuid ?? '', { displayed_amount: '777' })
    const expected = [/status of 409 .*\/update-draft/]
    const page = await browser.openPage({ as: customer, width, scheme, expected })
    await page.goto('/reconciliation')
    await page.getByRole('button', { name: 'Sjekk nå' }).click()
    const update = page.getByRole('button', { name: 'Oppdater utkast' })
    await update.waitFor()
    // Opened after the check: the screen cannot know.
    changeJob(world.sandbox.world, tenant.account, opened.uuid, { status: 'Work Order' })
    await update.click()
    await page
      .getByText(`${opened.name}: Jobben er ikke lenger fullført i ServiceM8.`)
      .first()
      .waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    // It left both as they were.
    for (const { uuid } of [changed, opened]) await transferOf(visitor, uuid, 'completed')
  },
)

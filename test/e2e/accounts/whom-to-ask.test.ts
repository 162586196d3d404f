import { expect, test } from 'vitest'
import type { Role } from '#shared/access/roles'
import { readSession } from '#shared/contracts/auth'
import { readSystemStatus } from '#shared/contracts/overview'
import { revokeSubject } from '#sandbox/http/oauth-store'
import { settled } from '../../support/browser/at-rest.ts'
import { expectSound, useBrowser } from '../../support/browser/browser.ts'
import { seenAt } from '../../support/browser/seen-at.ts'
import { colleague } from '../../support/people/access/members.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { finishJob } from '../../support/people/finished-jobs.ts'
import { until } from '../../support/wait.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const browser = useBrowser(() => world)

const unconnected = await signUp(world)
const { company } = await unconnected.call(readSession)

/** What nobody is offered who would be refused. */
const OFFERED = /Koble til|Autoriser|Velg selskap|Slå på|Bekreft|Godkjenn/

test.each(
  seenAt<readonly [Role, number]>([
    ['reader', 360],
    ['staff', 1280],
  ]),
)(
  'a %s of a company without connections reads whom to ask on every screen, at %i pixels',
  async (role, width) => {
    const as = await colleague(world, company?.id ?? '', role)
    const page = await browser.openPage({ as, width, expected: [/409/] })
    const screens = ['/', '/configuration', '/customers', '/transfers', '/reconciliation']
    for (const address of [...screens, '/product-sync', '/customers/import']) {
      await page.goto(address)
      const main = page.locator('main')
      await main.getByText('Be eieren om å koble til ServiceM8.').first().waitFor()
      await settled(page)
      const offered = main.getByRole('button').or(main.getByRole('link'))
      expect(
        (await offered.allInnerTexts()).filter((name) => OFFERED.test(name)),
        address,
      ).toEqual([])
      await expectSound(page)
    }
  },
)

test('an ended access asks those who may renew it, and tells the others whom to ask', async () => {
  const customer = await readyCustomer(world)
  const { company: its } = await customer.visitor.call(readSession)
  revokeSubject(world.vendors.state.fiken.oauth, customer.tenant.user.email)
  finishJob(world, customer)
  await until('the ended access to be noticed', async () => {
    const { fikenStatus } = await customer.visitor.call(readSystemStatus)
    return fikenStatus === 'reauth_required'
  })
  const open = async (role: Role) => {
    const page = await browser.openPage({ as: await colleague(world, its?.id ?? '', role) })
    await page.goto('/transfers')
    return page
  }
  const reader = await open('reader')
  await reader.getByText('Tilgangen til Fiken er utløpt').first().waitFor()
  await reader.getByText('Be eieren om å fornye tilkoblingen til Fiken.').first().waitFor()
  expect(await reader.getByRole('button', { name: OFFERED }).count()).toBe(0)
  expect(await reader.getByRole('link', { name: OFFERED }).count()).toBe(0)
  await expectSound(reader)

  const staff = await open('staff')
  await staff.getByRole('link', { name: 'Godkjenn Fiken på nytt' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Koble til Fiken på nytt' })
  await dialog.getByRole('button', { name: 'Autoriser Fiken' }).waitFor()
})

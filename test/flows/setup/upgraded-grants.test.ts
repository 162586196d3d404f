import { expect, test } from 'vitest'
import { expireAccess } from '#sandbox/http/oauth-store'
import { findConnections } from '#server/features/connections/store'
import { readSession } from '#shared/contracts/auth'
import { testFiken, testServicem8 } from '#shared/contracts/connections'
import { upgradeFrom } from '../../support/former-version.ts'
import { readyCustomer } from '../../support/people/tenants.ts'

import { until } from '../../support/wait.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests the upgrade from a version in which each company's connection held tokens (migration 0063). */

const world = await startWorld()

test('both connections work on after the upgrade, without connecting again, also when renewed', async () => {
  const { visitor, tenant } = await readyCustomer(world, 'Tilkoblet Rør AS')
  const { id } = await visitor.call(readSession)
  const rows = async () => {
    const found = await findConnections(world.product.platform.db, id)
    return found.toSorted((a, b) => a.vendor.localeCompare(b.vendor))
  }
  const before = await rows()
  await upgradeFrom(world, '0062')

  const upgraded = await rows()
  expect(upgraded.map(({ grant: _grant, grantId: _id, ...own }) => own)).toEqual(
    before.map(({ grant: _grant, grantId: _id, ...own }) => own),
  )
  for (const { vendor, grant } of upgraded)
    expect(grant).toMatchObject({ sealedFor: id, personId: vendor === 'fiken' ? id : null })

  const body = { companySlug: tenant.company.slug }
  // The product may keep the vendors busy after its start.
  const works = async () => {
    await until(
      'ServiceM8 to answer',
      async () => (await visitor.call(testServicem8, { body: {} })).connected,
    )
    await until('Fiken to answer', async () => (await visitor.call(testFiken, { body })).connected)
  }
  await works()
  const { fiken, servicem8 } = world.vendors.state
  expireAccess(fiken.oauth, tenant.user.email)
  expireAccess(servicem8.oauth, tenant.account.uuid)
  await works()
  for (const { grant } of await rows()) expect(grant?.sealedFor).toBe(grant?.id)
})

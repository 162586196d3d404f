import { expect, test } from 'vitest'
import { deleteUser, readUserDeletion, setUserStatus } from '#shared/contracts/admin'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { deleteAccount, readDeletion } from '#shared/contracts/profile'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { colleague } from '../../support/people/access/members.ts'
import { administrator, member } from '../../support/people/admin/administrator.ts'
import { completeWorkOrder, readyCustomer } from '../../support/people/tenants.ts'
import { mailTo } from '../../support/vendors/mailbox.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

/** Tests what deleting or deactivating an owner means for the other people in the company. */

const world = await startWorld()
const admin = await administrator(world)

test('whoever deletes their account is told which companies go with it, and who is in them', async () => {
  const owner = await member(world)
  const kari = await colleague(world, owner.id, 'accountant', { firstName: 'Kari' })
  const ofOwner = { id: owner.id, name: 'Fjordvik Rør AS', members: ['Kari Fjordvik'] }
  expect(await owner.visitor.call(readDeletion)).toEqual({ companies: [ofOwner] })
  expect(await kari.visitor.call(readDeletion)).toEqual({ companies: [] })
})

test('members of a company that is deleted with its owner keep their log-in, and get one mail', async () => {
  const customer = await readyCustomer(world, 'Slettes AS')
  const { id } = await customer.visitor.call(readSession)
  const job = await transferOf(customer.visitor, completeWorkOrder(world, customer), 'completed')
  const kari = await colleague(world, id, 'accountant')
  await customer.visitor.call(deleteAccount)
  const { text } = await mailTo(
    world.sandbox,
    kari.email,
    'Fjordvik Rør AS er slettet i Fakturabro',
  )
  expect(text).toContain('Innloggingen din i Fakturabro er som før')
  expect(text).not.toContain(String(job.servicem8Data?.job_number))
  expect(text).not.toContain(String(job.servicem8Data?.customer_name))
  expect(await kari.visitor.call(readSession)).toMatchObject({ company: null, companies: [] })
  const { body, status } = await kari.visitor.tryCall(listTransfers)
  expect([status, body]).toMatchObject([409, { code: 'no_membership' }])
})

test('an administrator who deletes an owner has the same effect on the members', async () => {
  const owner = await member(world)
  const kari = await colleague(world, owner.id, 'reader')
  expect(await admin.visitor.call(readUserDeletion, { params: { id: owner.id } })).toMatchObject({
    companies: [{ id: owner.id, members: ['Frode Fjordvik'] }],
  })
  await admin.visitor.call(deleteUser, { params: { id: owner.id } })
  await mailTo(world.sandbox, kari.email, 'Fjordvik Rør AS er slettet i Fakturabro')
  expect(await kari.visitor.call(readSession)).toMatchObject({ companies: [] })
})

test('members of a company whose owner is deactivated may read, and are told why they may do no more', async () => {
  const customer = await readyCustomer(world, 'Pause AS')
  const { id } = await customer.visitor.call(readSession)
  const job = await transferOf(customer.visitor, completeWorkOrder(world, customer), 'completed')
  const kari = await colleague(world, id, 'staff')
  const setActive = (isActive: boolean) =>
    admin.visitor.call(setUserStatus, { params: { id }, body: { isActive } })
  await setActive(false)
  expect(await kari.visitor.call(listTransfers)).toMatchObject([{ id: job.id }])
  const paused = {
    code: 'company_paused',
    message:
      'Firmaet er satt på pause, fordi eierens konto er deaktivert. Du kan se alt, men ikke endre noe.',
  }
  for (const refused of [
    await kari.visitor.tryCall(retryTransfer, { params: { id: job.id } }),
    await kari.visitor.tryCall(saveConfiguration, { body: { customerMatchThreshold: 77 } }),
  ])
    expect([refused.status, refused.body]).toMatchObject([409, paused])
  await setActive(true)
  await kari.visitor.call(saveConfiguration, { body: { customerMatchThreshold: 77 } })
})

import { expect, test } from 'vitest'
import { causeOf } from '#shared/causes/index'
import { removeMember } from '#shared/contracts/account/members'
import { readSession } from '#shared/contracts/auth'
import { readTokenStatus } from '#shared/contracts/connections'
import { clearCompanySelection } from '#shared/contracts/configuration'
import { connectFiken } from '../../support/people/access/office.ts'
import { colleague } from '../../support/people/access/members.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { completeWorkOrder, readyReader } from '../../support/people/tenants.ts'
import { mailsTo } from '../../support/vendors/mailbox.ts'
import { until } from '../../support/wait.ts'
import { transferOf } from '../../support/world/world.ts'

/** Tests what becomes of a company's jobs when the person whose grant it used is removed. */

const world = await startTimedWorld()

test('the jobs wait, the owner gets a mail, and after their own consent each has exactly one draft', async () => {
  const owner = await readyReader(world, 'Etterlatt Rør AS')
  const { company, user } = owner.tenant
  const { company: ours } = await owner.visitor.call(readSession)
  const { visitor: accountant, id: accountantId } = await colleague(
    world,
    ours?.id ?? '',
    'accountant',
  )
  const kari = 'kari@etterlatt.example'
  world.vendors.state.fiken.users[kari] = { email: kari, name: 'Kari', companies: [company.slug] }
  await connectFiken(accountant, kari)
  await owner.visitor.call(clearCompanySelection)

  // The draft is made, but the answer is lost, and Fiken's lists do not show it yet.
  const { faults } = world.vendors
  const drafts = '/invoices/drafts$'
  faults.add({ vendor: 'fiken', method: 'POST', path: drafts, kind: 'lost', count: 1 })
  faults.add({ vendor: 'fiken', kind: 'stale', seconds: null })
  const job = completeWorkOrder(world, owner)
  await until('the draft to be made', () => Promise.resolve(company.drafts.length === 1))
  await owner.visitor.call(removeMember, { params: { id: accountantId } })
  faults.clear()

  expect(await owner.visitor.call(readTokenStatus)).toMatchObject({
    fikenStatus: 'reauth_required',
    fikenMessage: expect.stringContaining('ikke lenger er med i firmaet') as string,
  })
  const another = completeWorkOrder(world, owner)
  const waiting = await transferOf(owner.visitor, job, 'queued')
  const { title } = causeOf('fiken_grant_dead')
  const mail = await until('the mail to the owner', () => {
    world.advance(15_000)
    return mailsTo(world.sandbox, owner.email, new RegExp(`^${title}`))[0]
  })
  expect(mail.text).toContain('venter')
  expect(company.drafts).toHaveLength(1)

  await connectFiken(owner.visitor, user.email)
  await owner.visitor.call(clearCompanySelection)
  const done = await transferOf(owner.visitor, job, 'completed')
  await transferOf(owner.visitor, another, 'completed')
  expect(company.drafts.map(({ uuid }) => uuid)).toContain(done.fikenDraftUuid)
  expect(waiting.fikenDraftUuid ?? done.fikenDraftUuid).toBe(done.fikenDraftUuid)
  expect(company.drafts).toHaveLength(2)
})

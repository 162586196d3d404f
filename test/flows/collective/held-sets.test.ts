import { expect, test } from 'vitest'
import { staleLists } from '#sandbox/testing'
import { endCollective, previewCollective } from '#shared/contracts/collective'
import { saveConfiguration } from '#shared/contracts/configuration'
import { restoreTransfer, startTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { decideWaiting, readWaiting } from '#shared/contracts/transfers/waiting'
import {
  completeForSet,
  completeSet,
  collectiveCustomer,
  headingsOf,
  make,
  jobsOf,
  makeDrafts,
  numbersOf,
  onDrafts,
  rowsThat,
  type CollectiveCustomer,
} from '../../support/people/collective-customer.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

const world = await startWorld(daytime())

const faults = () => world.vendors.faults
const isHeld = ({ pendingReason }: Transfer) => pendingReason === 'inactive'
const decide = ({ visitor }: CollectiveCustomer, decision: 'transfer' | 'skip') =>
  visitor.tryCall(decideWaiting, { body: { decision } })

const EVERY_28TH = { every: 'month', day: 28 } as const
const DOWN = { vendor: 'fiken', kind: 'status', status: 503 } as const
/** A 429 to the creation of a draft, so that the set already has its draft's UUID. */
const NO_MORE_DRAFTS = {
  vendor: 'fiken',
  kind: 'status',
  status: 429,
  method: 'POST',
  path: '/invoices/drafts$',
} as const

/** Makes a set that was queued for Fiken when the integration was switched off. */
async function held(
  name: string,
  fault: typeof DOWN | typeof NO_MORE_DRAFTS = DOWN,
): Promise<{ customer: CollectiveCustomer; rows: Transfer[] }> {
  const customer = await collectiveCustomer(world, name, { time: EVERY_28TH })
  const { email } = customer.tenant.user
  const rows = await completeSet(customer, [{}, {}])
  const down = faults().add({ ...fault, who: email })
  await make(customer, rows)
  await rowsThat(customer, jobsOf(rows), 'to wait for Fiken', ({ errorCode }) => errorCode !== null)
  await customer.visitor.call(saveConfiguration, { body: { isActive: false } })
  await rowsThat(customer, jobsOf(rows), 'to be held', isHeld)
  faults().remove(down.id)
  return { customer, rows }
}

test('a set that is held can be looked at as the draft that it becomes', async () => {
  const { customer, rows } = await held('Ser på AS')
  const params = { clientUuid: customer.client }
  const { drafts, stopped } = await customer.visitor.call(previewCollective, { params })
  expect(stopped).toEqual([])
  expect(drafts.map(({ jobs }) => jobs.map(({ id }) => id))).toEqual([rows.map(({ id }) => id)])
})

test('«Hopp over» at the switch leaves the month’s invoice waiting, and says so', async () => {
  const { customer, rows } = await held('Hopper over AS')
  const late = completeForSet(customer)
  await rowsThat(customer, [late], 'to wait', isHeld)
  expect(await customer.visitor.call(readWaiting)).toMatchObject({ count: 3 })
  expect((await decide(customer, 'skip')).body).toMatchObject({
    count: 1,
    message: '1 overføring er hoppet over. 2 jobber venter fortsatt på samlefaktura.',
  })
  expect(await customer.visitor.call(readWaiting)).toMatchObject({ count: 0 })
  const back = await rowsThat(
    customer,
    jobsOf(rows),
    'to wait for their draft',
    ({ pendingReason }) => pendingReason === 'collective',
  )
  await makeDrafts(customer, back)
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
})

test('what waits again says for whom and until when, also when its draft had been begun', async () => {
  const { customer, rows } = await held('Begynt på AS', NO_MORE_DRAFTS)
  await decide(customer, 'skip')
  const back = await rowsThat(
    customer,
    jobsOf(rows),
    'to wait for their draft',
    ({ pendingReason }) => pendingReason === 'collective',
  )
  for (const { collective } of back) {
    expect(collective).toMatchObject({ clientUuid: customer.client, jobs: 0 })
    expect(collective?.nextOn).toMatch(/-28$/)
  }
})

test('«Ta ut av samlefakturaen» on one of the jobs asks whether it shall leave the others', async () => {
  const { customer, rows } = await held('Går alene AS')
  const { visitor, tenant } = customer
  const [leaving, staying] = rows
  for (const { collective } of await visitor.call(listTransfers, {}))
    expect(collective).toMatchObject({ stands: 'waits', clientUuid: customer.client })
  const params = { id: leaving?.id ?? '' }
  const asked = await visitor.tryCall(startTransfer, { params })
  expect(asked).toMatchObject({ status: 409, body: { code: 'collective', confirm: 'collective' } })
  await visitor.call(startTransfer, { params, query: { confirm: 'collective' } })
  await onDrafts(customer, [leaving?.servicem8JobId ?? ''])
  expect(tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1])
  await rowsThat(customer, [staying?.servicem8JobId ?? ''], 'to be held still', isHeld)
})

test('with the choice ended, a set that is held starts nothing, and each of its jobs goes alone when that is over', async () => {
  const { customer, rows } = await held('Avsluttet AS')
  const { visitor, client, tenant } = customer
  const params = { clientUuid: client }
  expect((await visitor.call(endCollective, { params })).message).toBe(
    '2 jobber overføres hver for seg når integrasjonen er slått på.',
  )
  const still = await rowsThat(customer, jobsOf(rows), 'to be held still', isHeld)
  expect(still.map(({ collective }) => collective)).toEqual([null, null])
  expect(tenant.company.drafts).toEqual([])
  await visitor.call(saveConfiguration, {
    body: { isActive: true, activatedAt: new Date(world.vendors.now()).toISOString() },
  })
  await decide(customer, 'transfer')
  await onDrafts(customer, jobsOf(rows))
  expect(tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('with the choice ended, a set whose draft had got its number is no set any more either', async () => {
  const { customer, rows } = await held('Avsluttet sent AS', NO_MORE_DRAFTS)
  const { visitor, client, tenant } = customer
  const { message } = await visitor.call(endCollective, { params: { clientUuid: client } })
  expect(message).toBe('2 jobber overføres hver for seg når integrasjonen er slått på.')
  for (const { id } of rows) await visitor.call(startTransfer, { params: { id } })
  await onDrafts(customer, jobsOf(rows))
  expect(tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('with the choice ended, a set that waits for Fiken goes job by job', async () => {
  const customer = await collectiveCustomer(world, 'Avsluttet i kø AS')
  const { visitor, client, tenant } = customer
  const rows = await completeSet(customer, [{}, {}])
  const down = faults().add({ ...DOWN, who: tenant.user.email })
  await make(customer, rows)
  await rowsThat(customer, jobsOf(rows), 'to wait for Fiken', ({ errorCode }) => errorCode !== null)
  await visitor.call(endCollective, { params: { clientUuid: client } })
  // A run that has begun with both jobs would finish with both.
  await rowsThat(customer, jobsOf(rows), 'to be in the queue', ({ status }) => status === 'queued')
  faults().remove(down.id)
  await onDrafts(customer, jobsOf(rows))
  expect(tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1, 1])
})

test('with the choice ended, «Hopp over» takes the jobs out of the set, and each comes back alone', async () => {
  const { customer, rows } = await held('Slått av AS')
  const { visitor, client, tenant } = customer
  await visitor.call(endCollective, { params: { clientUuid: client } })
  expect((await decide(customer, 'skip')).body).toMatchObject({
    count: 2,
    message: '2 overføringer er hoppet over',
  })
  const [first] = rows
  await visitor.call(restoreTransfer, { params: { id: first?.id ?? '' } })
  await visitor.call(saveConfiguration, {
    body: { isActive: true, activatedAt: new Date(world.vendors.now()).toISOString() },
  })
  await decide(customer, 'transfer')
  await onDrafts(customer, [first?.servicem8JobId ?? ''])
  expect(tenant.company.drafts.map(({ lines }) => lines.length)).toEqual([1])
})

test('what may be in Fiken is not skipped, and the person is told why', async () => {
  const customer = await collectiveCustomer(world, 'Kanskje sendt AS')
  const { visitor, tenant } = customer
  const rows = await completeSet(customer, [{}, {}])
  const caughtUp = staleLists(world.vendors, null, '/invoices')
  faults().add({
    vendor: 'fiken',
    kind: 'lost',
    method: 'POST',
    path: '/invoices/drafts$',
    who: tenant.user.email,
    count: 1,
  })
  await make(customer, rows)
  await rowsThat(
    customer,
    jobsOf(rows),
    'to have no answer',
    ({ errorCode }) => errorCode === 'outcome_unknown',
  )
  await visitor.call(saveConfiguration, { body: { isActive: false } })
  await rowsThat(customer, jobsOf(rows), 'to be held', isHeld)
  expect((await decide(customer, 'skip')).body).toMatchObject({
    count: 0,
    message:
      'Ingen overføringer er hoppet over. 2 jobber har, eller kan ha, et utkast i Fiken, og kan ikke hoppes over.',
  })
  caughtUp()
  await decide(customer, 'transfer')
  await onDrafts(customer, jobsOf(rows))
  expect(headingsOf(customer)).toEqual([numbersOf(rows)])
  expect((await transferOf(visitor, jobsOf(rows)[0] ?? '', 'completed')).amount).toBe(125_000)
})

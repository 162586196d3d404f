import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { storedCause, type CauseCode } from '#shared/causes/index'
import { listEverybodysActivity } from '#shared/contracts/admin'
import { saveConfiguration } from '#shared/contracts/configuration'
import { QUEUES, readOperations, resumeVendor, retryFailures } from '#shared/contracts/operations'
import { listTasks } from '#shared/contracts/tasks'
import { completePlainJobs } from '../../faults/support/plain-jobs.ts'
import { administrator } from '../../support/people/admin/administrator.ts'
import { startTimedWorld } from '../../support/people/person.ts'
import { readyCustomer, transfersOf, type Customer } from '../../support/people/tenants.ts'
import { until } from '../../support/wait.ts'

const TOKEN = 'let-me-see'

// Waits are not shortened, so that work does not resume before the operator acts.
const world = await startTimedWorld({
  env: { METRICS_TOKEN: TOKEN },
  overrides: { ladderScale: 1 },
})
const admin = await administrator(world)
const customer = await readyCustomer(world, 'Treg Rør AS')
const other = await readyCustomer(world, 'Annen Rør AS')

const needs = async () => (await admin.visitor.call(readOperations)).needs
const retry = async (code: CauseCode) =>
  (await admin.visitor.tryCall(retryFailures, { params: { code } })).body
const resume = async (vendor: 'fiken' | 'servicem8') =>
  (await admin.visitor.tryCall(resumeVendor, { params: { vendor } })).body
const lastEntry = async () =>
  (await admin.visitor.call(listEverybodysActivity, { query: { userId: admin.id, limit: 1 } }))[0]
const statusOf = async (who: Customer, job: string) =>
  (await transfersOf(who)).find(({ servicem8JobId }) => servicem8JobId === job)?.status
const becomes = (who: Customer, job: string, status: string) =>
  until(`the transfer to be ${status}`, async () => (await statusOf(who, job)) === status)
const complete = ({ tenant }: Customer) => completePlainJobs(world.vendors, tenant, 1)[0] ?? ''
/** Adds the fault and returns a function that removes it. */
function during(fault: Parameters<typeof world.vendors.faults.add>[0]) {
  const { faults } = world.vendors
  const { id } = faults.add(fault)
  return () => faults.remove(id)
}
async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return (await fetch(`${world.url}/metrics`, { headers })).text()
}

test('an installation in which nothing is wrong needs nobody, and has nothing to try again', async () => {
  expect(await needs()).toEqual([])
  const figures = await metrics()
  for (const name of QUEUES)
    expect(figures).toContain(`fakturabro_queue_running_seconds{queue="${name}"}`)
  expect(figures.match(/^fakturabro_queue_waiting\{/gm)).toHaveLength(QUEUES.length)
  expect(figures.match(/^fakturabro_table_bytes\{table="\w+"\} [1-9]/gm)).toHaveLength(8)
  for (const name of ['fiken', 'servicem8'] as const)
    expect(await resume(name)).toMatchObject({ code: 'nothing_to_do' })
  expect(await retry('unknown')).toMatchObject({ code: 'nothing_to_do' })
  expect(await retry(storedCause('no_such_cause'))).toMatchObject({ code: 'not_found' })
  expect(await retry('vat_unmapped')).toMatchObject({
    code: 'needs_owner',
    message:
      '«MVA-satsen er ikke koblet til Fiken» må eieren av jobben gjøre noe med først. Et nytt forsøk ville stoppe igjen.',
  })
})

test('while Fiken does not answer, its lanes rest and the jobs wait; "Prøv nå" starts them as soon as it is back', async () => {
  const who = customer.tenant.user.email
  const isOver = during({ kind: 'status', vendor: 'fiken', who, status: 503 })
  const job = complete(customer)
  await until('the lane to rest and the transfer to wait', async () => {
    const [silent] = await needs()
    return silent?.kind === 'silent' && silent.lanes === 1 && silent.transfers === 1
  })
  const figures = await metrics()
  expect(figures).toContain('fakturabro_queue_later{queue="transfer-lane"} 1')
  expect(figures).toContain('fakturabro_paused_lanes{vendor="fiken"} 1')
  expect(figures).toContain('fakturabro_retrying_transfers{cause="fiken_down"} 1')
  expect(figures).toMatch(
    /fakturabro_vendor_request_seconds_count\{vendor="fiken",method="GET",result="503"\} [1-9]/,
  )

  isOver()
  expect(await statusOf(customer, job)).toBe('queued')
  const message = 'Prøver Fiken nå: 1 tilkobling og 1 overføring som ventet.'
  expect(await resume('fiken')).toEqual({ message })
  await becomes(customer, job, 'completed')
  expect(await needs()).toEqual([])
  expect(await lastEntry()).toMatchObject({ action: 'admin_vendor_resumed', description: message })
  // A resolved problem is not reported as current.
  expect(await metrics()).not.toContain('cause="fiken_down"} 1')
})

test('while ServiceM8 does not answer, the jobs to look at wait, and "Prøv nå" looks at them', async () => {
  const who = customer.tenant.account.uuid
  const isOver = during({ kind: 'status', vendor: 'servicem8', who, status: 503 })
  const job = complete(customer)
  await until('the look to have failed', async () => (await needs()).length > 0)
  expect(await needs()).toMatchObject([
    { kind: 'silent', vendor: 'servicem8', transfers: 0, newJobs: 1 },
  ])
  isOver()
  const message = 'Prøver ServiceM8 nå: nye jobber hos 1 bruker som ventet.'
  expect(await resume('servicem8')).toEqual({ message })
  await becomes(customer, job, 'completed')
  await until('nothing to wait', async () => (await needs()).length === 0)
})

test('transfers that have stopped are tried again for everybody who has the integration on', async () => {
  const isOver = during({
    kind: 'status',
    vendor: 'fiken',
    method: 'POST',
    path: '/invoices/drafts',
    status: 400,
    body: 'html',
  })
  const [job, held] = [complete(customer), complete(other)]
  await becomes(customer, job, 'failed')
  await becomes(other, held, 'failed')
  isOver()
  await other.visitor.call(saveConfiguration, { body: { isActive: false } })
  expect(await needs()).toEqual([
    { kind: 'stopped', code: 'draft_refused', transfers: 1, users: 1 },
  ])
  expect(await metrics()).toContain('fakturabro_stopped_transfers{cause="draft_refused"} 2')

  expect(await retry('draft_refused')).toEqual({
    message:
      '1 jobb hos 1 bruker prøves igjen. 1 bruker har slått av integrasjonen eller er deaktivert, og er ikke rørt.',
  })
  await becomes(customer, job, 'completed')
  expect(await statusOf(other, held)).toBe('failed')
  expect(await needs()).toEqual([])
  const title = 'Prøv 1 jobb igjen (startet av den som drifter tjenesten)'
  expect(await customer.visitor.call(listTasks)).toMatchObject([{ title, counts: { done: 1 } }])
  expect((await lastEntry())?.action).toBe('admin_failures_retried')
  expect(await retry('draft_refused')).toMatchObject({
    message:
      'De som har jobber som står stille av denne årsaken, har slått av integrasjonen eller er deaktivert.',
  })
})

test('the alert rules name only figures that the product has', async () => {
  const rules = readFileSync(path.join(import.meta.dirname, '../../../docs/alerts.yml'), 'utf8')
  const named = new Set(rules.match(/\b(?:fakturabro|process|nodejs)_\w+/g))
  const types = (await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)
  const known = new Set(
    [...types].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

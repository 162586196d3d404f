import { beforeEach, describe, expect, test } from 'vitest'
import type { NewFault } from '#sandbox/http/faults'
import { saveConfiguration } from '#shared/contracts/configuration'
import { startTransfer, updateDraft } from '#shared/contracts/transfers/actions'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { startPlumber } from '../../support/people/plumber.ts'
import { freeze, newClient } from '../../support/people/unanswered.ts'

/** Tests that while Fiken fails, a draft deducts the deposit's invoice once or is not made. */

let released = () => {}
const plumber = await startPlumber()
await plumber.person.call(saveConfiguration, { body: { isActive: false } })
beforeEach(() => {
  released()
  released = () => {}
})

const { choose, chosen, depositInvoice, draftsOf, known, restOf, takenOffIn, waitingJob } = deposits
const READ = { vendor: 'fiken', method: 'GET', path: '/invoices/\\d+$', count: 1 } as const
const MADE = { vendor: 'fiken', method: 'POST', path: '/invoices/drafts$', count: 1 } as const
const WRITTEN = {
  vendor: 'fiken',
  method: 'PUT',
  path: '/invoices/drafts/\\d+$',
  count: 1,
} as const
const fail = (fault: NewFault) => plumber.vendors.faults.add(fault)
const made = (uuid: string | null) =>
  plumber.vendors.ledger.draftsCreated.filter((draft) => draft.uuid === uuid)

async function waiting() {
  const client = newClient(plumber)
  const row = await waitingJob(plumber, client)
  const invoice = depositInvoice(plumber, client)
  return { row, invoice }
}

describe('one draft, with the invoice taken off once', () => {
  const faults: [name: string, fault: NewFault][] = [
    ['the invoice is answered with 500', { ...READ, kind: 'status', status: 500 }],
    ['the invoice is answered with 429', { ...READ, kind: 'status', status: 429 }],
    ['the invoice’s answer is cut off', { ...READ, kind: 'truncate' }],
    ['the token expires before the invoice is read', { ...READ, kind: 'expire' }],
    ['the draft’s answer is lost', { ...MADE, kind: 'lost' }],
    ['the draft is answered with 500', { ...MADE, kind: 'status', status: 500 }],
    ['the connection is cut before the draft is made', { ...MADE, kind: 'reset' }],
  ]
  test.each(faults)('although %s', async (_name, fault) => {
    const { row, invoice } = await waiting()
    await chosen(plumber, row, invoice)
    fail(fault)
    await plumber.person.call(startTransfer, { params: { id: row.id } })
    const done = await restOf(plumber, row)
    expect([done.status, done.errorMessage]).toEqual(['completed', null])
    const drafts = draftsOf(plumber, done)
    expect(drafts.map(({ gross }) => gross)).toEqual([375_000])
    expect(takenOffIn(drafts[0])).toHaveLength(1)
    expect(made(done.fikenDraftUuid)).toHaveLength(1)
  })

  test('although the draft’s answer is lost, and no list shows it', async () => {
    const { row, invoice } = await waiting()
    await chosen(plumber, row, invoice)
    released = freeze(plumber, '/invoices')
    fail({ ...MADE, kind: 'lost' })
    await plumber.person.call(startTransfer, { params: { id: row.id } })
    // While the draft is being looked up, the chosen deposit cannot be changed.
    await expect.poll(async () => (await known(plumber, row)).mayChange).toBe(false)
    expect((await choose(plumber, row, null)).status).toBe(409)
    released()
    released = () => {}
    const done = await restOf(plumber, row)
    expect(done.status).toBe('completed')
    expect(draftsOf(plumber, done).map(({ gross }) => gross)).toEqual([375_000])
    expect(made(done.fikenDraftUuid)).toHaveLength(1)
  })

  test('although the answer to "Oppdater utkast" is lost', async () => {
    const { row, invoice } = await waiting()
    await plumber.person.call(startTransfer, { params: { id: row.id } })
    const done = await restOf(plumber, row)
    await chosen(plumber, row, invoice)
    fail({ ...WRITTEN, kind: 'lost' })
    await plumber.person.tryCall(updateDraft, { params: { id: row.id } })
    expect((await plumber.person.tryCall(updateDraft, { params: { id: row.id } })).status).toBe(200)
    const drafts = draftsOf(plumber, done)
    expect(drafts.map(({ gross }) => gross)).toEqual([375_000])
    expect(takenOffIn(drafts[0])).toHaveLength(1)
    expect(made(done.fikenDraftUuid)).toHaveLength(1)
  })
})

test('a choice that Fiken does not answer stores nothing, and says so', async () => {
  const { row, invoice } = await waiting()
  for (const fault of [
    { ...READ, kind: 'status', status: 500 },
    { ...READ, kind: 'truncate' },
  ] as const) {
    plumber.vendors.faults.clear()
    fail({ ...fault, count: 10 })
    const { status, body } = await choose(plumber, row, invoice)
    expect(status).toBeGreaterThanOrEqual(500)
    expect((body as { message: string }).message).toMatch(/^Kunne ikke hente fakturaen fra Fiken\./)
    expect((await known(plumber, row)).chosen).toBeNull()
  }
})

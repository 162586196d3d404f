import { createRecord } from '#sandbox/servicem8/records'
import { staleLists } from '#sandbox/testing'
import type { NewFault } from '#sandbox/http/faults'
import { retryTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { actOnMany } from '#shared/contracts/transfers/bulk'
import { until } from '../wait.ts'
import { completeNewJob, rateOf, type Plumber } from './plumber.ts'

/** A time in milliseconds longer than the product's ten minutes as scaled down for tests. */
export const TEN_MINUTES_MS = 60_000

let made = 0

export function newClient({ world, account }: Plumber, more: Record<string, unknown> = {}): string {
  made += 1
  const name = `${'BDFGKLMNPRST'[made % 12]}${'aeiouyøå'[made % 8]}${'rstlmn'[made % 6]}evik Sameie ${made}`
  const address = `Nyveien ${made}\n5700 Voss`
  createRecord(world.vendors, account, 'company', {
    name,
    address,
    billing_address: address,
    ...more,
  })
  return typeof more['name'] === 'string' ? more['name'] : name
}

export function newItem({ world, account }: Plumber): { number: string; uuid: string } {
  made += 1
  const number = `VARE-${made}`
  const uuid = createRecord(world.vendors, account, 'material', {
    item_number: number,
    name: `Vare ${made}`,
    price: '100.0000',
    tax_rate_uuid: rateOf(account, 25),
  })
  return { number, uuid }
}

/** Completes a new job; returns its transfer as soon as it exists. */
export async function begin(
  plumber: Plumber,
  client: string,
  item?: { number: string; uuid: string },
  fields: Record<string, unknown> = {},
): Promise<Transfer> {
  const line = { displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 25) }
  const lines = [
    item ? { ...line, name: item.number, material_uuid: item.uuid } : { ...line, name: 'Arbeid' },
  ]
  const job = completeNewJob(plumber, { client, lines, fields })
  return until('the job to have a transfer', async () => {
    const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    return rows.find((row) => row.servicem8JobId === job)
  })
}

export const read = ({ person }: Plumber, { id }: Pick<Transfer, 'id'>) =>
  person.call(readTransfer, { params: { id } })

export async function become(
  plumber: Plumber,
  row: Pick<Transfer, 'id'>,
  what: string,
  is: (row: Transfer) => boolean,
): Promise<Transfer> {
  return until(`the transfer to be ${what}`, async () => {
    const now = await read(plumber, row)
    if (is(now)) return now
    throw new Error(
      `it is ${now.status}, ${now.errorCode}, ${now.pendingReason}: ${now.errorMessage}`,
    )
  })
}

export const isChecking = ({ status, errorCode }: Transfer) =>
  status === 'queued' && errorCode === 'checking'
export const isDone = ({ status }: Transfer) => status === 'completed'
export const asksForCustomer = ({ status, pendingReason }: Transfer) =>
  status === 'pending' && pendingReason === 'ambiguous_customer'
export const asksForProduct = ({ status, errorCode }: Transfer) =>
  status === 'failed' && errorCode === 'product_missing'

/** Makes two jobs of a client with a namesake, and waits until the user is asked about both. */
export async function questions(plumber: Plumber): Promise<{ client: string; rows: Transfer[] }> {
  const client = newClient(plumber)
  plumber.addCustomer({ name: client })
  const rows = [await begin(plumber, client), await begin(plumber, client)]
  for (const row of rows) await become(plumber, row, 'a question', asksForCustomer)
  return { client, rows }
}

/** Presses retry four times on transfers that are being looked up, one by one and in bulk. */
export async function hammer(
  { person }: Plumber,
  rows: readonly Pick<Transfer, 'id'>[],
): Promise<void> {
  for (let click = 0; click < 4; click += 1) {
    for (const { id } of rows) await person.tryCall(retryTransfer, { params: { id } })
    await person.tryCall(actOnMany, { body: { act: 'retry', ids: rows.map(({ id }) => id) } })
  }
}

export function failNext({ world }: Plumber, fault: NewFault): void {
  world.vendors.faults.add({ vendor: 'fiken', method: 'POST', count: 1, ...fault })
}

/**
 * Hides new documents in Fiken from all lists until the returned function is called. The clocks run
 * slowly meanwhile, because a document missing from the lists after ten minutes (twelve seconds in
 * the tests) is treated as not created.
 */
export function freeze({ world, slowly }: Plumber, path: string): () => void {
  const caughtUp = staleLists(world.vendors, null, path)
  const quick = slowly()
  return () => {
    caughtUp()
    quick()
  }
}

/** Counts the vendor's requests with this method and path, including those that a fault has hit. */
export function requests({ world }: Plumber, method: string, path: RegExp): number {
  return world.vendors.ledger.entries.filter((one) => one.method === method && path.test(one.path))
    .length
}

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { StoredDraft, StoredInvoice } from '#sandbox/world/state'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { ProxiedAnswer } from '../../vendors/vendor-proxy.ts'
import { draftsFromNow, startHeldPlumber } from '../../world/held-runs.ts'
import { restingLanes } from '../../resting-lanes.ts'
import { atRest, bookByHand, draftOf } from '../plumber.ts'
import { queuedTogether, times } from './queued-together.ts'

export const LISTS = {
  drafts: 'GET /invoices/drafts',
  draftByUuid: 'GET /invoices/drafts by uuid',
  invoices: 'GET /invoices',
  invoiceByUuid: 'GET /invoices by uuid',
}
export const CREATE = 'POST /invoices/drafts'
export const ADDRESS = 'GET /invoices/drafts/:id'

export async function startManyJobs() {
  const lanes = restingLanes()
  const plumber = await startHeldPlumber({ overrides: lanes.override })
  const { company } = plumber
  const sandbox = plumber.vendors
  let made = draftsFromNow(plumber)

  async function allAtRest(jobUuids: readonly string[]): Promise<Transfer[]> {
    const rows: Transfer[] = []
    for (const jobUuid of jobUuids) rows.push(await atRest(plumber, jobUuid))
    return rows
  }
  /** Queues the jobs together, and waits until their transfers are at rest. */
  async function done(jobs: ReturnType<typeof times>): Promise<Transfer[]> {
    const { jobUuids, go } = await queuedTogether(plumber, jobs)
    await go()
    return allAtRest(jobUuids)
  }
  /** Runs `act`; returns the requests sent to Fiken meanwhile, in order, and the result. */
  async function callsFor<T>(act: () => Promise<T>): Promise<[calls: string[], result: T]> {
    const before = sandbox.ledger.total
    const result = await act()
    const calls = sandbox.ledger.entries
      .filter(({ seq, vendor }) => seq > before && vendor === 'fiken')
      .map(({ method, path, query }) => {
        const what = path.replace(/^\/api\/v2\/companies\/[^/]+/, '').replace(/\/\d+$/, '/:id')
        return `${method} ${what}${/uuid/i.test(query) ? ' by uuid' : ''}`
      })
    return [calls, result]
  }
  await done(times(1))
  await lanes.rest()
  const [drafts, invoices] = [[...company.drafts], [...company.invoices]]

  return {
    plumber,
    sandbox,
    allAtRest,
    done,
    made: () => made(),
    countFromNow: () => void (made = draftsFromNow(plumber)),
    /** Prepares the next test: removes faults, restores Fiken's books, restarts the draft count. */
    clear() {
      plumber.proxy.clear()
      sandbox.faults.clear()
      company.drafts = [...drafts]
      company.invoices = [...invoices]
      made = draftsFromNow(plumber)
    },
    callsFor,
    /** Does the same as callsFor() with slow clocks, so that cached lists do not expire. */
    async callsAtLeisureFor<T>(act: () => Promise<T>): Promise<[calls: string[], result: T]> {
      const quickly = plumber.slowly()
      try {
        return await callsFor(act)
      } finally {
        quickly()
      }
    },
    expectOneEach(rows: readonly Transfer[]): void {
      for (const row of rows) {
        expect(row).toMatchObject({ status: 'completed', amount: 100_000 })
        expect(draftOf(plumber, row).uuid).toBe(row.fikenDraftUuid)
      }
      const uuids = made().map(({ uuid }) => uuid)
      expect(uuids.sort()).toEqual(rows.map(({ fikenDraftUuid }) => fikenDraftUuid).sort())
    },
    /** Adds drafts made outside the product, which push new drafts down the list. */
    addOtherDrafts(count: number): void {
      const [like] = company.drafts as [StoredDraft]
      for (let n = 0; n < count; n += 1)
        company.drafts.push({ ...like, draftId: sandbox.nextId(), uuid: randomUUID() })
    },
    addOtherInvoices(count: number, like: StoredInvoice): void {
      for (let n = 0; n < count; n += 1) {
        const own = { invoiceId: sandbox.nextId(), invoiceDraftUuid: randomUUID() }
        company.invoices.push({ ...like, ...own })
      }
    },
    book: (row: Transfer | undefined) => bookByHand(plumber, row),
  }
}

export type ManyJobs = Awaited<ReturnType<typeof startManyJobs>>

export function counted(calls: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const call of calls) counts[call] = (counts[call] ?? 0) + 1
  return counts
}

export const withHeader = (answer: ProxiedAnswer, name: string, value: string): ProxiedAnswer => ({
  ...answer,
  headers: { ...answer.headers, [name]: value },
})

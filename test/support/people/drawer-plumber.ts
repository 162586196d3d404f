import { startTransfer, undoTransfer } from '#shared/contracts/transfers/actions'
import { listTransfers } from '#shared/contracts/transfers/list'
import { type Transfer, readTransfer } from '#shared/contracts/transfers/row'
import { until } from '../wait.ts'
import { startHeldPlumber } from '../world/held-runs.ts'
import { completeNewJob, rateOf, ring, transferred, type CompletedJob } from './plumber.ts'

const CLIENT = 'Vestkanten Eiendom AS'
type Row = Pick<Transfer, 'id'>

/**
 * Starts a plumber with this many completed transfers and this many transfers failed by an unmapped
 * VAT rate. Each test case takes transfers from them.
 */
export async function startDrawerPlumber(count: { ready: number; failed: number }) {
  const plumber = await startHeldPlumber()

  // All jobs are transferred together, because each job alone would repeat the same waits.
  const ferry = {
    name: 'Ferge',
    displayed_amount: '312.5000',
    tax_rate_uuid: rateOf(plumber.account, 12),
  }
  const jobs = (length: number, job: CompletedJob = {}) =>
    Array.from({ length }, () => completeNewJob(plumber, { client: CLIENT, ...job }))
  const all = [...jobs(count.ready), ...jobs(count.failed, { lines: [ferry] })]
  for (const job of all) ring(plumber, job)
  const made = await until('all of them to come to rest', async () => {
    const rows = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    const resting = rows.filter(({ status }) => status === 'completed' || status === 'failed')
    return resting.length === all.length && resting
  })
  const ready = made.filter(({ status }) => status === 'completed')
  const failed = made.filter(({ status }) => status === 'failed')

  const take = (rows: Transfer[]) => {
    const row = rows.pop()
    if (!row) throw new Error('the tests take more transfers than were made')
    return row
  }
  return {
    plumber,
    takeReady: () => take(ready),
    takeFailed: () => take(failed),
    finished: (job: CompletedJob = {}) =>
      transferred(plumber, completeNewJob(plumber, { client: CLIENT, ...job })),
    read: ({ id }: Row) => plumber.person.call(readTransfer, { params: { id } }),
    start: ({ id }: Row) => plumber.person.call(startTransfer, { params: { id } }),
    undo: ({ id }: Row, body = {}) =>
      plumber.person.tryCall(undoTransfer, { params: { id }, body }),
  }
}

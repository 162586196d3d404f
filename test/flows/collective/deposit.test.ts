import { expect, test } from 'vitest'
import { chooseCollective, forecastCollective, makeCollective } from '#shared/contracts/collective'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import {
  choose,
  chosen,
  contactOf,
  depositInvoice,
  takenOffIn,
} from '../../support/people/deposits/jobs-with-deposits.ts'
import { clientNamed, completeNewJob, startPlumber } from '../../support/people/plumber.ts'
import { newClient } from '../../support/people/unanswered.ts'
import { until } from '../../support/wait.ts'

/** Tests that a job with a deposit gets a draft without the customer's other jobs. */

const plumber = await startPlumber()

const rowsThat = (jobs: readonly string[], isSo: (row: Transfer) => boolean) =>
  until('the jobs to be so', async () => {
    const all = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    const rows = jobs.map((job) => all.find((row) => row.servicem8JobId === job))
    return rows.every((row) => row && isSo(row)) && rows.flatMap((row) => row ?? [])
  })

test('a job with a deposit gets a draft of its own; on a shared draft none can be taken off', async () => {
  const { person, account, company } = plumber
  const client = newClient(plumber)
  contactOf(plumber, client)
  await person.call(chooseCollective, {
    params: { clientUuid: clientNamed(account, client).uuid },
    body: { time: { every: 'hand' }, byPurchaseOrder: false },
  })
  const lines = [{ name: 'Arbeid', displayed_amount: '4000.0000' }]
  const jobs = Array.from({ length: 3 }, () => completeNewJob(plumber, { client, lines }))
  const rows = await rowsThat(jobs, ({ pendingReason }) => pendingReason === 'collective')
  const invoice = depositInvoice(plumber, client)
  await chosen(plumber, { id: rows[0]?.id ?? '' }, invoice)

  // The job with the deposit is listed as outside the collective draft.
  const clientUuid = clientNamed(account, client).uuid
  const foreseen = await person.call(forecastCollective, { body: { clientUuid } })
  expect(foreseen).toMatchObject({
    ids: rows.slice(1).map(({ id }) => id),
    drafts: 1,
    outside: [{ id: rows[0]?.id, why: 'Har et forskudd, og får et eget utkast' }],
  })
  await person.call(makeCollective, { body: { ids: rows.map(({ id }) => id) } })
  const [own, shared, other] = await rowsThat(jobs, ({ status }) => status === 'completed')
  const draftOf = (row: Transfer | undefined) =>
    company.drafts.find(({ draftId }) => String(draftId) === row?.fikenInvoiceDraftId)
  expect(takenOffIn(draftOf(own))).toHaveLength(1)
  expect(own?.amount).toBe(375_000)
  expect(shared?.fikenInvoiceDraftId).toBe(other?.fikenInvoiceDraftId)
  expect(shared?.fikenInvoiceDraftId).not.toBe(own?.fikenInvoiceDraftId)

  const refused = await choose(plumber, { id: shared?.id ?? '' }, depositInvoice(plumber, client))
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message:
        'Jobben er på en samlefaktura. Angre den først; da kan forskuddet trekkes fra på et eget utkast.',
    },
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { putJob, type SeedJob } from '#sandbox/seed/put'
import { SCENARIO_JOBS } from '#sandbox/seed/scenario-jobs'
import { editDraft } from '#sandbox/fiken/drafts'
import { jobTotal } from '#sandbox/servicem8/totals'
import { ROUNDINGS, type Rounding } from '#sandbox/world/settings'
import { saveConfiguration } from '#shared/contracts/configuration'
import * as reconciliation from '#shared/contracts/reconciliation'
import { updateDraft, undoTransfer, retryTransfer } from '#shared/contracts/transfers/actions'
import { readPreview } from '#shared/contracts/transfers/preview'
import { listTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { today } from '#shared/dates'
import { oreFromDecimal } from '#shared/money'
import {
  atRest,
  completeNewJob,
  draftOf,
  inboxEmpty,
  ring,
  startPlumber,
  storyOf,
} from '../../support/people/plumber.ts'
import { until } from '../../support/wait.ts'

/** Tests all ways in which Fiken can round: halves either way, and VAT per line or per rate. */

const plumber = await startPlumber()
beforeEach(() => fikenRounds('half_away'))

function fikenRounds(rounding: Rounding): void {
  plumber.vendors.settings.fiken.rounding = rounding
}

/** Jobs with negative halves of an øre, and with halves that add up within a VAT rate. */
const ROUNDING_JOBS: SeedJob[] = [
  {
    key: 'rabatt med halve øre',
    client: 'Ola Hansen',
    state: 'completed',
    daysAgo: 0,
    description: 'Rabatt',
    lines: [
      { name: 'Arbeid', price: '1000' },
      { name: 'Rabatt', quantity: '-1', price: '100.02' },
    ],
  },
  {
    key: 'mange halve øre',
    client: 'Ola Hansen',
    state: 'completed',
    daysAgo: 0,
    description: 'Småting',
    lines: ['10.02', '10.02', '10.06', '20.10'].map((price, index) => ({
      name: `Del ${index + 1}`,
      price,
    })),
  },
]

interface Outcome {
  key: string
  transfer: Transfer
  /** Fiken's total minus the total by our own rounding, in øre. */
  apart: number
}

const NOTE = /Fiken runder annerledes: \d+ øre/

async function runCatalogue(rounding: Rounding): Promise<Map<string, Transfer>> {
  fikenRounds(rounding)
  const { world, account } = plumber
  const billable = [...SCENARIO_JOBS, ...ROUNDING_JOBS].filter(
    (job) => job.active !== 0 && job.lines.length > 0,
  )
  const uuids = billable.map((job): [string, string] => {
    const uuid = putJob(world.vendors, account, {
      ...job,
      key: `${rounding}: ${job.key}`,
      daysAgo: 0,
    })
    ring(plumber, uuid)
    return [job.key, uuid]
  })
  const rows = await until('the catalogue to come to rest', async () => {
    const all = await plumber.person.call(listTransfers, { query: { limit: 500 } })
    const theirs = new Map(all.map((row) => [row.servicem8JobId, row]))
    const atRest = uuids.flatMap(([key, uuid]): [string, Transfer][] => {
      const row = theirs.get(uuid)
      return row && ['pending', 'completed', 'failed'].includes(row.status) ? [[key, row]] : []
    })
    return atRest.length === uuids.length && atRest
  })
  return new Map(rows)
}

describe('every job of the catalogue', () => {
  let ours: Map<string, Transfer>

  beforeAll(async () => {
    ours = await runCatalogue('half_away')
  })

  test('has its own outcome when Fiken rounds as we assume, and no note', async () => {
    expect(
      [...ours.values()].filter(({ status }) => status === 'completed').length,
    ).toBeGreaterThan(15)
    for (const transfer of ours.values())
      expect((await storyOf(plumber, transfer)).join()).not.toMatch(NOTE)
  })

  test.each(ROUNDINGS.filter((rounding) => rounding !== 'half_away'))(
    'has the same one when Fiken rounds %s, with Fiken’s figures and a note where they differ',
    async (rounding) => {
      const outcomes: Outcome[] = [...(await runCatalogue(rounding))].map(([key, transfer]) => ({
        key,
        transfer,
        apart: (transfer.amount ?? 0) - (ours.get(key)?.amount ?? 0),
      }))
      expect(
        outcomes.map(({ key, transfer: { status, errorCode } }) => [key, status, errorCode]),
      ).toEqual([...ours].map(([key, { status, errorCode }]) => [key, status, errorCode]))
      const completed = outcomes.filter(({ transfer }) => transfer.status === 'completed')
      for (const { key, transfer, apart } of completed) {
        const draft = draftOf(plumber, transfer)
        const theirs = oreFromDecimal(
          String(plumber.account.tables.job[transfer.servicem8JobId]?.total_invoice_amount),
        )
        expect([transfer.amount, transfer.netAmount], key).toEqual([draft.gross, draft.net])
        expect(Math.abs(draft.gross - theirs), key).toBeLessThanOrEqual(draft.lines.length)
        const story = (await storyOf(plumber, transfer)).join()
        if (apart === 0) expect(story, key).not.toMatch(NOTE)
        else expect(story, key).toContain(`Fiken runder annerledes: ${Math.abs(apart)} øre`)
      }
      expect(completed.filter(({ apart }) => apart !== 0).length).toBeGreaterThan(0)
    },
  )
})

describe('a draft that Fiken rounds differently', () => {
  /** Lines with a gross of half an øre, which we round to 12,53 and half-to-even to 12,52. */
  const lines = [
    { name: 'Arbeid', displayed_amount: '10.0200' },
    { name: 'Pakning', displayed_amount: '10.0200' },
  ]
  const complete = () => atRest(plumber, completeNewJob(plumber, { client: 'Ola Hansen', lines }))

  test('shows Fiken’s sums and the note in the drawer, and is no discrepancy in the reconciliation', async () => {
    fikenRounds('half_even')
    const row = await complete()
    expect(row).toMatchObject({ status: 'completed', amount: 2_504, netAmount: 2_004 })
    const preview = await plumber.person.call(readPreview, { params: { id: row.id } })
    expect(preview).toMatchObject({
      net: 2_004,
      vat: 500,
      gross: 2_504,
      theirTotal: 2_506,
      difference: -2,
    })
    expect(preview.notes).toContain('Fiken runder annerledes: 2 øre')
    const month = today(new Date(plumber.vendors.now())).slice(0, 7)
    await plumber.person.call(reconciliation.startReconciliation, { body: { month } })
    const answer = await until('the check to have finished', async () => {
      const now = await plumber.person.call(reconciliation.readReconciliation, {
        query: { month, all: '1' },
      })
      return now.state !== 'running' && now
    })
    expect(answer.rows.find(({ jobUuid }) => jobUuid === row.servicem8JobId)?.kind).toBe('in_fiken')
  })

  test('is issued in invoice mode', async () => {
    fikenRounds('half_even')
    await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'invoice' } })
    const row = await complete()
    await plumber.person.call(saveConfiguration, { body: { invoiceCreationMode: 'draft' } })
    const invoice = plumber.company.invoices.find(
      ({ invoiceDraftUuid }) => invoiceDraftUuid === row.fikenDraftUuid,
    )
    expect(row).toMatchObject({
      status: 'completed',
      amount: 2_504,
      fikenInvoiceNumber: String(invoice?.invoiceNumber),
    })
    expect(invoice?.gross).toBe(2_504)
  })

  test('is updated and undone like any other', async () => {
    fikenRounds('half_even')
    const row = await complete()
    await inboxEmpty(plumber)
    const { world, account } = plumber
    const line = Object.values(account.tables.jobmaterial).find(
      ({ job_uuid }) => job_uuid === row.servicem8JobId,
    )
    if (!line) throw new Error('the job has no lines')
    Object.assign(line, { displayed_amount: '30.0200', price: '30.0200' })
    const job = account.tables.job[row.servicem8JobId]
    if (job)
      job.total_invoice_amount = jobTotal(account, row.servicem8JobId, world.vendors.settings)
    const lost = world.vendors.faults.add({ vendor: 'fiken', kind: 'lost', method: 'PUT' })
    const update = () => plumber.person.tryCall(updateDraft, { params: { id: row.id } })
    expect((await update()).status).toBe(503)
    world.vendors.faults.remove(lost.id)
    expect((await update()).status).toBe(200)
    const [updated] = (await plumber.person.call(listTransfers, { query: { limit: 500 } })).filter(
      ({ id }) => id === row.id,
    )
    expect(updated).toMatchObject({ status: 'completed', amount: 5_004 })
    expect((await plumber.person.call(readPreview, { params: { id: row.id } })).notes).toContain(
      'Fiken runder annerledes: 2 øre',
    )
    expect((await plumber.person.tryCall(undoTransfer, { params: { id: row.id } })).status).toBe(
      200,
    )
    await until(
      'the draft to be gone',
      () => !plumber.company.drafts.some(({ uuid }) => uuid === row.fikenDraftUuid),
    )
  })

  test('stops when it differs by more than rounding explains, or somebody has changed a line of it in the meantime', async () => {
    // Half an øre on the line's net amount and half an øre on its VAT make a difference of two øre.
    fikenRounds('half_even')
    const far = completeNewJob(plumber, {
      client: 'Ola Hansen',
      lines: [{ name: 'Arbeid', quantity: '0.5', displayed_amount: '2000.0500' }],
    })
    expect(await atRest(plumber, far)).toMatchObject({
      status: 'failed',
      errorCode: 'draft_differs',
    })

    const { faults } = plumber.vendors
    const away = { vendor: 'fiken', kind: 'status', status: 503, retryAfter: 3_600 } as const
    const fault = faults.add({ ...away, method: 'GET', path: String.raw`/drafts/\d+$` })
    const jobUuid = completeNewJob(plumber, { client: 'Ola Hansen', lines })
    const queued = await until('the transfer to back off', async () => {
      const [found] = await plumber.person.call(listTransfers, { query: { status: 'queued' } })
      return found?.servicem8JobId === jobUuid && found.nextAttemptAt !== null && found
    })
    const draft = plumber.company.drafts.find(({ uuid }) => uuid === queued.fikenDraftUuid)
    if (!draft) throw new Error('no draft was made')
    const [first, ...others] = draft.lines
    if (!first) throw new Error('the draft has no lines')
    editDraft(plumber.vendors, plumber.company, draft, {
      lines: [{ ...first, description: 'Gave' }, ...others],
    })
    faults.remove(fault.id)
    await plumber.person.call(retryTransfer, { params: { id: queued.id } })
    expect(await atRest(plumber, jobUuid)).toMatchObject({
      status: 'failed',
      errorCode: 'draft_differs',
    })
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import type { NewFault } from '#sandbox/http/faults'
import { changeJob } from '#sandbox/servicem8/workshop'
import { acceptTransfer, sendAnew } from '#shared/contracts/transfer-drafts'
import * as preview from '#shared/contracts/transfer-preview'
import * as contract from '#shared/contracts/transfers'
import * as many from '#shared/contracts/transfers-many'
import type { Transfer } from '#shared/contracts/transfers'
import { draftsFromNow, heldAt, startHeldPlumber, type HeldPlumber } from '../support/held-runs.ts'
import { atRest, completeNewJob, draftOf, rateOf, ring, storyOf, transferred, type CompletedJob } from '../support/plumber.ts'
import { until } from '../support/wait.ts'
import { signUp } from '../support/world.ts'

/** What a person does with one transfer in its drawer, and with many in the list: looks at the draft, takes it back, tries all again. */

let plumber: HeldPlumber
/** Completed transfers, and some that failed by a VAT rate that nobody has chosen: each test takes some. */
let ready: Transfer[]
let failed: Transfer[]
beforeAll(async () => {
  plumber = await startHeldPlumber()
  // All at once: one by one, each would wait for what the others wait for too.
  const ferry = { name: 'Ferge', displayed_amount: '312.5000', tax_rate_uuid: rateOf(plumber.account, 12) }
  const plainJobs = Array.from({ length: 9 }, () => completeNewJob(plumber, { client: CLIENT }))
  const ferryJobs = Array.from({ length: 3 }, () => completeNewJob(plumber, { client: CLIENT, lines: [ferry] }))
  for (const job of [...plainJobs, ...ferryJobs]) ring(plumber, job)
  const made = await until(
    'all of them to come to rest',
    async () => {
      const rows = await plumber.person.call(contract.listTransfers, { query: { limit: 500 } })
      const resting = rows.filter(({ status }) => status === 'completed' || status === 'failed')
      return resting.length === plainJobs.length + ferryJobs.length && resting
    },
    50_000,
  )
  ready = made.filter(({ status }) => status === 'completed')
  failed = made.filter(({ status }) => status === 'failed')
}, 60_000)
afterAll(() => plumber.stop())
beforeEach(() => {
  plumber.world.sandbox.world.faults.clear()
})

const CLIENT = 'Vestkanten Eiendom AS'
const TWO_LINES = [
  { name: 'Rørlegger, time', quantity: '2', displayed_amount: '895.0000' },
  { name: 'Bom og parkering', displayed_amount: '120.0000' },
]
const finished = (job: CompletedJob = {}) => transferred(plumber, completeNewJob(plumber, { client: CLIENT, ...job }))
const previewOf = ({ id }: Pick<Transfer, 'id'>) => plumber.person.call(preview.readPreview, { params: { id } })
const undo = ({ id }: Pick<Transfer, 'id'>, body = {}) => plumber.person.tryCall(preview.undoTransfer, { params: { id }, body })
const read = ({ id }: Pick<Transfer, 'id'>) => plumber.person.call(contract.readTransfer, { params: { id } })
const start = ({ id }: Pick<Transfer, 'id'>) => plumber.person.call(contract.startTransfer, { params: { id } })
const act = (body: { act: 'retry' | 'skip'; ids?: string[]; cause?: string }) => plumber.person.call(many.actOnMany, { body })
const calls = (vendor: 'fiken' | 'servicem8') =>
  plumber.world.sandbox.world.ledger.entries.filter((entry) => entry.vendor === vendor).length
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const fail = (fault: Omit<NewFault, 'vendor'>) => plumber.world.sandbox.world.faults.add({ vendor: 'fiken', count: 1, ...fault })
const take = (rows: Transfer[]) => {
  const row = rows.pop()
  if (!row) throw new Error('the tests take more transfers than were made')
  return row
}

describe('the draft in the drawer', () => {
  test('is, once sent, shown as it was sent, line by line, without a call to anybody', async () => {
    const row = await finished({ lines: TWO_LINES })
    const before = calls('fiken') + calls('servicem8')
    const shown = await previewOf(row)
    expect(calls('fiken') + calls('servicem8')).toBe(before)
    const draft = draftOf(plumber, row)
    expect(shown).toMatchObject({
      state: 'sent',
      editable: false,
      recipient: { name: draft.recipient },
      net: draft.net,
      gross: draft.gross,
      theirTotal: 238_750,
      difference: 0,
      head: { ourReference: draft.ourReference, daysUntilDueDate: draft.daysUntilDueDate },
    })
    expect(
      shown.lines.map(({ description, quantity, net, vat, gross, vatName, account }) => [
        description,
        quantity,
        net,
        vat,
        gross,
        vatName,
        account,
      ]),
    ).toEqual([
      ['Rørlegger, time', '2', 179_000, 44_750, 223_750, 'høy sats, 25 %', '3020'],
      ['Bom og parkering', '1', 12_000, 3_000, 15_000, 'høy sats, 25 %', '3020'],
    ])
  })

  test('is, before it is sent, what would be sent now; a line is left out and put back, and the total says so', async () => {
    const lines = [...TWO_LINES, { name: 'Ferge', displayed_amount: '312.5000', tax_rate_uuid: rateOf(plumber.account, 12) }]
    const row = await finished({ lines })
    expect(row.errorCode).toBe('vat_unmapped')
    const stopped = await previewOf(row)
    expect(stopped).toMatchObject({ state: 'planned', editable: true, gross: null, problems: [{ code: 'vat_unmapped' }] })
    const line = stopped.lines.find(({ description }) => description === 'Ferge')
    const params = { id: row.id, lineIndex: line?.index ?? -1 }
    const elsewhere = await plumber.person.tryCall(contract.deleteLineItem, {
      params: { ...params, lineIndex: 0 },
      query: { uuid: line?.uuid },
    })
    expect(elsewhere.status).toBe(409)
    expect(await plumber.person.call(contract.deleteLineItem, { params, query: { uuid: line?.uuid } })).toEqual({
      success: true,
      message: 'Varelinje slettet',
    })

    const without = await previewOf(row)
    expect(without).toMatchObject({ gross: 238_750, theirTotal: 273_750, leftOutGross: 35_000, difference: 0, problems: [] })
    expect(without.lines.map(({ leftOut }) => leftOut)).toEqual([false, false, true])
    expect(plain(without.notes.join())).toContain('Utelatte linjer på 350,00 kr')
    await plumber.person.call(contract.restoreLineItem, { params })
    expect((await previewOf(row)).problems).toHaveLength(1)
    await plumber.person.call(contract.deleteLineItem, { params })
    await start(row)
    const done = await atRest(plumber, row.servicem8JobId, row.updatedAt)
    expect(draftOf(plumber, done).gross).toBe(238_750)
    expect(await previewOf(done)).toMatchObject({
      state: 'sent',
      gross: 238_750,
      theirTotal: 273_750,
      difference: 0,
      lines: [{}, {}, { leftOut: true }],
    })
  })

  test('a line that is left out is gone from the amount in the list too, until it is put back', async () => {
    const inclusive = { name: 'Bom', displayed_amount: '125.0000', inclusive: true }
    const sent = await finished({ lines: [...TWO_LINES, inclusive] })
    expect(sent).toMatchObject({ amount: 251_250, netAmount: 201_000 })
    expect(sent.servicem8Data?.line_items.map((line) => line.tax_inclusive)).toEqual([false, false, true])
    await undo(sent)
    const row = await read(sent)
    const leaveOut = (lineIndex: number) => plumber.person.call(contract.deleteLineItem, { params: { id: row.id, lineIndex } })
    const shown = async () => {
      const { amount, netAmount, lineItemsCount } = await read(row)
      return [amount, netAmount, lineItemsCount]
    }
    await leaveOut(1)
    expect(await shown()).toEqual([236_250, null, 2])
    await leaveOut(2)
    expect(await shown()).toEqual([223_750, null, 1])
    // Also when the job is looked at once more.
    changeJob(plumber.world.sandbox.world, plumber.account, row.servicem8JobId, { purchase_order_number: '4711' })
    await until('the job to be looked at', async () => (await read(row)).poNumber === '4711')
    expect(await shown()).toEqual([223_750, null, 1])
    expect(await previewOf(row)).toMatchObject({ gross: 223_750, theirTotal: 251_250, difference: 0 })
    await plumber.person.call(contract.restoreLineItem, { params: { id: row.id, lineIndex: 1 } })
    expect(await shown()).toEqual([238_750, null, 2])
    for (const index of [0, 1]) await leaveOut(index)
    expect(await shown()).toEqual([0, null, 0])
    const { updatedAt } = await read(row)
    await start(row)
    const stopped = await atRest(plumber, row.servicem8JobId, updatedAt)
    expect(stopped).toMatchObject({ status: 'failed', errorCode: 'empty_job', amount: 0 })
    expect(stopped.errorMessage).toContain('Alle linjene er utelatt')
  })

  test('follows the job in ServiceM8, and falls back on what was fetched while ServiceM8 is away', async () => {
    const row = failed[0]!
    plumber.world.sandbox.world.settings.servicem8.webhooks = 'drop'
    changeJob(plumber.world.sandbox.world, plumber.account, row.servicem8JobId, { status: 'Work Order' })
    expect((await previewOf(row)).problems.map(({ code }) => code)).toContain('job_reopened')
    changeJob(plumber.world.sandbox.world, plumber.account, row.servicem8JobId, { status: 'Completed' })
    plumber.world.sandbox.world.settings.servicem8.webhooks = 'normal'
    plumber.world.sandbox.world.faults.add({ vendor: 'servicem8', kind: 'status', status: 503, path: '/job' })
    expect(await previewOf(row)).toMatchObject({ fetchedAt: null, lines: [{ description: 'Ferge', shown: 31_250 }] })
  })
})

describe('"Angre"', () => {
  test('deletes our untouched draft, and the job waits for a person; sent again it becomes another draft', async () => {
    const row = take(ready)
    const first = draftOf(plumber, row)
    expect(await undo(row)).toMatchObject({
      status: 200,
      body: { message: 'Utkastet er slettet i Fiken, og jobben venter på deg.' },
    })
    expect(plumber.company.drafts).not.toContain(first)
    const waiting = await read(row)
    expect(waiting).toMatchObject({
      status: 'pending',
      pendingReason: 'undone',
      fikenInvoiceDraftId: null,
      fikenDraftUuid: null,
      netAmount: null,
    })
    // Neither the sweep nor "Synkroniser nå" sends what a person has taken back.
    await plumber.person.call(contract.syncNow)
    ring(plumber, row.servicem8JobId)
    expect((await undo(row)).status).toBe(200)
    expect(await read(row)).toMatchObject({ status: 'pending', pendingReason: 'undone' })
    await start(row)
    const again = await atRest(plumber, row.servicem8JobId, waiting.updatedAt)
    expect(again.status).toBe('completed')
    expect(draftOf(plumber, again).uuid).not.toBe(first.uuid)
    expect((await storyOf(plumber, again)).join()).toContain('Utkastet er slettet i Fiken')
    // A tab that has stood open since knows the former draft: it takes the new one not back.
    expect(await undo(again, { draftId: String(first.draftId) })).toMatchObject({ status: 409 })
    expect(draftOf(plumber, again)).toBeDefined()
  })

  test('is refused with the reason when somebody has changed, invoiced or deleted the draft in Fiken', async () => {
    const changed = take(ready)
    const draft = plumber.company.drafts.find((one) => String(one.draftId) === changed.fikenInvoiceDraftId)!
    draft.lines[0]!.description = 'Arbeid, avtalt pris'
    expect(await undo(changed)).toMatchObject({
      status: 409,
      body: { code: 'draft_changed', message: expect.stringContaining('linjene') as string },
    })
    expect(await read(changed)).toMatchObject({ status: 'completed' })

    const invoiced = take(ready)
    plumber.company.invoiceCounter = 10_000
    const { bankAccountNumber } = plumber.company.bankAccounts[0]!
    plumber.company.verifiedBankAccounts.push(bankAccountNumber ?? '')
    const issued = draftOf(plumber, invoiced)
    const stored = plumber.company.drafts.find((one) => one.draftId === issued.draftId)!
    bookDraft(plumber.world.sandbox.world, plumber.company, Object.assign(stored, { bankAccountNumber }), issued.issueDate ?? '')
    expect(await undo(invoiced)).toMatchObject({ status: 409, body: { code: 'already_invoiced' } })
    expect((await read(invoiced)).fikenInvoiceNumber).toBe('10001')

    const gone = take(ready)
    deleteDraft(
      plumber.world.sandbox.world,
      plumber.company,
      plumber.company.drafts.find((one) => String(one.draftId) === gone.fikenInvoiceDraftId)!,
    )
    expect(await undo(gone)).toMatchObject({ status: 409, body: { code: 'draft_deleted' } })
    expect(await read(gone)).toMatchObject({ status: 'failed', errorCode: 'draft_deleted' })
    await plumber.person.call(sendAnew, { params: { id: gone.id }, query: { confirm: 'deleted' } })
    expect(await atRest(plumber, gone.servicem8JobId, (await read(gone)).updatedAt)).toMatchObject({ status: 'completed' })
  })

  test.each([
    ['is lost after the draft was deleted', { kind: 'lost' }],
    ['is a fault before anything was done', { kind: 'status', status: 500 }],
  ] as const)('asks what became of it when the answer to the deletion %s', async (_, fault) => {
    const row = take(ready)
    const made = draftsFromNow(plumber)
    fail({ ...fault, method: 'DELETE' })
    expect((await undo(row)).status).toBe(200)
    // Gone without a yes from Fiken: it may have been invoiced, so it is looked for during ten minutes.
    plumber.later(60_000)
    await until('the draft to be taken back', async () => (await read(row)).status === 'pending')
    expect(plumber.company.drafts.some(({ uuid }) => uuid === row.fikenDraftUuid)).toBe(false)
    await start(row)
    await until('it to be sent again', async () => (await read(row)).status === 'completed')
    expect(made()).toHaveLength(1)
    expect(
      plumber.company.drafts.filter(
        ({ ourReference }) =>
          ourReference ===
          draftOf(plumber, { ...row, fikenInvoiceDraftId: String(plumber.company.drafts.at(-1)?.draftId) }).ourReference,
      ),
    ).toHaveLength(1)
  })

  test('done twice, in two tabs, and while every other button is pressed, deletes one draft and makes none', async () => {
    const row = take(ready)
    const made = draftsFromNow(plumber)
    const held = plumber.proxy.hold('DELETE', /\/invoices\/drafts\/\d+$/, 'before')
    const clicks = [undo(row), undo(row), undo(row)]
    await until('the deletion to be on its way', held.arrived)
    expect(await read(row)).toMatchObject({ status: 'processing', pendingReason: 'undone' })
    const presses = await Promise.all([
      plumber.person.tryCall(contract.retryTransfer, { params: { id: row.id } }),
      plumber.person.tryCall(contract.deleteTransfer, { params: { id: row.id } }),
      plumber.person.tryCall(acceptTransfer, { params: { id: row.id } }),
    ])
    expect(presses.map(({ status }) => status)).toEqual([409, 409, 409])
    held.release()
    expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(row)).toMatchObject({ status: 'pending', pendingReason: 'undone' })
    expect(made()).toEqual([])
    expect(plumber.company.drafts.some(({ uuid }) => uuid === row.fikenDraftUuid)).toBe(false)
  })
})

describe('many at once', () => {
  test('are tried again or skipped, each outcome told; what is in the queue, runs or is done is left alone', async () => {
    const broken = take(failed)
    const done = take(ready)
    const waiting = take(ready)
    await undo(waiting)
    const running = await heldAt(plumber, 'check')
    const ids = [broken.id, done.id, waiting.id, running.row.id]
    const skipped = await act({ act: 'skip', ids })
    expect(skipped).toMatchObject({ done: 2, remaining: 0, message: '2 overføringer er hoppet over, 2 ble latt i fred.' })
    expect(Object.fromEntries(skipped.results.map(({ id, ok, message }) => [id, ok || message]))).toEqual({
      [broken.id]: true,
      [done.id]: 'Er allerede overført.',
      [waiting.id]: true,
      [running.row.id]: 'Overføres akkurat nå.',
    })
    running.goOn()
    await atRest(plumber, running.jobUuid)
    for (const id of [broken.id, waiting.id]) await plumber.person.call(contract.restoreTransfer, { params: { id } })
    const retried = await act({ act: 'retry', ids: [waiting.id, waiting.id, done.id] })
    expect(retried).toMatchObject({ done: 1, results: [{}, {}] })
    await until('it to be sent', async () => (await read(waiting)).status === 'completed')
    const stranger = await signUp(plumber.world)
    expect((await stranger.call(many.actOnMany, { body: { act: 'skip', ids } })).done).toBe(0)
    expect(await plumber.person.tryCall(many.actOnMany, { body: { act: 'skip' } })).toMatchObject({ status: 400 })
  })

  test('that failed by one cause are counted together, listed, tried again together and exported without formulas', async () => {
    await finished({ fields: { purchase_order_number: '=1+1' } })
    const count = 3
    expect(await plumber.person.call(many.readCauses)).toContainEqual({ code: 'vat_unmapped', count, failed: count })
    const listed = await plumber.person.call(contract.listTransfers, { query: { cause: 'vat_unmapped', sort: 'oldest' } })
    expect(listed).toHaveLength(count)
    expect(listed.map(({ createdAt }) => createdAt)).toEqual(listed.map(({ createdAt }) => createdAt).sort())
    expect(await act({ act: 'retry', cause: 'vat_unmapped' })).toMatchObject({ done: count, remaining: 0 })
    const again = (row: Transfer) => row.retryCount > 0 && row.status === 'failed'
    await until('all of them to fail again', async () => (await Promise.all(listed.map(read))).every(again))

    const file = await plumber.person.fetch('/api/transfers/export')
    expect(file.headers.get('content-disposition')).toMatch(/overforinger-\d{4}-\d\d-\d\d\.csv/)
    const text = Buffer.from(await file.arrayBuffer()).toString('utf8')
    const all = await plumber.person.call(contract.listTransfers, { query: { limit: 500 } })
    expect(text.split('\r\n')).toHaveLength(all.length + 2)
    expect(text.startsWith('\uFEFFJobb;Kunde;Status;Beløp;')).toBe(true)
    expect(text).toContain(";'=1+1;")
    const failures = await plumber.person.fetch('/api/transfers/export?status=failed&cause=vat_unmapped')
    expect((await failures.text()).match(/MVA-satsen er ikke koblet til Fiken/g)).toHaveLength(count)
    expect((await plumber.world.visitor().fetch('/api/transfers/export')).status).toBe(401)
  })

  test('are sorted by amount and age, page by page, nothing twice', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => plumber.person.call(contract.listTransfers, { query: { limit: 3, page, sort: 'largest' } })),
    )
    const amounts = pages.flat().map(({ amount }) => amount ?? 0)
    expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(9)
  })
})

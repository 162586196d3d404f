import { describe, expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { bookDraft } from '#sandbox/fiken/invoicing'
import type { NewFault } from '#sandbox/http/faults'
import { changeJob } from '#sandbox/servicem8/workshop'
import { addDays } from '#shared/dates'
import { syncNow } from '#shared/contracts/intake'
import {
  acceptTransfer,
  deleteTransfer,
  retryTransfer,
  sendAgain,
} from '#shared/contracts/transfers/actions'
import { deleteLineItem, restoreLineItem } from '#shared/contracts/transfers/lines'
import type { Transfer } from '#shared/contracts/transfers/row'
import * as preview from '#shared/contracts/transfers/preview'
import { draftsFromNow } from '../../support/world/held-runs.ts'
import { atRest, draftOf, rateOf, ring, storyOf } from '../../support/people/plumber.ts'
import { startDrawerPlumber } from '../../support/people/drawer-plumber.ts'
import { until } from '../../support/wait.ts'

const { plumber, takeReady, takeFailed, finished, read, start, undo } = await startDrawerPlumber({
  ready: 7,
  failed: 1,
})

const TWO_LINES = [
  { name: 'Rørlegger, time', quantity: '2', displayed_amount: '895.0000' },
  { name: 'Bom og parkering', displayed_amount: '120.0000' },
]
const previewOf = ({ id }: Pick<Transfer, 'id'>) =>
  plumber.person.call(preview.readPreview, { params: { id } })
const calls = (vendor: 'fiken' | 'servicem8') =>
  plumber.vendors.ledger.entries.filter((entry) => entry.vendor === vendor).length
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const fail = (fault: Omit<NewFault, 'vendor'>) =>
  plumber.vendors.faults.add({ vendor: 'fiken', count: 1, ...fault })

describe('the draft in the drawer', () => {
  test('is, once sent, shown as it was sent, line by line, without any call', async () => {
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
      head: {
        ourReference: draft.ourReference,
        daysUntilDueDate: draft.daysUntilDueDate,
        dueDate: addDays(draft.issueDate ?? '', draft.daysUntilDueDate),
      },
      seller: {
        name: plumber.company.info.name,
        organizationNumber: plumber.company.info.organizationNumber,
        vatRegistered: true,
        address: 'Strandgaten 12\n5013 Bergen',
      },
      rates: [{ percent: '25', net: 191_000, vat: 47_750 }],
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

  test('is, before it is sent, what would be sent now; a line is left out and put back, and the total reflects it', async () => {
    const lines = [
      ...TWO_LINES,
      { name: 'Ferge', displayed_amount: '312.5000', tax_rate_uuid: rateOf(plumber.account, 12) },
    ]
    const row = await finished({ lines })
    expect(row.errorCode).toBe('vat_unmapped')
    const stopped = await previewOf(row)
    expect(stopped).toMatchObject({
      state: 'planned',
      editable: true,
      gross: null,
      problems: [{ code: 'vat_unmapped' }],
      rates: [],
    })
    const line = stopped.lines.find(({ description }) => description === 'Ferge')
    const params = { id: row.id, lineIndex: line?.index ?? -1 }
    const elsewhere = await plumber.person.tryCall(deleteLineItem, {
      params: { ...params, lineIndex: 0 },
      query: { uuid: line?.uuid },
    })
    expect(elsewhere.status).toBe(409)
    expect(
      await plumber.person.call(deleteLineItem, { params, query: { uuid: line?.uuid } }),
    ).toEqual({ success: true, message: 'Varelinje slettet' })

    const without = await previewOf(row)
    expect(without).toMatchObject({
      rates: [{ percent: '25', net: 191_000, vat: 47_750 }],
      gross: 238_750,
      theirTotal: 273_750,
      leftOutGross: 35_000,
      difference: 0,
      problems: [],
    })
    expect(without.lines.map(({ leftOut }) => leftOut)).toEqual([false, false, true])
    expect(plain(without.notes.join())).toContain('Utelatte linjer på 350,00 kr')
    await plumber.person.call(restoreLineItem, { params })
    expect((await previewOf(row)).problems).toHaveLength(1)
    await plumber.person.call(deleteLineItem, { params })
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

  test('a line that is left out is subtracted from the amount in the list too, until it is put back', async () => {
    const inclusive = { name: 'Bom', displayed_amount: '125.0000', inclusive: true }
    const sent = await finished({ lines: [...TWO_LINES, inclusive] })
    expect(sent).toMatchObject({ amount: 251_250, netAmount: 201_000 })
    expect(sent.servicem8Data?.line_items.map((line) => line.tax_inclusive)).toEqual([
      false,
      false,
      true,
    ])
    await undo(sent)
    const row = await read(sent)
    const leaveOut = (lineIndex: number) =>
      plumber.person.call(deleteLineItem, { params: { id: row.id, lineIndex } })
    const shown = async () => {
      const { amount, netAmount, lineItemsCount } = await read(row)
      return [amount, netAmount, lineItemsCount]
    }
    await leaveOut(1)
    expect(await shown()).toEqual([236_250, null, 2])
    await leaveOut(2)
    expect(await shown()).toEqual([223_750, null, 1])
    // The lines stay left out when the job is read again.
    changeJob(plumber.vendors, plumber.account, row.servicem8JobId, {
      purchase_order_number: '4711',
    })
    await until('the job to be looked at', async () => (await read(row)).poNumber === '4711')
    expect(await shown()).toEqual([223_750, null, 1])
    expect(await previewOf(row)).toMatchObject({
      gross: 223_750,
      theirTotal: 251_250,
      difference: 0,
    })
    await plumber.person.call(restoreLineItem, { params: { id: row.id, lineIndex: 1 } })
    expect(await shown()).toEqual([238_750, null, 2])
    for (const index of [0, 1]) await leaveOut(index)
    expect(await shown()).toEqual([0, null, 0])
    const { updatedAt } = await read(row)
    await start(row)
    const stopped = await atRest(plumber, row.servicem8JobId, updatedAt)
    expect(stopped).toMatchObject({ status: 'failed', errorCode: 'empty_job', amount: 0 })
    expect(stopped.errorMessage).toContain('Alle linjene er utelatt')
  })

  test('follows the job in ServiceM8, and falls back on what was fetched while ServiceM8 is unavailable', async () => {
    const row = takeFailed()
    plumber.vendors.settings.servicem8.webhooks = 'drop'
    changeJob(plumber.vendors, plumber.account, row.servicem8JobId, {
      status: 'Work Order',
    })
    expect((await previewOf(row)).problems.map(({ code }) => code)).toContain('job_reopened')
    changeJob(plumber.vendors, plumber.account, row.servicem8JobId, {
      status: 'Completed',
    })
    plumber.vendors.settings.servicem8.webhooks = 'normal'
    plumber.vendors.faults.add({
      vendor: 'servicem8',
      kind: 'status',
      status: 503,
      path: '/job',
    })
    expect(await previewOf(row)).toMatchObject({
      fetchedAt: null,
      lines: [{ description: 'Ferge', shown: 31_250 }],
    })
  })
})

describe('"Angre"', () => {
  test('deletes our untouched draft, and the job waits for the user; sent again it becomes another draft', async () => {
    const row = takeReady()
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
    // Neither the sweep nor "Synkroniser nå" sends a job that the user has undone.
    await plumber.person.call(syncNow)
    ring(plumber, row.servicem8JobId)
    expect((await undo(row)).status).toBe(200)
    expect(await read(row)).toMatchObject({ status: 'pending', pendingReason: 'undone' })
    await start(row)
    const again = await atRest(plumber, row.servicem8JobId, waiting.updatedAt)
    expect(again.status).toBe('completed')
    expect(draftOf(plumber, again).uuid).not.toBe(first.uuid)
    expect((await storyOf(plumber, again)).join()).toContain('Utkastet er slettet i Fiken')
    // A tab opened earlier knows only the former draft, so it cannot undo the new one.
    expect(await undo(again, { draftId: String(first.draftId) })).toMatchObject({ status: 409 })
    expect(draftOf(plumber, again)).toBeDefined()
  })

  test('is refused with the reason when somebody has changed, invoiced or deleted the draft in Fiken', async () => {
    const changed = takeReady()
    const draft = plumber.company.drafts.find(
      (one) => String(one.draftId) === changed.fikenInvoiceDraftId,
    )!
    draft.lines[0]!.description = 'Arbeid, avtalt pris'
    expect(await undo(changed)).toMatchObject({
      status: 409,
      body: { code: 'draft_changed', message: expect.stringContaining('linjene') as string },
    })
    expect(await read(changed)).toMatchObject({ status: 'completed' })

    const invoiced = takeReady()
    plumber.company.invoiceCounter = 10_000
    const { bankAccountNumber } = plumber.company.bankAccounts[0]!
    plumber.company.verifiedBankAccounts.push(bankAccountNumber ?? '')
    const issued = draftOf(plumber, invoiced)
    const stored = plumber.company.drafts.find((one) => one.draftId === issued.draftId)!
    bookDraft(
      plumber.vendors,
      plumber.company,
      Object.assign(stored, { bankAccountNumber }),
      issued.issueDate ?? '',
    )
    expect(await undo(invoiced)).toMatchObject({ status: 409, body: { code: 'already_invoiced' } })
    expect((await read(invoiced)).fikenInvoiceNumber).toBe('10001')

    const gone = takeReady()
    deleteDraft(
      plumber.vendors,
      plumber.company,
      plumber.company.drafts.find((one) => String(one.draftId) === gone.fikenInvoiceDraftId)!,
    )
    expect(await undo(gone)).toMatchObject({ status: 409, body: { code: 'draft_deleted' } })
    expect(await read(gone)).toMatchObject({ status: 'failed', errorCode: 'draft_deleted' })
    await plumber.person.call(sendAgain, { params: { id: gone.id }, query: { confirm: 'deleted' } })
    expect(await atRest(plumber, gone.servicem8JobId, (await read(gone)).updatedAt)).toMatchObject({
      status: 'completed',
    })
  })

  test.each([
    ['is lost after the draft was deleted', { kind: 'lost' }],
    ['is an error before anything was done', { kind: 'status', status: 500 }],
  ] as const)('asks what happened to it when the answer to the deletion %s', async (_, fault) => {
    const row = takeReady()
    const made = draftsFromNow(plumber)
    fail({ ...fault, method: 'DELETE' })
    expect(await undo(row)).toMatchObject({
      status: 200,
      body: { isUndone: false, message: 'Utkastet slettes i Fiken så snart Fiken svarer.' },
    })
    // The draft might have been invoiced, so it is looked up for ten minutes.
    plumber.later(60_000)
    await until('the draft to be deleted', async () => (await read(row)).status === 'pending')
    expect(plumber.company.drafts.some(({ uuid }) => uuid === row.fikenDraftUuid)).toBe(false)
    await start(row)
    await until('it to be sent again', async () => (await read(row)).status === 'completed')
    expect(made()).toHaveLength(1)
    expect(
      plumber.company.drafts.filter(
        ({ ourReference }) =>
          ourReference ===
          draftOf(plumber, {
            ...row,
            fikenInvoiceDraftId: String(plumber.company.drafts.at(-1)?.draftId),
          }).ourReference,
      ),
    ).toHaveLength(1)
  })

  test('done twice, in two tabs, and while every other button is pressed, deletes one draft and makes none', async () => {
    const row = takeReady()
    const made = draftsFromNow(plumber)
    const held = plumber.proxy.hold('DELETE', /\/invoices\/drafts\/\d+$/, 'before')
    const clicks = [undo(row), undo(row), undo(row)]
    await until('the deletion to be on its way', held.arrived)
    expect(await read(row)).toMatchObject({ status: 'processing', pendingReason: 'undone' })
    const presses = await Promise.all([
      plumber.person.tryCall(retryTransfer, { params: { id: row.id } }),
      plumber.person.tryCall(deleteTransfer, { params: { id: row.id } }),
      plumber.person.tryCall(acceptTransfer, { params: { id: row.id } }),
    ])
    expect(presses.map(({ status }) => status)).toEqual([409, 409, 409])
    held.release()
    for (const answer of await Promise.all(clicks))
      expect(answer).toMatchObject({ status: 200, body: { isUndone: true } })
    expect(await read(row)).toMatchObject({ status: 'pending', pendingReason: 'undone' })
    expect(made()).toEqual([])
    expect(plumber.company.drafts.some(({ uuid }) => uuid === row.fikenDraftUuid)).toBe(false)
  })
})

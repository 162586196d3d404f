import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteRecord } from '#sandbox/servicem8/records'
import { changeLine, registerPayment, type NewPayment } from '#sandbox/servicem8/workshop'
import { localDate } from '#sandbox/world/local-time'
import { rowsOf as recordsOf, type StoredInvoice } from '#sandbox/world/state'
import { rowsOf } from '#server/platform/database/database'
import { markRestored } from '#server/platform/database/restored'
import { databaseMarks } from '#server/platform/database/tables'
import { listActivity } from '#shared/contracts/activity-log'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import {
  findDepositInvoices,
  readDepositInvoice,
  readJobPayments,
} from '#shared/contracts/transfers/deposits'
import { retryTransfer, undoTransfer, updateDraft } from '#shared/contracts/transfers/actions'
import { readPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatLongDate } from '#shared/dates'
import * as deposits from '../../support/people/deposits/jobs-with-deposits.ts'
import { DAY_MS, startPlumber, storyOf } from '../../support/people/plumber.ts'
import { newClient } from '../../support/people/unanswered.ts'

const plumber = await startPlumber()
// Completed jobs wait for the user, who first chooses the deduction.
await plumber.person.call(saveConfiguration, { body: { isActive: false } })

const { choose, chosen, depositInvoice, draftsOf, known, started, takenOffIn, waitingJob } =
  deposits
const books = () => plumber.vendors
const preview = ({ id }: Transfer) => plumber.person.call(readPreview, { params: { id } })
const update = ({ id }: Transfer) => plumber.person.tryCall(updateDraft, { params: { id } })
const invoicesFor = ({ id }: Transfer) =>
  plumber.person.call(findDepositInvoices, { params: { id } })
const credit = (invoice: StoredInvoice) => deposits.credit(plumber, invoice)
const line = (invoice: StoredInvoice) =>
  `Fratrekk forskudd, faktura ${invoice.invoiceNumber} av ${formatLongDate(invoice.issueDate)}`
const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/g, ' ')

const pay = ({ servicem8JobId }: Transfer, payment: NewPayment) =>
  registerPayment(books(), plumber.account, servicem8JobId, payment)

const readings = () =>
  books().ledger.entries.filter(
    ({ method, path }) => method === 'GET' && /\/invoices\/\d+$/.test(path),
  ).length

describe('what is paid on a job before it is invoiced', () => {
  test('is shown, and takes nothing off by itself', async () => {
    const row = await waitingJob(plumber, newClient(plumber))
    pay(row, { amount: '500.0000', isDeposit: true })
    pay(row, { amount: '250.5000', method: 'Kontant' })
    const mistake = recordsOf(plumber.account, 'jobpayment')[pay(row, { amount: '99.0000' })]!
    deleteRecord(books(), plumber.account, 'jobpayment', mistake)
    const payments = await plumber.person.call(readJobPayments, { params: { id: row.id } })
    const today = localDate(books().now())
    const shown = payments.map(({ uuid: _, ...payment }) => payment)
    // The payments were recorded in the same second, so they are sorted by amount here.
    expect(shown.sort((one, other) => (other.amount ?? 0) - (one.amount ?? 0))).toEqual([
      { amount: 50_000, date: today, method: 'Kort', isDeposit: true },
      { amount: 25_050, date: today, method: 'Kontant', isDeposit: false },
    ])
    const before = readings()
    const done = await started(plumber, row)
    const [draft, ...more] = draftsOf(plumber, done)
    expect([more, draft?.gross, draft?.lines.length]).toEqual([[], 500_000, 1])
    expect(await known(plumber, done)).toEqual({
      chosen: null,
      sent: null,
      hasDraft: true,
      mayChange: true,
    })
    // No invoice was chosen, so none was read.
    expect(readings()).toBe(before)
  })
})

describe('an invoice that a person has chosen', () => {
  test('is taken off with its own VAT, and the person sees it before and after', async () => {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const invoice = depositInvoice(plumber, client, [
      { unitPrice: 100_000 },
      { unitPrice: 20_033, vatType: 'MEDIUM', incomeAccount: '3030' },
    ])
    const found = await invoicesFor(row)
    expect(found).toMatchObject({
      customer: client,
      more: false,
      invoices: [{ invoiceId: invoice.invoiceId, gross: 148_038, isPaid: false, why: null }],
    })
    const asked = await plumber.person.call(readDepositInvoice, {
      params: { id: row.id, invoiceId: String(invoice.invoiceId) },
    })
    expect(
      asked.rates.map(({ vatType, net, vat, account }) => [vatType, net, vat, account]),
    ).toEqual([
      ['HIGH', 100_000, 25_000, '3000'],
      ['MEDIUM', 20_033, 3_005, '3030'],
    ])
    await chosen(plumber, row, invoice)
    const planned = await preview(row)
    expect([planned.gross, planned.depositGross, planned.difference]).toEqual([
      500_000 - 148_038,
      148_038,
      0,
    ])
    expect(planned.problems).toEqual([])
    const done = await started(plumber, row)
    const [draft, ...more] = draftsOf(plumber, done)
    expect(more).toEqual([])
    expect(takenOffIn(draft)).toEqual([
      [line(invoice), -100_000, 'HIGH', '3000'],
      [line(invoice), -20_033, 'MEDIUM', '3030'],
    ])
    expect([draft?.gross, done.amount, done.netAmount]).toEqual([
      351_962,
      351_962,
      400_000 - 120_033,
    ])
    const sent = await preview(done)
    expect([sent.gross, sent.depositGross, sent.difference]).toEqual([351_962, 148_038, 0])
    expect(sent.lines.at(-1)).toMatchObject({ description: line(invoice), net: -20_033 })
    expect(plain(sent.notes.join())).toContain('Forskuddet på 1 480,38 kr')
    const { chosen: now, sent: taken } = await known(plumber, done)
    expect([now?.invoiceId, taken?.invoiceId, taken?.gross]).toEqual([
      invoice.invoiceId,
      invoice.invoiceId,
      148_038,
    ])
    const said = `Forskudd på 1 480,38 kr (faktura ${invoice.invoiceNumber}) trekkes fra`
    expect((await storyOf(plumber, done)).map(plain).join()).toContain(said)
    const log = await plumber.person.call(listActivity, { query: { limit: 50 } })
    expect(plain(log.find(({ action }) => action === 'deposit_chosen')?.description)).toContain(
      said,
    )
    expect((await plumber.person.call(readSession)).used).toEqual(['deposits'])
  })

  test('is asked for its account once', async () => {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const invoice = depositInvoice(plumber, client)
    const ask = () =>
      plumber.person.call(readDepositInvoice, {
        params: { id: row.id, invoiceId: String(invoice.invoiceId) },
      })
    await choose(plumber, row, invoice, [{ vatType: 'HIGH', account: '3020' }])
    expect((await ask()).rates).toMatchObject([{ vatType: 'HIGH', account: '3020', isKept: true }])
    // If no account is given, the account chosen earlier is used.
    await chosen(plumber, row, null)
    expect((await choose(plumber, row, invoice, [])).status).toBe(200)
    expect(takenOffIn(draftsOf(plumber, await started(plumber, row))[0])).toEqual([
      [line(invoice), -100_000, 'HIGH', '3020'],
    ])
    for (const [account, why] of [
      ['3999', 'Konto 3999 finnes ikke i kontoplanen i Fiken.'],
      ['3100', 'Konto 3100 kan ikke brukes med høy sats, 25 %.'],
    ]) {
      const other = await waitingJob(plumber, client)
      const refused = await choose(plumber, other, depositInvoice(plumber, client), [
        { vatType: 'HIGH', account: account ?? '' },
      ])
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'deposit_account', message: why },
      })
    }
  })

  test('must be the customer’s own, ask for money, and be taken off no other job', async () => {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const refusal = async (invoice: { invoiceId: number }) => {
      const { status, body } = await choose(plumber, row, invoice)
      return [status, (body as { message?: string }).message]
    }
    const others = depositInvoice(plumber, newClient(plumber))
    expect(await refusal(others)).toEqual([
      409,
      `Faktura ${others.invoiceNumber} er til en annen kunde.`,
    ])
    const credited = depositInvoice(plumber, client)
    credit(credited)
    expect(await refusal(credited)).toEqual([
      409,
      `Faktura ${credited.invoiceNumber} er kreditert i Fiken.`,
    ])
    expect(await refusal({ invoiceId: 1 })).toEqual([409, 'Fakturaen finnes ikke i Fiken.'])
    const taken = depositInvoice(plumber, client)
    const first = await waitingJob(plumber, client)
    await chosen(plumber, first, taken)
    const number = first.servicem8Data?.job_number
    expect(await refusal(taken)).toEqual([
      409,
      `Faktura ${taken.invoiceNumber} er alt trukket fra på jobb #${number}.`,
    ])
    expect((await invoicesFor(row)).invoices.map(({ why }) => why)).toEqual([
      `er alt trukket fra på jobb #${number}`,
      'er kreditert i Fiken',
    ])
    const large = depositInvoice(plumber, client, [{ unitPrice: 400_000 }])
    const [status, message] = await refusal(large)
    expect([status, plain(String(message))]).toEqual([
      409,
      `Forskuddet på 5 000,00 kr (faktura ${large.invoiceNumber}) er like stort som jobben på 5 000,00 kr. Ingenting er sendt. Ta bort fratrekket, eller lag en kreditnota i Fiken.`,
    ])
    expect((await known(plumber, row)).chosen).toBeNull()
  })

  test('goes to one of two jobs, however they are clicked at the same time', async () => {
    const client = newClient(plumber)
    const rows = [await waitingJob(plumber, client), await waitingJob(plumber, client)]
    const invoice = depositInvoice(plumber, client)
    const answers = await Promise.all(rows.map((row) => choose(plumber, row, invoice)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const held = await Promise.all(rows.map((row) => known(plumber, row)))
    expect(held.filter(({ chosen: one }) => one !== null)).toHaveLength(1)
  })

  test('stays chosen through "Angre", and is taken off the next draft once', async () => {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const invoice = depositInvoice(plumber, client)
    await chosen(plumber, row, invoice)
    const first = await started(plumber, row)
    await plumber.person.call(undoTransfer, { params: { id: row.id } })
    const again = await started(plumber, row)
    expect(again.fikenDraftUuid).not.toBe(first.fikenDraftUuid)
    const drafts = draftsOf(plumber, again)
    expect(drafts).toHaveLength(1)
    expect(takenOffIn(drafts[0])).toHaveLength(1)
  })
})

describe('what was chosen is judged again when the draft is made', () => {
  test('an invoice that is credited since stops the job, with a way out', async () => {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const invoice = depositInvoice(plumber, client)
    await chosen(plumber, row, invoice)
    credit(invoice)
    const failed = await started(plumber, row)
    expect([failed.status, failed.errorCode, failed.errorMessage]).toEqual([
      'failed',
      'deposit_unusable',
      `Faktura ${invoice.invoiceNumber} er kreditert i Fiken.`,
    ])
    expect(draftsOf(plumber, failed)).toEqual([])
    await chosen(plumber, row, null)
    await plumber.person.call(retryTransfer, { params: { id: row.id } })
    const done = await deposits.restOf(plumber, row)
    expect(draftsOf(plumber, done).map(({ gross }) => gross)).toEqual([500_000])
  })

  test('a job that has become smaller than the deposit stops, naming both amounts', async () => {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const invoice = depositInvoice(plumber, client, [{ unitPrice: 300_000 }])
    await chosen(plumber, row, invoice)
    const lines = Object.values(plumber.account.tables.jobmaterial)
    const { uuid = '' } = lines.find(({ job_uuid }) => job_uuid === row.servicem8JobId) ?? {}
    changeLine(books(), plumber.account, uuid, { displayed_amount: '2000.0000' })
    const failed = await started(plumber, row)
    expect([failed.errorCode, plain(failed.errorMessage)]).toEqual([
      'deposit_unusable',
      `Forskuddet på 3 750,00 kr (faktura ${invoice.invoiceNumber}) er større enn jobben på 2 500,00 kr. Ingenting er sendt. Ta bort fratrekket, eller lag en kreditnota i Fiken.`,
    ])
    expect(draftsOf(plumber, failed)).toEqual([])
    expect((await preview(failed)).problems.map(({ code }) => code)).toContain('deposit_unusable')
  })
})

describe('a draft that is in Fiken', () => {
  test('stays as it is when the choice changes, until "Oppdater utkast"', async () => {
    const client = newClient(plumber)
    const row = await started(plumber, await waitingJob(plumber, client))
    const invoice = depositInvoice(plumber, client)
    const grossNow = () => draftsOf(plumber, row).map(({ gross }) => gross)
    await chosen(plumber, row, invoice)
    expect(grossNow()).toEqual([500_000])
    expect(await known(plumber, row)).toMatchObject({
      chosen: { invoiceId: invoice.invoiceId },
      sent: null,
      hasDraft: true,
    })
    expect((await update(row)).status).toBe(200)
    expect(grossNow()).toEqual([375_000])
    expect(takenOffIn(draftsOf(plumber, row)[0])).toHaveLength(1)
    expect((await known(plumber, row)).sent?.invoiceId).toBe(invoice.invoiceId)
    // A dropped deposit cannot be used for another job until the draft has been updated without it.
    await chosen(plumber, row, null)
    const other = await waitingJob(plumber, client)
    expect((await choose(plumber, other, invoice)).status).toBe(409)
    expect((await update(row)).status).toBe(200)
    expect(grossNow()).toEqual([500_000])
    expect((await choose(plumber, other, invoice)).status).toBe(200)
  })

  test('is frozen once it is invoiced', async () => {
    const client = newClient(plumber)
    const waiting = await waitingJob(plumber, client)
    const invoice = depositInvoice(plumber, client)
    await chosen(plumber, waiting, invoice)
    const row = await started(plumber, waiting)
    const made = deposits.book(plumber, row)
    // The attempted undo finds the invoice.
    await plumber.person.tryCall(undoTransfer, { params: { id: row.id } })
    const refused = await choose(plumber, row, null)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: `Jobben er fakturert (faktura ${made.invoiceNumber}), så forskuddet kan ikke endres.`,
      },
    })
    expect(await known(plumber, row)).toMatchObject({ mayChange: false, hasDraft: false })
  })
})

test('everything about it belongs to the person, and to nobody else', async () => {
  const client = newClient(plumber)
  const row = await waitingJob(plumber, client)
  const stranger = plumber.world.visitor()
  for (const { status } of [
    await choose({ person: stranger }, row, null),
    await stranger.tryCall(findDepositInvoices, { params: { id: row.id } }),
    await stranger.tryCall(readJobPayments, { params: { id: row.id } }),
  ])
    expect(status).toBe(401)
  const { db } = plumber.world.product.platform
  const [kept] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from deposit_accounts`,
  )
  expect(kept?.count).toBeGreaterThan(0)
})

test('an invoice of the deposit that carries the job’s number does not stop it after a restore', async () => {
  const { platform } = plumber.world.product
  const aDayAgo = new Date(books().now() - DAY_MS)
  await markRestored(platform.db, aDayAgo)
  try {
    const client = newClient(plumber)
    const row = await waitingJob(plumber, client)
    const reference = { ourReference: `Jobb #${row.servicem8Data?.job_number}` }
    const deposit = Object.assign(depositInvoice(plumber, client), reference)
    await chosen(plumber, row, deposit)
    expect(await started(plumber, row)).toMatchObject({ status: 'completed' })

    const other = await waitingJob(plumber, client)
    const otherReference = { ourReference: `Jobb #${other.servicem8Data?.job_number}` }
    Object.assign(depositInvoice(plumber, client), otherReference)
    expect(await started(plumber, other)).toMatchObject({ errorCode: 'sent_before' })
  } finally {
    await platform.db.delete(databaseMarks)
  }
})

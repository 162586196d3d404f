import { randomUUID } from 'node:crypto'
import { put } from '#sandbox/seed/put'
import type { Tenant } from '#sandbox/seed/tenants'
import { bookDraft } from '#sandbox/fiken/invoicing'
import { creditInFull } from '#sandbox/fiken/sales'
import type { StoredDraft } from '#sandbox/world/state'
import { draftUuid } from '#server/features/drafts/draft-uuid'
import { documents } from '#server/features/documents/tables'
import { divide } from '#server/features/transfers/document-change'
import { transfers, type NewTransfer, type TransferChange } from '#server/features/transfers/tables'
import type { SentDraft } from '#server/features/drafts/sent-draft'
import { decimalFromOre } from '#shared/money'
import type { DiscrepancyKind } from '#shared/discrepancies'
import type { TestWorld } from '../../world/world.ts'

/** A deviation of one job, in a month in which all other jobs are correct. */
interface Mischief {
  job?: Record<string, unknown>
  /** Changes to the job's transfer; null when the product never received the job. */
  transfer?: Partial<typeof transfers.$inferInsert> | null
  inFiken?: 'draft' | 'invoice' | 'nothing'
  draft?: Partial<StoredDraft>
  /** True adds a second draft, made by hand with the job's number. */
  second?: boolean
  credited?: boolean
}

const none = {
  fikenInvoiceDraftId: null,
  fikenDraftUuid: null,
  fikenData: null,
  fikenCompanySlug: null,
}
const absent: Mischief = { transfer: null, inFiken: 'nothing' }

export const MISCHIEF: Partial<Record<DiscrepancyKind, Mischief>> = {
  missed: absent,
  failed: {
    transfer: {
      ...none,
      status: 'failed',
      errorCode: 'vat_unmapped',
      errorMessage: 'Satsen er ikke koblet',
    },
    inFiken: 'nothing',
  },
  waiting: {
    transfer: { ...none, status: 'pending', pendingReason: 'ambiguous_customer' },
    inFiken: 'nothing',
  },
  draft_deleted: { inFiken: 'nothing' },
  double: { second: true },
  unlinked: { transfer: { ...none, status: 'pending', pendingReason: 'history' } },
  by_hand: { ...absent, second: true },
  unconfirmed: { transfer: { status: 'failed', errorCode: 'draft_differs' } },
  job_changed: { job: { total_invoice_amount: '99.0000' }, inFiken: 'draft' },
  job_changed_invoiced: { job: { total_invoice_amount: '99.0000' }, inFiken: 'invoice' },
  amount_changed: { inFiken: 'draft', draft: { gross: 77 } },
  recipient_changed: { inFiken: 'draft', draft: { customerId: -1 } },
  reopened: {
    job: { status: 'Work Order', completion_date: '0000-00-00 00:00:00' },
    inFiken: 'draft',
  },
  reopened_invoiced: { job: { active: 0 }, inFiken: 'invoice' },
  out_of_reach: { transfer: { fikenCompanySlug: 'nedlagt-as' }, inFiken: 'nothing' },
  credited: { inFiken: 'invoice', credited: true },
  skipped: { transfer: { ...none, status: 'pending', skipTransfer: true }, inFiken: 'nothing' },
  no_total: { ...absent, job: { total_invoice_amount: '0.0000' } },
  not_approved: { ...absent, job: { ready_to_invoice: '0' } },
  paid: { ...absent, job: { payment_received: 1 } },
}

export interface BusyMonth {
  month: string
  /** Expected discrepancies by job UUID; jobs without a discrepancy are absent. */
  expected: Map<string, DiscrepancyKind>
}

async function insertWithDocuments(
  { product }: TestWorld,
  rows: readonly (TransferChange & NewTransfer)[],
): Promise<void> {
  const made = rows.map((row) => {
    const { own, document } = divide(row)
    const { companyId, createdAt } = row
    const id = randomUUID()
    return document?.uuid && document.companySlug
      ? {
          own: { ...row, ...own, documentId: id },
          document: {
            ...document,
            id,
            companyId,
            uuid: document.uuid,
            companySlug: document.companySlug,
            kind: 'alone' as const,
            createdAt,
          },
        }
      : { own: { ...row, ...own }, document: null }
  })
  const { db } = product.platform
  await db
    .insert(documents)
    .values(made.flatMap(({ document }) => (document === null ? [] : [document])))
  await db.insert(transfers).values(made.map(({ own }) => own))
}

/**
 * Seeds a month of `count` jobs, two a minute, half of them drafts and half invoices, with `each`
 * jobs of every discrepancy scattered among them. The rows are inserted in their final state;
 * tools/bench tests the whole pipeline with thousands of jobs.
 */
export async function seedBusyMonth(
  world: TestWorld,
  {
    tenant,
    companyId,
    month,
    count,
    each,
  }: { tenant: Tenant; companyId: string; month: string; count: number; each: number },
): Promise<BusyMonth> {
  const { account, company } = tenant
  const kinds = Object.keys(MISCHIEF) as DiscrepancyKind[]
  const stride = Math.floor(count / (kinds.length * each))
  const customerId = company.contacts[0]?.contactId ?? 0
  const otherCustomer = company.contacts[1]?.contactId ?? 0
  const expected = new Map<string, DiscrepancyKind>()
  const rows: (TransferChange & NewTransfer)[] = []
  const start = Date.parse(`${month}-03T06:00:00Z`)
  for (let index = 0; index < count; index += 1) {
    const kind =
      index % stride === stride - 1 ? kinds[Math.floor(index / stride) % kinds.length] : undefined
    const mischief: Mischief = (kind && MISCHIEF[kind]) ?? {}
    const at = new Date(start + index * 30_000)
    const stamp = at.toISOString().slice(0, 19).replace('T', ' ')
    const total = 100_000 + index
    const number = String(50_000 + index)
    const job = put(account, 'job', `travel ${number}`, {
      generated_job_id: number,
      status: 'Completed',
      active: 1,
      completion_date: stamp,
      edit_date: stamp,
      ready_to_invoice: '1',
      total_invoice_amount: `${decimalFromOre(total)}00`,
      job_address: `Storgata ${index}\n0155 Oslo`,
      ...mischief.job,
    })
    // Reopened jobs are found only by their edit date.
    if (kind === 'reopened' || kind === 'reopened_invoiced')
      job.edit_date = `${stamp.slice(0, 8)}28 12:00:00`
    if (kind) expected.set(job.uuid, kind)
    const uuid = draftUuid({
      accountUuid: account.uuid,
      fikenCompanySlug: company.slug,
      jobUuid: job.uuid,
      revision: 0,
    })
    const draftOf = (own: string): StoredDraft => ({
      draftId: world.vendors.nextId(),
      uuid: own,
      type: 'invoice',
      lastModifiedDate: stamp.slice(0, 10),
      issueDate: stamp.slice(0, 10),
      daysUntilDueDate: 14,
      currency: 'NOK',
      ourReference: `Jobb #${number}`,
      bankAccountNumber: company.verifiedBankAccounts[0] ?? '',
      customerId,
      lines: [
        {
          invoiceishDraftLineId: index,
          lastModifiedDate: stamp.slice(0, 10),
          description: 'Arbeid',
          quantity: 1,
          unitPrice: total,
          vatType: 'OUTSIDE',
          incomeAccount: '3200',
        },
      ],
      net: total,
      gross: total,
      attachments: [],
    })
    const draft = draftOf(uuid)
    const place = mischief.inFiken ?? (index % 2 === 0 ? 'draft' : 'invoice')
    if (place !== 'nothing') company.drafts.push(draft)
    if (place === 'invoice') {
      const invoice = bookDraft(world.vendors, company, draft, stamp.slice(0, 10))
      if (mischief.credited) {
        company.creditNoteCounter ??= 20_000
        creditInFull(world.vendors, company, invoice, stamp.slice(0, 10), undefined)
      }
    }
    const change =
      mischief.draft?.customerId === -1 ? { customerId: otherCustomer } : mischief.draft
    Object.assign(draft, change)
    if (mischief.second) company.drafts.push(draftOf(randomUUID()))
    if (mischief.transfer === null) continue
    rows.push({
      id: randomUUID(),
      companyId,
      servicem8JobId: job.uuid,
      servicem8AccountId: account.uuid,
      status: 'completed',
      fikenCompanySlug: company.slug,
      fikenInvoiceDraftId: String(draft.draftId),
      fikenDraftUuid: uuid,
      fikenCustomerId: String(customerId),
      customerName: `Kunde ${index}`,
      amount: total,
      netAmount: total,
      jobNumber: number,
      jobCompletedAt: at,
      fikenData: {
        sent: { lines: [{}] },
        net: total,
        gross: total,
        theirTotal: total,
        notes: [],
      } as unknown as SentDraft,
      createdAt: at,
      updatedAt: at,
      ...mischief.transfer,
    })
  }
  for (let first = 0; first < rows.length; first += 500) {
    await insertWithDocuments(world, rows.slice(first, first + 500))
  }
  return { month, expected }
}

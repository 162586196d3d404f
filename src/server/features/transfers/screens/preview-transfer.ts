import type { DraftLine } from '#clients/fiken/types'
import { causeOf } from '#shared/causes/index'
import type { PreviewLine, TransferPreview } from '#shared/contracts/transfers/preview'
import { addDays } from '#shared/dates'
import { formatKroner, oreFromKroner } from '#shared/money'
import type { StoredJob } from '#shared/transfer-display'
import { may } from '#shared/transfer-status'
import { VAT_PERCENT } from '#shared/vat-types'
import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/http-error.ts'
import { companyProfile, type CompanyProfile } from '../../connections/company/company-profile.ts'
import { contactFromMirror } from '../../mirrors/contacts.ts'
import { VAT_NAMES } from '../../vat/vat-accounts.ts'
import type { BuiltDraft, BuiltLine } from '../../drafts/draft.ts'
import { fikenRates, fikenTotals } from '../../drafts/lines.ts'
import type { SentDraft } from '../../drafts/sent-draft.ts'
import { columnsOfJob } from '../../service-jobs/job-columns.ts'
import { storedJobOf } from '../../service-jobs/display-job.ts'
import { transferById } from '../queries.ts'
import type { TransferRow } from '../tables.ts'
import { addressText, contactText, previewJob, type Preview } from './preview.ts'

/**
 * Returns a preview of a transfer's draft. A sent draft is shown from our stored record, without
 * vendor calls; otherwise the draft is built as the pipeline would build it now, but nothing is
 * created or written.
 * @throws HttpError 404, 409 when a connection or the company is missing; ExternalError,
 * LimiterBusy
 */
export async function previewTransfer(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<TransferPreview> {
  const row = await transferById(platform.db, companyId, id)
  if (!row) throw notFound('Overføringen finnes ikke.')
  if (row.fikenData && isSent(row)) return sentPreview(platform, row, row.fikenData)
  const { snapshot, servicem8AccountId: accountUuid } = row
  return plannedPreview(
    row,
    await previewJob(platform, companyId, row.servicem8JobId, {
      leftOut: snapshot?.leftOut ?? [],
      revision: row.revision,
      replaces: row.replaces,
      overruled: row.overruled,
      chosen: row.chosenRecipient,
      deposit: row.deposit && { transferId: row.id, chosen: row.deposit },
      fetched: snapshot && { snapshot, accountUuid },
    }),
  )
}

const isSent = (row: TransferRow) =>
  (row.fikenInvoiceDraftId !== null || row.fikenInvoiceId !== null) &&
  row.errorCode !== 'draft_deleted'

async function sentPreview(
  platform: Platform,
  row: TransferRow,
  record: SentDraft,
): Promise<TransferPreview> {
  const { sent, notes, theirTotal = null, leftOutGross = 0, deposit } = record
  const depositGross = deposit?.gross ?? 0
  const contact = await contactFromMirror(
    platform.db,
    row.companyId,
    row.fikenCompanySlug ?? '',
    sent.customerId,
  )
  const company = await companyProfile(platform, row.companyId, row.fikenCompanySlug ?? '', {
    refresh: 'never',
  })
  const priced = sent.lines.map(withPercent)
  const lines = sent.lines.map(draftLine)
  const ours = fikenTotals(priced)
  const sums = sumsOf(row, record, ours)
  const areOurs = sums.net === ours.net && sums.gross === ours.gross
  return {
    state: row.fikenInvoiceNumber === null ? 'sent' : 'invoiced',
    fetchedAt: null,
    seller: sellerOf(company),
    recipient: contact
      ? { ...contactText(contact), how: '' }
      : { ...UNKNOWN_CONTACT, name: row.customerName ?? '' },
    head: headOf(sent),
    lines: [...lines, ...leftOutLines(row.servicem8Data)],
    ...sums,
    rates: areOurs ? fikenRates(priced) : [],
    theirTotal,
    leftOutGross,
    depositGross,
    difference: theirTotal === null ? null : sums.gross + depositGross - theirTotal + leftOutGross,
    notes: [...leftOutNote(leftOutGross), ...notes],
    problems: [],
    editable: false,
  }
}

const withPercent = (line: DraftLine) => ({ ...line, percent: VAT_PERCENT[line.vatType] })

export function draftLine(line: DraftLine): PreviewLine {
  return {
    ...NO_PLACE,
    ...asSent(line),
    ...fikenTotals([withPercent(line)]),
    shown: null,
    vatPercent: VAT_PERCENT[line.vatType],
  }
}

const asSent = ({ description, comment = '', quantity, unitPrice, ...line }: DraftLine) => ({
  description,
  comment,
  quantity,
  unitPrice,
  vatName: VAT_NAMES[line.vatType],
  account: line.incomeAccount,
  leftOut: false,
})

/** Returns Fiken's totals, whose rounding can differ, or our own until Fiken's are known. */
function sumsOf(row: TransferRow, { net, gross }: SentDraft, ours: Sums): Sums {
  return row.status === 'completed' && gross !== 0 ? { net, vat: gross - net, gross } : ours
}

type Sums = ReturnType<typeof fikenTotals>

export function plannedPreview(
  row: Pick<TransferRow, 'status' | 'skipTransfer' | 'servicem8Data'>,
  preview: Preview,
): TransferPreview {
  const { snapshot, company, built, total, recipient, notes, problems, stale } = preview
  const editable = may('editLines', row.status) && !row.skipTransfer
  const places = new Map(
    (row.servicem8Data?.line_items ?? []).map((line, index) => [line.uuid, index]),
  )
  const builtOf = new Map(built?.lines.map((line) => [line.lineUuid, line]))
  const lines = (storedJobOf(snapshot).line_items ?? []).map((line): PreviewLine => {
    const uuid = line.uuid ?? ''
    const place = { index: editable ? (places.get(uuid) ?? null) : null, uuid }
    const made = builtOf.get(uuid)
    return made ? builtLine(made, place) : { ...asShown(line), ...place }
  })
  const takenOff = (built?.deposit?.lines ?? []).map((line) =>
    builtLine({ ...line, theirGross: null }, NO_PLACE),
  )
  const gross = built?.gross ?? null
  const leftOutGross = built?.leftOutGross ?? 0
  return {
    state: 'planned',
    fetchedAt: stale ? null : snapshot.fetchedAt,
    seller: sellerOf(company),
    recipient,
    head: built && headOf(built.draft),
    lines: [...lines, ...takenOff],
    net: built?.net ?? null,
    vat: built?.vat ?? null,
    gross,
    rates: built?.rates ?? [],
    theirTotal: columnsOfJob(snapshot).amount,
    leftOutGross,
    depositGross: -(built?.deposit?.gross ?? 0) || 0,
    difference: total?.difference ?? null,
    notes: [...leftOutNote(leftOutGross), ...notes],
    problems: problemsOf(problems),
    editable,
  }
}

export const problemsOf = (problems: Preview['problems']): TransferPreview['problems'] =>
  problems.map(({ code, message }) => ({ code, title: causeOf(code).title, message }))

export function sellerOf(company: CompanyProfile | null): TransferPreview['seller'] {
  if (!company) return null
  const { name, organizationNumber, vatRegistered, address } = company
  return { name, organizationNumber, vatRegistered, address: addressText(address) }
}

const NO_PLACE = { index: null, uuid: '' } as const
const UNKNOWN_CONTACT = { how: '', address: '', email: '', organizationNumber: '' } as const

function builtLine(
  {
    sent,
    percent: vatPercent,
    net,
    vat,
    gross,
    theirGross: shown,
  }: Pick<BuiltLine, 'sent' | 'percent' | 'net' | 'vat' | 'gross'> & { theirGross: number | null },
  place: Pick<PreviewLine, 'index' | 'uuid'>,
): PreviewLine {
  return { ...place, ...asSent(sent), net, vat, gross, shown, vatPercent }
}

function asShown(line: NonNullable<StoredJob['line_items']>[number]): PreviewLine {
  return {
    ...NO_PLACE,
    description: line.description,
    comment: '',
    quantity: String(line.quantity),
    unitPrice: oreFromKroner(line.unit_price),
    net: null,
    vat: null,
    gross: null,
    shown: oreFromKroner(line.total),
    vatName: null,
    vatPercent: null,
    account: null,
    leftOut: line.removed === true,
  }
}

const leftOutLines = (job: StoredJob | null) =>
  (job?.line_items ?? []).filter((line) => line.removed).map(asShown)

const leftOutNote = (gross: number) =>
  gross === 0
    ? []
    : [`Utelatte linjer på ${formatKroner(gross)} er trukket fra totalen i ServiceM8.`]

export function headOf(draft: BuiltDraft['draft']): NonNullable<TransferPreview['head']> {
  const {
    issueDate,
    daysUntilDueDate,
    invoiceText,
    yourReference,
    ourReference,
    orderReference,
    bankAccountNumber,
  } = draft
  return {
    issueDate,
    daysUntilDueDate,
    dueDate: addDays(issueDate, daysUntilDueDate),
    invoiceText: invoiceText ?? '',
    yourReference: yourReference ?? '',
    ourReference: ourReference ?? '',
    orderReference: orderReference ?? '',
    bankAccountNumber: bankAccountNumber ?? '',
  }
}

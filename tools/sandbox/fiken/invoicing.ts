import type { WireInvoiceLine } from '#clients/fiken/wire'
import { addDays, localDate } from '../world/local-time.ts'
import type { Rounding } from '../world/settings.ts'
import type { FikenCompany, StoredDraft, StoredInvoice } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { lineTotals, roundGross, sumTotals, vatPercent } from './amounts.ts'
import { readIssueDate, readLine } from './draft-rules.ts'
import { fikenError } from './errors.ts'

type BookableLine = StoredDraft['lines'][number]

/**
 * Books a draft after Fiken's checks: gives it an invoice number and deletes the draft.
 * @throws FikenError 400 or 403
 */
export function bookDraft(
  world: World,
  company: FikenCompany,
  draft: StoredDraft,
  today = localDate(world.now()),
): StoredInvoice {
  if (draft.type !== 'invoice' && draft.type !== 'cash_invoice')
    throw fikenError(400, `Cannot create invoice from draft of type ${draft.type}`)
  if (company.invoiceCounter === null) {
    throw fikenError(
      400,
      'Missing number series for drafts of type: invoice. In order to begin a number series please create the first draft in Fiken Web instead of via the API.',
    )
  }
  const number = draft.bankAccountNumber ?? null
  if (number === null || !company.verifiedBankAccounts.includes(number)) {
    throw fikenError(
      403,
      `The bank account number ${number} has not been verified as belonging to this company. Create one invoice from this bank account in Fiken first`,
    )
  }
  const issueDate = draft.issueDate ?? today
  readIssueDate(company, issueDate, today)
  const { draftId: _draftId, type: _type, lines, ...fields } = draft
  const invoice = book(world, company, lines, {
    ...fields,
    issueDate,
    dueDate: addDays(issueDate, draft.daysUntilDueDate),
    cash: draft.type === 'cash_invoice',
    invoiceDraftUuid: draft.uuid,
    today,
  })
  world.past.changing(company, 'drafts', draft)
  company.drafts = company.drafts.filter((row) => row !== draft)
  return invoice
}

export interface Booking {
  issueDate: string
  dueDate: string
  cash: boolean
  customerId: number
  currency: string
  today: string
  uuid?: string
  invoiceDraftUuid?: string
  invoiceText?: string
  yourReference?: string
  ourReference?: string
  orderReference?: string
  bankAccountNumber?: string
  roundingType?: string
}

/** Numbers and books an invoice, and reduces stock. The caller must have checked the counter. */
export function book(
  world: World,
  company: FikenCompany,
  lines: BookableLine[],
  booking: Booking,
): StoredInvoice {
  const { rounding } = world.settings.fiken
  const booked = lines.map((line) => invoiceLine(company, line, rounding))
  const totals = sumTotals(booked, rounding)
  if (totals.gross <= 0) throw fikenError(400, 'total gross amount must be positive')
  company.invoiceCounter = (company.invoiceCounter ?? 9999) + 1
  const gross = roundGross(totals.gross, booking.roundingType)
  const { today, roundingType: _roundingType, ...kept } = booking
  const invoice: StoredInvoice = {
    invoiceId: world.nextId(),
    invoiceNumber: company.invoiceCounter,
    saleId: world.nextId(),
    ...pickBooking(kept),
    createdDate: today,
    lastModifiedDate: today,
    originalDueDate: booking.dueDate,
    sentManually: false,
    lines: booked,
    net: totals.net,
    vat: totals.vat,
    gross,
    payments: [],
    writeOff: false,
    creditNotes: [],
    attachments: [],
    dispatches: [],
  }
  company.invoices.push(invoice)
  world.past.added(company, 'invoices', invoice)
  for (const line of lines) {
    const product = line.productId
      ? company.products.find((row) => row.productId === line.productId)
      : undefined
    if (!product || typeof product.stock !== 'number') continue
    world.past.changing(company, 'products', product)
    product.stock = Math.round((product.stock - line.quantity) * 1e6) / 1e6
  }
  world.ledger.invoicesCreated.push({
    at: Date.now(),
    slug: company.slug,
    invoiceId: invoice.invoiceId,
    draftUuid: invoice.invoiceDraftUuid ?? '',
  })
  world.touch()
  return invoice
}

function pickBooking(
  booking: Omit<Booking, 'today' | 'roundingType'>,
): Omit<Booking, 'today' | 'roundingType'> {
  const { issueDate, dueDate, cash, customerId, currency } = booking
  const kept: Omit<Booking, 'today' | 'roundingType'> = {
    issueDate,
    dueDate,
    cash,
    customerId,
    currency,
  }
  const texts = [
    'invoiceDraftUuid',
    'invoiceText',
    'yourReference',
    'ourReference',
    'orderReference',
    'bankAccountNumber',
  ] as const
  for (const key of texts) if (booking[key]) kept[key] = booking[key]
  return kept
}

function invoiceLine(
  company: FikenCompany,
  line: BookableLine,
  rounding: Rounding,
): WireInvoiceLine {
  const vatType = line.vatType ?? ''
  const unitPrice = line.unitPrice ?? 0
  const product = line.productId
    ? company.products.find((row) => row.productId === line.productId)
    : undefined
  const amounts = lineTotals({ ...line, unitPrice, vatType }, rounding)
  return {
    ...amounts,
    vatType,
    vatInPercent: Number(vatPercent(vatType)) / 10_000,
    unitPrice,
    quantity: line.quantity,
    discount: (line.discount ?? 0) / 100,
    ...(product ? { productId: product.productId, productName: product.name } : {}),
    description: line.description ?? '',
    ...(line.comment ? { comment: line.comment } : {}),
    incomeAccount: line.incomeAccount ?? '',
  }
}

export interface Settlement {
  totalPaid: number
  outstanding: number
  settled: boolean
}

/** Returns the payment state. A full credit note also settles an invoice, without payment. */
export function settlementOf(invoice: StoredInvoice): Settlement {
  const totalPaid = invoice.payments.reduce((sum, payment) => sum + payment.amount, 0)
  const credited = invoice.creditedGross ?? (invoice.creditNotes.length > 0 ? invoice.gross : 0)
  const whole = credited >= invoice.gross || invoice.writeOff
  const outstanding = whole ? 0 : Math.max(0, invoice.gross - credited - totalPaid)
  return { totalPaid, outstanding, settled: outstanding === 0 || invoice.settledDate !== undefined }
}

export interface DepositLine {
  /** The unit price in øre, without VAT. */
  unitPrice: number
  quantity?: number
  vatType?: string
  incomeAccount?: string
}

/** Books a deposit invoice without a draft, like an invoice that a user writes in Fiken. */
export function invoiceDeposit(
  world: World,
  company: FikenCompany,
  {
    customerId,
    issueDate,
    lines,
    roundingType,
  }: { customerId: number; issueDate: string; lines: DepositLine[]; roundingType?: string },
): StoredInvoice {
  const read = lines.map((line) =>
    readLine(
      world,
      company,
      {
        description: 'Forskudd',
        quantity: 1,
        vatType: 'HIGH',
        incomeAccount: '3000',
        ...line,
      },
      issueDate,
    ),
  )
  return book(world, company, read, {
    issueDate,
    dueDate: addDays(issueDate, 14),
    cash: false,
    customerId,
    currency: 'NOK',
    today: issueDate,
    ...(roundingType ? { roundingType } : {}),
  })
}

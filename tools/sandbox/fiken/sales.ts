import type { FastifyInstance } from 'fastify'
import type {
  FikenCompany,
  StoredCreditNote,
  StoredInvoice,
  StoredPayment,
} from '../world/state.ts'
import type { World } from '../world/world.ts'
import { companyRoute, type Call } from './access.ts'
import { lineTotals, sumTotals } from './amounts.ts'
import { fikenError, requireFields } from './errors.ts'
import { invoiceById } from './invoices.ts'
import { saleWire } from './invoice-wire.ts'
import { settlementOf } from './invoicing.ts'
import { equals, paged, withinDates } from './paging.ts'

export function registerSales(app: FastifyInstance, world: World): void {
  companyRoute(app, world, 'GET', '/sales', (call) => {
    const { query } = call
    const company = call.listed()
    const rows = company.invoices.filter(
      (invoice) =>
        equals(query['contactId'], invoice.customerId) &&
        equals(query['saleNumber'], invoice.invoiceNumber) &&
        equals(query['settled'], settlementOf(invoice).settled) &&
        withinDates(query, 'date', invoice.issueDate) &&
        withinDates(query, 'lastModified', saleWire(company, invoice).lastModifiedDate ?? ''),
    )
    return paged(call, rows).map((invoice) => saleWire(company, invoice))
  })

  companyRoute(app, world, 'GET', '/sales/:id', (call) => saleWire(call.company, saleAt(call)))
  companyRoute(app, world, 'GET', '/sales/:id/payments', (call) => saleAt(call).payments)

  companyRoute(app, world, 'POST', '/sales/:id/payments', (call) => {
    const invoice = saleAt(call)
    requireFields(call.body, ['date', 'account', 'amount'])
    const payment = payInvoice(
      world,
      invoice,
      Number(call.body['amount']),
      String(call.body['date']),
      String(call.body['account']),
    )
    return call.located(201, `/sales/${invoice.saleId}/payments/${payment.paymentId}`)
  })

  companyRoute(app, world, 'PATCH', '/sales/:id/settled', (call) => {
    const invoice = saleAt(call)
    world.past.changing(call.company, 'invoices', invoice)
    invoice.settledDate = call.query['settledDate'] ?? call.today
    world.touch()
    return saleWire(call.company, invoice)
  })

  companyRoute(app, world, 'POST', '/creditNotes/full', (call) => {
    requireFields(call.body, ['issueDate', 'invoiceId'])
    const { company, body } = call
    const invoice = invoiceById(company, body['invoiceId'])
    const note = creditInFull(
      world,
      company,
      invoice,
      String(body['issueDate']),
      body['creditNoteText'],
    )
    return call.located(201, `/creditNotes/${note.creditNoteId}`)
  })

  companyRoute(app, world, 'POST', '/creditNotes/partial', (call) => {
    requireFields(call.body, ['issueDate', 'lines'])
    const { company, body } = call
    const invoice = invoiceById(company, body['invoiceId'])
    if (company.creditNoteCounter === null)
      throw fikenError(409, 'credit note counter not initialized')
    const { rounding } = world.settings.fiken
    const lines = (body['lines'] as Record<string, unknown>[]).map((line) => {
      const vatType = String(line['vatType'])
      const unitPrice = Number(line['unitPrice'])
      const quantity = Number(line['quantity'])
      return { vatType, ...lineTotals({ quantity, unitPrice, vatType }, rounding) }
    })
    const { gross } = sumTotals(lines, rounding)
    const note = creditInPart(world, company, invoice, String(body['issueDate']), gross)
    return call.located(201, `/creditNotes/${note.creditNoteId}`)
  })

  companyRoute(app, world, 'GET', '/creditNotes', (call) => {
    const { query } = call
    const company = call.listed()
    const customerOfNote = ({ invoiceId }: StoredCreditNote) =>
      company.invoices.find((invoice) => invoice.invoiceId === invoiceId)?.customerId
    const rows = company.creditNotes.filter(
      (note) =>
        equals(query['customerId'], customerOfNote(note)) &&
        withinDates(query, 'issueDate', note.issueDate) &&
        withinDates(query, 'lastModified', note.lastModifiedDate),
    )
    return paged(call, rows).map((note) => noteWire(company, note))
  })

  companyRoute(app, world, 'GET', '/creditNotes/counter', (call) => {
    if (call.company.creditNoteCounter === null)
      throw fikenError(404, 'credit note counter not initialized')
    return { value: call.company.creditNoteCounter }
  })

  companyRoute(app, world, 'POST', '/creditNotes/counter', (call) => {
    const { value } = call.body
    call.company.creditNoteCounter = typeof value === 'number' ? value : 10_000
    world.touch()
    return call.located(201, '/creditNotes/counter')
  })

  companyRoute(app, world, 'GET', '/creditNotes/:id', (call) => {
    const found = call.company.creditNotes.find(
      (note) => String(note.creditNoteId) === call.params['id'],
    )
    if (!found) throw fikenError(404, 'No credit note found with provided id.')
    return noteWire(call.company, found)
  })
}

function saleAt(call: Call): StoredInvoice {
  const found = call.company.invoices.find(
    (invoice) => String(invoice.saleId) === call.params['id'],
  )
  if (!found) throw fikenError(404, 'No sale found with provided id.')
  return found
}

function aboutToChange(world: World, invoice: StoredInvoice): void {
  const company = Object.values(world.state.fiken.companies).find(({ invoices }) =>
    invoices.includes(invoice),
  )
  if (company) world.past.changing(company, 'invoices', invoice)
}

/** Records a payment of `amount` øre on the invoice. */
export function payInvoice(
  world: World,
  invoice: StoredInvoice,
  amount: number,
  date: string,
  account: string,
): StoredPayment {
  const payment: StoredPayment = { paymentId: world.nextId(), date, account, amount }
  aboutToChange(world, invoice)
  invoice.payments.push(payment)
  if (world.settings.fiken.paymentTouchesInvoice) invoice.lastModifiedDate = date
  world.touch()
  return payment
}

/** Reverses the latest payment, as for a wrongly matched bank entry; false if there is none. */
export function takePaymentBack(world: World, invoice: StoredInvoice, date: string): boolean {
  if (invoice.payments.length === 0) return false
  aboutToChange(world, invoice)
  invoice.payments.pop()
  if (world.settings.fiken.paymentTouchesInvoice) invoice.lastModifiedDate = date
  world.touch()
  return true
}

/**
 * Credits a whole invoice.
 * @throws FikenError 409 without a number series; 400 when the date is before the invoice's date,
 *   or the invoice is already credited
 */
export function creditInFull(
  world: World,
  company: FikenCompany,
  invoice: StoredInvoice,
  issueDate: string,
  text: unknown,
): StoredCreditNote {
  if (company.creditNoteCounter === null)
    throw fikenError(409, 'credit note counter not initialized')
  if (issueDate < invoice.issueDate)
    throw fikenError(400, 'The credit note cannot be dated before the invoice')
  if (invoice.creditNotes.length > 0) throw fikenError(400, 'The invoice is already credited')
  return credit(world, company, invoice, { issueDate, text })
}

/** Credits part of an invoice by an amount in øre, including VAT. */
export function creditInPart(
  world: World,
  company: FikenCompany,
  invoice: StoredInvoice,
  issueDate: string,
  gross: number,
): StoredCreditNote {
  return credit(world, company, invoice, { issueDate, text: undefined, gross })
}

function credit(
  world: World,
  company: FikenCompany,
  invoice: StoredInvoice,
  { issueDate, text, gross }: { issueDate: string; text: unknown; gross?: number },
): StoredCreditNote {
  company.creditNoteCounter ??= 10_000
  company.creditNoteCounter += 1
  const note: StoredCreditNote = {
    creditNoteId: world.nextId(),
    creditNoteNumber: company.creditNoteCounter,
    invoiceId: invoice.invoiceId,
    issueDate,
    lastModifiedDate: issueDate,
    ...(typeof text === 'string' ? { creditNoteText: text } : {}),
    ...(gross === undefined ? {} : { gross }),
  }
  company.creditNotes.push(note)
  world.past.added(company, 'creditNotes', note)
  world.past.changing(company, 'invoices', invoice)
  invoice.creditNotes.push(note.creditNoteId)
  if (gross !== undefined) invoice.creditedGross = (invoice.creditedGross ?? 0) + gross
  invoice.lastModifiedDate = issueDate
  world.touch()
  return note
}

function noteWire(company: FikenCompany, note: StoredCreditNote): Record<string, unknown> {
  const invoice = company.invoices.find((row) => row.invoiceId === note.invoiceId)
  const customer = company.contacts.find((contact) => contact.contactId === invoice?.customerId)
  const { invoiceId, gross: part, ...rest } = note
  const whole = { net: invoice?.net ?? 0, gross: invoice?.gross ?? 0 }
  const gross = part ?? whole.gross
  const net = whole.gross === 0 ? 0 : Math.round((whole.net * gross) / whole.gross)
  const vat = gross - net
  return {
    ...rest,
    associatedInvoiceId: invoiceId,
    customer,
    address: customer?.address ?? { country: 'Norge' },
    net,
    vat,
    gross,
    netInNok: net,
    vatInNok: vat,
    grossInNok: gross,
    currency: invoice?.currency ?? 'NOK',
    settled: true,
    lines: invoice?.lines ?? [],
  }
}

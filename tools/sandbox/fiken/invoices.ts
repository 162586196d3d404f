import type { FastifyInstance } from 'fastify'
import type { FikenCompany, StoredInvoice } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { companyRoute, type Call } from './access.ts'
import { addAttachment } from './attachments.ts'
import { customerOf, readIssueDate, readLine } from './draft-rules.ts'
import { fikenError, requireFields, validationError } from './errors.ts'
import { invoiceWire } from './invoice-wire.ts'
import { book, settlementOf } from './invoicing.ts'
import { equals, paged, withinDates } from './paging.ts'

export function registerInvoices(app: FastifyInstance, world: World): void {
  companyRoute(app, world, 'GET', '/invoices', (call) => {
    const { query } = call
    const company = call.listed()
    const rows = company.invoices.filter(
      (invoice) =>
        equals(query['customerId'], invoice.customerId) &&
        equals(query['orderReference'], invoice.orderReference) &&
        equals(query['invoiceDraftUuid'], invoice.invoiceDraftUuid) &&
        equals(query['invoiceNumber'], invoice.invoiceNumber) &&
        equals(query['settled'], settlementOf(invoice).settled) &&
        withinDates(query, 'issueDate', invoice.issueDate) &&
        withinDates(query, 'dueDate', invoice.dueDate) &&
        withinDates(query, 'lastModified', invoice.lastModifiedDate),
    )
    return paged(call, rows).map((invoice) => invoiceWire(company, invoice))
  })

  companyRoute(app, world, 'GET', '/invoices/counter', (call) => {
    if (call.company.invoiceCounter === null)
      throw fikenError(404, 'invoice counter not initialized')
    return { value: call.company.invoiceCounter }
  })

  companyRoute(app, world, 'POST', '/invoices/counter', (call) => {
    if (call.company.invoiceCounter !== null)
      throw fikenError(400, 'invoice counter already initialized')
    const { value } = call.body
    call.company.invoiceCounter = typeof value === 'number' ? value : 10_000
    world.touch()
    return call.located(201, '/invoices/counter')
  })

  companyRoute(app, world, 'POST', '/invoices', (call) => {
    const invoice = createDirectly(world, call)
    return call.located(201, `/invoices/${invoice.invoiceId}`)
  })

  companyRoute(app, world, 'POST', '/invoices/send', (call) => {
    requireFields(call.body, ['invoiceId', 'method', 'includeDocumentAttachments'])
    const invoice = invoiceById(call.company, call.body['invoiceId'])
    world.past.changing(call.company, 'invoices', invoice)
    invoice.dispatches.push({ date: call.today, dispatchType: 'email' })
    invoice.lastModifiedDate = call.today
    world.touch()
    return call.reply.code(200).send()
  })

  companyRoute(app, world, 'GET', '/invoices/:id', (call) =>
    invoiceWire(call.company, invoiceById(call.company, call.params['id'])),
  )

  companyRoute(app, world, 'PATCH', '/invoices/:id', (call) => {
    const invoice = invoiceById(call.company, call.params['id'])
    const { newDueDate, sentManually } = call.body
    world.past.changing(call.company, 'invoices', invoice)
    if (typeof newDueDate === 'string') invoice.dueDate = newDueDate
    if (typeof sentManually === 'boolean') invoice.sentManually = sentManually
    invoice.lastModifiedDate = call.today
    world.touch()
    return call.located(200, `/invoices/${invoice.invoiceId}`)
  })

  // A new invoice is found immediately, but its attachments can lag like any list.
  companyRoute(app, world, 'GET', '/invoices/:id/attachments', (call) => {
    const { invoiceId: id } = invoiceById(call.company, call.params['id'])
    return call.listed().invoices.find(({ invoiceId }) => invoiceId === id)?.attachments ?? []
  })

  companyRoute(app, world, 'POST', '/invoices/:id/attachments', async (call) => {
    const invoice = invoiceById(call.company, call.params['id'])
    world.past.changing(call.company, 'invoices', invoice)
    const { invoiceId: id, attachments } = invoice
    return addAttachment(world, call, { kind: 'invoice', id, attachments })
  })
}

export function invoiceById(company: FikenCompany, id: unknown): StoredInvoice {
  const found = company.invoices.find(({ invoiceId }) => invoiceId === Number(id))
  if (!found) throw fikenError(404, 'No invoice found with provided id.')
  return found
}

/** Creates an invoice. The uuid is not checked: sending the request twice creates two. */
function createDirectly(world: World, call: Call): StoredInvoice {
  const { body, company } = call
  requireFields(body, ['issueDate', 'dueDate', 'lines', 'bankAccountCode', 'cash', 'customerId'])
  const text = (field: string): string | undefined =>
    typeof body[field] === 'string' ? body[field] : undefined
  if ((text('invoiceText') ?? '').length > 500)
    throw validationError(["'invoiceText' kan ikke være lengre enn 500 tegn."])
  if (!Array.isArray(body['lines']) || body['lines'].length === 0)
    throw validationError(["'lines' må ha minst 1 element."])
  const issueDate = readIssueDate(company, body['issueDate'], call.today) ?? call.today
  const customer = customerOf(company, body['customerId'])
  const account = company.bankAccounts.find((row) => row.accountCode === body['bankAccountCode'])
  if (!account)
    throw fikenError(400, `Bank account with code ${String(body['bankAccountCode'])} not found`)
  if (!company.verifiedBankAccounts.includes(account.bankAccountNumber ?? '')) {
    throw fikenError(
      403,
      `The bank account number ${account.bankAccountNumber} has not been verified as belonging to this company. Create one invoice from this bank account in Fiken first`,
    )
  }
  if (company.invoiceCounter === null) throw fikenError(409, 'invoice counter not initialized')
  const lines = body['lines'].map((line) =>
    readLine(world, company, line as Record<string, unknown>, call.today),
  )
  return book(world, company, lines, {
    issueDate,
    dueDate: text('dueDate') ?? issueDate,
    cash: body['cash'] === true,
    customerId: customer.contactId,
    currency: text('currency') ?? 'NOK',
    today: call.today,
    invoiceText: text('invoiceText'),
    yourReference: text('yourReference'),
    ourReference: text('ourReference'),
    orderReference: text('orderReference'),
    bankAccountNumber: account.bankAccountNumber ?? undefined,
    roundingType: text('roundingType'),
  })
}

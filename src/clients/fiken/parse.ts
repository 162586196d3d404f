import { organizationDigits } from '#shared/norwegian'
import { isOwnFile, parseAttached } from './attached-file.ts'
import { readRow } from '../http/row.ts'
import type { Row } from '../http/row.ts'
import type {
  BankAccount,
  Company,
  Contact,
  CreditNote,
  DraftContent,
  FikenUser,
  Invoice,
  InvoiceDraft,
  InvoiceLine,
  InvoiceWithLines,
  LedgerAccount,
  PostalAddress,
  Product,
} from './types.ts'
import type { WireDraftRequest } from './wire.ts'

/**
 * Returns nine digits, valid or not, when the string is written as a Norwegian organisation number;
 * otherwise returns the string without spaces.
 */
export function asNumber(written: string): string {
  const digits = organizationDigits(written)
  return digits?.length === 9 ? digits : written.replace(/\s/g, '')
}

const row = (object: string, value: unknown) => readRow('fiken', object, value)

export function parseUser(value: unknown): FikenUser {
  const fields = row('user', value)
  // The e-mail names the queue that serialises all calls of this user, so no call can be sent
  // without an e-mail.
  return { name: fields.text('name').trim(), email: fields.requiredText('email').trim() }
}

export function parseCompany(value: unknown): Company {
  const fields = row('company', value)
  return {
    slug: fields.requiredText('slug'),
    name: fields.text('name').trim(),
    organizationNumber: asNumber(fields.text('organizationNumber')),
    // Only "no" means not registered; a period that Fiken adds later still means registered.
    vatRegistered: fields.requiredText('vatType') !== 'no',
    hasApiAccess: fields.flag('hasApiAccess', false),
    testCompany: fields.flag('testCompany', false),
    address: parseAddress(fields.raw('address')),
  }
}

export function parseBankAccount(value: unknown): BankAccount {
  const fields = row('bankAccount', value)
  return {
    code: fields.requiredText('accountCode'),
    name: fields.text('name').trim(),
    bankAccountNumber: fields.text('bankAccountNumber').replace(/[\s.]/g, ''),
    type: fields.text('type'),
    inactive: fields.flag('inactive', false),
  }
}

export function parseAccount(value: unknown): LedgerAccount {
  const fields = row('account', value)
  return { code: fields.requiredText('code'), name: fields.text('name').trim() }
}

export function parseContact(value: unknown): Contact {
  const fields = row('contact', value)
  return {
    contactId: fields.integer('contactId'),
    name: fields.text('name').trim(),
    email: fields.text('email').trim(),
    organizationNumber: asNumber(fields.text('organizationNumber')),
    phone: fields.text('phoneNumber').trim(),
    customer: fields.flag('customer', false),
    inactive: fields.flag('inactive', false),
    memberNumber: fields.text('memberNumberString').trim(),
    address: parseAddress(fields.raw('address')),
    daysUntilInvoicingDueDate: fields.integerOrNull('daysUntilInvoicingDueDate'),
    currency: fields.text('currency').trim().toUpperCase(),
    lastModified: fields.text('lastModifiedDate'),
  }
}

function parseAddress(value: unknown): PostalAddress | null {
  if (value === undefined || value === null) return null
  const fields = row('address', value)
  const address = {
    street: fields.text('streetAddress').trim(),
    street2: fields.text('streetAddressLine2').trim(),
    postalCode: fields.text('postCode').trim(),
    city: fields.text('city').trim(),
    country: fields.text('country').trim(),
  }
  return Object.values(address).some((part) => part !== '') ? address : null
}

export function parseProduct(value: unknown): Product {
  const fields = row('product', value)
  return {
    productId: fields.integer('productId'),
    name: fields.text('name').trim(),
    productNumber: fields.text('productNumber').trim(),
    unitPrice: fields.integerOrNull('unitPrice'),
    incomeAccount: fields.text('incomeAccount').trim(),
    vatType: fields.text('vatType').trim().toUpperCase(),
    active: fields.flag('active', true),
    stock: fields.numberOrNull('stock'),
    note: fields.text('note'),
    lastModified: fields.text('lastModifiedDate'),
  }
}

export function parseDraft(value: unknown): InvoiceDraft {
  const fields = row('draft', value)
  return {
    draftId: fields.integer('draftId'),
    uuid: fields.requiredText('uuid').toLowerCase(),
    type: fields.text('type'),
    net: fields.integer('net'),
    gross: fields.integer('gross'),
    issueDate: fields.text('issueDate'),
    customerId: firstCustomer(fields)?.integerOrNull('contactId') ?? null,
    ...(firstCustomer(fields)?.flag('inactive', false) ? { customerInactive: true } : {}),
    orderReference: fields.text('orderReference'),
    lastModified: fields.text('lastModifiedDate'),
    lineCount: fields.list('lines').length,
    content: contentOf(fields),
  }
}

/** Returns the content of a sent draft as Fiken would return it if Fiken filled in nothing more. */
export function parseSentDraft(request: WireDraftRequest): DraftContent {
  return contentOf(row('draft', { ...request, customers: [{ contactId: request.customerId }] }))
}

/**
 * Reads a draft's content for comparison only, never for arithmetic, so unusual values are kept as
 * they are.
 */
function contentOf(fields: Row): DraftContent {
  const written = (field: string) => asText(fields.raw(field))
  return {
    customerId: firstCustomer(fields)?.integerOrNull('contactId') ?? null,
    issueDate: written('issueDate'),
    daysUntilDueDate: written('daysUntilDueDate'),
    invoiceText: written('invoiceText'),
    yourReference: written('yourReference'),
    ourReference: written('ourReference'),
    orderReference: written('orderReference'),
    bankAccountNumber: written('bankAccountNumber'),
    currency: foreignCurrency(written('currency')),
    attachments: othersIn(fields.raw('attachments')),
    lines: fields.list('lines').map((line) => {
      const parts =
        typeof line === 'object' && line !== null ? (line as Record<string, unknown>) : {}
      return JSON.stringify(LINE_FIELDS.map((field) => asText(parts[field])))
    }),
  }
}

/** Returns the currency in upper case; "" for kroner, which Fiken can write or leave out. */
function foreignCurrency(text: string): string {
  const currency = text.toUpperCase()
  return currency === 'NOK' ? '' : currency
}

const LINE_FIELDS = [
  'productId',
  'description',
  'quantity',
  'unitPrice',
  'vatType',
  'incomeAccount',
  'discount',
  'comment',
]

/**
 * Returns a draft's lines in a normal form for comparing the sent draft with the stored draft: VAT
 * types in upper case, a discount of 0 as no discount, and single spaces.
 */
export function comparableLines({ lines }: Pick<DraftContent, 'lines'>): string[] {
  return lines.map((line) => {
    const values = JSON.parse(line) as string[]
    const plain = LINE_FIELDS.map((field, index) => {
      const value = (values[index] ?? '').replaceAll(/\s+/g, ' ').trim()
      if (field === 'vatType') return value.toUpperCase()
      return field === 'discount' && Number(value) === 0 ? '' : value
    })
    return JSON.stringify(plain)
  })
}

/** Returns the number of files that we did not add. */
const othersIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((one) => !isOwnFile(parseAttached(one))).length : 0

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value.trim() : JSON.stringify(value)
}

function firstCustomer(fields: Row): Row | null {
  const [first] = fields.list('customers')
  return first === undefined || first === null ? null : row('draft.customers', first)
}

export function parseInvoice(value: unknown): Invoice {
  const fields = row('invoice', value)
  const customer = fields.raw('customer')
  const sale = fields.raw('sale')
  return {
    invoiceId: fields.integer('invoiceId'),
    invoiceNumber: fields.text('invoiceNumber'),
    draftUuid: fields.text('invoiceDraftUuid').toLowerCase(),
    net: fields.integer('net'),
    gross: fields.integer('gross'),
    issueDate: fields.text('issueDate'),
    dueDate: fields.text('dueDate'),
    customerId:
      customer === undefined || customer === null
        ? null
        : row('invoice.customer', customer).integerOrNull('contactId'),
    ourReference: fields.text('ourReference'),
    orderReference: fields.text('orderReference'),
    lastModified: fields.text('lastModifiedDate'),
    creditNotes: fields.list('associatedCreditNotes').map(idOfNote),
    ...payment(sale, fields.integer('gross')),
  }
}

/** Returns a credit note's id; -1 if unreadable, so that the missing credit note is noticed. */
function idOfNote(value: unknown): number {
  const id = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : -1
}

export function parseCreditNote(value: unknown): CreditNote {
  const fields = row('creditNote', value)
  return {
    creditNoteId: fields.integer('creditNoteId'),
    creditNoteNumber: fields.text('creditNoteNumber'),
    gross: fields.integer('gross'),
    issueDate: fields.text('issueDate'),
    invoiceId: fields.integerOrNull('associatedInvoiceId'),
  }
}

export function parseInvoiceWithLines(value: unknown): InvoiceWithLines {
  const fields = row('invoice', value)
  return {
    ...parseInvoice(value),
    vat: fields.integer('vat'),
    lines: fields.list('lines').map(parseInvoiceLine),
  }
}

function parseInvoiceLine(value: unknown): InvoiceLine {
  const fields = row('invoice.line', value)
  return {
    net: fields.integer('net'),
    vat: fields.integer('vat'),
    vatType: fields.text('vatType').trim().toUpperCase(),
    incomeAccount: fields.text('incomeAccount').trim(),
  }
}

function payment(
  sale: unknown,
  gross: number,
): Pick<Invoice, 'saleId' | 'settled' | 'writtenOff' | 'totalPaid' | 'paidOn' | 'outstanding'> {
  if (sale === undefined || sale === null)
    return {
      saleId: null,
      settled: false,
      writtenOff: false,
      totalPaid: 0,
      paidOn: '',
      outstanding: gross,
    }
  const fields = row('invoice.sale', sale)
  const totalPaid = fields.integerOrNull('totalPaid') ?? 0
  return {
    saleId: fields.integerOrNull('saleId'),
    settled: fields.flag('settled', false),
    writtenOff: fields.flag('writeOff', false),
    totalPaid,
    paidOn: latestDate(fields.raw('salePayments')),
    outstanding: fields.integerOrNull('outstandingBalance') ?? gross - totalPaid,
  }
}

function latestDate(payments: unknown): string {
  if (!Array.isArray(payments)) return ''
  const dates = payments.flatMap((payment: unknown) => {
    const { date } =
      typeof payment === 'object' && payment !== null ? (payment as { date?: unknown }) : {}
    return typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date) ? [date] : []
  })
  return dates.sort().at(-1) ?? ''
}

import { randomUUID } from 'node:crypto'
import { failureFor } from '../sentinels.ts'
import type { Rounding } from '../world/settings.ts'
import type { FikenCompany, StoredContact, StoredDraft } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { lineTotals, roundGross, sumTotals, type LineTotals } from './amounts.ts'
import { fikenError, isRequired, validationError } from './errors.ts'
import { checkVat } from './vat.ts'

const TYPES = ['invoice', 'cash_invoice', 'offer', 'order_confirmation', 'credit_note']
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TEXTS = [
  'invoiceText',
  'yourReference',
  'ourReference',
  'orderReference',
  'iban',
  'bic',
] as const

export type DraftFields = Omit<StoredDraft, 'draftId' | 'lastModifiedDate' | 'attachments'>

/**
 * Reads a draft request by Fiken's rules. Unknown keys are silently ignored, so a misspelt bank
 * account counts as missing.
 * @throws FikenError with the 400, 402 or 404 that Fiken would return
 */
export function readDraft(
  world: World,
  company: FikenCompany,
  body: Record<string, unknown>,
  today: string,
): DraftFields {
  const problems = ['type', 'customerId', 'daysUntilDueDate']
    .filter((field) => isMissing(body[field]))
    .map(isRequired)
  if (problems.length > 0) throw validationError(problems)
  const type = String(body['type'])
  if (!TYPES.includes(type)) throw validationError(["'type' er ugyldig."])
  if (!Number.isInteger(body['daysUntilDueDate']))
    throw validationError(["'daysUntilDueDate' er ugyldig."])
  const uuid = body['uuid']
  if (!isMissing(uuid) && !UUID.test(String(uuid))) throw validationError(["'uuid' er ugyldig."])
  if (!isMissing(body['projectId'])) throw fikenError(402, 'module not activated')
  if (!isMissing(body['paymentAccount']) && type !== 'cash_invoice') {
    throw fikenError(400, 'paymentAccount is only allowed for drafts of type CASH_INVOICE')
  }
  const issueDate = readIssueDate(company, body['issueDate'], today)
  const customer = customerOf(company, body['customerId'])
  const currency = String(body['currency'] ?? (customer.currency || 'NOK'))
  if (!/^[A-Z]{3}$/.test(currency)) throw validationError(["'currency' er ugyldig."])
  const person = contactPersonOf(customer, body['contactPersonId'])
  const bankAccountNumber = bankAccountOf(company, body['bankAccountNumber'])
  const failure = failureFor('fiken', [customer.name, body['orderReference']])
  if (failure) throw fikenError(failure.status, failure.message)
  const sent = body['lines']
  if (!isMissing(sent) && !Array.isArray(sent)) throw validationError(["'lines' er ugyldig."])
  const lines = (Array.isArray(sent) ? sent : []).map((line) =>
    readLine(world, company, line as Record<string, unknown>, today),
  )
  const totals = totalsOf(lines, world.settings.fiken.rounding)
  const roundingType = typeof body['roundingType'] === 'string' ? body['roundingType'] : undefined
  return {
    uuid: isMissing(uuid) ? randomUUID() : String(uuid),
    type,
    daysUntilDueDate: Number(body['daysUntilDueDate']),
    currency,
    customerId: customer.contactId,
    lines,
    net: totals.net,
    gross: roundGross(totals.gross, roundingType),
    ...texts(body),
    ...(issueDate ? { issueDate } : {}),
    ...(person ? { contactPersonId: person } : {}),
    ...(bankAccountNumber ? { bankAccountNumber } : {}),
    ...(roundingType ? { roundingType } : {}),
  }
}

function totalsOf(lines: DraftFields['lines'], rounding: Rounding): LineTotals {
  const priced = lines.map((line) => ({
    ...line,
    unitPrice: line.unitPrice ?? 0,
    vatType: line.vatType ?? '',
  }))
  return sumTotals(
    priced.map((line) => ({ ...lineTotals(line, rounding), vatType: line.vatType })),
    rounding,
  )
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function texts(body: Record<string, unknown>): Partial<Record<(typeof TEXTS)[number], string>> {
  const found: Partial<Record<(typeof TEXTS)[number], string>> = {}
  for (const field of TEXTS) {
    const value = body[field]
    if (typeof value === 'string' && value !== '') found[field] = value
  }
  return found
}

/** Returns the issue date, which must be in an open fiscal year; null when the date is absent. */
export function readIssueDate(company: FikenCompany, value: unknown, today: string): string | null {
  openBegunYears(company, Number(today.slice(0, 4)))
  if (isMissing(value)) return null
  const date = String(value)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
    throw validationError(["'issueDate' er ugyldig."])
  const year = Number(date.slice(0, 4))
  if (!company.openYears.includes(year)) throw fikenError(400, `Fiscal year ${year} is invalid`)
  return date
}

/** Opens fiscal years that have begun. A year that the user has closed afterwards stays closed. */
function openBegunYears(company: FikenCompany, current: number): void {
  while (company.newestYear < current) {
    company.newestYear += 1
    if (!company.openYears.includes(company.newestYear)) company.openYears.push(company.newestYear)
  }
}

export function customerOf(company: FikenCompany, id: unknown): StoredContact {
  const found = company.contacts.find((contact) => contact.contactId === Number(id))
  if (!found) throw fikenError(400, `Contact with id ${String(id)} not found`)
  if (!found.customer) throw fikenError(400, `Contact with id ${String(id)} is not a customer`)
  return found
}

function contactPersonOf(customer: StoredContact, id: unknown): number | null {
  if (isMissing(id)) return null
  if (customer.contactPerson.some((person) => person.contactPersonId === Number(id)))
    return Number(id)
  throw fikenError(400, `Contact person with id ${String(id)} does not belong to the customer`)
}

function bankAccountOf(company: FikenCompany, number: unknown): string | null {
  if (isMissing(number)) return null
  const found = company.bankAccounts.find(
    (account) => account.bankAccountNumber === String(number) && !account.inactive,
  )
  if (!found) throw fikenError(400, `Bank account with number ${String(number)} not found`)
  return String(number)
}

/** Reads one line. Absent fields come from its product; without one, an account is required. */
export function readLine(
  world: World,
  company: FikenCompany,
  line: Record<string, unknown>,
  today: string,
): StoredDraft['lines'][number] {
  if (typeof line['quantity'] !== 'number') throw validationError([isRequired('quantity')])
  const product = isMissing(line['productId'])
    ? null
    : company.products.find((row) => row.productId === Number(line['productId']))
  if (product === undefined)
    throw fikenError(404, `Missing product with id ${String(line['productId'])}`)
  if (!product && isMissing(line['incomeAccount'])) {
    throw fikenError(
      400,
      'incomeAccount is required for free-text lines (lines without a productId)',
    )
  }
  const problems: string[] = []
  const description = isMissing(line['description']) ? product?.name : String(line['description'])
  if (!description) problems.push(isRequired('description'))
  for (const field of ['description', 'comment']) {
    const value = line[field]
    if (typeof value === 'string' && value.length > 200)
      problems.push(`'${field}' kan ikke være lengre enn 200 tegn.`)
  }
  const unitPrice = isMissing(line['unitPrice']) ? product?.unitPrice : line['unitPrice']
  if (typeof unitPrice !== 'number') problems.push(isRequired('unitPrice'))
  const vatType = (
    isMissing(line['vatType']) ? product?.vatType : String(line['vatType'])
  )?.toUpperCase()
  if (!vatType) problems.push(isRequired('vatType'))
  const discount = line['discount']
  if (!isMissing(discount) && !(Number(discount) >= 0 && Number(discount) <= 100))
    problems.push("'discount' må være mellom 0 og 100.")
  if (problems.length > 0 || !vatType || typeof unitPrice !== 'number')
    throw validationError(problems)
  const incomeAccount = isMissing(line['incomeAccount'])
    ? (product?.incomeAccount ?? '')
    : String(line['incomeAccount'])
  checkVat(company, incomeAccount, vatType)
  return {
    invoiceishDraftLineId: world.nextId(),
    lastModifiedDate: today,
    ...(product ? { productId: product.productId } : {}),
    description,
    unitPrice: Math.trunc(unitPrice),
    vatType,
    quantity: line['quantity'],
    incomeAccount,
    ...(isMissing(discount) ? {} : { discount: Number(discount) }),
    ...(isMissing(line['comment']) ? {} : { comment: String(line['comment']) }),
  }
}

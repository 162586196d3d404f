import { organizationDigits } from '#shared/norwegian'
import { readRow } from '../http/row.ts'
import type { Row } from '../http/row.ts'
import { DAY_MS, DEFAULT_TIME_ZONE, instantOf, isTimeZone, isZeroStamp } from './time.ts'
import type {
  Account,
  Attachment,
  Category,
  Client,
  ClientContact,
  GeoAddress,
  Job,
  JobLine,
  JobPayment,
  Material,
  TaxRate,
  WebhookSubscription,
} from './types.ts'

const row = (object: string, value: unknown) => readRow('servicem8', object, value)

function uuidOrNull(fields: Row, field: string): string | null {
  return fields.text(field).trim() || null
}

function stamp(fields: Row, field: string, timeZone: string): string | null {
  const text = fields.text(field)
  if (isZeroStamp(text)) return null
  const instant = instantOf(text, timeZone)
  if (instant === null) throw fields.fail(field, 'is no date')
  return instant
}

export function parseJob(value: unknown, timeZone: string): Job {
  const fields = row('job', value)
  const completion = fields.text('completion_date')
  const editDate = fields.requiredText('edit_date')
  const editedAt = instantOf(editDate, timeZone)
  if (editedAt === null) throw fields.fail('edit_date', 'is no date')
  return {
    uuid: fields.requiredText('uuid'),
    active: fields.flag('active'),
    number: fields.text('generated_job_id').trim(),
    status: fields.requiredText('status'),
    companyUuid: uuidOrNull(fields, 'company_uuid'),
    categoryUuid: uuidOrNull(fields, 'category_uuid'),
    purchaseOrderNumber: fields.text('purchase_order_number'),
    jobDescription: fields.text('job_description'),
    workDoneDescription: fields.text('work_done_description'),
    jobAddress: fields.text('job_address'),
    billingAddress: fields.text('billing_address'),
    geo: geo(fields),
    existsSince: existsSince(fields, timeZone),
    completedAt: stamp(fields, 'completion_date', timeZone),
    completedOn: isZeroStamp(completion) ? null : completion.trim().slice(0, 10),
    editedAt,
    // Absent is not the same as unpriced: a job must not be skipped because a field is missing.
    totalInvoiceAmount: total(fields),
    readyToInvoice: fields.flag('ready_to_invoice', false),
    paymentProcessed: fields.flag('payment_processed', false),
    paymentReceived: fields.flag('payment_received', false),
    editDate,
  }
}

/**
 * The timestamps that ServiceM8 sets when something happens to a job. All of them are read, because
 * work_order_date can be overwritten when the job is opened again: "the date and time that the job
 * status was changed to Work Order" (openapi.json, Job).
 */
const STAMPS = [
  'quote_date',
  'quote_sent_stamp',
  'work_order_date',
  'unsuccessful_date',
  'ready_to_invoice_stamp',
  'invoice_sent_stamp',
  'payment_processed_stamp',
  'payment_received_stamp',
]

/**
 * Returns the earliest known time at which the job existed. The job's date (the day of its creation
 * or planned work) has no time and counts from the end of that day. Billing does not depend on
 * these fields, so unreadable dates are skipped.
 */
function existsSince(fields: Row, timeZone: string): string | null {
  const at = (field: string): number[] => {
    const text = fields.raw(field)
    const instant =
      typeof text === 'string' && !isZeroStamp(text) ? instantOf(text, timeZone) : null
    return instant === null ? [] : [new Date(instant).getTime()]
  }
  const instants = [...STAMPS.flatMap(at), ...at('date').map((midnight) => midnight + DAY_MS)]
  return instants.length === 0 ? null : new Date(Math.min(...instants)).toISOString()
}

function total(fields: Row): string {
  return fields.raw('total_invoice_amount') === undefined
    ? fields.decimal('total_invoice_amount')
    : fields.decimal('total_invoice_amount', '0.0000')
}

/**
 * Returns the geocoded address of the site; null unless ServiceM8 marks the address as valid, since
 * an address that ServiceM8 could not locate keeps parts of the previous address.
 */
function geo(fields: Row): GeoAddress | null {
  if (!fields.flag('geo_is_valid', false)) return null
  return {
    street: [fields.text('geo_street').trim(), fields.text('geo_number').trim()]
      .filter(Boolean)
      .join(' '),
    postalCode: fields.text('geo_postcode').trim(),
    city: fields.text('geo_city').trim(),
    country: fields.text('geo_country').trim(),
  }
}

export function parseJobLine(value: unknown): JobLine {
  const fields = row('jobmaterial', value)
  const active = fields.flag('active')
  // The price and quantity of a billed line are never guessed; on a removed line they do not
  // matter.
  const absent = active ? undefined : '0'
  return {
    uuid: fields.requiredText('uuid'),
    jobUuid: fields.requiredText('job_uuid'),
    active,
    name: fields.text('name'),
    quantity: fields.decimal('quantity', absent),
    displayedAmount: fields.decimal('displayed_amount', absent),
    displayedAmountIsTaxInclusive: fields.flag(
      'displayed_amount_is_tax_inclusive',
      active ? undefined : false,
    ),
    taxRateUuid: uuidOrNull(fields, 'tax_rate_uuid'),
    materialUuid: uuidOrNull(fields, 'material_uuid'),
    bundleUuid: uuidOrNull(fields, 'job_material_bundle_uuid'),
    sortOrder: fields.numberOrNull('sort_order') ?? 0,
  }
}

export function parseClient(value: unknown): Client {
  const fields = row('company', value)
  const attention = fields.text('billing_attention').trim()
  return {
    uuid: fields.requiredText('uuid'),
    active: fields.flag('active'),
    name: fields.text('name').trim(),
    isIndividual: fields.flag('is_individual', false),
    organizationNumber: asNumber(fields.text('abn_number')),
    address: fields.text('address'),
    street: fields.text('address_street').trim(),
    postalCode: fields.text('address_postcode').trim(),
    city: fields.text('address_city').trim(),
    country: fields.text('address_country').trim(),
    billingAddress: fields.text('billing_address'),
    // Live accounts write an empty attention line as "0".
    billingAttention: attention === '0' ? '' : attention,
    parentUuid: uuidOrNull(fields, 'parent_company_uuid'),
    editDate: fields.text('edit_date'),
  }
}

function asNumber(written: string): string {
  const digits = organizationDigits(written)
  return digits?.length === 9 ? digits : written.trim()
}

export function parseCompanyContact(value: unknown): ClientContact {
  return contact(row('companycontact', value), 'company_uuid')
}

export function parseJobContact(value: unknown): ClientContact {
  return contact(row('jobcontact', value), 'job_uuid')
}

function contact(fields: Row, owner: 'company_uuid' | 'job_uuid'): ClientContact {
  return {
    uuid: fields.requiredText('uuid'),
    ownerUuid: fields.requiredText(owner),
    active: fields.flag('active'),
    first: fields.text('first').trim(),
    last: fields.text('last').trim(),
    phone: fields.text('phone').trim(),
    mobile: fields.text('mobile').trim(),
    email: fields.text('email').trim(),
    type: contactType(fields.text('type').trim()),
    isPrimary: fields.flag('is_primary_contact', false),
    editDate: fields.text('edit_date'),
  }
}

/**
 * Returns the contact type in its current spelling; ServiceM8's older names are "Job Contact" and
 * "Billing Contact".
 */
function contactType(written: string): ClientContact['type'] {
  const short = written.toUpperCase().replace(/ CONTACT$/, '')
  return short === 'JOB' || short === 'BILLING' ? short : written
}

export function parseMaterial(value: unknown): Material {
  const fields = row('material', value)
  return {
    uuid: fields.requiredText('uuid'),
    active: fields.flag('active'),
    itemNumber: fields.text('item_number').trim(),
    name: fields.text('name').trim(),
    description: fields.text('item_description'),
    barcode: fields.text('barcode').trim(),
    price: fields.decimal('price', '0'),
    cost: fields.decimal('cost', '0'),
    priceIncludesTax: fields.flag('price_includes_taxes', false),
    taxRateUuid: uuidOrNull(fields, 'tax_rate_uuid'),
    isInventoried: fields.flag('item_is_inventoried', false),
    quantityInStock: fields.decimal('quantity_in_stock', '0'),
    editDate: fields.text('edit_date'),
  }
}

export function parseCategory(value: unknown): Category {
  const fields = row('category', value)
  return {
    uuid: fields.requiredText('uuid'),
    active: fields.flag('active'),
    name: fields.text('name').trim(),
  }
}

export function parseTaxRate(value: unknown): TaxRate {
  const fields = row('taxrate', value)
  return {
    uuid: fields.requiredText('uuid'),
    active: fields.flag('active'),
    name: fields.text('name').trim(),
    percent: fields.decimal('amount'),
    isDefault: fields.flag('is_default_tax_rate', false),
  }
}

export function parseJobPayment(value: unknown): JobPayment {
  const fields = row('jobpayment', value)
  return {
    uuid: fields.requiredText('uuid'),
    jobUuid: fields.requiredText('job_uuid'),
    active: fields.flag('active'),
    amount: fields.decimal('amount'),
    method: fields.text('method').trim(),
    isDeposit: fields.flag('is_deposit', false),
    paidAt: fields.text('timestamp').trim(),
    editDate: fields.text('edit_date'),
  }
}

/** Parses the account, with Norway's time zone if its own is unknown. */
export function parseAccount(value: unknown): Account {
  const fields = row('vendor', value)
  const timeZone = fields.text('timezone_name').trim()
  return {
    uuid: fields.requiredText('uuid'),
    name: fields.text('name').trim(),
    timeZone: timeZone !== '' && isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE,
    currency: fields.text('currency').trim().toUpperCase(),
    organizationNumber: asNumber(fields.text('business_number') || fields.text('abn_number')),
  }
}

export function parseSubscription(value: unknown, timeZone: string): WebhookSubscription {
  const fields = row('webhook_subscription', value)
  const event = fields.text('event').trim()
  const listed = fields.raw('fields')
  const watched = Array.isArray(listed) ? listed.map(String) : fields.text('fields').split(',')
  return {
    uuid: fields.requiredText('uuid'),
    type:
      fields.text('type') === 'event' || (fields.text('type') === '' && event !== '')
        ? 'event'
        : 'object',
    subject: event || fields.text('object').trim(),
    callbackUrl: fields.text('callback_url').trim(),
    fields: watched.map((field) => field.trim()).filter(Boolean),
    uniqueId: fields.text('unique_id').trim(),
    active: active(fields),
    lastFailureReason: fields.text('last_failure_reason').trim(),
    createdAt: created(fields, timeZone),
  }
}

function active(fields: Row): boolean {
  const written = fields.raw('active') ?? fields.raw('status')
  return written === 'active' || (written !== 'inactive' && fields.flag('active', true))
}

/** Returns the time of creation, which is only shown; null when the format is unknown. */
function created(fields: Row, timeZone: string): string | null {
  const written = fields.text('created_at')
  if (isZeroStamp(written)) return null
  const instant = instantOf(written, timeZone)
  if (instant !== null) return instant
  return Number.isNaN(Date.parse(written)) ? null : new Date(written).toISOString()
}

export function parseAttachment(value: unknown): Attachment {
  const fields = row('attachment', value)
  return {
    uuid: fields.requiredText('uuid').toLowerCase(),
    active: fields.flag('active', true),
    jobUuid:
      fields.text('related_object').trim().toLowerCase() === 'job'
        ? fields.text('related_object_uuid').trim()
        : '',
    name: fields.text('attachment_name').trim(),
    fileType: fields.text('file_type').trim().toLowerCase(),
    source: fields.text('attachment_source').trim().toUpperCase(),
    editDate: fields.text('edit_date'),
  }
}

/**
 * This file declares the results of the ServiceM8 client in our own spelling, parsed and checked in
 * parse.ts. Decimal numbers stay strings ("2.5000"), so that no krone amount is ever a float.
 * Instants are ISO strings in UTC, converted from the account's local time. A zero date is null; an
 * empty uuid is null.
 */

/** A decimal number as a string, e.g. "198.9000" or "-1". Money is in kroner. */
export type Decimal = string

export type JobStatus = 'Quote' | 'Work Order' | 'Unsuccessful' | 'Completed' | (string & {})

export interface Job {
  uuid: string
  active: boolean
  /**
   * ServiceM8's generated_job_id: a string, not always a number ("SAMPLE"); "" on new jobs created
   * on a phone.
   */
  number: string
  status: JobStatus
  companyUuid: string | null
  categoryUuid?: string | null
  purchaseOrderNumber: string
  jobDescription: string
  workDoneDescription: string
  jobAddress: string
  billingAddress: string
  geo: GeoAddress | null
  /**
   * The earliest of ServiceM8's timestamps on the job; null when there are none, absent in
   * snapshots stored by older versions.
   */
  existsSince?: string | null
  completedAt: string | null
  /** The calendar date (yyyy-mm-dd) of completion in the account's time zone. */
  completedOn: string | null
  editedAt: string
  /** The total in kroner including VAT; "0.0000" means that the job is not priced. */
  totalInvoiceAmount: Decimal
  readyToInvoice: boolean
  paymentProcessed: boolean
  paymentReceived: boolean
  /** The edit time exactly as ServiceM8 wrote it, for cursors and "changed since". */
  editDate: string
}

export interface GeoAddress {
  street: string
  postalCode: string
  city: string
  country: string
}

/** A line of the job's invoice (ServiceM8's jobmaterial). */
export interface JobLine {
  uuid: string
  jobUuid: string
  active: boolean
  /** The text of the line: up to 500 characters, possibly on several lines. */
  name: string
  quantity: Decimal
  /**
   * The unit price in kroner as the customer sees it (displayed_amount);
   * `displayedAmountIsTaxInclusive` shows whether it includes VAT.
   */
  displayedAmount: Decimal
  displayedAmountIsTaxInclusive: boolean
  taxRateUuid: string | null
  materialUuid: string | null
  bundleUuid: string | null
  sortOrder: number
}

/**
 * A client of the tradesperson, or one of a client's sites, which has a parentUuid (ServiceM8's
 * company).
 */
export interface Client {
  uuid: string
  active: boolean
  name: string
  isIndividual: boolean
  /** ServiceM8's abn_number: nine digits for an organisation number, otherwise unchanged. */
  organizationNumber: string
  address: string
  street: string
  postalCode: string
  city: string
  country: string
  billingAddress: string
  billingAttention: string
  parentUuid: string | null
  editDate: string
}

export type ContactType = 'JOB' | 'BILLING' | (string & {})

/**
 * A contact person of a client or of a job (ServiceM8's companycontact and jobcontact, which have
 * the same fields).
 */
export interface ClientContact {
  uuid: string
  /** The client's uuid for a companycontact; the job's uuid for a jobcontact. */
  ownerUuid: string
  active: boolean
  first: string
  last: string
  phone: string
  mobile: string
  email: string
  type: ContactType
  isPrimary: boolean
  editDate: string
}

export interface Material {
  uuid: string
  active: boolean
  itemNumber: string
  name: string
  description: string
  barcode: string
  /** The price in kroner; includes VAT when priceIncludesTax is true. */
  price: Decimal
  cost: Decimal
  priceIncludesTax: boolean
  taxRateUuid: string | null
  isInventoried: boolean
  quantityInStock: Decimal
  editDate: string
}

export interface TaxRate {
  uuid: string
  active: boolean
  name: string
  percent: Decimal
  isDefault: boolean
}

export interface Category {
  uuid: string
  active: boolean
  name: string
}

export interface JobPayment {
  uuid: string
  jobUuid: string
  active: boolean
  amount: Decimal
  method: string
  isDeposit: boolean
  /**
   * The time of payment exactly as ServiceM8 wrote it, in the account's local time; "" when
   * ServiceM8 gives none.
   */
  paidAt: string
  editDate: string
}

export interface NewJobPayment {
  /** The payment's uuid, chosen by us so that a retried create has the same uuid. */
  uuid: string
  jobUuid: string
  amount: Decimal
  method: string
  note: string
  /** The time of payment as `YYYY-MM-DD HH:MM:SS`, in the account's local time. */
  paidAt: string
}

export interface Account {
  uuid: string
  name: string
  timeZone: string
  currency: string
  /** The business number: nine digits for an organisation number, otherwise unchanged. */
  organizationNumber: string
}

export interface WebhookSubscription {
  uuid: string
  type: 'object' | 'event'
  subject: string
  callbackUrl: string
  fields: string[]
  uniqueId: string
  active: boolean
  lastFailureReason: string
  createdAt: string | null
}

/**
 * The content of a material to create. We choose the uuid, so that the material can be looked up if
 * the response is lost.
 */
export interface NewMaterial {
  uuid: string
  name: string
  itemNumber?: string
  description?: string
  barcode?: string
  price?: Decimal
  cost?: Decimal
  priceIncludesTax?: boolean
  taxRateUuid?: string
  isInventoried?: boolean
  quantityInStock?: Decimal
}

/** A change of a material. Absent fields are unchanged; a given stock replaces the old value. */
export type MaterialChange = Partial<Omit<NewMaterial, 'uuid'>> & { active?: boolean }

export interface ObjectSubscription {
  object: string
  fields: readonly string[]
  callbackUrl: string
  /** Our id for the subscription: at most 100 characters, one per tenant. */
  uniqueId?: string
}

export interface EventSubscription {
  event: string
  callbackUrl: string
  uniqueId?: string
}

export interface Attachment {
  uuid: string
  active: boolean
  jobUuid: string
  name: string
  /** The file extension in lower case with its dot (".pdf"); "" when there is none. */
  fileType: string
  /**
   * The file's origin: INVOICE or QUOTE for documents that ServiceM8 generates itself, "" for most
   * files that users add.
   */
  source: string
  editDate: string
}

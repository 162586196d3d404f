/**
 * The ServiceM8 client's results: our spelling, parsed and checked at the edge (parse.ts). Decimal
 * numbers stay strings ("2.5000") so that nothing on the way to a krone amount is ever a float.
 * Instants are ISO strings in UTC, converted from the account's local time; a zero date is null; an
 * empty uuid is null.
 */

/** A decimal number as text, e.g. "198.9000" or "-1". Money is in kroner. */
export type Decimal = string

export type JobStatus = 'Quote' | 'Work Order' | 'Unsuccessful' | 'Completed' | (string & {})

export interface Job {
  uuid: string
  active: boolean
  /** generated_job_id: text, not always a number ("SAMPLE"); "" on new jobs made on a phone. */
  number: string
  status: JobStatus
  companyUuid: string | null
  /** Absent in older snapshots. */
  categoryUuid?: string | null
  purchaseOrderNumber: string
  jobDescription: string
  workDoneDescription: string
  jobAddress: string
  billingAddress: string
  geo: GeoAddress | null
  /** The earliest of ServiceM8's stamps on the job; null without any, absent in older snapshots. */
  existsSince?: string | null
  completedAt: string | null
  /** The local calendar date (yyyy-mm-dd) of completion in the account's zone. */
  completedOn: string | null
  editedAt: string
  /** Kroner including VAT. "0.0000" means not priced. */
  totalInvoiceAmount: Decimal
  readyToInvoice: boolean
  paymentProcessed: boolean
  paymentReceived: boolean
  /** Exactly as ServiceM8 wrote it, for cursors and "changed since". */
  editDate: string
}

export interface GeoAddress {
  street: string
  postalCode: string
  city: string
  country: string
}

/** jobmaterial: one line of the job's invoice. */
export interface JobLine {
  uuid: string
  jobUuid: string
  active: boolean
  /** Up to 500 characters, possibly on several lines. */
  name: string
  quantity: Decimal
  /** UNIT price as the customer sees it (displayed_amount), kroner; tax by the flag below. */
  displayedAmount: Decimal
  displayedAmountIsTaxInclusive: boolean
  taxRateUuid: string | null
  materialUuid: string | null
  bundleUuid: string | null
  sortOrder: number
}

/** company: a client of the tradesperson, or a site of one (parentUuid). */
export interface Client {
  uuid: string
  active: boolean
  name: string
  isIndividual: boolean
  /** abn_number: nine digits where it is written as an organisation number, else as written. */
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

/** companycontact and jobcontact share their shape. */
export interface ClientContact {
  uuid: string
  /** The client's uuid for a companycontact, the job's for a jobcontact. */
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
  /** Kroner; including VAT when priceIncludesTax. */
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
  /** Percent, e.g. "25" or "14.9750". */
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
  /** Kroner. */
  amount: Decimal
  method: string
  isDeposit: boolean
  /** ServiceM8's own stamp, in the account's time; "" when it does not say. */
  paidAt: string
  /** Exactly as ServiceM8 wrote it, for cursors. */
  editDate: string
}

export interface NewJobPayment {
  /** Chosen by us, so that a repeated create names the same record. */
  uuid: string
  jobUuid: string
  /** Kroner. */
  amount: Decimal
  /** The text that users see in ServiceM8. */
  method: string
  note: string
  /** `YYYY-MM-DD HH:MM:SS`, in the account's local time. */
  paidAt: string
}

/** vendor.json: the account itself. */
export interface Account {
  uuid: string
  name: string
  timeZone: string
  currency: string
}

export interface WebhookSubscription {
  uuid: string
  type: 'object' | 'event'
  /** "job" or "job.completed". */
  subject: string
  callbackUrl: string
  fields: string[]
  uniqueId: string
  active: boolean
  lastFailureReason: string
  createdAt: string | null
}

/** A product to create in ServiceM8, under our uuid, so that a lost answer can be looked up. */
export interface NewMaterial {
  uuid: string
  name: string
  itemNumber?: string
  description?: string
  barcode?: string
  /** Kroner; including VAT when priceIncludesTax. */
  price?: Decimal
  cost?: Decimal
  priceIncludesTax?: boolean
  taxRateUuid?: string
  isInventoried?: boolean
  quantityInStock?: Decimal
}

/** Changes of a product; absent fields stay. Stock is overwritten absolutely. */
export type MaterialChange = Partial<Omit<NewMaterial, 'uuid'>> & { active?: boolean }

export interface ObjectSubscription {
  /** "job" */
  object: string
  fields: readonly string[]
  callbackUrl: string
  /** At most 100 characters; one per tenant. */
  uniqueId?: string
}

export interface EventSubscription {
  /** "job.completed" */
  event: string
  callbackUrl: string
  uniqueId?: string
}

/** A file on a job: a photo, a PDF or anything else. */
export interface Attachment {
  uuid: string
  active: boolean
  jobUuid: string
  /** The user's own name; says nothing certain about the content. */
  name: string
  /** ServiceM8's extension for it, in lower case with its dot: ".pdf"; "" when it has none. */
  fileType: string
  /** INVOICE and QUOTE are ServiceM8's own documents. "" for most that users add. */
  source: string
  editDate: string
}

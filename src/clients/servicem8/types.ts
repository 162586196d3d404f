/**
 * What the ServiceM8 client returns: our spelling, parsed and checked at the edge (parse.ts).
 *
 * Decimal numbers stay strings ("2.5000") so that nothing on the way to a krone amount is ever a
 * float. Instants are ISO strings in UTC, converted from the account's local time; a zero date is
 * null; an empty uuid is null.
 */

/** A decimal number as text, e.g. "198.9000" or "-1". Money is in kroner. */
export type Decimal = string

export type JobStatus = 'Quote' | 'Work Order' | 'Unsuccessful' | 'Completed' | (string & {})

export interface Job {
  uuid: string
  active: boolean
  /**
   * generated_job_id: a string that need not be a number ("SAMPLE"); "" on very new mobile-made
   * jobs.
   */
  number: string
  status: JobStatus
  companyUuid: string | null
  /** The job's category; absent in snapshots from before it was read. */
  categoryUuid?: string | null
  purchaseOrderNumber: string
  jobDescription: string
  workDoneDescription: string
  jobAddress: string
  billingAddress: string
  geo: GeoAddress | null
  /**
   * The job existed by this time: the earliest of what ServiceM8 stamped on it. Null when there is no
   * stamp; absent in snapshots from before it was read.
   */
  existsSince?: string | null
  completedAt: string | null
  /** The local calendar date (yyyy-mm-dd) of completion in the account's zone. */
  completedOn: string | null
  editedAt: string
  /** Including VAT, kroner. "0.0000" means not priced. */
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
  /** The line's text; up to 500 characters, may have several lines. */
  name: string
  quantity: Decimal
  /** UNIT price as the customer sees it (displayed_amount), kroner; see inclusive. */
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

/** What an account sorts its jobs by. */
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
  /** As ServiceM8 wrote it, in the account's own time; "" when it does not say. */
  paidAt: string
  /** Exactly as ServiceM8 wrote it, for cursors. */
  editDate: string
}

/** A payment as we register one. */
export interface NewJobPayment {
  /** Chosen by us, so that a repeated create names the same record. */
  uuid: string
  jobUuid: string
  /** Kroner. */
  amount: Decimal
  /** As people read it in ServiceM8. */
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

/**
 * A product to be made in ServiceM8. The uuid is ours and known beforehand, so that a lost answer
 * can be asked about.
 */
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

/** What may change on a product; what is left out stays. Stock is overwritten absolutely. */
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

/** A file on a job: a photo, a PDF, anything that was put there. */
export interface Attachment {
  uuid: string
  active: boolean
  /** The job's uuid. */
  jobUuid: string
  /** As somebody has named it; says nothing for certain about what it is. */
  name: string
  /** The ending that ServiceM8 has for it, in lower case with its dot: ".pdf"; "" when it has none. */
  fileType: string
  /** INVOICE and QUOTE are ServiceM8's own documents. "" for most that people add. */
  source: string
  editDate: string
}

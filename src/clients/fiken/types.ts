/**
 * This file declares the arguments and results of the Fiken client in our own spelling, parsed and
 * checked in parse.ts. Money is integer øre. Dates are yyyy-mm-dd.
 */

export const VAT_TYPES = [
  'HIGH',
  'MEDIUM',
  'LOW',
  'RAW_FISH',
  'EXEMPT',
  'EXEMPT_IMPORT_EXPORT',
  'EXEMPT_REVERSE',
  'OUTSIDE',
  'NONE',
] as const
export type VatType = (typeof VAT_TYPES)[number]

export interface FikenUser {
  name: string
  email: string
}

export interface Company {
  slug: string
  name: string
  organizationNumber: string
  vatRegistered: boolean
  hasApiAccess: boolean
  testCompany: boolean
  address: PostalAddress | null
}

export interface BankAccount {
  code: string
  name: string
  bankAccountNumber: string
  type: 'normal' | 'tax_deduction' | 'foreign' | 'credit_card' | (string & {})
  inactive: boolean
}

export interface LedgerAccount {
  code: string
  name: string
}

export interface PostalAddress {
  street: string
  street2: string
  postalCode: string
  city: string
  country: string
}

export interface Contact {
  contactId: number
  name: string
  email: string
  organizationNumber: string
  phone: string
  customer: boolean
  inactive: boolean
  /** Our external key: the ServiceM8 client's uuid, set on contacts that we created or linked. */
  memberNumber: string
  address: PostalAddress | null
  daysUntilInvoicingDueDate: number | null
  /**
   * The ISO 4217 currency in upper case of the contact's invoices, unless a draft has another; ""
   * when Fiken gives none. Absent in copies stored by older versions.
   */
  currency?: string
  /** The date (yyyy-mm-dd) of the last change; Fiken gives no time. */
  lastModified: string
}

/** The content of a contact to create. Fiken has no delivery address and no second e-mail. */
export interface NewContact {
  name: string
  email?: string
  organizationNumber?: string
  phone?: string
  memberNumber?: string
  address?: PostalAddress
}

export interface Product {
  productId: number
  name: string
  productNumber: string
  /** The unit price in øre, without VAT. */
  unitPrice: number | null
  incomeAccount: string
  vatType: VatType | (string & {})
  active: boolean
  stock: number | null
  note: string
  lastModified: string
}

export interface NewProduct {
  name: string
  productNumber: string
  unitPrice: number
  incomeAccount: string
  vatType: VatType
  stock?: number
  note?: string
}

/** A change of a contact. Absent fields are unchanged; "" clears a field. */
export type ContactChange = Partial<NewContact> & { inactive?: boolean; customer?: boolean }

/** A change of a product. Absent fields are unchanged; a null stock ends stock keeping in Fiken. */
export type ProductChange = Partial<Omit<NewProduct, 'stock'>> & {
  stock?: number | null
  active?: boolean
}

/** A line item with its net price in øre per unit; Fiken computes the other amounts. */
export interface DraftLine {
  productId?: number
  description: string
  /** A decimal string with at most as many decimals as Fiken keeps; sent as a JSON number. */
  quantity: string
  unitPrice: number
  vatType: VatType
  incomeAccount: string
  comment?: string
}

export interface NewDraft {
  uuid: string
  customerId: number
  issueDate: string
  daysUntilDueDate: number
  lines: DraftLine[]
  invoiceText?: string
  yourReference?: string
  ourReference?: string
  orderReference?: string
  bankAccountNumber?: string
  currency?: 'NOK'
}

/** All fields that a user can change in a draft, in Fiken's spelling, for comparing two reads. */
export interface DraftContent {
  customerId: number | null
  issueDate: string
  daysUntilDueDate: string
  invoiceText: string
  yourReference: string
  ourReference: string
  orderReference: string
  bankAccountNumber: string
  /** The ISO 4217 code; "" for kroner. Absent in content stored by older versions. */
  currency?: string
  /** The number of files on the draft that we did not add. */
  attachments: number
  lines: string[]
}

export interface InvoiceDraft {
  draftId: number
  uuid: string
  /**
   * The kind of draft: ours are `invoice`, but offers, order confirmations and credit notes are
   * drafts too.
   */
  type: string
  net: number
  gross: number
  issueDate: string
  customerId: number | null
  /** True when Fiken's copy of the customer on the draft is inactive; otherwise absent. */
  customerInactive?: true
  orderReference: string
  lastModified: string
  lineCount: number
  content: DraftContent
}

export interface Invoice {
  invoiceId: number
  invoiceNumber: string
  draftUuid: string
  net: number
  gross: number
  issueDate: string
  dueDate: string
  saleId: number | null
  customerId: number | null
  ourReference: string
  orderReference: string
  /** The date (yyyy-mm-dd) of the last change; Fiken gives no time. */
  lastModified: string
  /**
   * True for a closed invoice: unlike paid, also after a full credit note, a write-off and
   * "oppgjort uten betaling".
   */
  settled: boolean
  writtenOff: boolean
  totalPaid: number
  /**
   * The date (yyyy-mm-dd) of the latest payment; "" without a payment, or when Fiken does not list
   * payments.
   */
  paidOn: string
  outstanding: number
  /**
   * The ids of the invoice's credit notes. Only the credit notes themselves show whether the
   * invoice is credited in part or in full.
   */
  creditNotes: number[]
}

export interface InvoiceLine {
  net: number
  vat: number
  /** The VAT type in upper case; "" when Fiken gives none. */
  vatType: VatType | (string & {})
  incomeAccount: string
}

export interface InvoiceWithLines extends Invoice {
  vat: number
  lines: InvoiceLine[]
}

export interface CreditNote {
  creditNoteId: number
  creditNoteNumber: string
  gross: number
  issueDate: string
  /** The credited invoice; null when the credit note belongs to no particular invoice. */
  invoiceId: number | null
}

export interface AttachmentPlace {
  kind: 'draft' | 'invoice'
  id: number
}

export interface AttachedFile {
  id: string
  /** All strings that can hold the name we sent, since Fiken has used different fields for it. */
  texts: readonly string[]
}

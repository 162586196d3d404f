/**
 * The Fiken client's arguments and results: our spelling, parsed and checked at the edge
 * (parse.ts). Money is integer øre. Dates are yyyy-mm-dd.
 */

/** Sales VAT types of Fiken API v2, with each one's rate in Norwegian law. */
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
  /** False = "no" in Fiken. */
  vatRegistered: boolean
  hasApiAccess: boolean
  testCompany: boolean
  address: PostalAddress | null
}

export interface BankAccount {
  /** "1920:10001" */
  code: string
  name: string
  /** 11 digits, may be empty. */
  bankAccountNumber: string
  type: 'normal' | 'tax_deduction' | 'foreign' | 'credit_card' | (string & {})
  inactive: boolean
}

export interface LedgerAccount {
  /** "3000" or "1920:10001" */
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
  /** Our external key: the ServiceM8 client's uuid, on contacts that we created or claimed. */
  memberNumber: string
  address: PostalAddress | null
  daysUntilInvoicingDueDate: number | null
  /**
   * ISO 4217, in upper case: the currency of Fiken's invoices to it unless a draft says otherwise;
   * "" when there is none. Absent in older copies.
   */
  currency?: string
  /** yyyy-mm-dd; day granularity. */
  lastModified: string
}

/** A customer to create. Fiken knows no delivery address and no second e-mail. */
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
  /** Net øre. */
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

/** Changes of a contact; absent fields stay, "" clears. */
export type ContactChange = Partial<NewContact> & { inactive?: boolean; customer?: boolean }

/** Changes of a product; absent fields stay. Stock null ends the stock keeping in Fiken. */
export type ProductChange = Partial<Omit<NewProduct, 'stock'>> & {
  stock?: number | null
  active?: boolean
}

/** A line as we send it: net øre per unit; Fiken computes the rest. */
export interface DraftLine {
  productId?: number
  description: string
  /** Decimal text with at most the decimals Fiken keeps; sent as a JSON number. */
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
  /** ISO 4217; absent = the contact's own. */
  currency?: 'NOK'
}

/** Everything that a user may change in a draft, in Fiken's spelling, to compare two readings. */
export interface DraftContent {
  customerId: number | null
  issueDate: string
  daysUntilDueDate: string
  invoiceText: string
  yourReference: string
  ourReference: string
  orderReference: string
  bankAccountNumber: string
  /** "" for kroner. Absent in older readings. */
  currency?: string
  /** The number of files that we have not added. */
  attachments: number
  /** One text per line. */
  lines: string[]
}

export interface InvoiceDraft {
  draftId: number
  uuid: string
  /** Ours are `invoice`; offers, order confirmations and credit notes are drafts too. */
  type: string
  /** Øre, as Fiken computed them. */
  net: number
  gross: number
  issueDate: string
  customerId: number | null
  /** Present when the draft itself says that its customer is inactive. */
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
  /** yyyy-mm-dd; day granularity. */
  lastModified: string
  /** True also after a full credit note, a write-off and "oppgjort uten betaling", unlike paid. */
  settled: boolean
  writtenOff: boolean
  /** Øre. */
  totalPaid: number
  /** yyyy-mm-dd of the latest payment; "" when there is none, or Fiken does not list them. */
  paidOn: string
  outstanding: number
  /** Ids of its credit notes, which alone tell whether it is credited in part or in full. */
  creditNotes: number[]
}

export interface InvoiceLine {
  net: number
  vat: number
  /** Upper case; "" when Fiken does not say. */
  vatType: VatType | (string & {})
  incomeAccount: string
}

export interface InvoiceWithLines extends Invoice {
  vat: number
  lines: InvoiceLine[]
}

/** A note that credits an invoice in full or in part. Øre. */
export interface CreditNote {
  creditNoteId: number
  creditNoteNumber: string
  gross: number
  issueDate: string
  /** Null when it belongs to no particular invoice. */
  invoiceId: number | null
}

/** A draft, or the invoice made from it. */
export interface AttachmentPlace {
  kind: 'draft' | 'invoice'
  id: number
}

export interface AttachedFile {
  /** Fiken's own; "" when Fiken does not say. */
  id: string
  /** Every text that may hold the file's sent name: Fiken has written it in different fields. */
  texts: readonly string[]
}

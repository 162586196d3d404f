/**
 * This file declares the wire format of Fiken API v2 in Fiken's own spelling, from the published
 * OpenAPI file and, where that is silent, from live accounts. Money is integer øre; dates are
 * yyyy-mm-dd. Create requests return 201 with an empty body and the id as the last segment of the
 * Location header. Lists return a bare array with the headers Fiken-Api-Page (counted from 0),
 * Fiken-Api-Page-Size, Fiken-Api-Page-Count and Fiken-Api-Result-Count.
 */

export interface WireUser {
  name: string
  email: string
}

export interface WireAddress {
  streetAddress?: string | null
  streetAddressLine2?: string | null
  postCode?: string | null
  city?: string | null
  /** The country, required whenever an address is sent. */
  country?: string | null
}

export interface WireCompany {
  slug: string
  name: string
  organizationNumber?: string | null
  vatType: 'no' | 'yearly' | 'monthly' | 'bi-monthly'
  hasApiAccess: boolean
  testCompany: boolean
  address?: WireAddress
  phoneNumber?: string | null
  email?: string | null
  creationDate?: string
  accountingStartDate?: string | null
  vatRegistrationDate?: string | null
}

export interface WireBankAccount {
  bankAccountId: number
  name: string
  accountCode: string
  bankAccountNumber?: string | null
  iban?: string | null
  bic?: string | null
  type: 'normal' | 'tax_deduction' | 'foreign' | 'credit_card'
  inactive: boolean
  reconciledBalance?: number | null
  reconciledDate?: string | null
}

export interface WireAccount {
  code: string
  name: string
}

export interface WireContactPerson {
  contactPersonId?: number
  name: string
  email: string
  phoneNumber?: string | null
  address?: WireAddress | null
}

/** A contact as sent. PUT replaces everything: absent fields are cleared. */
export interface WireContactRequest {
  name: string
  email?: string | null
  organizationNumber?: string | null
  phoneNumber?: string | null
  customer?: boolean
  supplier?: boolean
  memberNumberString?: string | null
  address?: WireAddress | null
  bankAccountNumber?: string | null
  contactPerson?: WireContactPerson[]
  currency?: string | null
  language?: string | null
  daysUntilInvoicingDueDate?: number | null
  discount?: number | null
  inactive?: boolean
  groups?: string[]
}

export interface WireContact extends WireContactRequest {
  contactId: number
  createdDate: string
  lastModifiedDate: string
  customer: boolean
  inactive: boolean
  customerNumber?: number | null
  customerAccountCode?: string | null
  supplierNumber?: number | null
  supplierAccountCode?: string | null
  /** Deprecated by Fiken; we use memberNumberString. */
  memberNumber?: number | null
  notes?: unknown[]
  documents?: unknown[]
}

/** A product as sent. PUT replaces everything; without stock, stock keeping ends. */
export interface WireProductRequest {
  name: string
  incomeAccount: string
  vatType: string
  active: boolean
  unitPrice?: number | null
  productNumber?: string | null
  /** The number in stock; can be fractional or negative. */
  stock?: number | null
  note?: string | null
}

export interface WireProduct extends WireProductRequest {
  productId: number
  createdDate: string
  lastModifiedDate: string
}

export interface WireDraftLine {
  /** The product; Fiken takes the line's absent fields from it. */
  productId?: number
  description?: string | null
  /** The net price in øre per unit. */
  unitPrice?: number | null
  vatType?: string | null
  /** The quantity, the only required field of a line. */
  quantity: number
  /** The discount in percent, from 0 to 100. */
  discount?: number | null
  comment?: string | null
  /** The income account, required on a line without a product. */
  incomeAccount?: string | null
}

export interface WireDraftRequest {
  type: 'invoice' | 'cash_invoice' | 'offer' | 'order_confirmation' | 'credit_note'
  customerId: number
  daysUntilDueDate: number
  /** The uuid, chosen by the client. A second POST with it returns 500 ("duplikatfeil"). */
  uuid?: string
  issueDate?: string
  lines?: WireDraftLine[]
  invoiceText?: string
  yourReference?: string
  ourReference?: string
  orderReference?: string
  bankAccountNumber?: string
  currency?: string
  contactPersonId?: number
}

export interface WireDraftResultLine extends WireDraftLine {
  invoiceishDraftLineId?: number
  lastModifiedDate?: string
}

/** A draft as returned. GET returns 404 once the draft is deleted or issued. */
export interface WireDraft {
  draftId: number
  uuid: string
  type: string
  lastModifiedDate: string
  issueDate?: string | null
  daysUntilDueDate?: number | null
  invoiceText?: string | null
  currency?: string | null
  yourReference?: string | null
  ourReference?: string | null
  orderReference?: string | null
  lines: WireDraftResultLine[]
  net: number
  gross: number
  bankAccountNumber?: string | null
  /** The recipient, in the first row. Fiken does not return contactPersonId. */
  customers: WireContact[]
  attachments?: unknown[]
  projectId?: number | null
  createdFromInvoiceId?: number | null
}

export interface WireInvoiceLine {
  net: number
  vat: number
  gross: number
  vatType: string
  vatInPercent?: number
  unitPrice: number
  quantity: number
  discount?: number | null
  productId?: number | null
  productName?: string | null
  description?: string | null
  comment?: string | null
  incomeAccount?: string | null
}

export interface WireSale {
  saleId: number
  settled: boolean
  settledDate?: string | null
  writeOff?: boolean
  totalPaid: number
  outstandingBalance: number
  dueDate?: string
  kid?: string | null
  deleted?: boolean
  salePayments?: unknown[]
  lastModifiedDate?: string
}

export interface WireInvoice {
  invoiceId: number
  invoiceNumber: number
  invoiceDraftUuid?: string | null
  createdDate: string
  lastModifiedDate: string
  issueDate: string
  dueDate: string
  originalDueDate?: string
  kid?: string | null
  net: number
  vat: number
  gross: number
  invoiceText?: string | null
  yourReference?: string | null
  ourReference?: string | null
  orderReference?: string | null
  currency?: string
  bankAccountNumber?: string | null
  cash?: boolean
  sentManually?: boolean
  lines: WireInvoiceLine[]
  customer?: WireContact
  sale?: WireSale | null
  /** The ids of the credit notes. When not empty, the invoice is credited in part or in full. */
  associatedCreditNotes?: number[]
  attachments?: unknown[]
  dispatches?: { date: string; dispatchType: string }[]
}

/**
 * The response of GET /companies/{slug}/invoices/counter; 404 or 409 before the first number is
 * set. POST accepts `{}` or `{value}`.
 */
export interface WireCounter {
  value: number
}

/**
 * The body of an error response. The body can also be plain text, in UTF-8 or ISO-8859-1, in
 * Norwegian or English.
 */
export type WireError = { message: string } | { logref: string; message: string }[] | WireTokenError

/** The body of POST /oauth/token: form-encoded, with HTTP Basic(client_id:client_secret). */
export interface WireTokenRequest {
  grant_type: 'authorization_code' | 'refresh_token'
  code?: string
  redirect_uri?: string
  /** The state, required in the token call as well as in the consent address. */
  state?: string
  refresh_token?: string
}

export interface WireToken {
  access_token: string
  token_type: string
  /** The lifetime in seconds, about 24 hours. */
  expires_in: number
  /** The refresh token: a new one or absent after a refresh. */
  refresh_token?: string
}

export interface WireTokenError {
  error: string
  error_description?: string
}

/**
 * A file on a draft or invoice. Fiken's published schema has no field for the name; newer clients
 * have `filename`.
 */
export interface WireAttachment {
  uuid?: string | null
  filename?: string | null
  identifier?: string | null
  downloadUrl?: string | null
  downloadUrlWithFikenNormalUserCredentials?: string | null
  comment?: string | null
  type?: string | null
}

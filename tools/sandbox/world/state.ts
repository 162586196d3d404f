import type {
  WireCompany as WireClient,
  WireCompanyContact,
  WireJob,
  WireJobContact,
  WireJobMaterial,
  WireJobPayment,
  WireMaterial,
  WireRecord,
  WireTaxRate,
  WireVendor,
  WireWebhookSubscription,
} from '#clients/servicem8/wire'
import type {
  WireAccount,
  WireBankAccount,
  WireCompany,
  WireContact,
  WireDraftLine,
  WireInvoiceLine,
  WireProduct,
} from '#clients/fiken/wire'
import type { Settings } from './settings.ts'

export type AnyRow = WireRecord & Record<string, unknown>

export interface TableRows {
  job: WireJob
  jobmaterial: WireJobMaterial
  jobmaterialbundle: AnyRow
  company: WireClient
  companycontact: WireCompanyContact
  jobcontact: WireJobContact
  material: WireMaterial
  materialbundle: AnyRow
  taxrate: WireTaxRate
  jobpayment: WireJobPayment
  staff: AnyRow
  category: AnyRow
  queue: AnyRow
  badge: AnyRow
  attachment: AnyRow
  note: AnyRow
  jobactivity: AnyRow
}
export type TableName = keyof TableRows

export interface Subscription extends WireWebhookSubscription {
  fields: string[]
  unique_id: string
  active: 0 | 1
  failures: number
}

export type FileRecipe =
  | { kind: 'photo'; seed: number; width: number; height: number; format?: 'jpeg' | 'png' | 'gif' }
  | { kind: 'pdf'; text: string }
  | { kind: 'bytes'; base64: string }
  /** A file that starts with `head` and is padded with blanks to `bytes`. */
  | { kind: 'endless'; head: string; bytes: number }

export interface Sm8Account {
  uuid: string
  vendor: WireVendor
  tables: { [N in TableName]: Record<string, TableRows[N]> }
  /** Recipes by attachment uuid; absent in a state from before attachments existed. */
  files?: Record<string, FileRecipe>
  subscriptions: Subscription[]
  nextJobNumber: number
  /** False when the trial has expired: every call then returns 402. */
  inGoodStanding: boolean
}

export interface FikenUser {
  email: string
  name: string
  companies: string[]
}

export interface StoredDraft {
  draftId: number
  uuid: string
  type: string
  lastModifiedDate: string
  issueDate?: string
  daysUntilDueDate: number
  invoiceText?: string
  currency: string
  yourReference?: string
  ourReference?: string
  orderReference?: string
  bankAccountNumber?: string
  iban?: string
  bic?: string
  paymentAccount?: string
  projectId?: number
  roundingType?: string
  customerId: number
  contactPersonId?: number
  lines: (WireDraftLine & { invoiceishDraftLineId: number; lastModifiedDate: string })[]
  net: number
  gross: number
  attachments: StoredAttachment[]
}

export interface StoredAttachment {
  identifier: string
  type: string
  comment?: string
  downloadUrl: string
}

export interface StoredPayment {
  paymentId: number
  date: string
  account: string
  amount: number
}

export interface StoredInvoice {
  invoiceId: number
  invoiceNumber: number
  saleId: number
  invoiceDraftUuid?: string
  uuid?: string
  createdDate: string
  lastModifiedDate: string
  issueDate: string
  dueDate: string
  originalDueDate: string
  invoiceText?: string
  yourReference?: string
  ourReference?: string
  orderReference?: string
  currency: string
  bankAccountNumber?: string
  cash: boolean
  sentManually: boolean
  customerId: number
  lines: WireInvoiceLine[]
  net: number
  vat: number
  gross: number
  payments: StoredPayment[]
  settledDate?: string
  writeOff: boolean
  creditNotes: number[]
  /** Credited amount in øre, when only part of the invoice is credited. */
  creditedGross?: number
  attachments: StoredAttachment[]
  dispatches: { date: string; dispatchType: string }[]
}

export interface StoredCreditNote {
  creditNoteId: number
  creditNoteNumber: number
  invoiceId: number
  issueDate: string
  lastModifiedDate: string
  creditNoteText?: string
  /** The credited amount in øre; absent when the whole invoice is credited. */
  gross?: number
}

export type StoredContact = WireContact & {
  contactPerson: NonNullable<WireContact['contactPerson']>
}

export interface FikenCompany {
  slug: string
  info: WireCompany
  bankAccounts: WireBankAccount[]
  /** Account numbers that may be used to issue invoices through the API. */
  verifiedBankAccounts: string[]
  accounts: WireAccount[]
  contacts: StoredContact[]
  products: WireProduct[]
  drafts: StoredDraft[]
  /** All draft uuids ever used. A repeated uuid is refused even if its draft is deleted. */
  draftUuids: string[]
  invoices: StoredInvoice[]
  creditNotes: StoredCreditNote[]
  /** The last invoice number used; null when there is no number series yet. */
  invoiceCounter: number | null
  creditNoteCounter: number | null
  openYears: number[]
  /** The newest year that has begun; the next year opens on its 1 January. */
  newestYear: number
}

export interface Grant {
  id: string
  /** The ServiceM8 account's uuid, or the Fiken user's e-mail. */
  subject: string
  clientId: string
  scope: string
  /** The companies ticked on Fiken's consent page. */
  companies: string[]
  redirectUri: string
  refreshToken: string
  previousRefreshToken: string
  rotatedAt: number
  revoked: boolean
}

export interface OAuthState {
  grants: Record<string, Grant>
  codes: Record<string, { grantId: string; expiresAt: number; redirectUri: string; state: string }>
  access: Record<string, { grantId: string; expiresAt: number }>
}

export type RegisterUnit = {
  organisasjonsnummer: string
  navn: string
  organisasjonsform?: { kode: string; beskrivelse: string; _links?: unknown }
  slettedato?: string
  /** The sandbox's marker for a unit removed from the open data by law; the API returns 410. */
  fjernet?: true
} & Record<string, unknown>

export interface StoredMail {
  id: number
  receivedAt: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

export const STATE_VERSION = 1

export interface SandboxState {
  /** Version of this format; files with another version are not read. */
  version: number
  seed: number
  nextId: number
  servicem8: { accounts: Record<string, Sm8Account>; oauth: OAuthState }
  fiken: {
    users: Record<string, FikenUser>
    companies: Record<string, FikenCompany>
    oauth: OAuthState
  }
  register: RegisterUnit[]
  mails: StoredMail[]
  settings: Settings
}

export function emptyOAuth(): OAuthState {
  return { grants: {}, codes: {}, access: {} }
}

export function emptyTables(): Sm8Account['tables'] {
  return {
    job: {},
    jobmaterial: {},
    jobmaterialbundle: {},
    company: {},
    companycontact: {},
    jobcontact: {},
    material: {},
    materialbundle: {},
    taxrate: {},
    jobpayment: {},
    staff: {},
    category: {},
    queue: {},
    badge: {},
    attachment: {},
    note: {},
    jobactivity: {},
  }
}

/** Returns a table's rows with the type that generic code expects; they are not copies. */
export function rowsOf(account: Sm8Account, table: TableName): Record<string, AnyRow> {
  return account.tables[table] as unknown as Record<string, AnyRow>
}

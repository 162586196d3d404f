import type { DraftContent, NewDraft } from '#clients/fiken/types'

/** The record of a sent draft, with Fiken's sums in øre. */
export interface SentDraft {
  sent: NewDraft
  net: number
  gross: number
  expectedNet: number
  expectedGross: number
  notes: string[]
  adopted: boolean
  /** The unanswered requests, any of which Fiken might have stored. */
  attempts?: Attempt[]
  /** The document in Fiken that the user was asked about (cause draft_differs). */
  shown?: ShownDraft
  /** The document that the user accepted with "Godta"; valid only for the same uuid and content. */
  accepted?: ShownDraft
  /** The draft's content when we checked it, which "Angre" compares with. */
  seen?: DraftContent
  /**
   * The job's total in ServiceM8; `leftOutGross` is the excluded lines' share of it. Both are in
   * øre.
   */
  theirTotal?: number | null
  leftOutGross?: number
  deposit?: SentDeposit
  /**
   * The content sent by "Oppdater utkast", possibly without a response; it does not count as a
   * change by the user.
   */
  attempted?: Attempt
}

/** A job's share of a collective draft (decision 0054), in øre. */
export interface JobShare {
  /** Each job's gross amount, in the order of the draft; they add up to the whole draft. */
  parts: number[]
  place: number
  theirTotal: number | null
  leftOutGross: number
  lineCount: number
}

export interface SentDeposit {
  invoiceId: number
  invoiceNumber: string
  issueDate: string
  gross: number
}

/** The content of a request to create or update a draft, with amounts in øre. */
export type Attempt = Pick<SentDraft, 'sent' | 'net' | 'gross'>

/**
 * A document in Fiken as shown to the user, with amounts in øre. The document has the uuid that we
 * gave the draft.
 */
export interface ShownDraft {
  uuid: string
  kind: 'draft' | 'invoice'
  customerId: number | null
  /** The lines in the same form as in DraftContent; empty for an invoice. */
  lines: string[]
  net: number
  gross: number
}

/** A request for an invoice. `at` is the ISO time immediately before the request was sent. */
export interface InvoiceRequest {
  at: string
  /** True when Fiken has accepted the request: the invoice exists, even if it is not listed yet. */
  accepted: boolean
}

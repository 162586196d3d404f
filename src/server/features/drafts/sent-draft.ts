import type { DraftContent, NewDraft } from '#clients/fiken/types'

/** A draft that was sent, with Fiken's sums. In øre. */
export interface SentDraft {
  sent: NewDraft
  net: number
  gross: number
  /** The sums that we computed ourselves. */
  expectedNet: number
  expectedGross: number
  /** Norwegian sentences explaining each difference to ServiceM8's total. */
  notes: string[]
  adopted: boolean
  /** The contents of requests whose answers are unknown: Fiken may have any of them. */
  attempts?: Attempt[]
  /** The version that the user was asked about (draft_differs). */
  shown?: ShownDraft
  /** The version that the user has accepted with "Godta"; valid only for that uuid and content. */
  accepted?: ShownDraft
  /** The draft's content when it was checked, which "Angre" compares with. */
  seen?: DraftContent
  /** The job's total in ServiceM8, and the left-out lines' share of it. */
  theirTotal?: number | null
  leftOutGross?: number
  /** The deposit's invoice that was taken off, with its gross amount. */
  deposit?: SentDeposit
  /** The content that "Oppdater utkast" has sent, perhaps unanswered: it is ours too. */
  attempted?: Attempt
}

/** A job's share of a collective draft (decision 0054). In øre. */
export interface JobShare {
  /** Each job's gross amount, in the draft's order; together they are the whole draft. */
  parts: number[]
  /** This job's index in `parts`. */
  place: number
  /** The job's total in ServiceM8, and the left-out lines' share of it. */
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

/** The draft that one of our requests asked for. In øre. */
export type Attempt = Pick<SentDraft, 'sent' | 'net' | 'gross'>

/** The document in Fiken under our uuid, as far as the user decides about it. In øre. */
export interface ShownDraft {
  uuid: string
  kind: 'draft' | 'invoice'
  customerId: number | null
  /** The lines as in DraftContent; empty for an invoice. */
  lines: string[]
  net: number
  gross: number
}

/** A request to Fiken to make an invoice of the draft. `at` is the ISO time just before it left. */
export interface InvoiceRequest {
  at: string
  /** True when Fiken has accepted: the invoice exists, listed or not. */
  accepted: boolean
}

import type { DraftContent, NewDraft } from '#clients/fiken/types'

/** What was sent to Fiken and what Fiken made of it. Øre. */
export interface SentDraft {
  sent: NewDraft
  net: number
  gross: number
  /** What we computed ourselves. */
  expectedNet: number
  expectedGross: number
  /** Norwegian sentences explaining each difference to ServiceM8's total. */
  notes: string[]
  adopted: boolean
  /**
   * What requests whose answer we do not know have asked for: what is in Fiken may be any of
   * them.
   */
  attempts?: Attempt[]
  /** What a person was asked about (draft_differs). */
  shown?: ShownDraft
  /** "Godta": what the person has accepted. Only valid for that uuid and that content. */
  accepted?: ShownDraft
  /** The draft as it was when it was checked: what "Angre" compares with. */
  seen?: DraftContent
  /** The job's total in ServiceM8, and what the left-out lines were of it. */
  theirTotal?: number | null
  leftOutGross?: number
  /** The deposit's invoice that was taken off; `gross` is what it came to. */
  deposit?: SentDeposit
  /**
   * What "Oppdater utkast" has sent, perhaps without an answer: a draft that looks like it is ours
   * too.
   */
  attempted?: Attempt
}

/** One job's part of a draft of several (decision 0054). Øre. */
export interface JobShare {
  /** What each job has of the draft, gross, in the draft's order; together they are the draft. */
  parts: number[]
  /** Which of them is this one. */
  place: number
  /** The job's total in ServiceM8, and what the left-out lines were of it. */
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

/** A draft as a request of ours asked for it. Øre. */
export type Attempt = Pick<SentDraft, 'sent' | 'net' | 'gross'>

/** What is in Fiken under our uuid, as far as a person decides about it. Øre. */
export interface ShownDraft {
  uuid: string
  kind: 'draft' | 'invoice'
  customerId: number | null
  /** As in DraftContent; none of an invoice. */
  lines: string[]
  net: number
  gross: number
}

/**
 * That Fiken has been asked to make an invoice of the draft. `at`: just before the request left.
 */
export interface InvoiceRequest {
  at: string
  /** Fiken has said yes: the invoice exists, listed or not. */
  accepted: boolean
}

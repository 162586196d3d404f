import type { DraftContent, NewDraft } from '#clients/fiken/types'
import type { Client, ClientContact, Job, JobLine, JobPayment } from '#clients/servicem8/types'

/** Everything intake fetched about a job: what a draft is built from, so that the lane needs no call to ServiceM8. */
export interface JobSnapshot {
  job: Job
  /** Including removed lines (active false), in ServiceM8's order. */
  lines: JobLine[]
  payments: JobPayment[]
  /** ServiceM8 was asked for the payments; else none does not mean that there are none. */
  paymentsRead?: boolean
  jobContacts: ClientContact[]
  client: Client | null
  /** The head office, when the client is a site. */
  headOffice: Client | null
  /** Of the billing company: the head office if there is one, else the client. */
  clientContacts: ClientContact[]
  /** Uuids of lines that a person has left out (decision 10). */
  leftOut: string[]
  fetchedAt: string
}

/** What was sent to Fiken and what Fiken made of it. Øre. */
export interface FikenOutcome {
  sent: NewDraft
  net: number
  gross: number
  /** What our own arithmetic said. */
  expectedNet: number
  expectedGross: number
  /** Norwegian sentences explaining each difference to ServiceM8's total. */
  notes: string[]
  adopted: boolean
  /** What requests whose answer we do not know have asked for: what lies in Fiken may be any of them. */
  attempts?: Attempt[]
  /** What a person was asked about (draft_differs). */
  shown?: ShownDraft
  /** "Godta": what of it the person has accepted. Ends with that uuid, or that content. */
  accepted?: ShownDraft
  /** The draft as it was when it was checked: what "Angre" compares with. */
  seen?: DraftContent
  /** The job's total in ServiceM8, and what the left-out lines were of it. */
  theirTotal?: number | null
  leftOutGross?: number
  /** What "Oppdater utkast" has sent and perhaps not heard of: a draft that looks so is ours too. */
  attempted?: Attempt
}

/** A draft as a request of ours asked for it. Øre. */
export type Attempt = Pick<FikenOutcome, 'sent' | 'net' | 'gross'>

/** What lies in Fiken under our uuid, as far as a person decides about it. Øre. */
export interface ShownDraft {
  uuid: string
  kind: 'draft' | 'invoice'
  customerId: number | null
  /** As in DraftContent; none of an invoice. */
  lines: string[]
  net: number
  gross: number
}

/** That Fiken has been asked to make an invoice of the draft. `at`: just before the request left. */
export interface InvoiceRequest {
  at: string
  /** Fiken has said yes: the invoice exists, listed or not. */
  accepted: boolean
}

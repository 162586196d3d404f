import type { Client, ClientContact, Job, JobLine, JobPayment } from '#clients/servicem8/types'

/**
 * Everything intake fetched about a job: what a draft is built from, so that the lane needs no call
 * to ServiceM8.
 */
export interface JobSnapshot {
  job: Job
  /** Including removed lines (active false), in ServiceM8's order. */
  lines: JobLine[]
  payments: JobPayment[]
  /** ServiceM8 was asked for the payments; if not, an empty list proves nothing. */
  paymentsRead?: boolean
  jobContacts: ClientContact[]
  client: Client | null
  /** The head office, when the client is a site. */
  headOffice: Client | null
  /** Of the billing company: the head office if there is one, else the client. */
  clientContacts: ClientContact[]
  /** Uuids of lines that a person has left out (rule 10). */
  leftOut: string[]
  fetchedAt: string
}

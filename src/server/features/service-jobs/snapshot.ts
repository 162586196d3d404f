import type { Client, ClientContact, Job, JobLine, JobPayment } from '#clients/servicem8/types'

/**
 * Everything that intake fetched about a job: a draft is built from it without a call to ServiceM8.
 */
export interface JobSnapshot {
  job: Job
  /** The lines in ServiceM8's order, including removed ones (active false). */
  lines: JobLine[]
  payments: JobPayment[]
  /** True when ServiceM8 was asked for the payments; otherwise an empty list proves nothing. */
  paymentsRead?: boolean
  jobContacts: ClientContact[]
  client: Client | null
  /** The head office, when the client is a site. */
  headOffice: Client | null
  /** The contacts of the billed company: the head office if there is one, otherwise the client. */
  clientContacts: ClientContact[]
  /** Uuids of lines that the user has left out (rule 10). */
  leftOut: string[]
  fetchedAt: string
}

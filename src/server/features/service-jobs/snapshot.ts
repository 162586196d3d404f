import type { Client, ClientContact, Job, JobLine, JobPayment } from '#clients/servicem8/types'

/**
 * Everything that intake fetched about a job. A draft is built from a snapshot without calling
 * ServiceM8.
 */
export interface JobSnapshot {
  job: Job
  /** The lines in ServiceM8's order, including removed lines (active false). */
  lines: JobLine[]
  payments: JobPayment[]
  /**
   * True when the payments were requested from ServiceM8; otherwise an empty list proves nothing.
   */
  paymentsRead?: boolean
  jobContacts: ClientContact[]
  client: Client | null
  /** The head office, when the client is a site; null otherwise. */
  headOffice: Client | null
  /** The contacts of the billed company: the head office if there is one, otherwise the client. */
  clientContacts: ClientContact[]
  /** Uuids of the lines that the user has left out (rule 10). */
  leftOut: string[]
  fetchedAt: string
}

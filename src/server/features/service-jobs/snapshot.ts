import type { Client, ClientContact, Job, JobLine, JobPayment } from '#clients/servicem8/types'

/** Everything that was fetched about a job; a draft is built from it without calling ServiceM8. */
export interface JobSnapshot {
  job: Job
  /** The lines in ServiceM8's order, including removed lines (active false). */
  lines: JobLine[]
  payments: JobPayment[]
  /** True when payments were requested; otherwise an empty list proves nothing. */
  paymentsRead?: boolean
  jobContacts: ClientContact[]
  client: Client | null
  headOffice: Client | null
  /** The contacts of the billed company: the head office if there is one, otherwise the client. */
  clientContacts: ClientContact[]
  /** The uuids of lines left out by the user (rule 10). */
  leftOut: string[]
  fetchedAt: string
}

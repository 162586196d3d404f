import type { Client, ClientContact, Job, JobLine, JobPayment } from '#clients/servicem8/types'

/** A draft is built from a snapshot without calling ServiceM8. */
export interface JobSnapshot {
  job: Job
  /** In ServiceM8's order, including removed lines (active false). */
  lines: JobLine[]
  payments: JobPayment[]
  /** True when payments were requested; otherwise an empty list proves nothing. */
  paymentsRead?: boolean
  jobContacts: ClientContact[]
  client: Client | null
  headOffice: Client | null
  /** Of the billed company: the head office if there is one, otherwise the client. */
  clientContacts: ClientContact[]
  /** Uuids of lines left out by the user (rule 10). */
  leftOut: string[]
  fetchedAt: string
}

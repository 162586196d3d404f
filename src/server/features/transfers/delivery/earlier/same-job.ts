import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { allRows } from '#clients/http/pages'
import { namesJob, plainReference } from '../../../drafts/collective/named-jobs.ts'
import { draftUuid, type DraftIdentity } from '../../../drafts/draft-uuid.ts'
import type { Found } from '../../../documents/look-up.ts'
import { wholeList } from '../../../documents/whole-list.ts'

export interface FikenLists {
  drafts: readonly InvoiceDraft[]
  invoices: readonly Invoice[]
}

/** The number of further revisions to search for; users have a job sent again only a few times. */
const REVISIONS = 20

/** The most reads of a list that keeps changing; the last read is then used. */
const ATTEMPTS = 2

export type SameJob =
  | { by: 'uuid'; revision: number; found: Found }
  /** A document found with the same reference, which the user may have typed. */
  | { by: 'reference'; found: Found }

/**
 * Reads all drafts and the invoices changed since a given day, except the lists already in `known`.
 * Drafts are read before invoices (decision 0015).
 *
 * @throws ExternalError, also for a single unreadable row, because that row may belong to the job
 */
export async function readLists(
  company: FikenCompany,
  { since, known }: { since: string | undefined; known: Partial<FikenLists> },
  signal?: AbortSignal,
): Promise<FikenLists> {
  const drafts = known.drafts ?? (await allDrafts(company, signal))
  return { drafts, invoices: known.invoices ?? (await readInvoices(company, since, signal)) }
}

/**
 * Returns the invoices changed since a day. An invoice changed during the read moves towards the
 * end of the list, so none is missed.
 */
export function readInvoices(
  company: FikenCompany,
  since: string | undefined,
  signal?: AbortSignal,
): Promise<Invoice[]> {
  return allRows(company.invoices.list({ modifiedSince: since, signal }))
}

async function allDrafts(company: FikenCompany, signal?: AbortSignal): Promise<InvoiceDraft[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const whole = await wholeList(
      (page) => company.drafts.page(page, signal),
      ({ draftId }) => draftId,
      Infinity,
    )
    if (whole) return whole
  }
  const seen = new Map<number, InvoiceDraft>()
  for (const draft of await allRows(company.drafts.list({ signal }))) seen.set(draft.draftId, draft)
  return [...seen.values()]
}

/**
 * Returns documents of the same job that do not have the uuid the job would be sent with now: first
 * by uuid, latest revision first, then by reference; invoices before drafts. A document whose
 * reference lists more jobs than fit, and that has the same contact, may belong to the job.
 */
export function sameJob(
  { drafts, invoices }: FikenLists,
  identity: DraftIdentity,
  { reference, customerId }: { reference: string; customerId: number },
): SameJob[] {
  const all: readonly { found: Found; uuid: string; reference: string; customer: number | null }[] =
    [
      ...invoices.map((invoice) => ({
        found: { kind: 'invoice', invoice } as const,
        uuid: invoice.draftUuid,
        reference: invoice.ourReference,
        customer: invoice.customerId,
      })),
      ...drafts.map((draft) => ({
        found: { kind: 'draft', draft } as const,
        uuid: draft.uuid,
        reference: draft.content.ourReference,
        customer: draft.customerId,
      })),
    ]
  const revisionOf = revisionsOf(identity)
  const same = all.flatMap(({ found, uuid, reference: theirs, customer }): SameJob[] => {
    const revision = revisionOf.get(uuid)
    if (revision === identity.revision) return []
    if (revision !== undefined) return [{ by: 'uuid', revision, found }]
    const names = namesJob(theirs, reference)
    return names === 'yes' || (names === 'perhaps' && customer === customerId)
      ? [{ by: 'reference', found }]
      : []
  })
  const rank = (one: SameJob) => (one.by === 'uuid' ? one.revision : -1)
  return same.sort((one, other) => rank(other) - rank(one))
}

/**
 * Returns the invoices made from a draft of any revision, or with the job's reference, which the
 * user may have typed.
 */
export function invoicesOfJob(
  invoices: readonly Invoice[],
  identity: DraftIdentity,
  reference: string,
): Invoice[] {
  const revisionOf = revisionsOf(identity)
  const named = plainReference(reference)
  return invoices.filter(
    ({ draftUuid: uuid, ourReference }) =>
      revisionOf.has(uuid) || plainReference(ourReference) === named,
  )
}

function revisionsOf(identity: DraftIdentity): Map<string, number> {
  const revisions = Array.from({ length: identity.revision + REVISIONS + 1 }, (_, n) => n)
  return new Map(revisions.map((revision) => [draftUuid({ ...identity, revision }), revision]))
}

import type { FikenCompany } from '#clients/fiken/client'
import type { Invoice, InvoiceDraft } from '#clients/fiken/types'
import { allRows } from '#clients/http/pages'
import { namesJob, plainReference } from '../../../drafts/collective/named-jobs.ts'
import { draftUuid, type DraftIdentity } from '../../../drafts/draft-uuid.ts'
import type { Found } from '../../../documents/find-draft.ts'
import { wholeList } from '../../../documents/whole-list.ts'

/** Fiken's lists, as far as they can hold documents of the job from an earlier account. */
export interface FikenLists {
  drafts: readonly InvoiceDraft[]
  invoices: readonly Invoice[]
}

/** The revisions looked for: a user has a job sent again a few times, not often. */
const REVISIONS = 20

/** After this many readings, a list that keeps changing is taken as it was read last. */
const ATTEMPTS = 2

export type SameJob =
  /** Found under the uuid of another revision: certainly of this job. */
  | { by: 'uuid'; revision: number; found: Found }
  /** Found with the same reference, which the user may have written. */
  | { by: 'reference'; found: Found }

/**
 * Reads all drafts, and the invoices that were changed since a day; what is known already is not
 * read again. Drafts before invoices (decision 0015).
 *
 * @throws ExternalError also for a single row that cannot be read: it may be of the job
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
 * Reads the invoices changed since a day. An invoice changed meanwhile moves towards the end, so
 * that none is missed.
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
 * Returns what is of the same job, though not under the uuid that it would be sent with now: by
 * uuid, the latest revision first, then by reference. Invoices before drafts. A document that names
 * more jobs than its reference has room for, and is for the same contact, may be of it.
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
 * Returns the job's own invoices: made of a draft of any of its revisions, or with its reference,
 * which the user may have written.
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

/**
 * Returns the uuids of a job's drafts with their revisions, up to some that it may have been sent
 * under since.
 */
function revisionsOf(identity: DraftIdentity): Map<string, number> {
  const revisions = Array.from({ length: identity.revision + REVISIONS + 1 }, (_, n) => n)
  return new Map(revisions.map((revision) => [draftUuid({ ...identity, revision }), revision]))
}

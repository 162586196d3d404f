import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import { unlessGone } from '#clients/http/external-error'
import { addDays, dateOf } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { creditedOf } from '#shared/credit'
import { instant } from '../../../platform/clock.ts'
import { RESTORE_COUNTS_MS } from '../../../platform/database/restored.ts'
import { readCreditNotes } from '../../documents/credit-notes.ts'
import type { Found } from '../../documents/look-up.ts'
import { readLists, sameJob, type FikenLists, type SameJob } from './earlier/same-job.ts'
import { shownOf } from '../../documents/shown-draft.ts'
import type { Run } from './context.ts'
import { differs, nameOf } from './differs.ts'
import { failed, lookAgain, type Ending } from './ending.ts'
import type { MayCreate } from './still-as-fetched.ts'
import { draftsOfOtherJobs } from './earlier/earlier-store.ts'

/**
 * This file searches for documents of the job that an earlier login, or this database before a
 * restore, may have created (decision 0053). The uuid of the first revision is looked up anyway;
 * since then, the user may have had the job sent again with a uuid unknown to this database, or
 * have invoiced the job by hand.
 */

/**
 * Returns true for a job that may have been sent before our records begin, unless the user has
 * chosen to send it anyway. This applies to jobs completed before our records begin. A job
 * completed later may also have been sent earlier and reopened since: for some time after a
 * restore, and always when the job existed before the ServiceM8 account was connected to this
 * login, because another login may have used the account.
 */
export function hasUnknownPast({ row, knownSince }: Pick<Run, 'row' | 'knownSince'>): boolean {
  if (standsForUnread(row)) return true
  if (knownSince === null || row.overruled.includes('sent_before')) return false
  const { jobCompletedAt } = row
  if (jobCompletedAt === null || jobCompletedAt <= knownSince.at) return true
  const { restored, accountSince, account } = knownSince
  // Another login uses, or may use, the ServiceM8 account now.
  if (accountSince === null || row.servicem8AccountId !== account) return true
  const since = existsSince(row)
  if (since !== null && since <= accountSince) return true
  return restored !== null && jobCompletedAt.getTime() <= restored.at.getTime() + RESTORE_COUNTS_MS
}

/**
 * Returns true when the replaced invoice was considered credited in full without reading its credit
 * notes. They are then checked, whatever the user has overruled, because both invoices could be
 * payable.
 */
const standsForUnread = ({ replaces }: Run['row']): boolean =>
  replaces !== null && replaces.credited?.inFull !== true

/** Returns the earliest known time of the job; null for a job last read before it was stored. */
function existsSince({ snapshot }: Run['row']): Date | null {
  const since = snapshot?.job.existsSince ?? null
  return since === null ? null : new Date(since)
}

/**
 * Returns the ending that waits right after a restore, when Fiken's lists can lack documents
 * created just before it; null otherwise.
 */
export function waitForLists(run: Run): Ending | null {
  const { platform, row, knownSince } = run
  if (!knownSince?.restored || !hasUnknownPast(run)) return null
  const until = new Date(knownSince.restored.at.getTime() + LONGEST_LAG_MS * platform.ladderScale)
  return until > instant(platform.clock) ? lookAgain(row.absence, until) : null
}

/** A margin in days: an invoice has only a date, which can be in another time zone. */
const A_DAY_MORE = -2

/** The first date on which an unknown invoice can have been made; undefined when unknown. */
export function invoicedSince({
  row,
  knownSince,
}: Pick<Run, 'row' | 'knownSince'>): string | undefined {
  const { jobCompletedAt } = row
  if (jobCompletedAt === null) return undefined
  const known = [jobCompletedAt, knownSince?.restored?.lostFrom, existsSince(row)]
  const [since = jobCompletedAt] = known.filter((at) => at != null).toSorted((a, b) => +a - +b)
  return addDays(dateOf(since), A_DAY_MORE)
}

/** Returns `mayCreate`, run only when no earlier document of the job is found. */
export const unlessMadeEarlier =
  (run: Run, mayCreate: MayCreate): MayCreate =>
  async () =>
    (await lookForEarlier(run)) ?? mayCreate()

/**
 * Searches for the job's earlier documents, right before the first create request. The user decides
 * about any document found.
 * @throws ExternalError
 */
export async function lookForEarlier(run: Run): Promise<Ending | null> {
  if (!hasUnknownPast(run)) return null
  const { row, fiken, timeline, signal } = run
  const sent = row.fikenData?.sent
  if (!sent) return null
  timeline.step('send', 'Ser etter det som kan være laget av jobben tidligere', null)
  const known: Partial<FikenLists> = run.lists?.known(run) ?? {}
  const lists = await readLists(fiken, { since: invoicedSince(run), known }, signal)
  const identity = {
    accountUuid: row.servicem8AccountId,
    fikenCompanySlug: fiken.slug,
    jobUuid: row.servicem8JobId,
    revision: row.revision,
  }
  const about = { reference: sent.ourReference ?? '', customerId: sent.customerId }
  const same = sameJob(lists, identity, about)
  if (same.length === 0) return null
  const others = await draftsOfOtherJobs(
    run.platform.db,
    row,
    same.map(({ found }) => uuidOf(found)),
  )
  const isOverruled = row.overruled.includes('sent_before')
  for (const one of same) {
    if (isOverruled && uuidOf(one.found) !== row.replaces?.draftUuid) continue
    if (await isSettled(run, one)) continue
    if (one.by === 'reference' && others.has(uuidOf(one.found))) continue
    const found = await asItIs(run, one.found)
    if (found)
      return one.by === 'uuid' ? sentAgain(run, one.revision, found) : sameReference(run, found)
  }
  return null
}

/**
 * Returns true for a document that needs no decision: the invoice that the new draft replaces, an
 * invoice credited in full, or a deposit invoice that the user deducts. A credited invoice of a
 * later revision is not included, because the job has been sent again and the row does not know
 * that.
 */
async function isSettled({ row, fiken, signal }: Run, one: SameJob): Promise<boolean> {
  const { found } = one
  if (uuidOf(found) === row.replaces?.draftUuid && !standsForUnread(row)) return true
  if (found.kind !== 'invoice') return false
  const { invoice } = found
  const isLater = one.by === 'uuid' && one.revision > row.revision
  if (!isLater && invoice.creditNotes.length > 0) {
    const notes = await readCreditNotes(fiken, [invoice], { signal })
    if (creditedOf(invoice, notes).inFull) return true
  }
  return row.deposit?.slug === fiken.slug && row.deposit.invoiceId === invoice.invoiceId
}

const uuidOf = (found: Found) =>
  found.kind === 'invoice' ? found.invoice.draftUuid : found.draft.uuid

async function asItIs({ fiken, signal }: Run, found: Found): Promise<Found | null> {
  if (found.kind === 'invoice') return found
  const draft = await unlessGone(fiken.drafts.get(found.draft.draftId, signal))
  return draft && { kind: 'draft', draft }
}

/**
 * Returns the ending for a document of a later revision: the row takes that revision, and the user
 * decides whether the document is correct.
 */
async function sentAgain(run: Run, revision: number, found: Found): Promise<Ending> {
  const what = await described(run, found)
  const message = `Jobben er overført før: i Fiken ligger ${what}. Godta det slik det er, eller slett det i Fiken og send jobben på nytt.`
  const ids =
    found.kind === 'draft'
      ? { fikenInvoiceDraftId: String(found.draft.draftId), netAmount: found.draft.net }
      : {
          fikenInvoiceId: String(found.invoice.invoiceId),
          fikenInvoiceNumber: found.invoice.invoiceNumber,
          amount: found.invoice.gross,
          netAmount: found.invoice.net,
        }
  return differs(run, shownOf(uuidOf(found), found), message, {
    revision,
    fikenDraftUuid: uuidOf(found),
    ...ids,
  })
}

/**
 * Returns the ending for a document with the job's reference. Anybody may have typed the reference,
 * so the document is not linked to the row.
 */
async function sameReference(run: Run, found: Found): Promise<Ending> {
  const theirs =
    found.kind === 'invoice' ? found.invoice.ourReference : found.draft.content.ourReference
  const what = await described(run, found)
  return failed(
    'sent_before',
    `I Fiken ligger allerede ${what}, med referansen «${theirs}». Er det denne jobben, sletter du overføringen her. Er det en annen, overfører du den likevel.`,
  )
}

async function described(run: Run, found: Found): Promise<string> {
  const { gross, customerId } = found.kind === 'invoice' ? found.invoice : found.draft
  const what = found.kind === 'invoice' ? `faktura ${found.invoice.invoiceNumber}` : 'et utkast'
  return `${what} til «${await nameOf(run, customerId)}» på ${formatKroner(gross)}`
}

import { LONGEST_LAG_MS } from '#clients/fiken/list-lag'
import { isExternalError } from '#clients/http/external-error'
import { addDays, dateOf } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { creditedOf } from '#shared/credit'
import { instant } from '../../../platform/clock.ts'
import { RESTORE_COUNTS_MS } from '../../../platform/database/restored.ts'
import { readCreditNotes } from '../../drafts/credit-notes.ts'
import type { Found } from '../../documents/find-draft.ts'
import { readLists, sameJob, type FikenLists, type SameJob } from './earlier/same-job.ts'
import { shownOf } from '../../documents/shown-draft.ts'
import type { Run } from './context.ts'
import { differs, nameOf } from './differs.ts'
import { lookAgain } from './document.ts'
import { failed, type Ending } from './ending.ts'
import { draftsOfOtherJobs } from './earlier/earlier-store.ts'

/**
 * What an earlier life of the account, or of the database, may have made of the job (decision 0053).
 * Its first revision has the uuid that is looked up anyway. A person may have had the job sent again
 * since, under a uuid that this database has never seen; so may somebody have invoiced it by hand.
 */

/**
 * Completed before we know everything, and nobody has said to send it all the same. Also what is
 * completed later may have been sent before that, and opened again since: after a restore for some time,
 * and, because another log-in may have had the ServiceM8 account before, always for a job that was there
 * when it came to this one.
 */
export function hasUnknownPast({ row, knownSince }: Pick<Run, 'row' | 'knownSince'>): boolean {
  if (standsForUnread(row)) return true
  if (knownSince === null || row.overruled.includes('sent_before')) return false
  const { jobCompletedAt } = row
  if (jobCompletedAt === null || jobCompletedAt <= knownSince.at) return true
  const { restored, accountSince, account } = knownSince
  // Another log-in has the ServiceM8 account now, or may.
  if (accountSince === null || row.servicem8AccountId !== account) return true
  const since = existsSince(row)
  if (since !== null && since <= accountSince) return true
  return restored !== null && jobCompletedAt.getTime() <= restored.at.getTime() + RESTORE_COUNTS_MS
}

/**
 * Was the invoice that the draft stands for taken for credited in full without its credit notes? Then it
 * is judged by them, whatever a person has overruled: both would ask for the money.
 */
const standsForUnread = ({ replaces }: Run['row']): boolean =>
  replaces !== null && replaces.credited?.inFull !== true

/** Null also for a job that was last read before this was. */
function existsSince({ snapshot }: Run['row']): Date | null {
  const since = snapshot?.job.existsSince ?? null
  return since === null ? null : new Date(since)
}

/**
 * Right after a restore, Fiken's lists may not show yet what was made last before it: such a job waits
 * until they do.
 */
export function waitForLists(run: Run): Ending | null {
  const { platform, row, knownSince } = run
  if (!knownSince?.restored || !hasUnknownPast(run)) return null
  const until = new Date(knownSince.restored.at.getTime() + LONGEST_LAG_MS * platform.ladderScale)
  return until > instant(platform.clock) ? lookAgain(row.absence, until) : null
}

/** An invoice may be dated in another zone, and no finer than by day. */
const A_DAY_MORE = -2

/**
 * The day from which an invoice of the job can be that we do not know of; undefined where that is not
 * known.
 */
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

/**
 * Right before the first create: is something of the job in Fiken that we know nothing of? Anything
 * found is for a person to judge.
 *
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
 * Is there nothing to ask about it? So it is with the invoice that the job's new draft replaces, with any
 * that is credited in full, and with a deposit's that a person takes off. A credited invoice of a later
 * revision is asked about: the job has been sent since, and the row does not know it.
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

/** A draft counts as it is at its own address; null when it is there no more. */
async function asItIs({ fiken, signal }: Run, found: Found): Promise<Found | null> {
  if (found.kind === 'invoice') return found
  try {
    return { kind: 'draft', draft: await fiken.drafts.get(found.draft.draftId, signal) }
  } catch (error) {
    if (isExternalError(error, 'not_found')) return null
    throw error
  }
}

/** It is of this job. The row takes its revision, and a person says whether it is right. */
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

/** It may be of this job: somebody has written the reference. Nothing of it becomes ours. */
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

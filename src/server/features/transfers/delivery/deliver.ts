import { formatLongDate } from '#shared/dates'
import { isBeingUndone } from '#shared/transfer-status'
import type { Platform } from '../../../platform/platform.ts'
import { choiceOf } from '../../collective/queries.ts'
import { inactiveByNow } from '../../customers/in-fiken/read-contact.ts'
import { runDocument } from '../../documents/runner.ts'
import type { TransferRow } from '../tables.ts'
import { choiceToWaitFor } from '../waiting/waits.ts'
import { begin, enter, holdOf, patch, readingOnce, type Run, type Together } from './context.ts'
import { deleteDraft } from './delete-draft.ts'
import { Ending, released } from './ending.ts'
import { unlessMadeEarlier, waitForLists } from './look-for-earlier.ts'
import { lookForOwn, lookUpSent, settleFormerCompany } from './look-up.ts'
import { makeDraft, reserved } from './make-draft.ts'
import { endedBy, ownerOf } from './owner.ts'
import { prepare, type Prepared } from './prepare.ts'
import { watchJob } from './still-as-fetched.ts'

/**
 * Runs stage B of the pipeline: takes one transfer from a claimed row to a checked draft. Each step
 * returns the next step's input, or the run's ending. The steps, in order:
 *
 *   look-up.ts     look up  find the job's document in Fiken, if one may have been sent
 *   prepare.ts     fetch    fetch the job, when the stored data are outdated
 *                  judge    decide whether the job may be invoiced
 *                  match    find the recipient's contact
 *                  build    build the draft, or list every problem
 *                  check    compare our total with ServiceM8's
 *   here           reserve  store the draft's uuid on the row
 *   make-draft.ts  send     look the draft up twice, then adopt or create it
 *                  verify   read the draft back from Fiken
 *                  issue    issue the invoice, in invoice mode only
 */
async function deliver(run: Run): Promise<Ending> {
  const former = await settleFormerCompany(run)
  if (former) return former
  const there = await lookUpSent(run)
  if (there instanceof Ending) return there
  const wait = there ? null : waitForLists(run)
  if (wait) return wait
  const prepared = await prepare(run, there)
  if (prepared instanceof Ending) return prepared
  const { snapshot, plan, recipient } = prepared
  // A draft that may be in Fiken is handled first.
  const waiting = there ? null : await waitForSet(run, prepared)
  if (waiting) return waiting

  // ServiceM8 and Fiken are checked for last-minute changes at the same time.
  const watch = there ? null : watchJob(run, snapshot)
  const inactive = there ? null : await checkContact(run, recipient.contact.contactId)
  if (inactive) return inactive

  enter(run, 'send', 'Ser etter utkastet i Fiken')
  patch(run, reserved(run, plan, recipient))
  return makeDraft(run, plan, { mayCreate: watch && unlessMadeEarlier(run, watch), there })
}

async function waitForSet(run: Run, prepared: Prepared): Promise<Ending | null> {
  const { platform, row } = run
  const choice = await choiceToWaitFor(platform.db, row, prepared.snapshot)
  if (choice === null) return null
  const earlier = await lookForOwn(run, prepared)
  if (earlier) return earlier instanceof Ending ? earlier : null
  const when = choice.nextOn === null ? '' : ` ${formatLongDate(choice.nextOn)}`
  const outcome = { kind: 'waiting', reason: 'collective' } as const
  const text = `Jobben er klar, og venter på samlefaktura${when}`
  return new Ending(outcome, text, {}, null, async (tx) => {
    const { clientUuid } = choice
    const isChosen = await choiceOf(tx, row.companyId, clientUuid, { hold: true })
    return isChosen ? outcome : released(row)
  })
}

/**
 * Checks the contact right before a draft is created for it. If it has become inactive since it was
 * matched, the row's recipient is matched again.
 */
async function checkContact(
  { platform, row, fiken, signal }: Run,
  contactId: number,
): Promise<Ending | null> {
  const inactive = await inactiveByNow(platform, row.companyId, fiken, contactId, signal)
  if (!inactive) return null
  const text = `«${inactive.name}» er satt inaktiv i Fiken; mottakeren finnes på nytt`
  return new Ending({ kind: 'released', attempts: row.attempts }, text)
}

export interface Claimed extends Partial<Together> {
  row: TransferRow
  claim: string
  signal: AbortSignal
}

/**
 * Runs a claimed row until it is transferred or, for "Angre", its draft is deleted
 * (delete-draft.ts). Never throws; every result is written on the row.
 * @returns false when Fiken could not be reached, so that other rows would fail too
 */
export async function runTransfer(platform: Platform, claimed: Claimed): Promise<boolean> {
  const { lists = null, companyNow = readingOnce() } = claimed
  const hold = holdOf(platform, claimed)
  const ran = await runDocument(ownerOf(hold), async () => {
    const run = await begin(hold, { lists, companyNow })
    if (run instanceof Ending) return { ended: { ending: run } }
    return endedBy(run, isBeingUndone(run.row) ? await deleteDraft(run) : await deliver(run))
  })
  return ran.kind !== 'not_reached'
}

import type { Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { instant } from '../../../../platform/clock.ts'
import { billedClientOf, choiceOf } from '../../../collective/queries.ts'
import { standsApart } from '../../waiting/waits.ts'
import { transferById } from '../../queries.ts'
import { shareDocument } from '../../store.ts'
import type { Planned } from '../build.ts'
import { claimedRows, writeClaimed } from '../claim-store.ts'
import { ClaimLost } from '../../../documents/document-run.ts'
import { endByFault, runDocument } from '../../../documents/runner.ts'
import { enter, type Run } from '../context.ts'
import { waitForLists } from '../look-for-earlier.ts'
import { Ending } from '../ending.ts'
import { settleFormerCompany } from '../look-up.ts'
import { makeDraft, reserved } from '../make-draft.ts'
import { endedBy, nextOrEnded, ownerOf, type Ended } from '../owner.ts'
import { prepare, type Prepared } from '../prepare.ts'
import { watchContact, watchJob, type WatchJob } from '../still-as-fetched.ts'
import { lookForOwn } from '../gather.ts'
import { dividePart, planPart, sharesOfRows, type Ready } from './plan-part.ts'
import { endOne, putBack } from './put-back.ts'

/**
 * The set's day: each job is read and built as if it went alone. One that cannot be invoiced ends by
 * itself; when one has to be tried again later, all are. Of the others parts are formed, stored, and
 * made one after another.
 */
export async function formSet(platform: Platform, runs: readonly Run[]): Promise<void> {
  const ready: Ready[] = []
  for (const [place, run] of runs.entries()) {
    const prepared = await prepareOne(platform, run, runs)
    if (prepared === 'later') {
      const others = [...ready.map((one) => one.run), ...runs.slice(place + 1)]
      return putBack(platform, others, run)
    }
    if (prepared) ready.push({ run, prepared })
  }
  if (ready.length === 0) return
  for (const { part, plan } of await divideAndStore(platform, ready)) {
    const [{ run }, ...rest] = part
    run.others = rest.map((one) => one.run.row)
    await runDocument(ownerOf(run), async () => {
      enter(run, 'send', 'Ser etter samlefakturaen i Fiken')
      const ending = await makeDraft(run, plan, { watch: watchAll(part), there: null })
      const done = withShares(part, ending)
      return endedBy(run, done.ending, done.shares)
    })
  }
}

/** The jobs of one draft, and what it says. */
interface PlannedPart {
  part: readonly [Ready, ...Ready[]]
  plan: Planned
}

/** None when they go back into the queue, or have failed. Never throws. */
async function divideAndStore(platform: Platform, ready: readonly Ready[]): Promise<PlannedPart[]> {
  try {
    if (await areContactsCurrent(ready)) {
      const divided = (await divide(platform, ready)) as [Ready, ...Ready[]][]
      const parts = divided.map((part) => ({ part, plan: planPart(part) }))
      if (await store(platform, parts)) return parts
    }
    await putBackAll(ready)
  } catch (error) {
    for (const { run } of ready) await endByFault(ownerOf(run), error)
  }
  return []
}

/** Is no customer of the set inactive in Fiken by now? They are matched again otherwise. */
async function areContactsCurrent(ready: readonly Ready[]): Promise<boolean> {
  for (const { run, prepared } of ready)
    if (await watchContact(run, prepared.recipient.contact.contactId)) return false
  return true
}

/** Null: it has ended. `later`: it is in the queue again, and the others go with it. */
async function prepareOne(
  platform: Platform,
  run: Run,
  runs: readonly Run[],
): Promise<Prepared | 'later' | null> {
  const ran = await runDocument(ownerOf(run), async () =>
    nextOrEnded(
      leaveSet(run, runs) ??
        (await settleFormerCompany(run)) ??
        waitForLists(run) ??
        (await prepareUnsent(run)),
    ),
  )
  if (ran.kind === 'goes_on') return ran.with
  if (ran.kind === 'lost') return null
  const now = await transferById(platform.db, run.row.userId, run.row.id)
  return now?.status === 'queued' && now.collectiveRun !== null ? 'later' : null
}

const alone = (text: string) => new Ending({ kind: 'queued' }, text)

/** A job that cannot be on a draft with these gets one of its own. */
function leaveSet({ row }: Run, runs: readonly Run[]): Ending | null {
  if (row.deposit !== null) return alone('Jobben har et forskudd, og får et eget utkast')
  const rows = runs.map((run) => run.row)
  if (standsApart(row, rows))
    return alone('Jobben står for en kreditert faktura, og får et eget utkast')
  return null
}

async function prepareUnsent(run: Run): Promise<Prepared | Ending> {
  const prepared = await prepare(run, null)
  if (prepared instanceof Ending) return prepared
  const own = await lookForOwn(run, prepared)
  if (own instanceof Ending) return own
  return own === null ? prepared : alone('Jobben har et eget utkast i Fiken fra før')
}

async function divide(platform: Platform, ready: readonly Ready[]): Promise<Ready[][]> {
  return dividePart(ready, { byPurchaseOrder: await wantsOrderApart(platform, ready) })
}

/** Whether the customer of the set wants a draft for each order number. */
export async function wantsOrderApart({ db }: Platform, ready: readonly Ready[]): Promise<boolean> {
  const [{ run }] = ready as [Ready, ...Ready[]]
  const { row } = run
  const client = row.snapshot && billedClientOf(row.snapshot)
  const choice = client && (await choiceOf(db, row.userId, client))
  return choice ? choice.byPurchaseOrder : false
}

/**
 * Which jobs are in which part, under which uuid and for whom: of all rows, or of none. False when one
 * of them is not ours any more, or the settings no longer allow it.
 */
async function store({ db, clock }: Platform, parts: readonly PlannedPart[]): Promise<boolean> {
  const updatedAt = instant(clock)
  const members = parts.flatMap(({ part }) => part)
  // Every transaction takes the rows in this order.
  members.sort((left, right) => (left.run.row.id < right.run.row.id ? -1 : 1))
  try {
    await db.transaction(async (tx) => {
      for (const { run, prepared } of members) {
        const { customerId } = prepared.recipient
        // All alike, whichever of them has written its stage already.
        const change = { ...run.pendingPatch, stage: run.row.stage, customerId, updatedAt }
        const entries = run.timeline.take()
        const of = { change, entries, company: run.fiken.slug }
        if (!(await writeClaimed(tx, claimedRows(run.row), run.claim, of))) throw new ClaimLost()
        Object.assign(run.row, change)
      }
      for (const planned of parts) await storePart(tx, planned, updatedAt)
    })
  } catch (error) {
    if (error instanceof ClaimLost) return false
    throw error
  }
  for (const { run } of members) run.pendingPatch = {}
  return true
}

async function storePart(tx: Db, { part, plan }: PlannedPart, at: Date): Promise<void> {
  const [first] = part
  const { customerId: _own, ...document } = reserved(first.run, plan, first.prepared.recipient)
  const { userId } = first.run.row
  const ids = part.map(({ run }) => run.row.id)
  const documentId = await shareDocument(tx, { userId, ids }, document, at)
  for (const { run } of part)
    Object.assign(run.row, { ...document, documentId, collectiveId: documentId, share: null })
}

/** As if they had not been taken: the next drain forms the set of those that are left. */
async function putBackAll(ready: readonly Ready[]): Promise<void> {
  for (const { run } of ready) {
    const attempts = Math.max(0, run.row.attempts - 1)
    const text = 'Samlefakturaen settes sammen på nytt'
    await endOne(run, new Ending({ kind: 'released', attempts }, text))
  }
}

/** A job that has changed since it was read: all are read again before anything is sent. */
export function watchAll(part: readonly Ready[]): WatchJob {
  const watches = part.map(({ run, prepared }) => watchJob(run, prepared.snapshot))
  return async () => {
    for (const watch of watches) {
      if (!(await watch())) continue
      const [{ run }] = part as [Ready, ...Ready[]]
      const text = 'En av jobbene er endret i ServiceM8; samlefakturaen settes sammen på nytt'
      const outcome = { kind: 'released', attempts: run.row.attempts } as const
      return new Ending(outcome, text, { needsFetch: true })
    }
    return null
  }
}

export function withShares(part: readonly Ready[], ending: Ending): Ended {
  const { amount: gross, netAmount: net } = ending.patch
  const isDone = ending.outcome.kind === 'completed'
  if (!isDone || typeof gross !== 'number' || typeof net !== 'number') return { ending }
  return { ending, shares: sharesOfRows(part, { net, gross }) }
}

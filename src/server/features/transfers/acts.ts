import { may, statusesFor, type TransferAct } from '#shared/transfer-status'
import { instant } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import type { Absence } from './absence.ts'
import { askFiken } from './ask-fiken.ts'
import { columnsOfTransfer } from './left-out.ts'
import { emptyLook, lookingFor, WILL_SEND_ANEW } from './nothing-there.ts'
import { factsFor, recordOverruling, refusalOf, weigh, type Starter } from './overrule.ts'
import { tryLaneNow, wakeLaneOf } from './resume.ts'
import type { JobSnapshot } from './snapshot.ts'
import { changeTransfer, lockTransfer, skipAllPending, transferById, type NewTransfer, type TransferRow } from './store.ts'
import { createJournal } from './timeline.ts'

/** What a person does to a transfer. Each act is refused (409) exactly where shared/transfer-status.ts gives no button for it. */

/**
 * "Prøv igjen", "Behandle nå", "Overfør nå". The job is fetched anew, because what was wrong is usually mended in ServiceM8. On a row that
 * is in the queue already it only clears the wait, so a double click starts one run. Started while the integration is off, it runs all
 * the same: that is how a first job is tried.
 *
 * @throws Refusal 404, 409 (wrong status, no company chosen, or the job is paid or not approved and nobody has overruled it)
 */
export async function retry(platform: Platform, userId: string, id: string, starter: Starter): Promise<string> {
  const known = await factsFor(platform, await wanted(platform, userId, id), starter)
  const outcome = await underLock(platform, userId, id, async (inside, row) => {
    if (row.status !== 'queued') refuseUnless(row, 'retry', 'Overføringen kjører eller er fullført, og kan ikke startes på nytt.')
    const { isActive, fikenCompanySlug, requiresCompanySelection, jobFetchType } = await configurationOf(inside.db, userId)
    if (row.status !== 'queued' && (!fikenCompanySlug || requiresCompanySelection)) {
      throw new Refusal(409, 'no_company', 'Velg selskap i Fiken under Konfigurasjoner først.', { action: 'choose_company' })
    }
    const confirm = starter.kind === 'one' ? starter.confirm : undefined
    const { against, overruled, now: decided } = weigh(row, known.facts, jobFetchType, confirm)
    await known.journal.flush(inside.db, row)
    if (decided && starter.kind === 'one') await recordOverruling(inside, row, decided, starter.by)
    if (against) {
      // The person may be asked about the other thing next; what has been said of this one stands.
      if (decided) await changeTransfer(inside.db, row, [row.status], { overruled })
      return refusalOf(against)
    }
    const now = { nextAttemptAt: null, attempts: 0, needsFetch: true, askedWhileOff: !isActive, overruled }
    if (row.status === 'queued') {
      await change(inside, row, 'retry', now, 'En person ba om å prøve nå')
      return 'Overføringen står i kø og prøves nå.'
    }
    const retryCount = row.status === 'failed' ? row.retryCount + 1 : row.retryCount
    if (row.errorCode === 'draft_deleted') {
      await change(
        inside,
        row,
        'retry',
        { ...now, ...lookingFor(row.absence, { then: 'send_anew' }), retryCount },
        'Send på nytt',
      )
      return WILL_SEND_ANEW
    }
    const started = { ...now, status: 'queued', pendingReason: null, errorCode: null, errorMessage: null, retryCount }
    const text = row.status === 'failed' ? `Forsøk nummer ${retryCount}` : 'Startet av en person'
    await change(inside, row, 'retry', started, text)
    return 'Overføringen blir forsøkt på nytt'
  })
  if (outcome instanceof Refusal) throw outcome
  await tryLaneNow(platform, userId)
  return outcome
}

/**
 * "Godta": what is in Fiken is not what we would send, and the person takes it as it was shown. Runs the pipeline once more, which adopts it
 * if it is still that.
 *
 * @param seenAt the row's updatedAt as the person's screen knew it; ISO 8601
 * @throws Refusal 404, 409
 */
export async function accept(platform: Platform, userId: string, id: string, seenAt?: string): Promise<string> {
  await underLock(platform, userId, id, async (inside, row) => {
    const shown = row.fikenData?.shown
    if (row.errorCode !== 'draft_differs' || !row.fikenData || !shown) {
      throw new Refusal(409, 'nothing_to_accept', 'Det er ikke noe utkast med avvik å godta her.')
    }
    // Another one may have been found since the screen was drawn.
    if (seenAt !== undefined && Date.parse(seenAt) !== row.updatedAt.getTime()) throw changedMeanwhile()
    const accepted = {
      status: 'queued',
      errorCode: null,
      errorMessage: null,
      attempts: 0,
      nextAttemptAt: null,
      fikenData: { ...row.fikenData, accepted: shown },
    }
    await change(inside, row, 'accept', accepted, 'Utkastet i Fiken er godtatt slik det er')
  })
  wakeLaneOf(platform, userId)
  return 'Utkastet er godtatt.'
}

/**
 * Takes it away from lists and stats; the sweep does not bring it back, a person can. Where a draft was made, or may have been, Fiken is
 * asked first: a draft that exists must not be forgotten (decision 5). Where it is not sure that it is gone, the lane looks on, and then
 * deletes the transfer.
 *
 * @throws Refusal 404, 409; what the vendors answer to the look-up
 */
export async function remove(platform: Platform, userId: string, id: string): Promise<{ message: string; checking: boolean }> {
  const asked = await wanted(platform, userId, id)
  refuseUnless(asked, 'delete', 'En overføring som kjører eller er fullført, kan ikke slettes.')
  const absence = mayHaveDraft(asked) ? await unlessInFiken(platform, asked) : null
  await underLock(platform, userId, id, async (inside, row) => {
    // A run since we looked may have made one.
    const same = row.fikenDraftUuid === asked.fikenDraftUuid && row.updatedAt.getTime() === asked.updatedAt.getTime()
    if (mayHaveDraft(row) && !same) throw changedMeanwhile()
    if (absence)
      return change(
        inside,
        row,
        'delete',
        lookingFor(absence, { then: 'delete' }),
        'Slettes når det er sikkert at utkastet er borte',
      )
    await change(inside, row, 'delete', { skipTransfer: true, outcomeUnknown: false, absence: null }, 'Slettet')
  })
  if (!absence) return { message: 'Overføringen er slettet.', checking: false }
  await tryLaneNow(platform, userId)
  return {
    message: 'Utkastet svarer ikke i Fiken, men kan være fakturert. Vi ser etter det i ti minutter, og sletter så overføringen.',
    checking: true,
  }
}

/** What has been seen so far, with this look; null when the draft is known to be gone. @throws Refusal when it is there */
async function unlessInFiken(platform: Platform, row: TransferRow): Promise<Absence | null> {
  if ((await askFiken(platform, row)).kind === 'nothing') {
    const { absence, verdict } = emptyLook({ row, platform })
    return verdict.gone ? null : absence
  }
  throw new Refusal(
    409,
    'draft_exists',
    'Utkastet ligger i Fiken. Trykk «Prøv igjen», så tas det inn her; vil du ikke ha det, slett det i Fiken først.',
  )
}

export async function restore(platform: Platform, userId: string, id: string): Promise<string> {
  const row = await transferById(platform.db, userId, id)
  if (!row) throw notFound('Overføringen finnes ikke.')
  if (!row.skipTransfer) return 'Overføringen er ikke slettet.'
  // It comes back to a person, never straight into the queue.
  const waiting = row.status === 'queued' ? { status: 'pending', pendingReason: 'fetched' } : {}
  const back = { ...waiting, skipTransfer: false, nextAttemptAt: null, overruled: [] }
  await change(platform, row, 'delete', back, 'Gjenopprettet')
  return 'Overføringen er gjenopprettet.'
}

/** Takes a line back in that was left out. */
export async function putLineBack(platform: Platform, userId: string, id: string, lineIndex: number): Promise<string> {
  return underLock(platform, userId, id, async (inside, row) => {
    refuseUnless(row, 'editLines', 'Linjene kan ikke endres når overføringen kjører eller er fullført.')
    const line = row.servicem8Data?.line_items?.[lineIndex]
    if (!line?.uuid || !row.snapshot) throw notFound('Varelinjen finnes ikke.')
    if (!line.removed) return 'Varelinjen er med.'
    const snapshot = { ...row.snapshot, leftOut: row.snapshot.leftOut.filter((uuid) => uuid !== line.uuid) }
    await change(inside, row, 'editLines', await edited(inside, userId, snapshot), `${named(line)} er tatt med igjen`)
    return 'Varelinjen er tatt med igjen'
  })
}

export async function removeAllPending(platform: Platform, userId: string): Promise<number> {
  return skipAllPending(platform.db, userId, instant(platform.clock))
}

/**
 * Leaves a line out. The index points into the stored lines, which keep their places, so a double click leaves out one line; the row is
 * locked meanwhile, so that two lines clicked at once are both left out.
 *
 * @param expected the line's uuid as the screen knew it
 */
export async function leaveOutLine(
  platform: Platform,
  userId: string,
  id: string,
  lineIndex: number,
  expected?: string,
): Promise<string> {
  return underLock(platform, userId, id, async (inside, row) => {
    refuseUnless(row, 'editLines', 'Linjene kan ikke endres når overføringen kjører eller er fullført.')
    const line = row.servicem8Data?.line_items?.[lineIndex]
    if (!line || !row.snapshot) throw notFound('Varelinjen finnes ikke.')
    // The job may have been edited in ServiceM8 since the screen was drawn: its lines may have moved.
    if (expected !== undefined && line.uuid !== expected) throw changedMeanwhile()
    if (line.removed || !line.uuid) return 'Varelinjen var allerede slettet.'
    const snapshot = { ...row.snapshot, leftOut: [...row.snapshot.leftOut, line.uuid] }
    await change(inside, row, 'editLines', await edited(inside, userId, snapshot), `${named(line)} er utelatt`)
    return 'Varelinje slettet'
  })
}

const named = ({ description }: { description: string }) => `Varelinjen «${description.slice(0, 80)}»`

/** What Fiken made of the lines as they were before says nothing of them now. */
const edited = async (inside: Platform, userId: string, snapshot: JobSnapshot) => ({
  ...(await columnsOfTransfer(inside.db, userId, snapshot)),
  netAmount: null,
})

/** The row cannot change between what is decided about it and what is written: of two acts at once the second sees the first. */
export function underLock<T>(
  platform: Platform,
  userId: string,
  id: string,
  act: (inside: Platform, row: TransferRow) => Promise<T>,
): Promise<T> {
  return platform.db.transaction(async (tx) => {
    await lockTransfer(tx, userId, id)
    const inside = { ...platform, db: tx }
    return act(inside, await wanted(inside, userId, id))
  })
}

const mayHaveDraft = (row: TransferRow) => row.outcomeUnknown || row.fikenInvoiceDraftId !== null

export const changedMeanwhile = () =>
  new Refusal(409, 'wrong_status', 'Overføringen ble endret i mellomtiden. Last siden på nytt.')

export async function wanted(platform: Platform, userId: string, id: string): Promise<TransferRow> {
  const row = await transferById(platform.db, userId, id)
  if (!row || row.skipTransfer) throw notFound('Overføringen finnes ikke, eller er slettet.')
  return row
}

export function refuseUnless(row: TransferRow, act: TransferAct, message: string): void {
  if (!may(act, row.status)) throw new Refusal(409, 'wrong_status', message, { status: row.status })
}

/** The write itself is conditional on the status, so of two acts at once one wins and the other is told. */
export async function change(
  platform: Platform,
  row: TransferRow,
  act: TransferAct,
  set: Partial<NewTransfer>,
  text: string,
): Promise<void> {
  const now = instant(platform.clock)
  const journal = createJournal(platform.clock)
  journal.person(act, text)
  await platform.db.transaction(async (tx) => {
    const changed = await changeTransfer(tx, row, statusesFor(act), { ...set, updatedAt: now })
    if (!changed) throw changedMeanwhile()
    await journal.flush(tx, row)
  })
}

import { isExternalError } from '#clients/http/external-error'
import { causeOf } from '#shared/causes/index'
import { addDays, dateOf, today } from '#shared/dates'
import { jobTitle } from '#shared/transfer-display'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity, recordActivityOnce } from '../activity-log/record.ts'
import { configurationOf } from '../configuration/queries.ts'
import { openFiken } from '../connections/tokens/open-clients.ts'
import { causeForPerson, isPassing, isVendorTrouble } from '../connections/vendor-trouble.ts'
import { contactFromMirror } from '../mirrors/contacts.ts'
import { findCursor, saveCursor } from '../mirrors/cursor-store.ts'
import {
  followedTransfers,
  takenOffDeposits,
  unsettledReplaced,
  writeDepositCredits,
  writePayments,
} from '../transfers/payment-store.ts'
import { judgeDeposits, type SeenDeposit } from './deposit-credits.ts'
import { changedSince, judge, type Judged } from './judge.ts'
import { readPayments } from './read-payments.ts'
import { readReplaced } from './read-replaced.ts'
import { recordTakenBack } from './record-write-back.ts'
import { noteRun } from './schedule-store.ts'
import { noteDue, writtenBackOf } from './store.ts'
import { writeBack } from './write-back.ts'

const RECORD_AGAIN_MS = 7 * 24 * 60 * 60_000
/**
 * The maximum number of days for which changes are requested again when a list repeatedly cannot be
 * read completely.
 */
const DAYS_BACK = 31

/**
 * Reads the payments of invoices from Fiken with the lowest priority, and then reports payments to
 * ServiceM8 if the user has switched that on. Never throws a vendor's failure: a cause that only
 * the user can fix is logged once a week, a grant that has ended is shown on the connection, and
 * other failures end without the user's action.
 */
export async function lookAtPayments(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  const { completedAt: lastRun } = await findCursor(platform.db, companyId, 'payments', '')
  // The first run only starts the interval, because drafts created just now cannot have been
  // invoiced yet.
  if (lastRun === null) return noteRun(platform, companyId, false)
  let cutShort = true
  try {
    const away = await look(platform, companyId, signal)
    cutShort = signal.aborted || (await writeBack(platform, companyId, signal)) || away
  } finally {
    // This runs after an internal error too, so that the error is not repeated at every tick.
    await noteRun(platform, companyId, cutShort)
  }
}

/**
 * Reads and stores the payments. Returns true if Fiken was unavailable, so that another attempt
 * soon makes sense.
 */
async function look(platform: Platform, companyId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await readAndWrite(platform, companyId, signal)
    return false
  } catch (error) {
    if (!isVendorTrouble(error)) throw error
    platform.log.info({ err: error, companyId }, 'payments could not be asked about')
    await recordTrouble(platform, companyId, error)
    return isPassing(error)
  }
}

async function readAndWrite(
  platform: Platform,
  companyId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db } = platform
  const {
    fikenCompanySlug: slug,
    requiresCompanySelection,
    writeBackPayments,
  } = await configurationOf(db, companyId)
  if (!slug || requiresCompanySelection) return
  const now = instant(platform.clock)
  const followed = await followedTransfers(db, companyId, slug, now)
  const unsettled = await unsettledReplaced(db, companyId, slug)
  const deposits = await takenOffDeposits(db, companyId, slug, now)
  if (followed.length + unsettled.length + deposits.length === 0) return
  const { cursor } = await findCursor(db, companyId, 'payments', slug)
  const { client } = await openFiken(platform, companyId, { unhurried: true, signal })
  const company = client.company(slug)
  if (await readReplaced(platform, companyId, company, unsettled, signal))
    platform.live.publish(companyId, 'transfers', 'activity')
  if (followed.length + deposits.length === 0) return
  const reading = await readPayments(
    company,
    { followed, deposits },
    changedSince(
      cursor,
      [...followed, ...deposits.map(({ since }) => ({ known: 'paid' as const, since }))],
      dateOf,
    ),
    signal,
  )

  const seen = await withNames(db, companyId, slug, judge(followed, reading))
  const lost = judgeDeposits(deposits, reading)
  const at = instant(platform.clock)
  // A single transaction ensures that every stored payment is also queued to be reported to
  // ServiceM8.
  await db.transaction(async (tx) => {
    await writePayments(tx, companyId, seen, at)
    if (writeBackPayments) await noteForServicem8(tx, companyId, seen, at)
    await noteDeposits(tx, companyId, lost, at)
  })
  const day = today(now)
  const back = addDays(day, -DAYS_BACK)
  const reached = reading.whole ? day : cursor > back ? cursor : back
  await saveCursor(db, companyId, 'payments', slug, {
    cursor: reached,
    completedAt: instant(platform.clock),
  })
  if (seen.length + lost.length > 0) platform.live.publish(companyId, 'transfers', 'stats')
  if (lost.length > 0) platform.live.publish(companyId, 'activity')
}

/**
 * Stores and logs credited deposits. Drafts have deducted these deposits although they are no
 * longer paid, so the user must be told.
 */
async function noteDeposits(
  tx: Db,
  companyId: string,
  seen: readonly SeenDeposit[],
  at: Date,
): Promise<void> {
  await writeDepositCredits(tx, companyId, seen, at)
  for (const { transferId, servicem8JobId, servicem8Data, text } of seen) {
    if (text === null) continue
    await recordActivity(tx, {
      companyId,
      actor: null,
      type: 'transfer',
      action: 'deposit_credited',
      description: `${jobTitle(servicem8Data, servicem8JobId)}: ${text}`,
      success: false,
      metadata: { jobUuid: servicem8JobId, transferId },
      at,
    })
  }
}

async function withNames(
  db: Db,
  companyId: string,
  slug: string,
  seen: readonly Judged[],
): Promise<Judged[]> {
  const named: Judged[] = []
  for (const one of seen) {
    const { edited } = one
    const contact = edited?.customerId
      ? await contactFromMirror(db, companyId, slug, Number(edited.customerId))
      : null
    named.push(
      edited && contact ? { ...one, edited: { ...edited, customerName: contact.name } } : one,
    )
  }
  return named
}

/**
 * Queues new payments to be reported to ServiceM8. Payments reversed in Fiken are only logged,
 * because we must not delete a payment in ServiceM8.
 */
async function noteForServicem8(
  tx: Db,
  companyId: string,
  seen: readonly Judged[],
  at: Date,
): Promise<void> {
  const isPaid = ({ status }: Judged) => status === 'paid' || status === 'part_paid'
  await noteDue(
    tx,
    companyId,
    seen.filter((one) => isPaid(one) && (one.paid ?? 0) > one.paidBefore),
    at,
  )
  const less = seen.filter((one) => (one.paid ?? 0) < one.paidBefore).map(({ id }) => id)
  await recordTakenBack(tx, companyId, [...(await writtenBackOf(tx, companyId, less))], at)
}

async function recordTrouble(platform: Platform, companyId: string, error: unknown): Promise<void> {
  const cause = causeForPerson(error)
  if (cause === null) return
  const entry = {
    companyId,
    actor: null,
    type: 'integration',
    action: 'payments_failed',
    description: `Kunne ikke hente betalinger fra Fiken. ${causeOf(cause).explanation}`,
    success: false,
    metadata: isExternalError(error) && error.details ? { error: error.details } : {},
    at: instant(platform.clock),
  } as const
  await recordActivityOnce(platform.db, entry, RECORD_AGAIN_MS)
}

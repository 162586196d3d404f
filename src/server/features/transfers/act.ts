import { may, statusesFor, type TransferAct } from '#shared/transfer-status'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, HttpError } from '../../platform/http-error.ts'
import { changeTransfer, changeWithDraft, lockTransfer } from './store.ts'
import { transferById } from './queries.ts'
import type { TransferChange, TransferRow } from './tables.ts'
import { createTimeline } from './timeline.ts'
import { insertEntries } from './timeline-store.ts'

/**
 * The common parts of the user's acts on a transfer. An act is refused (409) exactly where
 * shared/transfer-status.ts gives no button for it.
 */

/**
 * The row cannot change between what is decided about it and what is written: of two concurrent
 * acts the second sees the first.
 */
export function underLock<T>(
  platform: Platform,
  userId: string,
  id: string,
  act: (inside: Platform, row: TransferRow) => Promise<T>,
): Promise<T> {
  return platform.db.transaction(async (tx) => {
    await lockTransfer(tx, userId, id)
    const inside = { ...platform, db: tx }
    return act(inside, await findTransfer(inside, userId, id))
  })
}

export const changedSince = () =>
  new HttpError(409, 'wrong_status', 'Overføringen ble endret i mellomtiden. Last siden på nytt.')

export async function findTransfer(
  platform: Platform,
  userId: string,
  id: string,
): Promise<TransferRow> {
  const row = await transferById(platform.db, userId, id)
  if (!row || row.skipTransfer) throw notFound('Overføringen finnes ikke, eller er slettet.')
  return row
}

export function refuseUnless(row: TransferRow, act: TransferAct, message: string): void {
  if (!may(act, row.status))
    throw new HttpError(409, 'wrong_status', message, { status: row.status })
}

/** Changes the row, and for most acts all rows of its draft (decision 0054). */
async function changeAll(
  tx: Db,
  row: TransferRow,
  act: TransferAct,
  set: TransferChange,
): Promise<TransferRow[]> {
  const from = statusesFor(act)
  const { overruled, ...common } = set
  // What a person overrules when starting one is said of that job.
  const isOverruled = act === 'retry' && overruled !== undefined
  const changed = OF_ONE_JOB.includes(act)
    ? await changeTransfer(tx, row, from, set).then((one) => (one ? [one] : []))
    : await changeWithDraft(tx, row, from, isOverruled ? common : set)
  if (changed.length === 0) throw changedSince()
  if (isOverruled) await changeTransfer(tx, row, ['queued'], { overruled })
  return changed
}

/** The acts that concern one job, even when it shares a draft. */
const OF_ONE_JOB: readonly TransferAct[] = ['editLines', 'chooseDeposit']

/**
 * Writes the change if the status still allows it, so that of two concurrent acts one wins and the
 * other fails. Returns the changed rows: of a draft of several jobs, all of them.
 */
export async function change(
  platform: Platform,
  row: TransferRow,
  act: TransferAct,
  set: TransferChange,
  text: string,
): Promise<TransferRow[]> {
  const now = instant(platform.clock)
  const timeline = createTimeline(platform.clock)
  timeline.person(act, text)
  return platform.db.transaction(async (tx) => {
    const entries = timeline.take()
    const changed = await changeAll(tx, row, act, { ...set, updatedAt: now })
    for (const one of changed) await insertEntries(tx, one, entries)
    return changed
  })
}

import { may, statusesFor, type TransferAct } from '#shared/transfer-status'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound, HttpError } from '../../../platform/http-error.ts'
import { changeTransfer, lockTransfer } from '../store.ts'
import { transferById } from '../queries.ts'
import type { NewTransfer, TransferRow } from '../tables.ts'
import { createTimeline } from '../timeline.ts'

/**
 * What a person's acts on a transfer share. An act is refused (409) exactly where
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

/**
 * The write itself is conditional on the status, so of two concurrent acts one wins and the other
 * gets an error.
 */
export async function change(
  platform: Platform,
  row: TransferRow,
  act: TransferAct,
  set: Partial<NewTransfer>,
  text: string,
): Promise<void> {
  const now = instant(platform.clock)
  const timeline = createTimeline(platform.clock)
  timeline.person(act, text)
  await platform.db.transaction(async (tx) => {
    const changed = await changeTransfer(tx, row, statusesFor(act), { ...set, updatedAt: now })
    if (!changed) throw changedSince()
    await timeline.flush(tx, row)
  })
}

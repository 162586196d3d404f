import { may, statusesFor, type TransferAct } from '#shared/transfer-status'
import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound, HttpError } from '../../platform/http-error.ts'
import { changeTransfer, changeWithDraft, lockTransfer } from './store.ts'
import { transferById } from './queries.ts'
import type { TransferChange, TransferRow } from './tables.ts'
import { createTimeline } from './timeline.ts'
import { insertEntries } from './timeline-store.ts'

/**
 * This file has the steps that all actions share. An action is refused (409) exactly when
 * shared/transfer-status.ts shows no button for it.
 */

/**
 * Runs `act` with the row locked from decision to write: of two concurrent actions, the second sees
 * the result of the first.
 */
export function underLock<T>(
  platform: Platform,
  companyId: string,
  id: string,
  act: (inside: Platform, row: TransferRow) => Promise<T>,
): Promise<T> {
  return platform.db.transaction(async (tx) => {
    await lockTransfer(tx, companyId, id)
    const inside = { ...platform, db: tx }
    return act(inside, await findTransfer(inside, companyId, id))
  })
}

export const changedSince = () =>
  new HttpError(409, 'wrong_status', 'Overføringen ble endret i mellomtiden. Last siden på nytt.')

export async function findTransfer(
  platform: Platform,
  companyId: string,
  id: string,
): Promise<TransferRow> {
  const row = await transferById(platform.db, companyId, id)
  if (!row || row.skipTransfer) throw notFound('Overføringen finnes ikke, eller er slettet.')
  return row
}

export function refuseUnless(row: TransferRow, act: TransferAct, message: string): void {
  if (!may(act, row.status))
    throw new HttpError(409, 'wrong_status', message, { status: row.status })
}

/** Changes the row and, for most actions, all other rows on the same draft (decision 0054). */
async function changeAll(
  tx: Db,
  row: TransferRow,
  act: TransferAct,
  set: TransferChange,
): Promise<TransferRow[]> {
  const from = statusesFor(act)
  const { overruled, ...common } = set
  // An overruling while starting a transfer applies only to that job.
  const isOverruled = act === 'retry' && overruled !== undefined
  const changed = OF_ONE_JOB.includes(act)
    ? await changeTransfer(tx, row, from, set).then((one) => (one ? [one] : []))
    : await changeWithDraft(tx, row, from, isOverruled ? common : set)
  if (changed.length === 0) throw changedSince()
  if (isOverruled) await changeTransfer(tx, row, ['queued'], { overruled })
  return changed
}

const OF_ONE_JOB: readonly TransferAct[] = ['editLines', 'chooseDeposit']

/**
 * Changes the row only if its status still allows the action, so that one of two concurrent actions
 * wins. Returns all changed rows: every row on the draft when several jobs share it.
 */
export async function change(
  platform: Platform,
  row: TransferRow,
  act: TransferAct,
  set: TransferChange,
  { text, actor }: { text: string; actor: Actor | null },
): Promise<TransferRow[]> {
  const now = instant(platform.clock)
  const timeline = createTimeline(platform.clock)
  timeline.person(act, text, actor)
  return platform.db.transaction(async (tx) => {
    const entries = timeline.take()
    const changed = await changeAll(tx, row, act, { ...set, updatedAt: now })
    for (const one of changed) await insertEntries(tx, one, entries)
    return changed
  })
}

import { isDeepStrictEqual } from 'node:util'
import { nextCollectiveDay, type CollectiveTime } from '#shared/collective'
import { today } from '#shared/dates'
import type { Db } from '../../platform/database/database.ts'
import { noteUse } from '../auth/note-use.ts'
import { dropChoice, saveChoice, setNextDay } from './choice-store.ts'
import { choiceOf, type CollectiveChoice } from './queries.ts'

export interface Choice {
  clientUuid: string
  time: CollectiveTime
  byPurchaseOrder: boolean
}

/**
 * Stores the choice to collect a client's jobs on one draft, with the interval.
 * @returns the date of the first draft, yyyy-mm-dd in Norway; null when drafts are made by hand
 */
export async function choose(
  db: Db,
  companyId: string,
  choice: Choice,
  now: Date,
): Promise<string | null> {
  const date = today(now)
  const before = await choiceOf(db, companyId, choice.clientUuid)
  // A date that is due is kept, because its draft has not been made yet.
  const isDue = before?.nextOn != null && before.nextOn <= date
  const nextOn =
    isDue && isDeepStrictEqual(before.time, choice.time)
      ? before.nextOn
      : nextCollectiveDay(choice.time, date)
  await saveChoice(db, companyId, { ...choice, nextOn }, now)
  await noteUse(db, companyId, 'collective')
  return nextOn
}

/** Ends collective drafts for the client. Returns false when there was no choice. */
export async function endChoice(db: Db, companyId: string, clientUuid: string): Promise<boolean> {
  return dropChoice(db, companyId, clientUuid)
}

/**
 * Replaces a due date with the next date after `date`, so that several missed dates give only one
 * draft. Returns false when another process was first, or the user has chosen another day.
 */
export async function moveOn(
  tx: Db,
  companyId: string,
  choice: CollectiveChoice,
  date: string,
): Promise<boolean> {
  return setNextDay(tx, companyId, choice, nextCollectiveDay(choice.time, date))
}

import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { CollectiveChoice } from './queries.ts'
import { collectiveChoices } from './tables.ts'

export async function saveChoice(
  db: Db,
  companyId: string,
  { clientUuid, time, byPurchaseOrder, nextOn }: CollectiveChoice,
  now: Date,
): Promise<void> {
  const set = {
    every: time.every,
    day: time.every === 'month' ? time.day : time.every === 'week' ? time.weekday : null,
    byPurchaseOrder,
    nextOn,
    savedAt: now,
  }
  await db
    .insert(collectiveChoices)
    .values({ companyId, clientUuid, ...set })
    .onConflictDoUpdate({
      target: [collectiveChoices.companyId, collectiveChoices.clientUuid],
      set,
    })
}

/** Deletes the user's choice for the client. Returns false when there was no choice. */
export async function dropChoice(db: Db, companyId: string, clientUuid: string): Promise<boolean> {
  const dropped = await db
    .delete(collectiveChoices)
    .where(
      and(eq(collectiveChoices.companyId, companyId), eq(collectiveChoices.clientUuid, clientUuid)),
    )
    .returning({ clientUuid: collectiveChoices.clientUuid })
  return dropped.length > 0
}

/**
 * Sets the next date of collective drafts for the client. Returns false when the date has changed
 * since the choice was read.
 */
export async function setNextDay(
  tx: Db,
  companyId: string,
  { clientUuid, nextOn }: CollectiveChoice,
  next: string | null,
): Promise<boolean> {
  if (nextOn === null) return false
  const moved = await tx
    .update(collectiveChoices)
    .set({ nextOn: next })
    .where(
      and(
        eq(collectiveChoices.companyId, companyId),
        eq(collectiveChoices.clientUuid, clientUuid),
        eq(collectiveChoices.nextOn, nextOn),
      ),
    )
    .returning({ clientUuid: collectiveChoices.clientUuid })
  return moved.length > 0
}

import { and, eq, not, sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { Wishes } from './still-wanted.ts'
import { transfers } from './tables.ts'

/** What a user wants, and what became of a row, held as they are to the end of the transaction. Settings first, then the row. */

/** A save of the settings is either seen here or waits until the transaction ends. Null: the user has no settings. */
export async function lockWishes(tx: Db, userId: string): Promise<Wishes | null> {
  const [row] = await rowsOf<{ slug: string | null; anew: boolean; is_active: boolean; user_is_active: boolean }>(
    tx,
    sql`select f.fiken_company_slug as slug, f.requires_company_selection as anew, f.is_active, u.is_active as user_is_active
        from configurations f join users u on u.id = f.user_id where f.user_id = ${userId} for share of f`,
  )
  if (!row) return null
  return {
    fikenCompanySlug: row.slug,
    requiresCompanySelection: row.anew,
    isActive: row.is_active,
    userIsActive: row.user_is_active,
  }
}

/** Of the user's settings, `wish`: a row while transfers into this company are wanted, held until the statement that reads it has ended. */
export function wishOf(userId: string, slug: string): SQL {
  return sql`select f.is_active from configurations f join users u on u.id = f.user_id
    where f.user_id = ${userId} and f.fiken_company_slug = ${slug} and not f.requires_company_selection and u.is_active for share of f`
}

/** What notWanted() says with `wish` as the settings, as a condition on a row of `transfers`. */
export const stillWanted = sql`not ${transfers.skipTransfer} and exists (select from wish where wish.is_active or ${transfers.askedWhileOff})`

/** Null: the run has lost the row, or a person has deleted it. */
export async function lockClaimed(
  tx: Db,
  row: { id: string; userId: string },
  claim: string,
): Promise<{ askedWhileOff: boolean } | null> {
  const [found] = await tx
    .select({ askedWhileOff: transfers.askedWhileOff })
    .from(transfers)
    .where(
      and(
        eq(transfers.userId, row.userId),
        eq(transfers.id, row.id),
        eq(transfers.claim, claim),
        eq(transfers.status, 'processing'),
        not(transfers.skipTransfer),
      ),
    )
    .for('update')
  return found ?? null
}

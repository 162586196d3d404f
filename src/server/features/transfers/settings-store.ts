import { and, eq, sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { transfers } from './tables.ts'

/** The reason why the user's settings hold a transfer. */
export type Blocker = 'locked_user' | 'inactive' | 'company' | 'other_company'

/** The user's settings, to be named `settings`. */
const settingsOf = (userId: string | SQL): SQL =>
  sql`select f.is_active, f.requires_company_selection, f.fiken_company_slug as slug, u.is_active as user_is_active
    from configurations f join users u on u.id = f.user_id where f.user_id = ${userId}`

/**
 * Returns the settings as settingsOf(). A save of the settings is either seen here, or waits until
 * the statement or its transaction has ended.
 */
export const heldSettings = (userId: string): SQL => sql`${settingsOf(userId)} for share of f`

/**
 * The rule, written once: returns why a transfer may not go on under `settings`, or null. Switched
 * off, it waits unless the user started it while it was off.
 *
 * @param slug the company that the run works for; null = whichever is chosen
 */
export function blockerOf(askedWhileOff: SQL, slug: string | null): SQL<Blocker | null> {
  const otherCompany =
    slug === null ? sql`` : sql`when settings.slug <> ${slug} then 'other_company'`
  return sql`case
    when not settings.user_is_active then 'locked_user'
    when not settings.is_active and not ${askedWhileOff} then 'inactive'
    when coalesce(settings.slug, '') = '' or settings.requires_company_selection then 'company'
    ${otherCompany} end`
}

/** The rule as a condition on a row of `transfers`, for the statement that writes it. */
export const isUnblocked = (slug: string): SQL =>
  sql`not ${transfers.skipTransfer} and exists (select from settings where ${blockerOf(sql`${transfers.askedWhileOff}`, slug)} is null)`

/**
 * Returns what the rule says now; with `hold`, also until the end of the transaction. A user without
 * settings has no company.
 */
export async function readBlocker(
  db: Db,
  userId: string,
  askedWhileOff: boolean,
  slug: string | null,
  { hold = false } = {},
): Promise<Blocker | null> {
  const [row] = await rowsOf<{ blocker: Blocker | null }>(
    db,
    sql`with settings as materialized (${hold ? heldSettings(userId) : settingsOf(userId)})
        select ${blockerOf(sql`${askedWhileOff}::boolean`, slug)} as blocker from settings`,
  )
  return row ? row.blocker : 'company'
}

interface Asked {
  userId: string
  askedWhileOff: boolean
}

/**
 * Returns what the rule says at the start of a run, whichever company is chosen; many lanes ask at
 * once.
 */
export async function blockerAtStart(db: Db, asked: Asked): Promise<Blocker | null> {
  const [row] = await readBlockers(db, asked)
  return row ? row.blocker : 'company'
}

const readBlockers = readTogether<Asked, Asked & { blocker: Blocker | null }>(
  ({ userId, askedWhileOff }) => `${userId} ${askedWhileOff}`,
  (db, keys) =>
    rowsOf(
      db,
      sql`select k."userId", k."askedWhileOff", ${blockerOf(sql`k."askedWhileOff"`, null)} as blocker
        from ${keyTable(keys, sql`"userId" uuid, "askedWhileOff" boolean`)}
          join lateral (${settingsOf(sql`k."userId"`)}) settings on true`,
    ),
)

/** Holds the row for its run. Returns null when the run has lost it, or the user has deleted it. */
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
        eq(transfers.skipTransfer, false),
      ),
    )
    .for('update')
  return found ?? null
}

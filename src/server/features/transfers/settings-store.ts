import { and, eq, sql, type SQL } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { transfers } from './tables.ts'

export type Blocker = 'locked_user' | 'inactive' | 'company' | 'other_company'

/** Returns the query for a user's settings, which other SQL parts expect as `settings`. */
const settingsOf = (companyId: string | SQL): SQL =>
  sql`select f.is_active, f.requires_company_selection, f.fiken_company_slug as slug, co.is_active as user_is_active
    from configurations f join companies co on co.id = f.user_id where f.user_id = ${companyId}`

/**
 * Returns the same query as settingsOf(), but locks the settings until the transaction ends: a
 * concurrent save is either seen here or waits.
 */
export const heldSettings = (companyId: string): SQL => sql`${settingsOf(companyId)} for share of f`

/**
 * Returns the SQL expression for the reason why a transfer may not continue under `settings`, or
 * null. The rule is written only here. While the integration is off, a transfer waits unless the
 * user started it in that time.
 * @param slug the company that the run works for; null for whichever company is chosen
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

export const isUnblocked = (slug: string): SQL =>
  sql`not ${transfers.skipTransfer} and exists (select from settings where ${blockerOf(sql`${transfers.askedWhileOff}`, slug)} is null)`

/**
 * Returns the reason why a user's transfer may not continue, or null. With `hold`, the settings
 * stay locked until the transaction ends. A user without settings has no company, so the reason is
 * then `company`.
 */
export async function readBlocker(
  db: Db,
  companyId: string,
  askedWhileOff: boolean,
  slug: string | null,
  { hold = false } = {},
): Promise<Blocker | null> {
  const [row] = await rowsOf<{ blocker: Blocker | null }>(
    db,
    sql`with settings as materialized (${hold ? heldSettings(companyId) : settingsOf(companyId)})
        select ${blockerOf(sql`${askedWhileOff}::boolean`, slug)} as blocker from settings`,
  )
  return row ? row.blocker : 'company'
}

interface Asked {
  companyId: string
  askedWhileOff: boolean
}

/**
 * Returns the reason why a run may not start, whichever company is chosen, or null. Requests from
 * many lanes are combined into one query.
 */
export async function blockerAtStart(db: Db, asked: Asked): Promise<Blocker | null> {
  const [row] = await readBlockers(db, asked)
  return row ? row.blocker : 'company'
}

const readBlockers = readTogether<Asked, Asked & { blocker: Blocker | null }>(
  ({ companyId, askedWhileOff }) => `${companyId} ${askedWhileOff}`,
  (db, keys) =>
    rowsOf(
      db,
      sql`select k."companyId", k."askedWhileOff", ${blockerOf(sql`k."askedWhileOff"`, null)} as blocker
        from ${keyTable(keys, sql`"companyId" uuid, "askedWhileOff" boolean`)}
          join lateral (${settingsOf(sql`k."companyId"`)}) settings on true`,
    ),
)

/**
 * Locks a claimed row. Returns null when the run has lost its claim, or the user has deleted the
 * transfer.
 */
export async function lockClaimed(
  tx: Db,
  row: { id: string; companyId: string },
  claim: string,
): Promise<{ askedWhileOff: boolean } | null> {
  const [found] = await tx
    .select({ askedWhileOff: transfers.askedWhileOff })
    .from(transfers)
    .where(
      and(
        eq(transfers.companyId, row.companyId),
        eq(transfers.id, row.id),
        eq(transfers.claim, claim),
        eq(transfers.status, 'processing'),
        eq(transfers.skipTransfer, false),
      ),
    )
    .for('update')
  return found ?? null
}

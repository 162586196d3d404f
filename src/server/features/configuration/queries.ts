import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import { configurations } from './tables.ts'

export type ConfigurationRow = typeof configurations.$inferSelect

/**
 * Returns the user's configuration, and creates a row with default values if none exists.
 * Idempotent.
 */
export async function configurationOf(db: Db, companyId: string): Promise<ConfigurationRow> {
  const found = await findConfiguration(db, companyId)
  if (found) return found
  await db
    .insert(configurations)
    .values({ id: randomUUID(), companyId, createdAt: sql`now()`, updatedAt: sql`now()` })
    .onConflictDoNothing({ target: configurations.companyId })
  const made = await findConfiguration(db, companyId)
  if (!made) throw new Error('A configuration could not be made: the user does not exist')
  return made
}

/** Returns the companies among these whose integration has ever been on. */
export async function everActiveOf(db: Db, companyIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ companyId: configurations.companyId })
    .from(configurations)
    .where(
      and(
        inArray(configurations.companyId, [...companyIds]),
        isNotNull(configurations.activatedAt),
      ),
    )
  return new Set(rows.map(({ companyId }) => companyId))
}

/**
 * Locks the user's configuration until the transaction ends, and returns it. Of two simultaneous
 * saves, the second therefore sees the first save's result.
 */
export async function holdConfiguration(tx: Db, companyId: string): Promise<ConfigurationRow> {
  const [row] = await tx
    .select()
    .from(configurations)
    .where(eq(configurations.companyId, companyId))
    .for('update')
  if (!row) throw new Error('There is no configuration to hold')
  return row
}

/**
 * Returns true if another company of ours uses the company in Fiken: has chosen it, and is connected
 * or to be connected again. Two companies that shared one before that was refused count only
 * when choosing anew. Whoever chooses it holds it until the transaction ends. An index cannot
 * refuse it, because of those from before, and because it depends on the connection; and the
 * embedded database, where a lock holds nothing, runs one transaction at a time.
 */
export async function isTaken(
  tx: Db,
  companyId: string,
  slug: string,
  { confirms = false } = {},
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('fiken company'), hashtext(${slug}))`)
  const rows = await rowsOf(
    tx,
    sql`select from configurations f join connections c on c.user_id = f.user_id and c.vendor = 'fiken' and c.status <> 'disconnected'
        where f.fiken_company_slug = ${slug} and f.user_id <> ${companyId}
          and ${confirms ? sql`f.fiken_company_since is not null` : sql`true`} limit 1`,
  )
  return rows.length > 0
}

async function findConfiguration(db: Db, companyId: string): Promise<ConfigurationRow | undefined> {
  const [row] = await readConfigurations(db, { companyId })
  return row
}

const readConfigurations = rowsTogether(configurations, ['companyId'])

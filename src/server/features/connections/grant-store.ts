import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import type { RefusalSince } from './token-refusal.ts'
import { connections, grantCompanies, grants, type GrantStatus } from './tables.ts'

/** A stored grant with its encrypted tokens. Rows must not leave this feature. */
export type GrantRow = typeof grants.$inferSelect

export async function findGrant(db: Db, id: string): Promise<GrantRow | null> {
  const [row] = await db.select().from(grants).where(eq(grants.id, id))
  return row ?? null
}

/** Returns the companies that use the grant. */
export async function companiesOfGrant(db: Db, grantId: string): Promise<string[]> {
  const rows = await db
    .select({ companyId: connections.companyId })
    .from(connections)
    .where(eq(connections.grantId, grantId))
    .orderBy(connections.companyId)
  return rows.map(({ companyId }) => companyId)
}

/** Replaces the stored companies in Fiken that the grant gives access to. */
export async function keepGrantCompanies(
  db: Db,
  grantId: string,
  companies: readonly { slug: string; name: string; organizationNumber: string }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const [held] = await tx
      .select({ id: grants.id })
      .from(grants)
      .where(eq(grants.id, grantId))
      .for('no key update')
    if (!held) return
    await tx.delete(grantCompanies).where(eq(grantCompanies.grantId, grantId))
    if (companies.length > 0)
      await tx.insert(grantCompanies).values(
        companies.map(({ slug, name, organizationNumber }) => ({
          ...{ grantId, slug, name, organizationNumber },
        })),
      )
  })
}

export const NOT_REFUSED = { refusal: null, refusedSince: null }

/**
 * The row as it was read. A write is skipped if the refresh token has changed since then, because
 * the token was rotated or the person authorised again.
 */
type Seen = Pick<GrantRow, 'id' | 'refreshToken'>

const asSeen = ({ id, refreshToken }: Seen) =>
  and(
    eq(grants.id, id),
    refreshToken === null
      ? sql`${grants.refreshToken} is null`
      : eq(grants.refreshToken, refreshToken),
  )

/**
 * The statuses in which tokens are used and renewed, because the tokens are valid or might become
 * valid again.
 */
const KEEPS_TOKENS: GrantStatus[] = ['connected', 'refused']
export const DEAD = 'reauth_required' satisfies GrantStatus
const keepsTokens = inArray(grants.status, KEEPS_TOKENS)

/**
 * Stores renewed tokens if the old refresh token and the status that was read are still stored. The
 * grant then counts as accepted, even if another process, having tried the old refresh token in the
 * meantime, has marked the grant as ended.
 * @param tx a transaction, because the companies' connections are written too
 */
export async function rotateTokens(
  tx: Db,
  seen: Seen & Pick<GrantRow, 'status'>,
  next: Pick<GrantRow, 'accessToken' | 'refreshToken' | 'sealedFor' | 'expiresAt' | 'scope'> & {
    /** The time of the next check of the grant; null when no work waits for the grant. */
    checkAt: Date | null
    at: Date
  },
): Promise<boolean> {
  const { at, ...values } = next
  if (seen.status !== 'connected') await lockCompanies(tx, seen.id)
  const rows = await tx
    .update(grants)
    .set({
      ...values,
      status: seen.status === 'ending' ? 'ending' : 'connected',
      ...NOT_REFUSED,
      updatedAt: at,
    })
    .where(and(asSeen(seen), eq(grants.status, seen.status)))
    .returning({ id: grants.id })
  if (rows.length > 0 && seen.status !== 'connected')
    await tellCompanies(tx, seen.id, {
      status: 'connected',
      ...(seen.status === DEAD ? { problem: null } : {}),
      updatedAt: at,
    })
  return rows.length > 0
}

/** Locks the connections before the grant, as everywhere (pointer-store.ts). */
async function lockCompanies(tx: Db, grantId: string): Promise<void> {
  await tx
    .select({ id: connections.id })
    .from(connections)
    .where(eq(connections.grantId, grantId))
    .orderBy(connections.id)
    .for('update')
}

/** Writes the grant's status at every company that uses it. */
async function tellCompanies(
  tx: Db,
  grantId: string,
  change: Partial<Pick<typeof connections.$inferSelect, 'status' | 'problem' | 'updatedAt'>>,
): Promise<void> {
  await tx.update(connections).set(change).where(eq(connections.grantId, grantId))
}

/**
 * Records that the token endpoint issued no tokens. Returns false if the row has changed since it
 * was read.
 */
export async function markRefused(
  tx: Db,
  seen: Seen,
  {
    reason,
    since,
    status,
    checkAt,
    at,
  }: RefusalSince & { status: 'connected' | 'refused'; checkAt: Date; at: Date },
): Promise<boolean> {
  await lockCompanies(tx, seen.id)
  const rows = await tx
    .update(grants)
    .set({ refusal: reason, refusedSince: since, status, checkAt, updatedAt: at })
    .where(and(asSeen(seen), keepsTokens))
    .returning({ id: grants.id })
  if (rows.length > 0) await tellCompanies(tx, seen.id, { status, updatedAt: at })
  return rows.length > 0
}

/**
 * Records that the vendor has ended the grant. Returns false if the row has changed since it was
 * read.
 */
export async function markDead(tx: Db, seen: Seen, problem: string, at: Date): Promise<boolean> {
  await lockCompanies(tx, seen.id)
  const rows = await tx
    .update(grants)
    .set({ status: DEAD, ...NOT_REFUSED, checkAt: null, updatedAt: at })
    .where(and(asSeen(seen), keepsTokens))
    .returning({ id: grants.id })
  if (rows.length > 0) await tellCompanies(tx, seen.id, { status: DEAD, problem, updatedAt: at })
  return rows.length > 0
}

/** Schedules the next check of a grant that is to be checked. */
export async function setCheck(db: Db, id: string, checkAt: Date): Promise<void> {
  await db
    .update(grants)
    .set({ checkAt })
    .where(and(eq(grants.id, id), isNotNull(grants.checkAt)))
}

export async function clearCheck(db: Db, id: string): Promise<void> {
  await db
    .update(grants)
    .set({ checkAt: null })
    .where(and(eq(grants.id, id), isNull(grants.refusal)))
}

/** Grants are checked while a company that uses them is active, and until they have been ended. */
const isChecked = sql`(g.status = 'ending' or g.status in ('connected', 'refused') and exists (select from connections c
  join companies co on co.id = c.user_id and co.is_active where c.grant_id = g.id))`

export async function grantsToCheck(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select g.id from grants g where g.check_at <= ${now.toISOString()}::timestamptz and ${isChecked}
        order by g.check_at limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

export function backlogOfGrants(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select g.check_at as since from grants g where g.check_at is not null and ${isChecked}`,
  )
}

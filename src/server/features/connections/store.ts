import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { BankAccount } from '#clients/fiken/types'
import type { Vendor } from '#shared/contracts/connections'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import type { RefusalSince } from './token-refusal.ts'
import { connections, fikenCompanies, oauthStates, type StoredStatus } from './tables.ts'

/** A stored connection with its encrypted tokens. Rows must not leave this feature. */
export type ConnectionRow = typeof connections.$inferSelect

export async function findConnection(
  db: Db,
  companyId: string,
  vendor: Vendor,
): Promise<ConnectionRow | null> {
  const [row] = await readConnections(db, { companyId, vendor })
  return row ?? null
}

const readConnections = rowsTogether(connections, ['companyId', 'vendor'])

export async function findConnections(db: Db, companyId: string): Promise<ConnectionRow[]> {
  return db.select().from(connections).where(eq(connections.companyId, companyId))
}

export async function lockStatus(
  tx: Db,
  companyId: string,
  vendor: Vendor,
): Promise<StoredStatus | null> {
  const [row] = await tx
    .select({ status: connections.status })
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.vendor, vendor)))
    .for('share')
  return row?.status ?? null
}

export interface NewGrant {
  companyId: string
  vendor: Vendor
  accessToken: string
  refreshToken: string | null
  expiresAt: Date | null
  scope: string
  account: string
  accountName: string
  timeZone: string
  currency: string
  lane: string
  problem: string | null
  at: Date
}

const NOT_REFUSED = { refusal: null, refusedSince: null }

/**
 * Stores a new grant, replacing an existing grant.
 * @throws a unique violation (connections_servicem8_account) when another user has connected the
 * account
 */
export async function saveGrant(db: Db, { at, ...grant }: NewGrant): Promise<void> {
  const values = {
    ...grant,
    status: 'connected' as const,
    ...NOT_REFUSED,
    checkAt: null,
    pausedUntil: null,
    updatedAt: at,
  }
  // Keeps the date when the same account is connected again.
  const accountSince = sql`case when ${connections.account} = excluded.account and ${connections.accountSince} is not null
    then ${connections.accountSince} else excluded.account_since end`
  await db
    .insert(connections)
    .values({ id: randomUUID(), createdAt: at, accountSince: at, ...values })
    .onConflictDoUpdate({
      target: [connections.companyId, connections.vendor],
      set: { ...values, accountSince },
    })
  if (grant.vendor === 'servicem8') await leaveToOther(db, grant)
}

/**
 * Clears `accountSince` for all other users of the account, because from now on they cannot know
 * what is done with the account.
 */
async function leaveToOther(
  db: Db,
  { companyId, vendor, account }: Pick<NewGrant, 'companyId' | 'vendor' | 'account'>,
): Promise<void> {
  await db
    .update(connections)
    .set({ accountSince: null })
    .where(
      and(
        eq(connections.vendor, vendor),
        eq(connections.account, account),
        ne(connections.companyId, companyId),
      ),
    )
}

/**
 * The row as it was read. A write is skipped if the refresh token has changed since then, because
 * the token was rotated or the user connected again.
 */
interface Seen {
  id: string
  refreshToken: string | null
}

const asSeen = ({ id, refreshToken }: Seen) =>
  and(
    eq(connections.id, id),
    refreshToken === null
      ? sql`${connections.refreshToken} is null`
      : eq(connections.refreshToken, refreshToken),
  )

/**
 * The statuses in which tokens are used and renewed, because the tokens are valid or might become
 * valid again.
 */
const KEEPS_TOKENS: StoredStatus[] = ['connected', 'refused']
export const DEAD = 'reauth_required' satisfies StoredStatus
const keepsTokens = inArray(connections.status, KEEPS_TOKENS)

/**
 * Stores renewed tokens if the old refresh token and the status that was read are still stored. The
 * grant then counts as accepted, even if another process, having tried the old refresh token in the
 * meantime, has marked the grant as ended.
 */
export async function rotateTokens(
  db: Db,
  seen: Seen & { status: StoredStatus },
  next: {
    accessToken: string
    refreshToken: string | null
    expiresAt: Date | null
    scope: string
    /** The time of the next check of the grant; null when no work waits for the grant. */
    checkAt: Date | null
    at: Date
  },
): Promise<boolean> {
  const { at, ...values } = next
  const rows = await db
    .update(connections)
    .set({
      ...values,
      status: 'connected',
      ...NOT_REFUSED,
      ...(seen.status === DEAD ? { problem: null } : {}),
      updatedAt: at,
    })
    .where(
      and(
        asSeen(seen),
        eq(connections.status, seen.status),
        inArray(connections.status, [...KEEPS_TOKENS, DEAD]),
      ),
    )
    .returning({ id: connections.id })
  return rows.length > 0
}

/**
 * Records that the token endpoint issued no tokens. Returns false if the row has changed since it
 * was read.
 */
export async function markRefused(
  db: Db,
  seen: Seen,
  {
    reason,
    since,
    status,
    checkAt,
    at,
  }: RefusalSince & { status: StoredStatus; checkAt: Date; at: Date },
): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ refusal: reason, refusedSince: since, status, checkAt, updatedAt: at })
    .where(and(asSeen(seen), keepsTokens))
    .returning({ id: connections.id })
  return rows.length > 0
}

/**
 * Records that the vendor has ended the grant. Returns false if the row has changed since it was
 * read.
 */
export async function markDead(db: Db, seen: Seen, problem: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ status: DEAD, problem, ...NOT_REFUSED, checkAt: null, updatedAt: at })
    .where(and(asSeen(seen), keepsTokens))
    .returning({ id: connections.id })
  return rows.length > 0
}

/**
 * Deletes the grant's tokens. The account is kept, so that a later connection can be recognised as
 * the same account.
 */
export async function forgetGrant(
  db: Db,
  companyId: string,
  vendor: Vendor,
  at: Date,
): Promise<void> {
  await db
    .update(connections)
    .set({
      status: 'disconnected',
      accessToken: null,
      refreshToken: null,
      expiresAt: null,
      scope: '',
      problem: null,
      ...NOT_REFUSED,
      checkAt: null,
      pausedUntil: null,
      updatedAt: at,
    })
    .where(grantOf(companyId, vendor))
}

export async function setPause(db: Db, lane: string, until: Date | null): Promise<void> {
  await db.update(connections).set({ pausedUntil: until }).where(eq(connections.lane, lane))
}

export async function clearPauses(db: Db, now: Date): Promise<number> {
  const ended = await db
    .update(connections)
    .set({ pausedUntil: null })
    .where(gt(connections.pausedUntil, now))
    .returning({ lane: connections.lane })
  return new Set(ended.map(({ lane }) => lane)).size
}

const grantOf = (companyId: string, vendor: Vendor) =>
  and(eq(connections.companyId, companyId), eq(connections.vendor, vendor))

export async function setCheck(
  db: Db,
  companyId: string,
  vendor: Vendor,
  checkAt: Date,
): Promise<void> {
  await db
    .update(connections)
    .set({ checkAt })
    .where(and(grantOf(companyId, vendor), isNotNull(connections.checkAt)))
}

export async function clearCheck(db: Db, companyId: string, vendor: Vendor): Promise<void> {
  await db
    .update(connections)
    .set({ checkAt: null })
    .where(and(grantOf(companyId, vendor), isNull(connections.refusal)))
}

export async function grantsToCheck(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ companyId: string; vendor: Vendor }[]> {
  const rows = await rowsOf<{ user_id: string; vendor: Vendor }>(
    db,
    sql`select c.user_id, c.vendor from connections c join companies co on co.id = c.user_id and co.is_active
        where c.check_at <= ${now.toISOString()}::timestamptz and c.status in ('connected', 'refused') order by c.check_at limit ${limit}`,
  )
  return rows.map(({ user_id: companyId, vendor }) => ({ companyId, vendor }))
}

export async function insertState(
  db: Db,
  row: typeof oauthStates.$inferInsert,
  now: Date,
): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, now))
  await db.insert(oauthStates).values(row)
}

/**
 * Reads and deletes an OAuth state in one SQL statement. If two callbacks have the same state, only
 * the first finds it; otherwise null is returned.
 */
export async function takeState(
  db: Db,
  state: string,
): Promise<typeof oauthStates.$inferSelect | null> {
  const [row] = await db.delete(oauthStates).where(eq(oauthStates.state, state)).returning()
  return row ?? null
}

export function backlogOfGrants(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select c.check_at as since from connections c join companies co on co.id = c.user_id and co.is_active
        where c.check_at is not null and c.status in ('connected', 'refused')`,
  )
}

export async function keepBankAccounts(
  db: Db,
  companyId: string,
  slug: string,
  bankAccounts: BankAccount[],
): Promise<void> {
  await db
    .update(fikenCompanies)
    .set({ bankAccounts })
    .where(and(eq(fikenCompanies.companyId, companyId), eq(fikenCompanies.slug, slug)))
}

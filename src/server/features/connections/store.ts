import { randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { BankAccount } from '#clients/fiken/types'
import type { Vendor } from '#shared/contracts/connections'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import type { RefusalSince } from './token-refusal.ts'
import { connections, fikenCompanies, oauthStates, type StoredStatus } from './tables.ts'

/** A connection as it is stored, with sealed tokens. It never leaves this feature. */
export type ConnectionRow = typeof connections.$inferSelect

export async function findConnection(
  db: Db,
  userId: string,
  vendor: Vendor,
): Promise<ConnectionRow | null> {
  const [row] = await readConnections(db, { userId, vendor })
  return row ?? null
}

const readConnections = rowsTogether(connections, ['userId', 'vendor'])

export async function findConnections(db: Db, userId: string): Promise<ConnectionRow[]> {
  return db.select().from(connections).where(eq(connections.userId, userId))
}

/** Returns the connection's status, locked until the transaction ends. */
export async function lockStatus(
  tx: Db,
  userId: string,
  vendor: Vendor,
): Promise<StoredStatus | null> {
  const [row] = await tx
    .select({ status: connections.status })
    .from(connections)
    .where(and(eq(connections.userId, userId), eq(connections.vendor, vendor)))
    .for('share')
  return row?.status ?? null
}

export interface NewGrant {
  userId: string
  vendor: Vendor
  /** Sealed. */
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
 * Stores a new grant over any existing one.
 * @throws a unique violation (connections_servicem8_account) when another user has the account
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
  // Reconnecting the same account keeps its date.
  const accountSince = sql`case when ${connections.account} = excluded.account and ${connections.accountSince} is not null
    then ${connections.accountSince} else excluded.account_since end`
  await db
    .insert(connections)
    .values({ id: randomUUID(), createdAt: at, accountSince: at, ...values })
    .onConflictDoUpdate({
      target: [connections.userId, connections.vendor],
      set: { ...values, accountSince },
    })
  if (grant.vendor === 'servicem8') await leaveToOther(db, grant)
}

/**
 * Clears `accountSince` for other users of the account: from now on they cannot know what is done
 * with it.
 */
async function leaveToOther(
  db: Db,
  { userId, vendor, account }: Pick<NewGrant, 'userId' | 'vendor' | 'account'>,
): Promise<void> {
  await db
    .update(connections)
    .set({ accountSince: null })
    .where(
      and(
        eq(connections.vendor, vendor),
        eq(connections.account, account),
        ne(connections.userId, userId),
      ),
    )
}

/**
 * The row as a writer has read it: a write on any other refresh token changes nothing, because the
 * token was rotated or the user reconnected meanwhile.
 */
interface Seen {
  id: string
  /** As stored in the row: sealed, or null. */
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
 * The statuses in which tokens are used and renewed, because they are valid or may become so again.
 */
const KEEPS_TOKENS: StoredStatus[] = ['connected', 'refused']
/** The status of a grant that the vendor has ended. Its last tokens are still stored. */
export const DEAD = 'reauth_required' satisfies StoredStatus
const keepsTokens = inArray(connections.status, KEEPS_TOKENS)

/**
 * Stores the pair from a refresh, on the condition that the old token is still there, in the status
 * that was read. This ends a refusal, and revives a grant that another process has declared dead
 * after trying the old token meanwhile.
 */
export async function rotateTokens(
  db: Db,
  seen: Seen & { status: StoredStatus },
  next: {
    accessToken: string
    refreshToken: string | null
    expiresAt: Date | null
    scope: string
    /** Null when nothing waits for this. */
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
 * Stores that the token endpoint gave no tokens. Returns false when the row has changed meanwhile.
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

/** Stores that the vendor has ended the grant. Returns false when the row has changed meanwhile. */
export async function markDead(db: Db, seen: Seen, problem: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ status: DEAD, problem, ...NOT_REFUSED, checkAt: null, updatedAt: at })
    .where(and(asSeen(seen), keepsTokens))
    .returning({ id: connections.id })
  return rows.length > 0
}

/**
 * Forgets the tokens; the account is kept, so that a reconnection can tell whether it is the same
 * one.
 */
export async function forgetGrant(db: Db, userId: string, vendor: Vendor, at: Date): Promise<void> {
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
    .where(grantOf(userId, vendor))
}

export async function setPause(db: Db, lane: string, until: Date | null): Promise<void> {
  await db.update(connections).set({ pausedUntil: until }).where(eq(connections.lane, lane))
}

/** Ends every pause; returns the number of lanes that were paused. */
export async function clearPauses(db: Db, now: Date): Promise<number> {
  const ended = await db
    .update(connections)
    .set({ pausedUntil: null })
    .where(gt(connections.pausedUntil, now))
    .returning({ lane: connections.lane })
  return new Set(ended.map(({ lane }) => lane)).size
}

const grantOf = (userId: string, vendor: Vendor) =>
  and(eq(connections.userId, userId), eq(connections.vendor, vendor))

export async function setCheck(
  db: Db,
  userId: string,
  vendor: Vendor,
  checkAt: Date,
): Promise<void> {
  await db
    .update(connections)
    .set({ checkAt })
    .where(and(grantOf(userId, vendor), isNotNull(connections.checkAt)))
}

/** Ends the checks, unless the grant has been refused once more. */
export async function clearCheck(db: Db, userId: string, vendor: Vendor): Promise<void> {
  await db
    .update(connections)
    .set({ checkAt: null })
    .where(and(grantOf(userId, vendor), isNull(connections.refusal)))
}

/** Returns grants that are due to be checked, of active users. */
export async function grantsToCheck(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ userId: string; vendor: Vendor }[]> {
  const rows = await rowsOf<{ user_id: string; vendor: Vendor }>(
    db,
    sql`select c.user_id, c.vendor from connections c join users u on u.id = c.user_id and u.is_active
        where c.check_at <= ${now.toISOString()}::timestamptz and c.status in ('connected', 'refused') order by c.check_at limit ${limit}`,
  )
  return rows.map(({ user_id: userId, vendor }) => ({ userId, vendor }))
}

/** Stores an authorisation that is about to start, and deletes those that were never finished. */
export async function insertState(
  db: Db,
  row: typeof oauthStates.$inferInsert,
  now: Date,
): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, now))
  await db.insert(oauthStates).values(row)
}

/**
 * Reads and deletes a state in one statement, so that two callbacks with the same one cannot both
 * get it.
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
    sql`select c.check_at as since from connections c join users u on u.id = c.user_id and u.is_active
        where c.check_at is not null and c.status in ('connected', 'refused')`,
  )
}

/** Stores the present bank accounts of a company that has been read before. */
export async function keepBankAccounts(
  db: Db,
  userId: string,
  slug: string,
  bankAccounts: BankAccount[],
): Promise<void> {
  await db
    .update(fikenCompanies)
    .set({ bankAccounts })
    .where(and(eq(fikenCompanies.userId, userId), eq(fikenCompanies.slug, slug)))
}

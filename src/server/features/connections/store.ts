import { randomUUID } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { rowsTogether } from '../../platform/database/together.ts'
import { connections, oauthStates } from './tables.ts'

/** A connection as it lies in the database: tokens sealed. It never leaves this feature. */
export type ConnectionRow = typeof connections.$inferSelect

export async function findConnection(db: Db, userId: string, vendor: Vendor): Promise<ConnectionRow | null> {
  const [row] = await readConnections(db, { userId, vendor })
  return row ?? null
}

const readConnections = rowsTogether(connections, ['userId', 'vendor'])

export async function findConnections(db: Db, userId: string): Promise<ConnectionRow[]> {
  return db.select().from(connections).where(eq(connections.userId, userId))
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

/** Stores a fresh grant over whatever was there. Throws a unique violation (connections_servicem8_account) when another user has the account. */
export async function saveGrant(db: Db, { at, ...grant }: NewGrant): Promise<void> {
  const values = { ...grant, status: 'connected', pausedUntil: null, updatedAt: at }
  await db
    .insert(connections)
    .values({ id: randomUUID(), createdAt: at, ...values })
    .onConflictDoUpdate({ target: [connections.userId, connections.vendor], set: values })
}

/** Which refresh token a writer has seen: a write on any other changes nothing, because somebody else has rotated or reconnected. */
interface Seen {
  id: string
  /** As it lies in the row: sealed, or null. */
  refreshToken: string | null
}

const asSeen = ({ id, refreshToken }: Seen) =>
  and(
    eq(connections.id, id),
    refreshToken === null ? sql`${connections.refreshToken} is null` : eq(connections.refreshToken, refreshToken),
  )

/** Stores the pair that a refresh answered, on the condition that the old one still lies there. */
export async function rotateTokens(
  db: Db,
  seen: Seen,
  next: { accessToken: string; refreshToken: string | null; expiresAt: Date | null; scope: string; at: Date },
): Promise<boolean> {
  const { at, ...values } = next
  const rows = await db
    .update(connections)
    .set({ ...values, updatedAt: at })
    .where(and(asSeen(seen), eq(connections.status, 'connected')))
    .returning({ id: connections.id })
  return rows.length > 0
}

/** The vendor has said that the grant is dead. False when the row has changed meanwhile. */
export async function markDead(db: Db, seen: Seen, problem: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(connections)
    .set({ status: 'reauth_required', problem, updatedAt: at })
    .where(and(asSeen(seen), eq(connections.status, 'connected')))
    .returning({ id: connections.id })
  return rows.length > 0
}

/** Forgets the tokens; the account stays written so that a reconnect knows whether it is the same one. */
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
      pausedUntil: null,
      updatedAt: at,
    })
    .where(and(eq(connections.userId, userId), eq(connections.vendor, vendor)))
}

export async function setPause(db: Db, lane: string, until: Date | null): Promise<void> {
  await db.update(connections).set({ pausedUntil: until }).where(eq(connections.lane, lane))
}

/** An authorisation that is about to start. Those that were never finished are swept out on the way. */
export async function insertState(db: Db, row: typeof oauthStates.$inferInsert, now: Date): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, now))
  await db.insert(oauthStates).values(row)
}

/** Reads and deletes in one statement, so that two callbacks with one state cannot both have it. */
export async function takeState(db: Db, state: string): Promise<typeof oauthStates.$inferSelect | null> {
  const [row] = await db.delete(oauthStates).where(eq(oauthStates.state, state)).returning()
  return row ?? null
}

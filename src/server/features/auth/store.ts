import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { nameOf } from './people-queries.ts'
import { isOwnedBy } from './queries.ts'
import { companies, secondFactors, securityEvents, sessions, users } from './tables.ts'

export type UserRow = typeof users.$inferSelect
export type NewUser = typeof users.$inferInsert

/**
 * Finds a user by e-mail address, which the contract has converted to lower case. The e-mail
 * address is also the username (rule 17).
 */
export async function userByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.username, email))
  return user ?? null
}

export async function userById(db: Db, userId: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return user ?? null
}

/**
 * Inserts a user. Returns null if the e-mail address is taken, also when a concurrent request takes
 * it.
 */
export async function insertUser(db: Db, user: NewUser): Promise<UserRow | null> {
  const [made] = await db.insert(users).values(user).onConflictDoNothing().returning()
  return made ?? null
}

/**
 * Locks the users until the transaction ends, and returns them. Always locks in the same order, so
 * that two transactions never deadlock.
 */
export async function lockUsers(tx: Db, ids: readonly string[]): Promise<UserRow[]> {
  return tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update')
}

/**
 * Stores whether the user is active and an administrator; the work of the companies that the user
 * owns pauses and goes on with it. Returns null if the user does not exist.
 */
export async function changeRights(
  db: Db,
  userId: string,
  rights: { isActive?: boolean; isAdmin?: boolean },
  at: Date,
): Promise<UserRow | null> {
  const [row] = await db
    .update(users)
    .set({ ...rights, updatedAt: at })
    .where(eq(users.id, userId))
    .returning()
  if (row && rights.isActive !== undefined)
    await db
      .update(companies)
      .set({ isActive: rights.isActive })
      .where(isOwnedBy(companies.id, userId))
  return row ?? null
}

export async function replaceHash(
  db: Db,
  userId: string,
  former: string,
  hash: string,
): Promise<void> {
  await db
    .update(users)
    .set({ password: hash })
    .where(and(eq(users.id, userId), eq(users.password, former)))
}

export interface SessionRow {
  key: string
  createdAt: Date
  /**
   * The last time the password was entered in the session; null when the session was started before
   * this field existed.
   */
  passwordAt: Date | null
  expire: Date
  user: Omit<Caller, 'passwordIsFresh'>
}

/**
 * Finds the session, its user and the user's membership of the company named in the request, in one
 * query; without a name at most two memberships. Returns null for an expired session or an inactive
 * user (rule 22).
 */
export async function findSession(
  db: Db,
  key: string,
  now: Date,
  company: string | null,
): Promise<SessionRow | null> {
  const named = company === null ? sql`` : sql`and m.company_id = ${company}`
  const [row] = await db
    .select({
      sess: sessions.sess,
      expire: sessions.expire,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      isAdmin: users.isAdmin,
      memberships: sql<Caller['memberships']>`coalesce((select json_agg(own) from (
        select m.company_id as id, c.name, m.role, c.is_active as "isActive" from memberships m
        join companies c on c.id = m.company_id where m.person_id = ${users.id} ${named}
        order by m.company_id limit 2) own), '[]')`,
      factorAt: secondFactors.confirmedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(sessions.sid, key), gt(sessions.expire, now), eq(users.isActive, true)))
  if (!row) return null
  return {
    key,
    // A session without a start time is treated as expired.
    createdAt: noted(row.sess, 'createdAt') ?? new Date(0),
    passwordAt: noted(row.sess, 'passwordAt'),
    expire: row.expire,
    user: {
      id: row.id,
      email: row.email,
      name: nameOf(row),
      isAdmin: row.isAdmin,
      memberships: row.memberships,
      hasSecondFactor: row.factorAt !== null,
    },
  }
}

function noted(sess: unknown, what: 'createdAt' | 'passwordAt' | 'usedAt'): Date | null {
  const written =
    typeof sess === 'object' && sess !== null ? (sess as Record<string, unknown>)[what] : null
  const at = new Date(typeof written === 'string' ? written : Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Stores a new session. The sign-in counts as entering the password. */
export async function insertSession(
  db: Db,
  session: {
    key: string
    userId: string
    createdAt: Date
    expire: Date
    place: { address: string; device: string | null }
  },
): Promise<void> {
  const { key, userId, createdAt, expire, place } = session
  const now = createdAt.toISOString()
  await db.insert(sessions).values({
    sid: key,
    userId,
    sess: { createdAt: now, passwordAt: now, usedAt: now, ...place },
    expire,
  })
}

export async function notePasswordEntry(
  db: Db,
  userId: string,
  key: string,
  at: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({
      sess: sql`${sessions.sess} || ${JSON.stringify({ passwordAt: at.toISOString() })}::jsonb`,
    })
    .where(and(eq(sessions.sid, key), eq(sessions.userId, userId)))
}

export async function prolongSession(
  db: Db,
  key: string,
  expire: Date,
  usedAt: Date,
): Promise<void> {
  const used = JSON.stringify({ usedAt: usedAt.toISOString() })
  await db
    .update(sessions)
    .set({ expire, sess: sql`${sessions.sess} || ${used}::jsonb` })
    .where(eq(sessions.sid, key))
}

export async function deleteSession(db: Db, key: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, key))
}

export async function deleteSessionsOf(
  db: Db,
  userId: string,
  exceptKey?: string,
): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), exceptKey ? ne(sessions.sid, exceptKey) : undefined))
    .returning({ sid: sessions.sid })
  return ended.length
}

export interface OwnSession {
  key: string
  startedAt: Date | null
  usedAt: Date | null
  address: string | null
  device: string | null
}

export async function findSessionsOf(db: Db, userId: string, now: Date): Promise<OwnSession[]> {
  const rows = await db
    .select({ sid: sessions.sid, sess: sessions.sess })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expire, now)))
    .orderBy(desc(sessions.expire))
  return rows.map(({ sid, sess }) => ({
    key: sid,
    startedAt: noted(sess, 'createdAt'),
    usedAt: noted(sess, 'usedAt') ?? noted(sess, 'createdAt'),
    address: text(sess, 'address'),
    device: text(sess, 'device'),
  }))
}

function text(sess: unknown, what: 'address' | 'device'): string | null {
  const written =
    typeof sess === 'object' && sess !== null ? (sess as Record<string, unknown>)[what] : null
  return typeof written === 'string' ? written : null
}

export async function insertSecurityEvent(
  db: Db,
  row: typeof securityEvents.$inferInsert,
): Promise<void> {
  await db.insert(securityEvents).values(row)
}

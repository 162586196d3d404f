import { and, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { MOST_COUNTED } from '#shared/contract'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { afterCursor, containing, type Cursor } from '../../platform/http/paging.ts'
import { users } from './tables.ts'

const readActive = readTogether<{ userId: string }, { userId: string }>(
  ({ userId }) => userId,
  (db, keys) =>
    rowsOf(
      db,
      sql`select u.id as "userId" from ${keyTable(keys, sql`"userId" uuid`)}
          join users u on u.id = k."userId" and u.is_active`,
    ),
)

/** Returns true if the user exists and is active (rule 22). Concurrent calls share one query. */
export async function isActiveUser(db: Db, userId: string): Promise<boolean> {
  return (await readActive(db, { userId })).length > 0
}

/**
 * Returns the time when the password was last set with a reset link; null once the user has
 * reviewed the connections.
 */
export async function passwordSetByLinkAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db.select({ at: users.resetAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

const { id, firstName, lastName, username, companyName, email, isActive, isAdmin, createdAt } =
  users
const listed = {
  id,
  firstName,
  lastName,
  username,
  companyName,
  email,
  isActive,
  isAdmin,
  createdAt,
}

/** The fields of a user that an administrator may see; excludes the password hash. */
export type ListedUser = Pick<typeof users.$inferSelect, keyof typeof listed>

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Returns a condition for users whose name, company or e-mail address contains every word of `q`,
 * or whose id is `q`.
 */
function matching(q: string | undefined): SQL | undefined {
  if (q && UUID.test(q)) return eq(id, q)
  const words = (q ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 10)
  const any = (pattern: string) =>
    or(
      ilike(firstName, pattern),
      ilike(lastName, pattern),
      ilike(companyName, pattern),
      ilike(email, pattern),
    )
  return and(...words.map((word) => any(containing(word))))
}

export async function findUsers(
  db: Db,
  q: string | undefined,
  { limit, cursor, offset }: { limit: number; cursor: Cursor | null; offset: number },
): Promise<ListedUser[]> {
  return db
    .select(listed)
    .from(users)
    .where(and(matching(q), afterCursor(createdAt, id, cursor)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset)
}

/** Counts the matching users, up to MOST_COUNTED + 1. */
export async function countUsers(db: Db, q: string | undefined): Promise<number> {
  const found = db
    .select({ id })
    .from(users)
    .where(matching(q))
    .limit(MOST_COUNTED + 1)
    .as('found')
  return db.$count(found)
}

export async function userCounts(
  db: Db,
): Promise<{ totalUsers: number; activeUsers: number; adminUsers: number }> {
  const [row] = await db
    .select({
      totalUsers: sql<number>`count(*)::int`,
      activeUsers: sql<number>`(count(*) filter (where ${eq(isActive, true)}))::int`,
      adminUsers: sql<number>`(count(*) filter (where ${eq(isAdmin, true)}))::int`,
    })
    .from(users)
  return row ?? { totalUsers: 0, activeUsers: 0, adminUsers: 0 }
}

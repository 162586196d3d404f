import { and, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import { MOST_COUNTED } from '#shared/contract'
import { isUuid } from '#shared/fields'
import type { Db } from '../../platform/database/database.ts'
import { afterCursor, containing, type Cursor } from '../../platform/http/paging.ts'
import { users } from './tables.ts'

/** This file lists all users, for administrators. */

const { id, firstName, lastName, username, email, isActive, isAdmin, createdAt } = users

/** Returns what `selected` reads from the companies `c` that a user is a member of as `m`. */
const ofCompanies = (selected: SQL, which: SQL = sql`true`) =>
  sql`(select ${selected} from memberships m join companies c on c.id = m.company_id
    where m.person_id = users.id and ${which})`

const listed = {
  id,
  firstName,
  lastName,
  username,
  /** The names of all companies of the user, those owned first; null for none with a name. */
  companyName: sql<
    string | null
  >`${ofCompanies(sql`string_agg(c.name, ', ' order by m.role <> 'owner', m.created_at, c.id)`)}`,
  email,
  isActive,
  isAdmin,
  createdAt,
}

/** The fields of a user that an administrator may see; excludes the password hash. */
export type ListedUser = Pick<typeof users.$inferSelect, keyof typeof listed>

/**
 * Returns a condition for users whose name, companies or e-mail address contain every word of `q`,
 * or who have the id `q`.
 */
function matching(q: string | undefined): SQL | undefined {
  if (q && isUuid(q)) return eq(id, q)
  const words = (q ?? '').trim().split(/\s+/).filter(Boolean).slice(0, 10)
  const any = (pattern: string) =>
    or(
      ilike(firstName, pattern),
      ilike(lastName, pattern),
      ilike(email, pattern),
      sql`exists ${ofCompanies(sql``, sql`c.name ilike ${pattern}`)}`,
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

export async function listedUser(db: Db, userId: string): Promise<ListedUser | null> {
  const [user] = await db.select(listed).from(users).where(eq(id, userId))
  return user ?? null
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

import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  ilike,
  inArray,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '#shared/access/roles'
import { MOST_COUNTED } from '#shared/contract'
import { isUuid } from '#shared/fields'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { afterCursor, containing, type Cursor } from '../../platform/http/paging.ts'
import { companies, memberships, users } from './tables.ts'

const readActive = readTogether<{ companyId: string }, { companyId: string }>(
  ({ companyId }) => companyId,
  (db, keys) =>
    rowsOf(
      db,
      sql`select co.id as "companyId" from ${keyTable(keys, sql`"companyId" uuid`)}
          join companies co on co.id = k."companyId" and co.is_active`,
    ),
)

/**
 * Returns true if the company exists and its owner is active (rule 22). Concurrent calls share one
 * query.
 */
export async function isActiveCompany(db: Db, companyId: string): Promise<boolean> {
  return (await readActive(db, { companyId })).length > 0
}

/** Returns the person's role in the company; null for somebody who is no member. */
export async function roleOf(db: Db, personId: string, companyId: string): Promise<Role | null> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), eq(memberships.companyId, companyId)))
  return row?.role ?? null
}

const PERSON = {
  personId: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
}

export interface PersonRow {
  personId: string
  email: string
  firstName: string | null
  lastName: string | null
}

/** Returns the people, by their ids; those who are deleted are missing. */
export async function peopleOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(PERSON)
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(rows.map((person) => [person.personId, person]))
}

/** Returns the owners of the companies, by the company's id. */
export async function ownersOf(
  db: Db,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  if (companyIds.length === 0) return new Map()
  const rows = await db
    .select({ companyId: memberships.companyId, ...PERSON })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.personId))
    .where(
      and(inArray(memberships.companyId, [...new Set(companyIds)]), eq(memberships.role, 'owner')),
    )
  return new Map(rows.map(({ companyId, ...owner }) => [companyId, owner]))
}

/** What a reader is told of who did something. */
export type ShownActor = { name: string } | null

/**
 * Returns what the reader is told of who did the things that these people did for the company. In a
 * company that has no other member, the reader's own acts need no name.
 */
export async function actorsShownTo(
  db: Db,
  { reader, companyId }: { reader: string; companyId: string },
  actorIds: readonly (string | null)[],
): Promise<(actorId: string | null) => ShownActor> {
  const asked = actorIds.flatMap((actorId) => actorId ?? [])
  if (asked.length === 0) return () => null
  const isAlone = (await db.$count(memberships, eq(memberships.companyId, companyId))) < 2
  const people = await peopleOf(db, asked)
  return (actorId) => {
    if (actorId === null || (isAlone && actorId === reader)) return null
    const person = people.get(actorId)
    return { name: person ? nameOf(person) : FORMER_USER }
  }
}

export interface Addressee {
  personId: string
  role: Role
  /** The latest confirmed address, otherwise the address of the log-in. */
  email: string
  confirmed: boolean
  firstName: string
  /** The name of the company; null for a person who is in no other. */
  companyName: string | null
}

/**
 * Returns where to mail those of the company's active people who have one of these roles.
 * @param isWanted a condition on their membership `m`
 */
export async function addressesOf(
  db: Db,
  companyId: string,
  roles: readonly Role[],
  isWanted: SQL,
): Promise<Addressee[]> {
  return rowsOf<Addressee>(
    db,
    sql`select u.id as "personId", m.role, coalesce(u.confirmed_email, u.email) as email,
          u.confirmed_email is not null as confirmed, coalesce(u.first_name, '') as "firstName",
          case when exists (select from memberships o where o.person_id = u.id and o.company_id <> m.company_id)
            then coalesce(c.name, 'firmaet uten navn') end as "companyName"
        from memberships m join users u on u.id = m.person_id and u.is_active join companies c on c.id = m.company_id
        where m.company_id = ${companyId} and ${inArray(sql`m.role`, [...roles])} and ${isWanted}
        order by m.role <> 'owner', m.created_at, u.id`,
  )
}

/** Returns true until the person's account is deleted. */
export async function hasAccount(db: Db, personId: string): Promise<boolean> {
  return (await db.$count(users, eq(users.id, personId))) > 0
}

export interface OwnedCompany {
  id: string
  name: string | null
  /** Everybody but the owner, by name. */
  members: { id: string; name: string; email: string }[]
}

/** Returns the companies that the person owns, with the other people in them. */
export async function ownedWithMembers(db: Db, ownerId: string): Promise<OwnedCompany[]> {
  const owned = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(isOwnedBy(companies.id, ownerId))
    .orderBy(companies.name, companies.id)
  const ids = owned.map((company) => company.id)
  const others =
    ids.length === 0
      ? []
      : await db
          .select({ companyId: memberships.companyId, id: users.id, firstName, lastName, email })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.personId))
          .where(and(inArray(memberships.companyId, ids), ne(memberships.role, 'owner')))
          .orderBy(users.firstName, users.lastName, users.id)
  return owned.map((company) => ({
    ...company,
    members: others
      .filter(({ companyId }) => companyId === company.id)
      .map((person) => ({ id: person.id, name: nameOf(person), email: person.email })),
  }))
}

const FORMER_USER = 'tidligere bruker'

/** Returns the name that others see of a person: the full name, or else the e-mail address. */
export function nameOf(person: {
  firstName: string | null
  lastName: string | null
  email: string
}): string {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
}

/** Returns a condition for the people of the company whose name or address has the text. */
export const isMemberNamed = (actorId: SQL | PgColumn, companyId: string, pattern: string): SQL =>
  sql`${actorId} in (select ${users.id} from ${memberships} join ${users} on ${users.id} = ${memberships.personId}
    where ${memberships.companyId} = ${companyId}
      and concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email}) ilike ${pattern})`

export type CompanyOfPerson = typeof companies.$inferSelect & { role: Role }

/** Returns the companies that the person is a member of, with the role in each, by name. */
export async function companiesOf(db: Db, personId: string): Promise<CompanyOfPerson[]> {
  return db
    .select({ ...getTableColumns(companies), role: memberships.role })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(memberships.personId, personId))
    .orderBy(asc(companies.name), asc(companies.id))
}

/** Returns a condition for rows of the companies that the person owns. */
export const isOwnedBy = (companyId: PgColumn, personId: string): SQL =>
  sql`${companyId} in (select m.company_id from memberships m
    where m.person_id = ${personId} and m.role = 'owner')`

/** Returns the ids of the companies that the person owns. */
export async function companiesOwnedBy(db: Db, personId: string): Promise<string[]> {
  const rows = await db
    .select({ id: companies.id })
    .from(companies)
    .where(isOwnedBy(companies.id, personId))
    .orderBy(companies.createdAt, companies.id)
  return rows.map((row) => row.id)
}

/**
 * Returns the time when the password was last set with a reset link; null once the user has
 * reviewed the connections.
 */
export async function passwordSetByLinkAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db.select({ at: users.resetAt }).from(users).where(eq(users.id, userId))
  return row?.at ?? null
}

const { id, firstName, lastName, username, email, isActive, isAdmin, createdAt } = users

/** Returns what `selected` reads from the companies `c` that a user is a member of as `m`. */
const ofCompanies = (selected: SQL, which: SQL = sql`true`) =>
  sql`(select ${selected} from memberships m join companies c on c.id = m.company_id
    where m.person_id = ${id} and ${which})`

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

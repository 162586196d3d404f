import { and, asc, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '#shared/access/roles'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { nameOf, PERSON, type PersonRow } from './people-queries.ts'
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

/**
 * Holds the person's membership of the company until the transaction ends, so that it ends before or
 * after, and returns the role; null for somebody who is no member.
 */
export async function holdMembership(
  tx: Db,
  personId: string,
  companyId: string,
): Promise<Role | null> {
  const [row] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), eq(memberships.companyId, companyId)))
    .for('share')
  return row?.role ?? null
}

/** Returns the names of companies by id, in the order of the names. */
export async function namesOfCompanies(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ id: companies.id, name: companies.name })
    .from(companies)
    .where(inArray(companies.id, [...companyIds]))
    .orderBy(asc(companies.name), asc(companies.id))
  return new Map(rows.map(({ id, name }) => [id, name]))
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
          .select({ companyId: memberships.companyId, ...PERSON })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.personId))
          .where(and(inArray(memberships.companyId, ids), ne(memberships.role, 'owner')))
          .orderBy(users.firstName, users.lastName, users.id)
  return owned.map((company) => ({
    ...company,
    members: others
      .filter(({ companyId }) => companyId === company.id)
      .map((person) => ({ id: person.personId, name: nameOf(person), email: person.email })),
  }))
}

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

import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { MemberRole } from '#shared/access/invitation'
import type { Role } from '#shared/access/roles'
import type { Db } from '../../../platform/database/database.ts'
import { companies, memberships, users } from '../tables.ts'

export interface MemberRow {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  role: Role
}

/** Returns a company's members, in the order in which they came. */
export async function membersOf(db: Db, companyId: string): Promise<MemberRow[]> {
  return db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.personId))
    .where(eq(memberships.companyId, companyId))
    .orderBy(asc(memberships.createdAt), asc(users.id))
}

/**
 * Locks the company until the transaction ends, so that only one change of its members or
 * invitations is decided at a time. Returns its name; undefined when it does not exist.
 */
export async function lockCompany(tx: Db, companyId: string): Promise<string | null | undefined> {
  const [row] = await tx
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update')
  return row?.name
}

const membershipOf = (companyId: string, personId: string) =>
  and(eq(memberships.companyId, companyId), eq(memberships.personId, personId))

/** Adds a member, or gives a member this role. An owner stays the owner. */
export async function putMember(
  tx: Db,
  member: { companyId: string; personId: string; role: Role; at: Date },
): Promise<void> {
  const { at, ...rest } = member
  await tx
    .insert(memberships)
    .values({ ...rest, createdAt: at })
    .onConflictDoUpdate({
      target: [memberships.companyId, memberships.personId],
      set: { role: member.role },
      setWhere: ne(memberships.role, 'owner'),
    })
}

/** Changes a member's role. Returns false for somebody who is no member, or the owner. */
export async function setRole(
  tx: Db,
  companyId: string,
  personId: string,
  role: MemberRole,
): Promise<boolean> {
  const changed = await tx
    .update(memberships)
    .set({ role })
    .where(and(membershipOf(companyId, personId), ne(memberships.role, 'owner')))
    .returning({ id: memberships.personId })
  return changed.length === 1
}

/** Ends a membership. Returns false for somebody who is no member, or the owner. */
export async function deleteMember(tx: Db, companyId: string, personId: string): Promise<boolean> {
  const ended = await tx
    .delete(memberships)
    .where(and(membershipOf(companyId, personId), ne(memberships.role, 'owner')))
    .returning({ id: memberships.personId })
  return ended.length === 1
}

/**
 * Makes the person the company's owner and the former owner an ordinary member. The company's work
 * follows the new owner's log-in.
 */
export async function putOwner(
  tx: Db,
  owner: { companyId: string; personId: string; at: Date },
): Promise<void> {
  const { companyId, personId, at } = owner
  // First, because a company never has two owners.
  await tx
    .update(memberships)
    .set({ role: 'staff' })
    .where(and(eq(memberships.companyId, companyId), eq(memberships.role, 'owner')))
  await putMember(tx, { companyId, personId, role: 'owner', at })
  await tx
    .update(companies)
    .set({ isActive: sql`(select u.is_active from users u where u.id = ${personId})` })
    .where(eq(companies.id, companyId))
}

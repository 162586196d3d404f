import { and, asc, count, eq, exists, gt, min, type SQL } from 'drizzle-orm'
import type { Role } from '#shared/access/roles'
import type { Db } from '../../../platform/database/database.ts'
import { companies, invitations, memberships, users } from '../tables.ts'

export type InvitationRow = typeof invitations.$inferSelect

export async function insertInvitation(
  tx: Db,
  invitation: Omit<InvitationRow, 'state'>,
): Promise<void> {
  await tx.insert(invitations).values(invitation)
}

/** Returns how many invitations the company has sent since, however they ended, and the first. */
export async function invitedSince(
  db: Db,
  companyId: string,
  since: Date,
): Promise<{ sent: number; first: Date | null }> {
  const [row] = await db
    .select({ sent: count(), first: min(invitations.createdAt) })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), gt(invitations.createdAt, since)))
  return row ?? { sent: 0, first: null }
}

/** Ends a company's open invitations of which `which` is true. */
export async function endInvitations(
  tx: Db,
  companyId: string,
  state: Exclude<InvitationRow['state'], 'open'>,
  which: { email?: string; role?: Role; id?: string } = {},
): Promise<{ email: string; role: Role }[]> {
  const { email, role, id } = which
  return tx
    .update(invitations)
    .set({ state })
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.state, 'open'),
        email === undefined ? undefined : eq(invitations.email, email),
        role === undefined ? undefined : eq(invitations.role, role),
        id === undefined ? undefined : eq(invitations.id, id),
      ),
    )
    .returning({ email: invitations.email, role: invitations.role })
}

export async function openInvitations(
  db: Db,
  companyId: string,
  since: Date,
): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.companyId, companyId),
        eq(invitations.state, 'open'),
        gt(invitations.createdAt, since),
      ),
    )
    .orderBy(asc(invitations.createdAt), asc(invitations.id))
}

/** The SQL condition that the inviter is still the owner and their log-in is active. */
const inviterMay = (db: Db): SQL =>
  exists(
    db
      .select({ id: users.id })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.personId))
      .where(
        and(
          eq(memberships.companyId, invitations.companyId),
          eq(memberships.personId, invitations.invitedBy),
          eq(memberships.role, 'owner'),
          eq(users.isActive, true),
        ),
      ),
  )

export interface FoundInvitation extends InvitationRow {
  companyName: string | null
  inviter: { firstName: string | null; lastName: string | null; email: string } | null
}

export async function findInvitation(db: Db, token: string): Promise<FoundInvitation | null> {
  const [row] = await db
    .select({
      invitation: invitations,
      companyName: companies.name,
      inviter: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(invitations)
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .leftJoin(users, and(eq(users.id, invitations.invitedBy), inviterMay(db)))
    .where(eq(invitations.token, token))
  return row ? { ...row.invitation, companyName: row.companyName, inviter: row.inviter } : null
}

/**
 * Uses up an invitation, in one statement, so that of two who press at once only one is let in.
 * Returns null unless it is open, younger than `since`, and its inviter is still the owner.
 */
export async function takeInvitation(
  tx: Db,
  token: string,
  since: Date,
): Promise<InvitationRow | null> {
  const [taken] = await tx
    .update(invitations)
    .set({ state: 'accepted' })
    .where(
      and(
        eq(invitations.token, token),
        eq(invitations.state, 'open'),
        gt(invitations.createdAt, since),
        inviterMay(tx),
      ),
    )
    .returning()
  return taken ?? null
}

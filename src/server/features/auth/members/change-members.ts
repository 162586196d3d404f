import type { MemberRole } from '#shared/access/invitation'
import type { AnswerOf } from '#shared/contract'
import type { listMembers } from '#shared/contracts/account/members'
import type { Db } from '../../../platform/database/database.ts'
import { instant } from '../../../platform/clock.ts'
import { SESSION_TOPIC } from '../../../platform/database/live.ts'
import { HttpError, notFound } from '../../../platform/http-error.ts'
import type { CompanyOfRequest } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { nameOf } from '../people-queries.ts'
import './access-changes.ts'
import { endInvitations, openInvitations } from './invitation-store.ts'
import { expiryOf, type Inviting, oldestValid, requireOwner } from './invite.ts'
import { deleteMember, lockCompany, type MemberRow, membersOf, setRole } from './member-store.ts'

/** Returns the company's members, and for its owner the invitations that can still be accepted. */
export async function readMembers(
  { db, clock }: Platform,
  { id: companyId, role: own }: CompanyOfRequest,
): Promise<AnswerOf<typeof listMembers>> {
  const members = await membersOf(db, companyId)
  const open =
    own === 'owner' ? await openInvitations(db, companyId, oldestValid(instant(clock))) : []
  return {
    members: members.map(({ id, firstName, lastName, email, role }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || null,
      email,
      role,
    })),
    invitations: open.map((one) => ({
      id: one.id,
      email: one.email,
      role: one.role,
      expiresAt: expiryOf(one).toISOString(),
    })),
  }
}

async function memberIn(tx: Db, companyId: string, personId: string): Promise<MemberRow> {
  await lockCompany(tx, companyId)
  const member = (await membersOf(tx, companyId)).find(({ id }) => id === personId)
  if (!member) throw notFound('Personen har ikke tilgang lenger.')
  if (member.role === 'owner')
    throw new HttpError(
      409,
      'owner_stays',
      'Et firma har alltid en eier. Overdra det til en annen først.',
    )
  return member
}

/**
 * Gives a member another role, which holds from the next request.
 * @throws HttpError 404 for somebody who is no member, 409 for the owner
 */
export async function giveRole(
  { db, clock, hooks }: Platform,
  { companyId, actor }: Inviting,
  { personId, role }: { personId: string; role: MemberRole },
): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await memberIn(tx, companyId, personId)
    await requireOwner(tx, { companyId, actor })
    if (member.role === role) return
    await setRole(tx, companyId, personId, role)
    const change = { kind: 'role_changed', who: nameOf(member), role } as const
    await hooks.run('accessChanged', { tx, companyId, actor, change, at: instant(clock) })
  })
}

/**
 * Ends a member's access at once, also on open screens; somebody can end their own.
 * @throws HttpError 404 for somebody who is no member, 409 for the owner
 */
export async function endAccess(
  { db, clock, hooks, live }: Platform,
  { companyId, actor }: Inviting,
  personId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await memberIn(tx, companyId, personId)
    if (personId !== actor.id) await requireOwner(tx, { companyId, actor })
    await deleteMember(tx, companyId, personId)
    // Whoever was asked to take the company over is no longer.
    await endInvitations(tx, companyId, 'ended', { email: member.email })
    const kind = personId === actor.id ? 'left' : 'removed'
    const change = { kind, who: nameOf(member) } as const
    const at = instant(clock)
    await hooks.run('accessChanged', { tx, companyId, actor, change, at })
    await hooks.run('membershipEnds', { tx, companyId, personId, at })
  })
  live.publish(personId, SESSION_TOPIC)
}

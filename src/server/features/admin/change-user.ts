import { instant } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { SESSION_TOPIC } from '../../platform/database/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { recordActivity } from '../activity-log/record.ts'
import type { ActivityMetadata } from '../activity-log/tables.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { changeRights, lockUsers, type UserRow } from '../auth/store.ts'
import { billsFrom } from '../billing/queries.ts'
import { endAccount } from '../profile/delete-account.ts'
import { refusalOf, type UserAct } from './refusal.ts'

interface Act {
  act: UserAct
  callerId: string
  targetId: string
}

/**
 * Returns the target user, and locks the target and the caller until the transaction ends. If two
 * administrators revoke each other's rights at the same moment, the second request therefore finds
 * that its caller is no longer an administrator.
 * @throws HttpError as described at refusalOf
 */
async function lockedTarget(tx: Db, { act, callerId, targetId }: Act): Promise<UserRow> {
  const people = await lockUsers(tx, [callerId, targetId])
  const caller = people.find(({ id }) => id === callerId)
  const target = people.find(({ id }) => id === targetId)
  const refusal = refusalOf({ act, caller, target, sendsBills: await billsFrom(tx, targetId) })
  if (refusal) throw refusal
  if (!target) throw new Error('an act without a target was not refused')
  return target
}

const SAYS: Record<UserAct, (who: string) => string> = {
  activate: (who) => `Aktiverte brukeren ${who}`,
  deactivate: (who) => `Deaktiverte brukeren ${who}`,
  grant: (who) => `Ga admin-rettigheter til ${who}`,
  revoke: (who) => `Fjernet admin-rettighetene til ${who}`,
  delete: (who) => `Slettet brukeren ${who} med alle data`,
}
const ACTIONS: Record<UserAct, string> = {
  activate: 'admin_user_activated',
  deactivate: 'admin_user_deactivated',
  grant: 'admin_user_granted',
  revoke: 'admin_user_revoked',
  delete: 'admin_user_deleted',
}

/** Writes the act to the administrators' log, which belongs to no company and outlives the target. */
async function recordAct(
  tx: Db,
  { act, callerId }: Act,
  { id, email, firstName, lastName }: UserRow,
  changed: NonNullable<ActivityMetadata['changed']>,
  at: Date,
): Promise<void> {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  await recordActivity(tx, {
    companyId: null,
    actor: { id: callerId },
    type: 'configuration',
    action: ACTIONS[act],
    description: SAYS[act](name ? `${name} (${email})` : email),
    success: true,
    metadata: { target: { id, email }, changed },
    at,
  })
}

/**
 * Activates or deactivates a user. A deactivated user is signed out everywhere at once. The user's
 * running work stops before its next request to a vendor (connections/tokens/open-clients.ts) and
 * continues when the user is activated again.
 * @throws HttpError as described at refusalOf
 */
export async function setStatus(
  platform: Platform,
  callerId: string,
  targetId: string,
  isActive: boolean,
): Promise<UserRow> {
  const act: Act = { act: isActive ? 'activate' : 'deactivate', callerId, targetId }
  const user = await change(platform, act, 'isActive', isActive)
  if (!isActive) platform.live.publish(targetId, SESSION_TOPIC)
  return user
}

/** Grants or revokes administrator rights. Throws the same errors as {@link setStatus}. */
export async function setAdmin(
  platform: Platform,
  callerId: string,
  targetId: string,
  isAdmin: boolean,
): Promise<UserRow> {
  const act: Act = { act: isAdmin ? 'grant' : 'revoke', callerId, targetId }
  return change(platform, act, 'isAdmin', isAdmin)
}

async function change(
  { db, clock }: Platform,
  act: Act,
  right: 'isActive' | 'isAdmin',
  value: boolean,
): Promise<UserRow> {
  const at = instant(clock)
  return db.transaction(async (tx) => {
    const target = await lockedTarget(tx, act)
    if (target[right] === value) return target
    const changed = await changeRights(tx, target.id, { [right]: value }, at)
    if (act.act === 'deactivate') await endSessions(tx, target.id)
    await recordAct(tx, act, target, { [right]: { from: target[right], to: value } }, at)
    return changed ?? target
  })
}

/**
 * Revokes the user's grants at the vendors, then deletes all the user's rows, as the user's own
 * "Slett kontoen" does. The rules are checked before each step. Throws the same errors as {@link
 * setStatus}.
 */
export async function deleteUser(
  platform: Platform,
  callerId: string,
  targetId: string,
): Promise<void> {
  const act: Act = { act: 'delete', callerId, targetId }
  const { db, clock, live } = platform
  await db.transaction((tx) => lockedTarget(tx, act))
  await endAccount(platform, targetId, { id: callerId }, async (tx) => {
    const target = await lockedTarget(tx, act)
    await recordAct(tx, act, target, {}, instant(clock))
  })
  live.publish(targetId, SESSION_TOPIC)
}

import type { ActivityMetadata } from '../activity-log/tables.ts'
import { recordActivity } from '../activity-log/record.ts'
import { lockUsers, type UserRow } from '../auth/store.ts'
import { billsFrom } from '../billing/queries.ts'
import type { Db } from '../../platform/database/database.ts'
import { refusalOf, type UserAct } from './refusal.ts'

/** An administrator's act on a user. */
export interface Act {
  act: UserAct
  callerId: string
  targetId: string
}

/**
 * Who is acted upon, locked with the one who acts until the transaction ends: of two administrators
 * who remove each other at the same moment, the second is none any more.
 *
 * @throws HttpError as refusalOf
 */
export async function lockedTarget(tx: Db, { act, callerId, targetId }: Act): Promise<UserRow> {
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

/**
 * Writes the act to the log, in the transaction that does it. The entry is the administrator's, so
 * that it stays when the user it was done to is deleted.
 */
export async function recordAct(
  tx: Db,
  { act, callerId }: Act,
  { id, email, firstName, lastName }: UserRow,
  changed: NonNullable<ActivityMetadata['changed']>,
  at: Date,
): Promise<void> {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  await recordActivity(tx, {
    userId: callerId,
    type: 'configuration',
    action: ACTIONS[act],
    description: SAYS[act](name ? `${name} (${email})` : email),
    success: true,
    metadata: { target: { id, email }, changed },
    at,
  })
}

import { instant } from '../../platform/clock.ts'
import { SESSION_TOPIC } from '../../platform/database/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { changeRights, type UserRow } from '../auth/store.ts'
import { endAccount } from '../profile/delete-account.ts'
import { lockedTarget, recordAct, type Act } from './act.ts'

/**
 * Lets a user use the product, or not. Deactivated, they are logged out everywhere at once; what
 * runs for them stops before its next call to a vendor (connections/tokens/open-clients.ts) and goes on
 * when they are activated again.
 *
 * @throws HttpError as refusalOf
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

/** Makes a user an administrator, or no longer one. Throws as {@link setStatus}. */
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
 * Deletes a user as their own "Slett kontoen" does: grants ended at the vendors, then every row.
 * Asked before the vendors are, and again when the rows go. Throws as {@link setStatus}.
 */
export async function deleteUser(
  platform: Platform,
  callerId: string,
  targetId: string,
): Promise<void> {
  const act: Act = { act: 'delete', callerId, targetId }
  const { db, clock, live } = platform
  await db.transaction((tx) => lockedTarget(tx, act))
  await endAccount(platform, targetId, async (tx) => {
    const target = await lockedTarget(tx, act)
    await recordAct(tx, act, target, {}, instant(clock))
  })
  live.publish(targetId, SESSION_TOPIC)
}

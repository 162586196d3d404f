import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { findGrant } from '../grant-store.ts'
import { leaveGrants, usedBy } from '../pointer-store.ts'
import { type ConnectionRow, findConnection } from '../store.ts'
import { leaveAccount } from '../webhooks/webhook-subscription.ts'
import { afterOwnTurn, endGrant } from './end-grant.ts'

/**
 * Disconnects ServiceM8, which has no endpoint to revoke a grant. Deletes our webhook in ServiceM8
 * and our stored tokens, and returns a message that says how to remove the app.
 */
export async function disconnectFromServicem8(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<string> {
  const row = await findConnection(platform.db, companyId, 'servicem8')
  if (!row || row.status === 'disconnected') return 'ServiceM8 er allerede koblet fra.'
  await leaveAccount(platform, companyId)
  const message =
    'ServiceM8 er koblet fra. Fjern gjerne appen i ServiceM8 også, under Settings → ServiceM8 Add-ons.'
  await forget(platform, row, actor, message)
  return message
}

/**
 * Ends the company's use of its grant at Fiken. The grant is revoked, and our stored tokens are
 * deleted, if no other company uses it. If Fiken does not respond, the tokens are still deleted, and
 * the returned message says so.
 */
export async function logOutOfFiken(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<string> {
  const row = await findConnection(platform.db, companyId, 'fiken')
  if (!row || row.status === 'disconnected') return 'Fiken er allerede koblet fra.'
  const ending = await forget(platform, row, actor, 'Logget ut av Fiken')
  const grant = ending === null ? null : await findGrant(platform.db, ending)
  if (!grant) return 'Firmaet er logget ut av Fiken.'
  return (await endGrant(platform, grant, { interactive: true }))
    ? 'Du er logget ut av Fiken, og tilgangen er trukket tilbake.'
    : 'Du er logget ut av Fiken her, men Fiken bekreftet ikke at tilgangen er trukket tilbake. Fjern den i Fiken under Rediger konto → Sikkerhet → Apper du har gitt tilgang til.'
}

/** @returns the grant to revoke; null when there is none */
async function forget(
  platform: Platform,
  { companyId, vendor }: ConnectionRow,
  actor: Actor,
  description: string,
): Promise<string | null> {
  const at = instant(platform.clock)
  return platform.db.transaction(async (tx) => {
    const which = usedBy(companyId, vendor)
    const left = { status: 'disconnected' } as const
    const { ending } = await leaveGrants(tx, which, left, { at, endAt: afterOwnTurn(at) })
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'oauth',
      action: `${vendor}_disconnected`,
      description,
      success: true,
      at,
    })
    return ending[0] ?? null
  })
}

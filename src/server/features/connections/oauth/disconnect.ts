import { instant } from '../../../platform/clock.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { liveConnection } from '../tokens/grant-row.ts'
import { laneLimiter } from '../tokens/open-clients.ts'
import { oauthOf } from '../providers.ts'
import { type ConnectionRow, findConnection, forgetGrant } from '../store.ts'
import { keepTokens } from '../tokens/tokens.ts'
import { leaveAccount } from '../webhooks/webhook-subscription.ts'

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
 * Revokes the grant at Fiken and deletes our stored tokens. If Fiken does not respond, the tokens
 * are still deleted, and the returned message says so.
 */
export async function logOutOfFiken(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<string> {
  const row = await findConnection(platform.db, companyId, 'fiken')
  if (!row || row.status === 'disconnected') return 'Fiken er allerede koblet fra.'
  const ended = await endedAtFiken(platform, companyId)
  const message = ended
    ? 'Du er logget ut av Fiken, og tilgangen er trukket tilbake.'
    : 'Du er logget ut av Fiken her, men Fiken bekreftet ikke at tilgangen er trukket tilbake. Fjern den i Fiken under Rediger konto → Sikkerhet → Apper du har gitt tilgang til.'
  await forget(platform, row, actor, message)
  return message
}

/**
 * Revokes the grant with a valid token, because Fiken ignores expired tokens and the grant would
 * remain valid. Returns false if Fiken did not confirm.
 */
async function endedAtFiken(platform: Platform, companyId: string): Promise<boolean> {
  try {
    const row = await liveConnection(platform, companyId, 'fiken')
    const options = { interactive: true }
    const token = await keepTokens(platform, row.grant, options).token()
    const limiter = laneLimiter(platform, row.lane ?? `fiken-connecting:${companyId}`, options)
    await oauthOf(platform, 'fiken', { limiter }).revoke(token)
    return true
  } catch (err) {
    platform.log.info({ err, companyId }, 'Fiken did not confirm the end of a grant')
    return false
  }
}

async function forget(
  platform: Platform,
  row: ConnectionRow,
  actor: Actor,
  description: string,
): Promise<void> {
  const { companyId, vendor } = row
  const at = instant(platform.clock)
  await platform.db.transaction(async (tx) => {
    await forgetGrant(tx, row, at)
    await recordActivity(tx, {
      companyId,
      actor,
      type: 'oauth',
      action: `${vendor}_disconnected`,
      description,
      success: true,
      at,
    })
  })
}

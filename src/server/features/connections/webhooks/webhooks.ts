import type { AnswerOf } from '#shared/contract'
import type { listWebhooks } from '#shared/contracts/connections'
import { instant } from '../../../platform/clock.ts'
import { maskPath } from '../../../platform/log.ts'
import type { Actor } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notFound } from '../../../platform/http-error.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { noteUse } from '../../auth/note-use.ts'
import { openServicem8 } from '../tokens/open-clients.ts'
import { connectionOf } from '../queries.ts'
import { vendorFailure } from '../vendor-failure.ts'
import { changeSubscription, findSubscription } from './subscription-store.ts'
import { addressOf, isMine, subscribe } from './webhook-subscription.ts'

type Listed = AnswerOf<typeof listWebhooks>['webhooks']

/**
 * Returns all the webhook subscriptions of the account that ServiceM8 shows us, with the secret
 * part of each URL masked. The list is empty when ServiceM8 is not connected.
 */
export async function registeredWebhooks(platform: Platform, companyId: string): Promise<Listed> {
  const connection = await connectionOf(platform.db, companyId, 'servicem8')
  if (!connection || connection.status === 'disconnected') return []
  try {
    const { client } = await openServicem8(platform, companyId, { interactive: true })
    return (await client.webhooks.list()).map((one) => ({
      id: one.uuid,
      active: one.active,
      objectType: one.type === 'object' ? one.subject : (one.subject.split('.')[0] ?? one.subject),
      trigger: one.type === 'event' ? one.subject : one.fields.join(', '),
      url: masked(one.callbackUrl),
      createdDate: one.createdAt,
      lastFailure: one.lastFailureReason || null,
    }))
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke hente webhooks fra ServiceM8.')
  }
}

/**
 * Deletes a webhook subscription at ServiceM8. Our own subscription then stays deleted until the
 * user registers it again (rule 19).
 */
export async function removeWebhook(
  platform: Platform,
  companyId: string,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await findSubscription(platform.db, companyId)
  try {
    const { client } = await openServicem8(platform, companyId, { interactive: true })
    const one = (await client.webhooks.list()).find((listed) => listed.uuid === id)
    if (!one) throw notFound('Webhooken finnes ikke lenger.')
    await client.webhooks.remove(one.uuid)
    if (row && isMine(one, addressOf(platform, row), companyId)) {
      const gone = {
        active: false,
        removedByUser: true,
        subscriptionId: null,
        problem: null,
        checkedAt: instant(platform.clock),
      }
      await changeSubscription(platform.db, companyId, gone)
    }
  } catch (error) {
    throw vendorFailure(error, 'Kunne ikke slette webhooken.')
  }
  await noteUse(platform.db, companyId, 'webhooks')
  const description = 'Webhook slettet. Fullførte jobber hentes fortsatt hvert 15. minutt.'
  await recordActivity(platform.db, {
    companyId,
    actor,
    type: 'webhook',
    action: 'webhook_deleted',
    description,
    success: true,
    at: instant(platform.clock),
  })
}

/**
 * Creates the webhook subscription again at the user's request.
 * @throws HttpError with the reason why ServiceM8 refused the subscription
 */
export async function registerAgain(
  platform: Platform,
  companyId: string,
  actor: Actor,
): Promise<void> {
  await subscribe(platform, companyId, { interactive: true })
  await noteUse(platform.db, companyId, 'webhooks')
  const at = instant(platform.clock)
  await recordActivity(platform.db, {
    companyId,
    actor,
    type: 'webhook',
    action: 'webhook_registered',
    description: 'Webhook registrert',
    success: true,
    at,
  })
}

/**
 * Masks the secret part of one of our own URLs, and everything but the origin of other URLs, since
 * any part can be secret.
 */
function masked(url: string): string {
  const shown = maskPath(url)
  if (shown !== url || !URL.canParse(url)) return shown
  return `${new URL(url).origin}/***`
}

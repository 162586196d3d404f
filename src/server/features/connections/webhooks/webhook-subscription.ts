import { ExternalError, isExternalError } from '#clients/http/external-error'
import type { ServiceM8Client } from '#clients/servicem8/client'
import type { WebhookSubscription } from '#clients/servicem8/types'
import { instant } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/platform.ts'
import { HttpError } from '../../../platform/http-error.ts'
import { fingerprint, randomSecret } from '../../../platform/vault.ts'
import { recordActivity } from '../../activity-log/record.ts'
import { noteUse } from '../../auth/note-use.ts'
import { openServicem8, type OpenClientOptions } from '../tokens/open-clients.ts'
import { SECRET_FIELD } from '../tokens/sealed-store.ts'
import { reasonOf } from '../vendor-failure.ts'
import {
  changeSubscription,
  deleteSubscription,
  ensureSecret,
  findSubscription,
  type SubscriptionRow,
} from './subscription-store.ts'
import { fieldsAfterRefusal, JOB_FIELDS } from './webhook-fields.ts'

const CALLBACK_PATH = '/api/webhooks/servicem8/'

/**
 * Creates or renews the webhook subscription; renewing reactivates a subscription that ServiceM8
 * has suspended. The secret is stored first, because ServiceM8 sends its challenge to our URL
 * during this request (rule 19). Never throws ExternalError.
 * @throws HttpError with the Norwegian reason, which is also stored on the row
 */
export async function subscribe(
  platform: Platform,
  companyId: string,
  options: OpenClientOptions = {},
): Promise<void> {
  const { client } = await openServicem8(platform, companyId, options)
  const row = await secretOf(platform, companyId)
  const callbackUrl = addressOf(platform, row)
  const at = instant(platform.clock)
  try {
    await subscribeToJobs(client, callbackUrl, uniqueIdOf(companyId))
  } catch (error) {
    const problem = problemText(platform, error)
    await changeSubscription(platform.db, companyId, { active: false, problem, checkedAt: at })
    await noteUse(platform.db, companyId, 'webhooks')
    if (error instanceof HttpError) throw error
    throw new HttpError(
      502,
      'webhook_failed',
      problem,
      error instanceof ExternalError && error.details ? { details: error.details } : {},
    )
  }
  const all = await client.webhooks.list(options.signal).catch(() => [])
  const mine = all.find((one) => isMine(one, callbackUrl, companyId))
  const done = {
    active: mine?.active ?? true,
    subscriptionId: mine?.uuid ?? null,
    removedByUser: false,
    problem: null,
    checkedAt: at,
  }
  await changeSubscription(platform.db, companyId, done)
  await removeStale(platform, client, all, callbackUrl)
}

/**
 * Subscribes to webhooks after connecting. A failure is logged, and the subscription is retried at
 * night; until then, the sweep finds the jobs. Returns false on failure.
 */
export async function subscribeQuietly(
  platform: Platform,
  companyId: string,
  options: OpenClientOptions = {},
): Promise<boolean> {
  try {
    await subscribe(platform, companyId, options)
    return true
  } catch (error) {
    platform.log.warn({ err: error, companyId }, 'the webhook subscription failed')
    const description = error instanceof HttpError ? error.message : problemText(platform, error)
    const at = instant(platform.clock)
    await recordActivity(platform.db, {
      companyId,
      actor: null,
      type: 'webhook',
      action: 'webhook_subscription_failed',
      description,
      success: false,
      at,
    }).catch(() => undefined)
    return false
  }
}

/**
 * Checks that the webhook subscription exists and is active. Otherwise creates it again, unless the
 * user has deleted it.
 */
export async function checkSubscription(
  platform: Platform,
  companyId: string,
  signal?: AbortSignal,
): Promise<'fine' | 'made_again' | 'failed' | 'not_wanted'> {
  const row = await findSubscription(platform.db, companyId)
  if (row?.removedByUser) return 'not_wanted'
  if (row) {
    const { client } = await openServicem8(platform, companyId, { signal })
    const callbackUrl = addressOf(platform, row)
    const mine = (await client.webhooks.list(signal)).find((one) => one.callbackUrl === callbackUrl)
    if (mine?.active) {
      await changeSubscription(platform.db, companyId, {
        active: true,
        subscriptionId: mine.uuid,
        problem: null,
        checkedAt: instant(platform.clock),
      })
      return 'fine'
    }
    await noteUse(platform.db, companyId, 'webhooks')
  }
  return (await subscribeQuietly(platform, companyId, { signal })) ? 'made_again' : 'failed'
}

export function isMine(
  one: WebhookSubscription,
  callbackUrl: string | null,
  companyId: string,
): boolean {
  return (
    one.callbackUrl === callbackUrl ||
    (one.uniqueId !== '' && one.uniqueId === uniqueIdOf(companyId))
  )
}

/**
 * Returns a stored subscription's callback URL. The URL contains the secret, so it must not be
 * logged or returned to a client.
 */
export function addressOf(
  platform: Platform,
  row: Pick<SubscriptionRow, 'companyId' | 'secret'>,
): string {
  const secret = platform.vault.open(row.secret, { ownerId: row.companyId, field: SECRET_FIELD })
  return `${platform.config.publicUrl}${CALLBACK_PATH}${secret}`
}

/**
 * Deletes the webhook subscription when the company leaves the ServiceM8 account: at ServiceM8 if a
 * token is available, and in our database in any case. If ServiceM8 does not respond, the
 * subscription there remains, and its webhooks get status 410 until ServiceM8 ends them.
 */
export async function leaveAccount(platform: Platform, companyId: string): Promise<void> {
  const row = await findSubscription(platform.db, companyId)
  if (!row) return
  try {
    const { client } = await openServicem8(platform, companyId, {
      interactive: true,
      leaving: true,
    })
    const callbackUrl = addressOf(platform, row)
    for (const one of await client.webhooks.list())
      if (isMine(one, callbackUrl, companyId)) await client.webhooks.remove(one.uuid)
  } catch (err) {
    platform.log.info({ err, companyId }, 'the webhook could not be deleted at ServiceM8')
  }
  await deleteSubscription(platform.db, companyId)
}

async function secretOf(platform: Platform, companyId: string): Promise<SubscriptionRow> {
  const secret = randomSecret()
  return ensureSecret(platform.db, {
    companyId,
    secret: platform.vault.seal(secret, { ownerId: companyId, field: SECRET_FIELD }),
    secretHash: fingerprint(secret),
    createdAt: instant(platform.clock),
  })
}

/**
 * Returns the subscription's unique id, which identifies the company. ServiceM8 keeps one
 * subscription per object and unique id.
 */
function uniqueIdOf(companyId: string): string {
  return `fakturabro-${companyId}`
}

async function subscribeToJobs(
  client: ServiceM8Client,
  callbackUrl: string,
  uniqueId: string,
): Promise<void> {
  let fields: readonly string[] = JOB_FIELDS
  for (;;) {
    try {
      return await client.webhooks.subscribeObject({ object: 'job', fields, callbackUrl, uniqueId })
    } catch (error) {
      const left = isExternalError(error, 'invalid')
        ? fieldsAfterRefusal(fields, error.details)
        : null
      if (!left) throw error
      fields = left
    }
  }
}

/**
 * Deletes outdated subscriptions to URLs of this installation (for the account's former company, or
 * with a former secret). An account has only one company here at a time (rule 13), so none of these
 * subscriptions belongs to another company.
 */
async function removeStale(
  platform: Platform,
  client: ServiceM8Client,
  all: readonly WebhookSubscription[],
  callbackUrl: string,
): Promise<void> {
  const here = `${platform.config.publicUrl}${CALLBACK_PATH}`
  for (const one of all) {
    if (!one.callbackUrl.startsWith(here) || one.callbackUrl === callbackUrl) continue
    await client.webhooks
      .remove(one.uuid)
      .catch((err: unknown) => platform.log.info({ err }, 'a stale webhook was not deleted'))
  }
}

/**
 * Returns the reason, in Norwegian, why subscribing failed. ServiceM8 refuses a subscription if it
 * cannot deliver its challenge, usually because our URL is not reachable from the internet.
 */
function problemText(platform: Platform, error: unknown): string {
  const { publicUrl } = platform.config
  if (isExternalError(error, 'invalid')) {
    return `ServiceM8 fikk ikke bekreftet adressen ${publicUrl}. Den må kunne nås fra internett (PUBLIC_URL). Fullførte jobber hentes likevel hvert 15. minutt.`
  }
  return `Webhooken ble ikke registrert. ${reasonOf(error)} Fullførte jobber hentes likevel hvert 15. minutt.`
}

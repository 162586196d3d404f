import { ExternalError } from '../http/external-error.ts'
import type { Access } from './access.ts'
import { parseSubscription } from './parse.ts'
import type { EventSubscription, ObjectSubscription, WebhookSubscription } from './types.ts'

/**
 * The timeout in milliseconds for subscribing, while ServiceM8 sends a challenge to our callback.
 */
const CHALLENGE_TIMEOUT_MS = 25_000
const PATH = '/webhook_subscriptions'

export interface Webhooks {
  list(signal?: AbortSignal): Promise<WebhookSubscription[]>
  /**
   * Creates or renews a subscription; a renewal reactivates an inactive subscription. Takes up to
   * 25 s. Throws `invalid` when ServiceM8 does not offer the object or one of the fields.
   */
  subscribeObject(subscription: ObjectSubscription): Promise<void>
  subscribeEvent(subscription: EventSubscription): Promise<void>
  /** Deletes a subscription; does nothing if the subscription does not exist. */
  remove(uuid: string): Promise<void>
}

/**
 * Creates the client of the Webhooks API, which is at the root of the host and form-encoded (a JSON
 * body returns "Please specify an object for subscription").
 */
export function createWebhooks(access: Access, timeZone: string): Webhooks {
  const subscribe = async (
    kind: 'object' | 'event',
    form: Record<string, string>,
    uniqueId: string | undefined,
  ) => {
    const withId = uniqueId === undefined ? form : { ...form, unique_id: uniqueId }
    await access.send({
      method: 'POST',
      path: `${PATH}/${kind}`,
      form: withId,
      safe: true,
      timeoutMs: CHALLENGE_TIMEOUT_MS,
    })
  }
  return {
    async list(signal) {
      const { body, requestId } = await access.send({
        method: 'GET',
        path: PATH,
        query: { status: 'all' },
        signal,
      })
      if (!Array.isArray(body)) {
        throw new ExternalError({
          vendor: 'servicem8',
          kind: 'bad_answer',
          doing: `GET ${PATH}`,
          requestId,
          details: 'not a list',
        })
      }
      return body.map((row) => parseSubscription(row, timeZone))
    },
    subscribeObject: ({ object, fields, callbackUrl, uniqueId }) =>
      subscribe(
        'object',
        { object, fields: fields.join(','), callback_url: callbackUrl },
        uniqueId,
      ),
    subscribeEvent: ({ event, callbackUrl, uniqueId }) =>
      subscribe('event', { event, callback_url: callbackUrl }, uniqueId),
    async remove(uuid) {
      try {
        await access.send({
          method: 'DELETE',
          path: `${PATH}/${encodeURIComponent(uuid)}`,
          safe: true,
        })
      } catch (error) {
        if (!(error instanceof ExternalError && error.kind === 'not_found')) throw error
      }
    },
  }
}

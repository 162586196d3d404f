import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { instant } from '../../platform/clock.ts'
import { hasUnstorableAddress, unstorable } from '../../platform/http/storable-text.ts'
import { webhookRoutes } from '../../platform/http/webhook-routes.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { fingerprint } from '../../platform/vault.ts'
import { INTAKE } from '../inbox/queue-names.ts'
import { acceptPing, ownerOfSecret } from '../inbox/store.ts'
import { readPing } from './webhook-body.ts'

/**
 * Registers the callback to which ServiceM8 posts webhooks. The secret in the path is the only
 * identification, since webhooks are not signed. Accepts any content type, trusts only an object's
 * uuid, and writes one row for intake. A GET route exists because a challenge can come by GET, and
 * because people open the address in a browser.
 */
export function servicem8WebhookRoutes(app: FastifyInstance, platform: Platform): void {
  const url = '/api/webhooks/servicem8/:secret'
  const route = {
    url,
    turnedAway: async (request: FastifyRequest) =>
      (await ownerOfSecret(platform.db, secretHashOf(request))) ? null : gone(),
    handler: (call: Call) => answerPing(platform, call),
  } as const
  webhookRoutes(app, [
    { method: 'POST', ...route },
    { method: 'GET', ...route },
  ])
}

interface Call {
  body: Buffer
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Returns the hash of the secret in the path. Looking up a hash prevents response times from
 * revealing stored secrets.
 */
function secretHashOf(request: FastifyRequest): string {
  return fingerprint((request.params as { secret: string }).secret)
}

async function answerPing(platform: Platform, { body, request, reply }: Call) {
  const ping = await readPing({
    contentType: request.headers['content-type'] ?? '',
    body,
    query: request.query as Record<string, unknown>,
  })

  if (ping.kind === 'unstorable' || hasUnstorableAddress(request)) throw unstorable()
  // The secret was committed before we subscribed, so a stranger cannot make us confirm an address
  // that nobody subscribed.
  if (ping.kind === 'challenge') return reply.type('text/plain; charset=utf-8').send(ping.challenge)
  const unreadable = ping.kind === 'unreadable'
  const companyId = await acceptPing(platform.db, {
    secretHash: secretHashOf(request),
    eventType: unreadable ? 'unreadable' : ping.eventType.slice(0, 100),
    objectType: unreadable ? null : ping.objectType.slice(0, 100),
    objectId: unreadable ? null : ping.objectId,
    payload: unreadable
      ? { bytes: body.length, contentType: request.headers['content-type'] ?? null }
      : null,
    problem: unreadable
      ? ping.why
      : ping.objectType === 'job'
        ? null
        : 'Ikke en jobb; ingenting å gjøre',
    at: instant(platform.clock),
  })
  // The secret was deleted while the body was being received.
  if (!companyId) throw gone()
  platform.live.publish(companyId, 'status')
  if (!unreadable && ping.objectType === 'job') platform.queue.wake(INTAKE, companyId)
  return reply.send({ received: true })
}

/** Returns the 410 error that makes ServiceM8 end the subscription. */
function gone(): HttpError {
  return new HttpError(410, 'unknown_webhook', 'Denne webhook-adressen er ikke i bruk.')
}

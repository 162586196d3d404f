import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sm8Account, Subscription } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { authorise, errorBody, type RateLimiter } from './access.ts'
import { TABLES } from './columns.ts'
import { answersChallenge } from './delivery.ts'
import { stampNow } from './records.ts'

/** Objects that accept subscriptions; jobmaterial, contacts, staff and taxrate are refused. */
const OBJECTS = [
  'job',
  'jobactivity',
  'jobpayment',
  'note',
  'task',
  'material',
  'company',
  'attachment',
  'formresponse',
]
const EVENTS = (
  'job.created job.updated job.status_changed job.completed job.queued job.checked_in job.checked_out job.note_added job.photo_added ' +
  'job.video_added job.badge_added job.badge_removed job.quote_sent job.quote_accepted job.invoice_sent job.invoice_paid ' +
  'job.review_received company.created company.updated form.response_created inbox.message_received proposal.sent proposal.viewed ' +
  'staff.clocked_on staff.clocked_off'
).split(' ')
/** Fields that a live account refused to watch. */
const UNWATCHED = new Set(['related_object', 'related_object_uuid'])

/** Registers webhook routes at the host's root rather than under /api_1.0. */
export function registerWebhooks(app: FastifyInstance, world: World, limiter: RateLimiter): void {
  app.get('/webhook_subscriptions', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const status = (request.query as Record<string, string | undefined>)['status'] ?? 'active'
    return access.account.subscriptions
      .filter((row) => status === 'all' || (status === 'inactive') === (row.active === 0))
      .map(({ failures: _failures, ...row }) => row)
  })

  app.post('/webhook_subscriptions/object', (request, reply) => subscribe(request, reply, 'object'))
  app.post('/webhook_subscriptions', (request, reply) => subscribe(request, reply, 'object'))
  app.post('/webhook_subscriptions/event', (request, reply) => subscribe(request, reply, 'event'))

  async function subscribe(
    request: FastifyRequest,
    reply: FastifyReply,
    type: 'object' | 'event',
  ): Promise<unknown> {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const body = formOf(request)
    const asked = type === 'object' ? readObject(body) : readEvent(body)
    if (typeof asked === 'string') return reply.code(400).send(errorBody(400, asked))
    const problem = await answersChallenge(world, asked.callbackUrl)
    if (problem) return reply.code(400).send(errorBody(400, problem))
    const row = store(world, access.account, type, asked)
    return reply.header('x-record-uuid', row.uuid).send({ errorCode: 0, message: 'OK' })
  }

  app.delete('/webhook_subscriptions/:uuid', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const { uuid } = request.params as { uuid: string }
    return remove(world, access.account, reply, (row) => row.uuid === uuid)
  })

  app.delete('/webhook_subscriptions', async (request, reply) => {
    const access = authorise(world, limiter, request, reply)
    if (!access) return reply
    const asked = { ...(request.query as Record<string, string>), ...formOf(request) }
    return remove(
      world,
      access.account,
      reply,
      (row) =>
        (asked['event'] ? row.event === asked['event'] : row.object === asked['object']) &&
        (!asked['callback_url'] || row.callback_url === asked['callback_url']) &&
        (!asked['unique_id'] || row.unique_id === asked['unique_id']),
    )
  })
}

interface AskedSubscription {
  subject: string
  fields: string[]
  callbackUrl: string
  uniqueId: string
}

/** Returns the fields of a form body; a JSON body counts as empty. */
function formOf(request: FastifyRequest): Record<string, string> {
  const isForm = (request.headers['content-type'] ?? '').startsWith(
    'application/x-www-form-urlencoded',
  )
  return isForm ? ((request.body ?? {}) as Record<string, string>) : {}
}

function readObject(body: Record<string, string>): AskedSubscription | string {
  const subject = (body['object'] ?? '').toLowerCase()
  if (!subject) return 'Please specify an object for subscription'
  if (!OBJECTS.includes(subject)) return `Object ${subject} does not support subscription`
  const fields = (body['fields'] ?? '').split(',').map((field) => field.trim())
  const columns = Object.hasOwn(TABLES, subject)
    ? TABLES[subject as keyof typeof TABLES].columns
    : null
  const bad = fields.find(
    (field) => field === '' || UNWATCHED.has(field) || (columns && !columns[field]),
  )
  if (bad !== undefined) return `"${bad}" is not a valid field for subscription`
  return withCallback(body, subject, fields)
}

function readEvent(body: Record<string, string>): AskedSubscription | string {
  const subject = body['event'] ?? ''
  if (!subject) return 'Please specify an event for subscription'
  if (!EVENTS.includes(subject)) return `Event ${subject} does not support subscription`
  return withCallback(body, subject, [])
}

function withCallback(
  body: Record<string, string>,
  subject: string,
  fields: string[],
): AskedSubscription | string {
  const callbackUrl = body['callback_url'] ?? ''
  const uniqueId = body['unique_id'] ?? ''
  if (!URL.canParse(callbackUrl)) return 'Please specify a valid callback_url'
  if (uniqueId.length > 100) return 'unique_id is too long'
  return { subject, fields, callbackUrl, uniqueId }
}

/** Stores a subscription; updates and reactivates one with the same unique id or address. */
function store(
  world: World,
  account: Sm8Account,
  type: 'object' | 'event',
  asked: AskedSubscription,
): Subscription {
  const known = account.subscriptions.find(
    (row) =>
      row.type === type &&
      (row.object ?? row.event) === asked.subject &&
      (asked.uniqueId ? row.unique_id === asked.uniqueId : row.callback_url === asked.callbackUrl),
  )
  const row: Subscription = known ?? {
    uuid: randomUUID(),
    type,
    ...(type === 'object' ? { object: asked.subject } : { event: asked.subject }),
    callback_url: '',
    fields: [],
    unique_id: asked.uniqueId,
    active: 1,
    last_failure_reason: null,
    last_failure_at: null,
    created_at: stampNow(world, account),
    failures: 0,
  }
  row.callback_url = asked.callbackUrl
  row.fields = asked.fields
  row.active = 1
  row.failures = 0
  row.last_failure_reason = null
  row.last_failure_at = null
  if (!known) account.subscriptions.push(row)
  world.touch()
  return row
}

function remove(
  world: World,
  account: Sm8Account,
  reply: FastifyReply,
  chosen: (row: Subscription) => boolean,
): FastifyReply {
  const rest = account.subscriptions.filter((row) => !chosen(row))
  if (rest.length === account.subscriptions.length)
    return reply.code(404).send(errorBody(404, 'Subscription not found'))
  account.subscriptions = rest
  world.touch()
  return reply.send({ errorCode: 0, message: 'OK' })
}

import { JOB_FIELDS } from '#server/features/connections/webhooks/webhook-fields'
import type { Doorbell, Ring } from '../doorbell.ts'
import { untilSeen, type Lab } from '../lab.ts'
import { notAsked, seen, type Point, type Seen } from '../point.ts'
import { brief, objectOf, rowsOf } from '../wire.ts'

const SUBSCRIPTION = 'src/server/features/connections/webhooks/webhook-subscription.ts'
const BODY = 'src/server/features/intake/webhook-body.ts'
const UNIQUE_ID = 'fakturabro-verify'
const PATIENCE_MS = 60_000
/** Maximum wait for a retry in milliseconds; ServiceM8 does not publish when it retries. */
const RETRY_PATIENCE_MS = 15 * 60_000

/** Questions about subscriptions and webhooks, which need an address that ServiceM8 can reach. */
export const WEBHOOKS: Point[] = [
  rung({
    id: 'servicem8.webhooks.challenge',
    question: 'How is the challenge posted to the callback?',
    expected: 'multipart/form-data',
    today: 'multipart, form, JSON and query are all read',
    file: BODY,
    whatToChange: 'Nothing for one of the four; else add it to readPing',
    async ask({ servicem8 }, doorbell) {
      doorbell.rings.length = 0
      await subscribe(servicem8, doorbell)
      const ring = doorbell.rings.find(({ ping }) => ping.kind === 'challenge')
      if (!ring) return seen('there was none', false)
      const type = ring.contentType.split(';')[0] ?? ''
      return seen(type || 'in the query', type === 'multipart/form-data')
    },
  }),
  rung({
    id: 'servicem8.webhooks.fields',
    question: 'Are all fields that we watch taken?',
    expected: `all ${JOB_FIELDS.length}`,
    today: 'a field that is refused is left out, and the sweep finds what is missed',
    file: 'src/server/features/connections/webhooks/webhook-fields.ts',
    whatToChange: 'Take the field out of JOB_FIELDS',
    async ask({ servicem8 }, doorbell) {
      const answer = await subscribe(servicem8, doorbell)
      return seen(brief(answer), answer.status === 200)
    },
  }),
  rung({
    id: 'servicem8.webhooks.same-again',
    question: 'Does subscribing again with the same unique_id renew the subscription?',
    expected: 'there is one in the list afterwards, with our address and unique_id',
    today: 'the list is compared every night by address or unique_id, and what is missing is made',
    file: SUBSCRIPTION,
    whatToChange: 'Remove the old one before another is made',
    async ask({ servicem8 }, doorbell) {
      await subscribe(servicem8, doorbell)
      await subscribe(servicem8, doorbell)
      const list = await servicem8.raw('GET', '/webhook_subscriptions', {
        query: { status: 'all' },
      })
      const own = rowsOf(list).filter((row) => row['callback_url'] === doorbell.url)
      const named = own.filter((row) => row['unique_id'] === UNIQUE_ID).length
      return seen(
        `${own.length} with our address, ${named} with our unique_id`,
        own.length === 1 && named === 1,
      )
    },
  }),
  rung({
    id: 'servicem8.webhooks.ping',
    question: 'Does a change of a watched field ring, in the shape that we read?',
    expected: 'JSON with object, entry[0].uuid and resource_url',
    today: 'a ping is only a hint: object and uuid are read, and the sweep finds the rest',
    file: BODY,
    whatToChange: 'Add the shape to readPing; until then the sweep finds jobs within 15 minutes',
    async ask(lab, doorbell) {
      const { ring, job } = await ringOnce(lab, doorbell)
      if (!ring) return seen('no ping within a minute', false)
      const { ping } = ring
      const body = objectOf({ status: 200, headers: new Headers(), text: '', json: parsed(ring) })
      const shape = ['object', 'entry', 'resource_url'].filter((name) => name in body)
      return seen(
        `${ring.contentType.split(';')[0]} with ${shape.join(', ')}; read as ${ping.kind}`,
        ping.kind === 'ping' &&
          ping.objectType === 'job' &&
          ping.objectId.toLowerCase() === job.toLowerCase() &&
          shape.length === 3,
      )
    },
  }),
  rung({
    id: 'servicem8.webhooks.once',
    question: 'How many pings does one save give?',
    expected: 'one',
    today: 'pings of one job are one look; duplicates cost nothing',
    file: 'src/server/features/intake/process-events.ts',
    whatToChange: 'Nothing: they are merged',
    async ask(lab, doorbell) {
      const { ring, job } = await ringOnce(lab, doorbell)
      if (!ring) return seen('no ping within a minute', false)
      await lab.clock.sleep(5_000)
      const count = pingsOf(doorbell, job).length
      return seen(`${count}`, count === 1)
    },
  }),
  rung({
    id: 'servicem8.webhooks.signature',
    question: 'Does a ping carry a signature?',
    expected: 'no header that speaks of one',
    today: 'the address holds a secret per user, and values are always fetched',
    file: 'src/server/features/intake/webhook-routes.ts',
    whatToChange: 'Check the signature as well',
    async ask(lab, doorbell) {
      const { ring } = await ringOnce(lab, doorbell)
      if (!ring) return seen('no ping within a minute', false)
      const found = Object.keys(ring.headers).filter((name) => /sign|hmac|digest/i.test(name))
      return seen(found.join(', ') || 'none', found.length === 0)
    },
  }),
  rung({
    id: 'servicem8.webhooks.retry',
    question: 'Is a ping that we answer with 503 sent again?',
    expected: 'yes, within a quarter of an hour',
    today: 'the sweep finds what was missed, every 15 minutes',
    file: 'src/server/features/intake/sweep.ts',
    whatToChange: 'Nothing breaks; a job that came while we were down waits for the sweep',
    async ask(lab, doorbell) {
      const { ring, job } = await ringOnce(lab, doorbell, () => doorbell.refuse(1))
      if (!ring) return seen('no ping within a minute', false)
      const again = await waitFor(lab, RETRY_PATIENCE_MS, () =>
        pingsOf(doorbell, job).length > 1 ? true : null,
      )
      doorbell.refuse(0)
      return again
        ? seen(`after ${(again.afterMs / 1_000).toFixed(0)} s`, true)
        : seen('not within a quarter of an hour', false)
    },
  }),
  {
    id: 'servicem8.webhooks.cancelled',
    question: 'When is a subscription cancelled whose callback keeps failing?',
    expected: 'after retries of up to 72 hours',
    today: 'every night the list is compared, and an inactive subscription is made active again',
    file: SUBSCRIPTION,
    whatToChange: 'Nothing: the sweep does not depend on it',
    ask: 'Ask ServiceM8’s support (developer.servicem8.com)',
  },
]

type RungPoint = Omit<Point, 'ask'> & {
  ask: (lab: Lab, doorbell: Doorbell) => Promise<Seen>
}

function rung({ ask, ...point }: RungPoint): Point {
  return {
    ...point,
    ask: async (lab) =>
      lab.doorbell === null
        ? notAsked('needs --callback: an https address that leads to this machine')
        : await ask(lab, lab.doorbell),
  }
}

async function subscribe({ raw }: Lab['servicem8'], doorbell: Doorbell) {
  return raw('POST', '/webhook_subscriptions/object', {
    form: {
      object: 'job',
      fields: JOB_FIELDS.join(','),
      callback_url: doorbell.url,
      unique_id: UNIQUE_ID,
    },
  })
}

export async function unsubscribe({ raw }: Lab['servicem8'], doorbell: Doorbell): Promise<void> {
  const list = await raw('GET', '/webhook_subscriptions', { query: { status: 'all' } })
  for (const row of rowsOf(list).filter(({ callback_url: url }) => url === doorbell.url)) {
    const answer = await raw('DELETE', `/webhook_subscriptions/${String(row['uuid'])}`)
    if (![200, 204, 404].includes(answer.status)) throw new Error(brief(answer))
  }
}

async function ringOnce(
  lab: Lab,
  doorbell: Doorbell,
  beforeChange: () => void = () => undefined,
): Promise<{ job: string; ring: Ring | null }> {
  const { servicem8 } = lab
  await subscribe(servicem8, doorbell)
  const job = await servicem8.job()
  // Creating the job sends a webhook too; waits for that webhook before the change.
  await waitFor(lab, 5_000, () => (pingsOf(doorbell, job).length > 0 ? true : null))
  doorbell.rings.length = 0
  beforeChange()
  await servicem8.change('job', job, { purchase_order_number: 'Fakturabro verify' })
  const found = await waitFor(lab, PATIENCE_MS, () => pingsOf(doorbell, job)[0] ?? null)
  return { job, ring: found?.value ?? null }
}

const waitFor = <T>({ clock }: Lab, patienceMs: number, look: () => T | null) =>
  untilSeen(clock, patienceMs, async () => look())

const pingsOf = ({ rings }: Doorbell, job: string) =>
  rings.filter(
    ({ ping }) => ping.kind === 'ping' && ping.objectId.toLowerCase() === job.toLowerCase(),
  )

function parsed({ body }: Ring): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import type { Sm8Account, Subscription } from '../world/state.ts'
import type { World } from '../world/world.ts'

/**
 * Posts a challenge to the callback URL. Returns null if the response echoes the challenge,
 * otherwise the reason for refusing the subscription.
 */
export async function answersChallenge(world: World, callbackUrl: string): Promise<string | null> {
  const challenge = randomBytes(16).toString('hex')
  const fields = { mode: 'subscribe', challenge }
  const { challenge: encoding } = world.settings.servicem8
  const url = encoding === 'query' ? withQuery(callbackUrl, fields) : callbackUrl
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(world.settings.servicem8.webhookTimeoutMs),
      ...encoded(encoding, fields),
    })
    const text = await answer.text()
    if (answer.status !== 200) return `Callback URL verification failed: HTTP ${answer.status}`
    return text === challenge ? null : 'Callback URL verification failed: challenge does not match'
  } catch (error) {
    return `Callback URL verification failed: ${error instanceof Error ? error.message : 'no answer'}`
  }
}

function withQuery(url: string, fields: Record<string, string>): string {
  const target = new URL(url)
  for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value)
  return target.href
}

function encoded(
  how: 'multipart' | 'form' | 'json' | 'query',
  fields: Record<string, string>,
): { body?: string | URLSearchParams | FormData; headers?: Record<string, string> } {
  if (how === 'query') return {}
  if (how === 'json')
    return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }
  if (how === 'form') return { body: new URLSearchParams(fields) }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return { body: form }
}

export interface WebhookSender {
  changed: (
    accountUuid: string,
    object: string,
    uuid: string,
    fields: string[],
    events: string[],
  ) => void
  /** Sends a job's webhooks again, as a button in the workshop pages does; returns their number. */
  again: (accountUuid: string, jobUuid: string, times: number) => number
  /** Resolves when no delivery is in progress or waiting for a retry. */
  idle: () => Promise<void>
  close: () => void
}

interface Delivery {
  account: Sm8Account
  subscription: Subscription
  object: string
  uuid: string
  fields: string[]
}

/** Maximum number of concurrent senders; a vendor opens no connection per change. */
const SENDERS = 50

/** Delivers webhooks with retries; deactivates failing subscriptions, deletes them on 410. */
export function createWebhookSender(world: World): WebhookSender {
  const timers = new Set<NodeJS.Timeout>()
  const waiting = new Set<() => void>()
  const sender = pLimit(SENDERS)
  let underWay = 0
  let closed = false

  function later(ms: number, task: () => void): void {
    if (closed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      task()
    }, ms)
    timers.add(timer)
  }

  function settle(): void {
    if (underWay > 0 || timers.size > 0) return
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  async function attempt(delivery: Delivery, number: number): Promise<void> {
    const { account, subscription } = delivery
    if (closed || subscription.active === 0 || !account.subscriptions.includes(subscription))
      return settle()
    underWay += 1
    const status = await sender(() => post(world, delivery))
    underWay -= 1
    world.ledger.webhooks.push({
      at: Date.now(),
      account: account.uuid,
      subject: subscription.object ?? subscription.event ?? '',
      uuid: delivery.uuid,
      url: subscription.callback_url,
      attempt: number,
      status,
    })
    if (status >= 200 && status < 300) {
      subscription.failures = 0
    } else if (status === 410) {
      account.subscriptions = account.subscriptions.filter((row) => row !== subscription)
    } else {
      failed(delivery, number, status)
    }
    world.touch()
    settle()
  }

  function failed(delivery: Delivery, number: number, status: number): void {
    const { subscription } = delivery
    subscription.failures += 1
    subscription.last_failure_reason =
      status === 0 ? 'No answer within the time limit' : `HTTP ${status}`
    subscription.last_failure_at = new Date(world.now()).toISOString()
    const waits = world.settings.servicem8.webhookRetryMs
    const wait = waits[number - 1]
    if (wait === undefined) subscription.active = 0
    else later(wait, () => void attempt(delivery, number + 1))
  }

  function send(delivery: Delivery): void {
    const mode = world.settings.servicem8.webhooks
    if (mode === 'drop') return
    for (let copy = 0; copy < (mode === 'duplicate' ? 3 : 1); copy += 1) {
      later(world.settings.servicem8.webhookDelayMs, () => void attempt(delivery, 1))
    }
  }

  function matching(
    account: Sm8Account,
    object: string,
    fields: string[],
    events: string[],
  ): Subscription[] {
    return account.subscriptions.filter(
      (row) =>
        row.active === 1 &&
        (row.type === 'event'
          ? events.includes(row.event ?? '')
          : row.object === object && row.fields.some((field) => fields.includes(field))),
    )
  }

  return {
    changed(accountUuid, object, uuid, fields, events) {
      const account = world.state.servicem8.accounts[accountUuid]
      if (!account) return
      for (const subscription of matching(account, object, fields, events)) {
        const watched =
          subscription.type === 'object'
            ? fields.filter((field) => subscription.fields.includes(field))
            : fields
        send({ account, subscription, object, uuid, fields: watched })
      }
    },
    again(accountUuid, jobUuid, times) {
      const account = world.state.servicem8.accounts[accountUuid]
      if (!account) return 0
      const active = account.subscriptions.filter(
        (row) => row.active === 1 && (row.object === 'job' || row.event === 'job.completed'),
      )
      for (const subscription of active) {
        for (let copy = 0; copy < times; copy += 1)
          send({ account, subscription, object: 'job', uuid: jobUuid, fields: ['status'] })
      }
      return active.length * times
    },
    idle: () =>
      new Promise((resolve) => {
        waiting.add(resolve)
        settle()
      }),
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      sender.clearQueue()
      underWay = sender.activeCount
      settle()
    },
  }
}

/** Sends one webhook without values, account or signature. Returns the status; 0 means none. */
async function post(world: World, delivery: Delivery): Promise<number> {
  const { subscription, object, uuid, fields } = delivery
  const body = {
    ...(subscription.event ? { event: subscription.event } : {}),
    object,
    entry: [
      {
        uuid,
        changed_fields: fields,
        time: new Date(world.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      },
    ],
    resource_url: `${world.origins.servicem8}/api_1.0/${object}/${uuid}`,
  }
  try {
    const answer = await fetch(subscription.callback_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'ServiceM8 Webhooks (sandbox)' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(world.settings.servicem8.webhookTimeoutMs),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

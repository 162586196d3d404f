import { randomUUID } from 'node:crypto'
import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'
import { inBackground } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import type { Log } from '../log.ts'

/**
 * A topic that is never sent to a browser: on receiving it, the user's event streams check whether
 * their sessions are still valid.
 */
export const SESSION_TOPIC = 'session'
export type Topic = LiveTopic | typeof SESSION_TOPIC

const TOPICS: readonly string[] = [SESSION_TOPIC, ...LIVE_TOPICS]
const isTopic = (word: string): word is Topic => TOPICS.includes(word)

/**
 * Hints to open screens that something has changed for this company, without data. A hint can be
 * lost; the screen then refetches at its next poll. Hints published within 100 ms are sent together
 * to this process's subscribers and, on PostgreSQL, to the other processes in one NOTIFY. Publish
 * after the commit: a hint from inside a transaction can arrive before the change is visible.
 */
export interface Live {
  publish(companyId: string, ...topics: Topic[]): void
  /** Passes hints from any process to `receive`. Returns the function that unsubscribes. */
  subscribe(companyId: string, receive: Receive): () => void
  /**
   * Returns the topics hinted to this company since `at` (by this process's clock), or all topics
   * if `at` is further back than hints are remembered.
   */
  since(companyId: string, at: number): readonly Topic[]
  /** Starts listening to other processes. Before that, only this process's own hints arrive. */
  start(): Promise<void>
  stop(): Promise<void>
}

type Receive = (topics: readonly Topic[]) => void

const GATHER_MS = 100
const KEPT_MS = 60_000
const CHANNEL = 'fakturabro_live'
/** The limit of a payload; PostgreSQL accepts NOTIFY payloads below 8000 bytes. */
const PAYLOAD_BYTES = 7_800

type Hint = readonly [companyId: string, ...topics: Topic[]]

export function createLive({
  database,
  log,
  clock,
}: {
  database: Pick<Database, 'kind' | 'notify' | 'listen'>
  log: Log
  clock: Pick<Clock, 'now'>
}): Live {
  const own = randomUUID()
  const madeAt = clock.now()
  const kept: { at: number; hint: Hint }[] = []
  const subscribers = new Map<string, Set<Receive>>()
  let gathered = new Map<string, Set<Topic>>()
  let timer: NodeJS.Timeout | undefined
  let sending = false
  let stopped = false
  let stopListening = () => Promise.resolve()

  function publish(companyId: string, ...topics: Topic[]): void {
    if (stopped) return
    const known = gathered.get(companyId)
    if (known) for (const topic of topics) known.add(topic)
    else gathered.set(companyId, new Set(topics))
    // While the database is slow to accept a notification, new hints accumulate: at most one entry
    // per company.
    if (!sending) timer ??= setTimeout(send, GATHER_MS).unref()
  }

  function send(): void {
    timer = undefined
    const hints: Hint[] = [...gathered].map(([companyId, topics]) => [companyId, ...topics])
    gathered = new Map()
    for (const hint of hints) deliver(hint)
    if (database.kind !== 'postgres') return
    sending = true
    inBackground(log, 'hints could not be sent', sendAll(hints))
  }

  async function sendAll(hints: readonly Hint[]): Promise<void> {
    try {
      for (const payload of payloadsOf(own, hints, PAYLOAD_BYTES))
        await database.notify(CHANNEL, payload)
    } catch (err) {
      log.debug({ err }, 'hints to other processes were lost')
    } finally {
      sending = false
      if (gathered.size > 0 && !stopped) timer ??= setTimeout(send, GATHER_MS).unref()
    }
  }

  function deliver(hint: Hint): void {
    const [companyId, ...topics] = hint
    const at = clock.now()
    kept.push({ at, hint })
    while (kept[0] && kept[0].at < at - KEPT_MS) kept.shift()
    for (const receive of subscribers.get(companyId) ?? []) receive(topics)
  }

  return {
    publish,
    subscribe: (companyId, receive) => {
      const all = subscribers.get(companyId) ?? new Set()
      subscribers.set(companyId, all.add(receive))
      return () => {
        all.delete(receive)
        if (all.size === 0 && subscribers.get(companyId) === all) subscribers.delete(companyId)
      }
    },
    since: (companyId, at) => {
      if (at < Math.max(madeAt, clock.now() - KEPT_MS)) return LIVE_TOPICS
      const theirs = kept.filter(
        ({ at: hintedAt, hint: [who] }) => who === companyId && hintedAt >= at,
      )
      return [...new Set(theirs.flatMap(({ hint: [_who, ...topics] }) => topics))]
    },
    start: async () => {
      if (database.kind !== 'postgres') return
      stopListening = await database.listen(CHANNEL, (payload) => {
        const { from, hints } = readPayload(payload)
        if (from !== own) for (const hint of hints) deliver(hint)
      })
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await stopListening()
    },
  }
}

/**
 * Packs the hints into as few payloads as possible. A payload has the id of the sending process,
 * then each company with the topics. Neither ids nor topics contain the separators.
 */
export function payloadsOf(from: string, hints: readonly Hint[], maxBytes: number): string[] {
  const payloads: string[] = []
  let current = from
  for (const hint of hints) {
    const part = `;${hint.join(',')}`
    if (current !== from && current.length + part.length > maxBytes) {
      payloads.push(current)
      current = from
    }
    current += part
  }
  if (current !== from) payloads.push(current)
  return payloads
}

/** Parses a payload, dropping topics that only a newer version of the product knows. */
export function readPayload(payload: string): { from: string; hints: Hint[] } {
  const [from = '', ...parts] = payload.split(';')
  const hints = parts.map((part): Hint => {
    const [companyId = '', ...topics] = part.split(',')
    return [companyId, ...topics.filter(isTopic)]
  })
  return { from, hints }
}

import { randomUUID } from 'node:crypto'
import { inBackground } from './background.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'

/**
 * Hints to open screens: "something of this kind has changed for this user". They carry no data and may be lost; whoever hears one asks
 * again, and whoever hears none asks by and by. Telling is a note in memory, so it costs the teller nothing: what has gathered goes to the
 * hearers of this process directly, and to other processes as one NOTIFY on PostgreSQL. On the embedded database there are no others.
 *
 * Tell after the commit. What is told inside a transaction may be heard before it is true.
 */
export interface Live {
  tell(userId: string, ...topics: string[]): void
  /** Hears what concerns this user, from any process; answers how to stop hearing. */
  hear(userId: string, heard: (topics: readonly string[]) => void): () => void
  /** Begins to hear other processes. Without it only this process is heard. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** What is told within this time is one hint. */
const GATHER_MS = 100
const CHANNEL = 'fakturabro_live'
/** PostgreSQL takes payloads below 8000 bytes. */
const PAYLOAD_BYTES = 7_800

type Told = readonly [userId: string, ...topics: string[]]

export function createLive({ database, log }: { database: Pick<Database, 'kind' | 'notify' | 'listen'>; log: Log }): Live {
  const own = randomUUID()
  const hearers = new Map<string, Set<(topics: readonly string[]) => void>>()
  let gathered = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let sending = false
  let stopped = false
  let stopListening = () => Promise.resolve()

  function tell(userId: string, ...topics: string[]): void {
    if (stopped) return
    const known = gathered.get(userId)
    if (known) for (const topic of topics) known.add(topic)
    else gathered.set(userId, new Set(topics))
    // While the database is slow to take the last ones, they gather; there is at most one entry a user.
    if (!sending) timer ??= setTimeout(send, GATHER_MS).unref()
  }

  function send(): void {
    timer = undefined
    const told: Told[] = [...gathered].map(([userId, topics]) => [userId, ...topics])
    gathered = new Map()
    for (const one of told) deliver(one)
    if (database.kind !== 'postgres') return
    sending = true
    inBackground(log, 'hints could not be sent', sendAll(told))
  }

  async function sendAll(told: readonly Told[]): Promise<void> {
    try {
      for (const payload of payloadsOf(own, told, PAYLOAD_BYTES)) await database.notify(CHANNEL, payload)
    } catch (err) {
      log.debug({ err }, 'hints to other processes were lost')
    } finally {
      sending = false
      if (gathered.size > 0 && !stopped) timer ??= setTimeout(send, GATHER_MS).unref()
    }
  }

  function deliver([userId, ...topics]: Told): void {
    for (const heard of hearers.get(userId) ?? []) heard(topics)
  }

  return {
    tell,
    hear: (userId, heard) => {
      const all = hearers.get(userId) ?? new Set()
      hearers.set(userId, all.add(heard))
      return () => {
        all.delete(heard)
        if (all.size === 0 && hearers.get(userId) === all) hearers.delete(userId)
      }
    },
    start: async () => {
      if (database.kind !== 'postgres') return
      stopListening = await database.listen(CHANNEL, (payload) => {
        const { from, told } = readPayload(payload)
        if (from !== own) for (const one of told) deliver(one)
      })
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await stopListening()
    },
  }
}

/** As few payloads as will hold it all: who speaks, then a user and his topics each. Neither has separators of its own. */
export function payloadsOf(from: string, told: readonly Told[], maxBytes: number): string[] {
  const payloads: string[] = []
  let current = from
  for (const one of told) {
    const part = `;${one.join(',')}`
    if (current !== from && current.length + part.length > maxBytes) {
      payloads.push(current)
      current = from
    }
    current += part
  }
  if (current !== from) payloads.push(current)
  return payloads
}

export function readPayload(payload: string): { from: string; told: Told[] } {
  const [from = '', ...parts] = payload.split(';')
  return { from, told: parts.map((part) => part.split(',') as [string, ...string[]]) }
}

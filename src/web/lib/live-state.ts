import { listActivity } from '#shared/contracts/activity-log'
import { readSystemStatus, readTokenStatus } from '#shared/contracts/connections'
import { LIVE_TOPICS, type LiveTopic } from '#shared/contracts/events'
import { readSetup } from '#shared/contracts/onboarding'
import { listTransfers, readStats } from '#shared/contracts/transfers'
import { keyOf } from './query-client.ts'

/** Which answers a hint makes old. A name stands for everything below it: the transfers' also for one transfer's timeline. */
const KEYS: Record<LiveTopic, readonly (readonly unknown[])[]> = {
  transfers: [keyOf(listTransfers)],
  stats: [keyOf(readStats)],
  activity: [keyOf(listActivity)],
  status: [keyOf(readSystemStatus)],
  connections: [keyOf(readTokenStatus), keyOf(readSetup)],
  reconciliation: [['api', 'reconciliation']],
}

export const EVERYTHING: readonly string[] = LIVE_TOPICS

/** The topics of an event's data. A word of a later version says nothing to this page. */
export function topicsIn(data: string): LiveTopic[] {
  return LIVE_TOPICS.filter((topic) => data.split(' ').includes(topic))
}

export function keysOf(topics: readonly string[]): (readonly unknown[])[] {
  return LIVE_TOPICS.filter((topic) => topics.includes(topic)).flatMap((topic) => KEYS[topic])
}

/**
 * Reads anew what hints speak of, one round at a time: what is heard during a round is read in the next, since the answer on its way may be
 * older than the hint. A slow server is so never asked faster than it answers.
 */
export function createRefresher(read: (topics: readonly string[]) => Promise<unknown>): (topics: readonly string[]) => void {
  const waiting = new Set<string>()
  let running = false
  const run = async () => {
    running = true
    while (waiting.size > 0) {
      const round = [...waiting]
      waiting.clear()
      await read(round).catch(() => undefined)
    }
    running = false
  }
  return (topics) => {
    for (const topic of topics) waiting.add(topic)
    if (!running) void run()
  }
}

import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'

/**
 * The longest wait for the hint of an own write; after it, the changed data is read without the
 * hint.
 */
export const HINT_MS = 2_000

/** Returns the topics of an event's data. Topics that only a newer server knows are dropped. */
export function topicsIn(data: string): LiveTopic[] {
  const words = data.split(' ')
  return LIVE_TOPICS.filter((topic) => words.includes(topic))
}

export interface Refresher {
  /** Reads the queries of the topics that the server says have changed. */
  hint(topics: readonly LiveTopic[]): void
  /**
   * Reads the queries of topics that a call of ours has changed. While the stream is open the
   * server's own hint is on its way, and the queries are read once, when it comes; otherwise now.
   * Resolves when they have been read.
   */
  written(topics: readonly LiveTopic[]): Promise<void>
  refresh(topics: readonly LiveTopic[]): Promise<void>
  setOpen(open: boolean): void
}

/**
 * Decides when lists are read again, apart from their slow polls. One round at a time: topics heard
 * during a round are read in the next, since an answer on its way may be older than the hint. A
 * slow server is never asked faster than it answers.
 */
export function createRefresher(
  read: (topics: readonly LiveTopic[]) => Promise<unknown>,
): Refresher {
  let isOpen = false
  let last = Promise.resolve()
  let waiting: Set<LiveTopic> | null = null
  const expected = new Set<{ topics: readonly LiveTopic[]; read: () => void }>()

  const refresh = (topics: readonly LiveTopic[]): Promise<void> => {
    if (topics.length === 0) return Promise.resolve()
    if (waiting) {
      for (const topic of topics) waiting.add(topic)
      return last
    }
    waiting = new Set(topics)
    last = last.then(async () => {
      const round = [...(waiting ?? [])]
      waiting = null
      await read(round).catch(() => undefined)
    })
    return last
  }

  const expect = (topics: readonly LiveTopic[]): Promise<void> =>
    new Promise((resolve) => {
      const hinted = {
        topics,
        read: () => {
          clearTimeout(timer)
          expected.delete(hinted)
          resolve(refresh(topics))
        },
      }
      const timer = setTimeout(hinted.read, HINT_MS)
      expected.add(hinted)
    })

  return {
    refresh,
    hint: (topics) => {
      void refresh(topics)
      for (const one of expected)
        if (one.topics.every((topic) => topics.includes(topic))) one.read()
    },
    written: (topics) => (isOpen && topics.length > 0 ? expect(topics) : refresh(topics)),
    setOpen: (open) => {
      isOpen = open
      if (!open) for (const one of expected) one.read()
    },
  }
}

import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'

/** Maximum wait in ms for the live update about our own change, before the data is read. */
export const HINT_MS = 2_000

/** Returns the topics named in an event, without those known only to a newer server version. */
export function topicsIn(data: string): LiveTopic[] {
  const words = data.split(' ')
  return LIVE_TOPICS.filter((topic) => words.includes(topic))
}

export interface Refresher {
  /** Reads the queries of the topics that the server reports as changed. */
  hint(topics: readonly LiveTopic[]): void
  /**
   * Resolves when the queries that our own request changed have been read. While the stream is
   * open, waits for the server's live update, so that they are read only once.
   */
  written(topics: readonly LiveTopic[]): Promise<void>
  refresh(topics: readonly LiveTopic[]): Promise<void>
  setOpen(open: boolean): void
}

/**
 * Creates a refresher that runs one round of reads at a time: topics reported during a round are
 * read in the next, because a pending response can be older than the update. A slow server
 * therefore never gets more requests than it can answer.
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

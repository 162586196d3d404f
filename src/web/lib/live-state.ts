import { LIVE_TOPICS, type LiveTopic } from '#shared/live-topics'

/** How long the hint of an own write may take. Then what it changed is read without it. */
export const HINT_MS = 2_000

/** The topics of an event's data. Those that only a newer server knows are dropped. */
export function topicsIn(data: string): LiveTopic[] {
  const words = data.split(' ')
  return LIVE_TOPICS.filter((topic) => words.includes(topic))
}

export interface Refresher {
  /** The server says that these have changed. */
  hint(topics: readonly LiveTopic[]): void
  /**
   * A call of ours has changed these. While the stream is open the server's own hint of it is on
   * its way, and what is shown is read once, when the hint comes; otherwise now. Resolves when it
   * has been read.
   */
  written(topics: readonly LiveTopic[]): Promise<void>
  /** Reads what shows these now. */
  refresh(topics: readonly LiveTopic[]): Promise<void>
  /** Is the stream open? */
  setOpen(open: boolean): void
}

/**
 * The only place that decides when lists are read again, apart from their slow polls. One round at
 * a time: what is heard during a round is read in the next, since an answer on its way may be
 * older than the hint. A slow server is never asked faster than it answers.
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

/**
 * A scheduler that runs users' work in turn, so that a user with a hundred pieces of work delays
 * only themself.
 */
export interface Turns {
  /**
   * Runs the work when it is the user's turn. `signal` cancels waiting work; running work has to
   * observe the signal itself.
   */
  run<T>(userId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/**
 * Creates the scheduler.
 * @param perUser maximum number of one user's pieces of work that run at the same time
 */
export function createTurns(atATime: number, perUser = atATime): Turns {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  /**
   * The number of each user's last turn since the queue was empty: the user whose turn was longest
   * ago goes first.
   */
  const lastTurn = new Map<string, number>()
  let [under, turn] = [0, 0]

  function startNext(): void {
    while (under < atATime) {
      const [userId] = [...waiting.keys()]
        .filter((one) => (running.get(one) ?? 0) < perUser)
        .toSorted((a, b) => (lastTurn.get(a) ?? 0) - (lastTurn.get(b) ?? 0))
      if (userId === undefined) return
      const [start, ...rest] = waiting.get(userId) ?? []
      keepWaiting(userId, rest)
      lastTurn.set(userId, (turn += 1))
      count(userId, 1)
      start?.()
    }
  }

  function keepWaiting(userId: string, starts: (() => void)[]): void {
    if (starts.length > 0) waiting.set(userId, starts)
    else waiting.delete(userId)
  }

  function count(userId: string, by: 1 | -1): void {
    under += by
    const now = (running.get(userId) ?? 0) + by
    if (now === 0) running.delete(userId)
    else running.set(userId, now)
    if (under === 0 && waiting.size === 0) lastTurn.clear()
  }

  async function turnOf(userId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<null>()
    const start = () => resolve(null)
    const giveUp = () => {
      keepWaiting(
        userId,
        (waiting.get(userId) ?? []).filter((one) => one !== start),
      )
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.set(userId, [...(waiting.get(userId) ?? []), start])
    startNext()
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  return {
    run: async (userId, work, signal) => {
      await turnOf(userId, signal)
      try {
        return await work()
      } finally {
        count(userId, -1)
        startNext()
      }
    },
  }
}

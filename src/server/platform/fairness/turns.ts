/**
 * A scheduler that runs companies' work in turn, so that a company with a hundred pieces of work
 * delays only themself.
 */
export interface Turns {
  /**
   * Runs the work when it is the company's turn. `signal` cancels waiting work; running work has to
   * observe the signal itself.
   */
  run<T>(companyId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

/**
 * Creates the scheduler.
 * @param perCompany maximum number of one company's pieces of work that run at the same time
 */
export function createTurns(atATime: number, perCompany = atATime): Turns {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  /**
   * The number of each company's last turn since the queue was empty: the company whose turn was
   * longest ago goes first.
   */
  const lastTurn = new Map<string, number>()
  let [under, turn] = [0, 0]

  function startNext(): void {
    while (under < atATime) {
      const [companyId] = [...waiting.keys()]
        .filter((one) => (running.get(one) ?? 0) < perCompany)
        .toSorted((a, b) => (lastTurn.get(a) ?? 0) - (lastTurn.get(b) ?? 0))
      if (companyId === undefined) return
      const [start, ...rest] = waiting.get(companyId) ?? []
      keepWaiting(companyId, rest)
      lastTurn.set(companyId, (turn += 1))
      count(companyId, 1)
      start?.()
    }
  }

  function keepWaiting(companyId: string, starts: (() => void)[]): void {
    if (starts.length > 0) waiting.set(companyId, starts)
    else waiting.delete(companyId)
  }

  function count(companyId: string, by: 1 | -1): void {
    under += by
    const now = (running.get(companyId) ?? 0) + by
    if (now === 0) running.delete(companyId)
    else running.set(companyId, now)
    if (under === 0 && waiting.size === 0) lastTurn.clear()
  }

  async function turnOf(companyId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<null>()
    const start = () => resolve(null)
    const giveUp = () => {
      keepWaiting(
        companyId,
        (waiting.get(companyId) ?? []).filter((one) => one !== start),
      )
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    waiting.set(companyId, [...(waiting.get(companyId) ?? []), start])
    startNext()
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }

  return {
    run: async (companyId, work, signal) => {
      await turnOf(companyId, signal)
      try {
        return await work()
      } finally {
        count(companyId, -1)
        startNext()
      }
    },
  }
}

import type { Clock } from '../../platform/clock.ts'

/** Answers that are still good, so that typing and going back do not ask the register again. */
export interface RecentAnswers<T> {
  get(key: string): T | undefined
  put(key: string, answer: T): void
}

const KEPT_MS = 5 * 60_000
const MOST_KEPT = 500

/** In memory, for this process only; forgets by age and by number. */
export function recentAnswers<T>(
  clock: Pick<Clock, 'now'>,
  { keptMs = KEPT_MS, mostKept = MOST_KEPT } = {},
): RecentAnswers<T> {
  const kept = new Map<string, { answer: T; until: number }>()
  return {
    get(key) {
      const found = kept.get(key)
      return found && found.until > clock.now() ? found.answer : undefined
    },
    put(key, answer) {
      const now = clock.now()
      // Put last, so that the first are the oldest.
      kept.delete(key)
      kept.set(key, { answer, until: now + keptMs })
      for (const [oldest, { until }] of kept) {
        if (until > now && kept.size <= mostKept) break
        kept.delete(oldest)
      }
    },
  }
}

import { createBrreg, type Organisation } from '#clients/brreg/client'
import { isExternalError } from '#clients/http/external-error'
import { MOST_ORGANIZATIONS } from '#shared/contracts/organizations'
import type { Platform } from '../../platform/platform.ts'
import { userAgent } from '../connections/providers.ts'
import type { Question } from './question.ts'
import { recentAnswers } from './recent-answers.ts'

/**
 * @param signal aborted when nobody waits for the answer any longer
 * @returns the organisations, the best match first; null when the register cannot be asked now
 */
export type AskRegister = (
  question: Extract<Question, { about: 'number' | 'name' }>,
  signal: AbortSignal,
) => Promise<readonly Organisation[] | null>

/** Asks the register, or remembers what it answered to the same question a moment ago. */
export function askRegister(platform: Platform): AskRegister {
  const { config, clock, log, vendorTimeoutMs } = platform
  const register = createBrreg({
    apiUrl: config.brregUrl,
    clock,
    userAgent: userAgent(platform),
    ...(vendorTimeoutMs === undefined ? {} : { timeoutMs: vendorTimeoutMs }),
  })
  const recent = recentAnswers<readonly Organisation[]>(clock)

  return async (question, signal) => {
    const key = question.about === 'number' ? question.number : question.name.toLowerCase()
    const known = recent.get(key)
    if (known) return known
    try {
      const answer =
        question.about === 'number'
          ? [await register.lookup(question.number, signal)].filter((one) => one !== null)
          : await register.search(question.name, { limit: MOST_ORGANIZATIONS, signal })
      recent.put(key, answer)
      return answer
    } catch (error) {
      if (!isExternalError(error)) throw error
      // Without the error itself: the register repeats in it what it was asked.
      if (error.kind !== 'cancelled')
        log.warn({ kind: error.kind, status: error.status }, 'the organisation register failed')
      return null
    }
  }
}

import { createBrreg, type Organisation } from '#clients/brreg/client'
import { isExternalError } from '#clients/http/external-error'
import { MOST_ORGANIZATIONS } from '#shared/contracts/organizations'
import { organizationDigits, organizationNumber } from '#shared/norwegian'
import type { Clock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { userAgent } from '../connections/providers.ts'

export type Question =
  | { about: 'number'; number: string }
  | { about: 'name'; name: string }
  | { about: 'nothing' }
  | { about: 'refused'; sentence: string }

/**
 * The fewest digits for which input without letters counts as a number: an unfinished organisation
 * number or another number, such as a national identity number. The register is not searched for
 * such a number as a name, because it would return unrelated names.
 */
const SHORTEST_NUMBER = 5

/**
 * Classifies the user's input: nine digits, with any spacing, are an organisation number; other
 * text is a name.
 */
export function questionOf(typed: string): Question {
  // Copied text can contain control and formatting characters, which do not occur in names.
  const text = typed
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const digits = organizationDigits(text)
  if (digits?.length === 9) {
    const number = organizationNumber(text)
    return number
      ? { about: 'number', number }
      : {
          about: 'refused',
          sentence: `«${text}» er ikke et gyldig organisasjonsnummer. Se etter om et siffer er feil.`,
        }
  }
  if (digits && digits.length >= SHORTEST_NUMBER) return { about: 'nothing' }
  if (text.length < 2) return { about: 'refused', sentence: 'Skriv minst to tegn' }
  return { about: 'name', name: text }
}

/** Queries of the register; each returns null when the register does not respond. */
interface Register {
  /** Returns the best match first. */
  find(
    question: Extract<Question, { about: 'number' | 'name' }>,
    signal: AbortSignal,
  ): Promise<readonly Organisation[] | null>
  /** Returns the place of a postcode in the register's capitals; "" if no address has it. */
  placeOf(postalCode: string, signal: AbortSignal): Promise<string | null>
}

/** Creates the queries of the register, whose recent responses are cached. */
export function askRegister(platform: Platform): Register {
  const { config, clock, log, vendorTimeoutMs } = platform
  const register = createBrreg({
    apiUrl: config.brregUrl,
    clock,
    userAgent: userAgent(platform),
    ...(vendorTimeoutMs === undefined ? {} : { timeoutMs: vendorTimeoutMs }),
  })
  const found = recentAnswers<readonly Organisation[]>(clock)
  const places = recentAnswers<string>(clock, { keptMs: PLACES_KEPT_MS })

  async function ask<T>(
    recent: RecentAnswers<T>,
    key: string,
    request: () => Promise<T>,
  ): Promise<T | null> {
    const known = recent.get(key)
    if (known !== undefined) return known
    try {
      const answer = await request()
      recent.put(key, answer)
      return answer
    } catch (error) {
      if (!isExternalError(error)) throw error
      // The error itself is not logged, because its text repeats what the user searched for.
      if (error.kind !== 'cancelled')
        log.warn({ kind: error.kind, status: error.status }, 'the organisation register failed')
      return null
    }
  }

  return {
    find: (question, signal) =>
      question.about === 'number'
        ? ask(found, question.number, async () =>
            [await register.lookup(question.number, signal)].filter((one) => one !== null),
          )
        : ask(found, question.name.toLowerCase(), () =>
            register.search(question.name, { limit: MOST_ORGANIZATIONS, signal }),
          ),
    placeOf: (postalCode, signal) =>
      ask(places, postalCode, async () => (await register.placeOf(postalCode, signal)) ?? ''),
  }
}

/** A cache of recent responses, so that typing and deleting repeats no requests to the register. */
interface RecentAnswers<T> {
  get(key: string): T | undefined
  put(key: string, answer: T): void
}

const KEPT_MS = 5 * 60_000
/** Postcodes change a few times a year. */
const PLACES_KEPT_MS = 24 * 60 * 60_000
const MOST_KEPT = 500

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
      // Moves the key to the end. A Map iterates in insertion order, so the first keys are the
      // oldest.
      kept.delete(key)
      kept.set(key, { answer, until: now + keptMs })
      for (const [oldest, { until }] of kept) {
        if (until > now && kept.size <= mostKept) break
        kept.delete(oldest)
      }
    },
  }
}

import type { AnswerOf } from '#shared/contract'
import type { Vendor } from '#shared/contracts/connections'
import type { readSystemStatus } from '#shared/contracts/overview'
import type { readComparison } from '#shared/contracts/products/comparison'
import { ApiError } from '../../../lib/api.ts'
import type { text } from '../text.ts'

type Status = AnswerOf<typeof readSystemStatus>
type Answer = AnswerOf<typeof readComparison>

/** Returns the system that is not connected, or `both`; null when none or unknown. */
export function missingSystem(
  status: Pick<Status, 'fikenConnected' | 'servicem8Connected'> | undefined,
): keyof typeof text.missing | null {
  if (!status || (status.fikenConnected && status.servicem8Connected)) return null
  if (!status.fikenConnected && !status.servicem8Connected) return 'both'
  return status.fikenConnected ? 'servicem8' : 'fiken'
}

export const firstOf = (missing: keyof typeof text.missing): Vendor =>
  missing === 'fiken' ? 'fiken' : 'servicem8'

export type Obstacle =
  | { state: 'loading' }
  | { state: 'unavailable'; first: Vendor }
  | { state: 'choose company'; why: string }
  | { state: 'first fill'; fiken: number; servicem8: number }
  | { state: 'error'; why: string; details: string }

interface Known {
  ready: boolean
  missing: ReturnType<typeof missingSystem>
  answer: Answer | undefined
  error: unknown
}

export function obstacleOf({ ready, missing, answer, error }: Known): Obstacle | null {
  if (answer?.comparison && (!isChoice(error) || missing !== null)) return null
  if (missing !== null) return { state: 'unavailable', first: firstOf(missing) }
  if (error instanceof ApiError) {
    if (error.code.startsWith('authorize_'))
      return {
        state: 'unavailable',
        first: firstOf(error.code === 'authorize_fiken' ? 'fiken' : 'both'),
      }
    if (isChoice(error)) return { state: 'choose company', why: error.text }
  }
  if (error || (answer && !answer.success)) {
    const details = error instanceof ApiError ? error.answer['details'] : answer?.details
    return {
      state: 'error',
      why:
        (error instanceof ApiError ? error.text : answer?.error) ||
        'Kunne ikke sammenligne produkter. Sjekk at både ServiceM8 og Fiken er autorisert.',
      details: typeof details === 'string' ? details : '',
    }
  }
  if (!ready || !answer) return { state: 'loading' }
  const { fikenCount, servicem8Count } = answer.lists
  return { state: 'first fill', fiken: fikenCount, servicem8: servicem8Count }
}

const isChoice = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'choose_company'

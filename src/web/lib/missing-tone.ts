import type { AnswerOf } from '#shared/contract'
import type { readSystemStatus } from '#shared/contracts/overview'

type Facts = Pick<
  AnswerOf<typeof readSystemStatus>,
  'everActive' | 'servicem8Status' | 'fikenStatus'
>

/**
 * Returns the tone for a missing system: red only if the integration has been on before or access
 * has expired.
 */
export function missingTone({
  everActive,
  servicem8Status,
  fikenStatus,
}: Facts): 'bad' | 'neutral' {
  const expired = [servicem8Status, fikenStatus].includes('reauth_required')
  return everActive || expired ? 'bad' : 'neutral'
}

import type { AnswerOf } from '#shared/contract'
import type { readSystemStatus } from '#shared/contracts/overview'

type Facts = Pick<
  AnswerOf<typeof readSystemStatus>,
  'everActive' | 'servicem8Status' | 'fikenStatus'
>

/**
 * The colour of what is not connected or not on: until it has been on once nothing is wrong, unless
 * an access has died.
 */
export function missingTone({
  everActive,
  servicem8Status,
  fikenStatus,
}: Facts): 'bad' | 'neutral' {
  const expired = [servicem8Status, fikenStatus].includes('reauth_required')
  return everActive || expired ? 'bad' : 'neutral'
}

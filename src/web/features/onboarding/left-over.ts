import type { SetupStep } from '#shared/contracts/onboarding'

/**
 * Of an integration that is on: the steps that are still open. A trial shows nothing then that the
 * next real draft does not.
 */
export function leftOver(steps: readonly SetupStep[]): SetupStep[] {
  return steps.filter(({ id, state }) => state !== 'done' && id !== 'trial')
}

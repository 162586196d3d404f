import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep } from '#shared/contracts/onboarding'

/**
 * Of an integration that is on: the steps that are still open. A trial shows nothing then that the
 * next real draft does not.
 *
 * @param said the systems of which a banner says that they must be approved again: it has the
 * button, and what waits for that is nothing to do now
 */
export function leftOver(steps: readonly SetupStep[], said: readonly Vendor[]): SetupStep[] {
  return steps.filter(
    ({ id, state }) =>
      state !== 'done' &&
      id !== 'trial' &&
      (said.length === 0 || (state === 'open' && said.every((vendor) => vendor !== id))),
  )
}

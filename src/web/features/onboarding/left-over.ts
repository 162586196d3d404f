import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep } from '#shared/contracts/onboarding'

/**
 * Of an integration that is on: the steps that can be taken now. What waits for another is nothing to
 * do yet, and a trial shows nothing then that the next real draft does not.
 *
 * @param said the systems of which a banner says that they must be approved again: it has the button
 */
export function leftOver(steps: readonly SetupStep[], said: readonly Vendor[]): SetupStep[] {
  return steps.filter(
    ({ id, state }) => state === 'open' && id !== 'trial' && said.every((vendor) => vendor !== id),
  )
}

import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep, SetupStepId } from '#shared/contracts/onboarding'

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

/**
 * The step to take first: the one with the primary button. Once it can be switched on, that is the
 * next; a trial and rates that may never be used are there for those who want, and keep nobody.
 */
export function nextStep(steps: readonly SetupStep[]): SetupStepId | undefined {
  const open = steps.filter(({ state }) => state === 'open')
  return (open.find(({ id }) => id === 'activate') ?? open[0])?.id
}

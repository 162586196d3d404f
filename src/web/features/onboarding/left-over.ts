import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep, SetupStepId } from '#shared/contracts/onboarding'

/**
 * Returns the steps of an active integration that can be taken now. Steps that wait for another are
 * left out, and so is the trial: the next real draft shows the same.
 *
 * @param said the systems for which a banner asks for a new approval, with its own button
 */
export function leftOver(steps: readonly SetupStep[], said: readonly Vendor[]): SetupStep[] {
  return steps.filter(
    ({ id, state }) => state === 'open' && id !== 'trial' && said.every((vendor) => vendor !== id),
  )
}

/**
 * Returns the step with the primary button: switching on as soon as that is possible, otherwise the
 * first open step. A trial, and rates that may never be used, hold nobody back.
 */
export function nextStep(steps: readonly SetupStep[]): SetupStepId | undefined {
  const open = steps.filter(({ state }) => state === 'open')
  return (open.find(({ id }) => id === 'activate') ?? open[0])?.id
}

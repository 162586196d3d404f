import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep, SetupStepId } from '#shared/contracts/onboarding'

/**
 * Returns the steps that the user can do now although the integration is already on. Steps that
 * depend on another step are omitted. So is the trial run, because the next real draft shows the
 * same.
 *
 * @param said the systems for which a banner already asks the user to approve access again
 */
export function leftOver(steps: readonly SetupStep[], said: readonly Vendor[]): SetupStep[] {
  return steps.filter(
    ({ id, state }) => state === 'open' && id !== 'trial' && said.every((vendor) => vendor !== id),
  )
}

/**
 * Returns the step with the primary button: switching the integration on as soon as possible,
 * otherwise the first open step. The trial run and tax rates that may never be used do not prevent
 * switching on.
 */
export function nextStep(steps: readonly SetupStep[]): SetupStepId | undefined {
  const open = steps.filter(({ state }) => state === 'open')
  return (open.find(({ id }) => id === 'activate') ?? open[0])?.id
}

import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep, SetupStepId } from '#shared/contracts/onboarding'

/**
 * Returns the open steps, without the trial run, because the next real draft shows the same, and
 * without steps that a banner already asks for.
 * @param said the systems for which a banner already asks the user to approve access again
 */
export function leftOver(steps: readonly SetupStep[], said: readonly Vendor[]): SetupStep[] {
  return steps.filter(
    ({ id, state }) => state === 'open' && id !== 'trial' && said.every((vendor) => vendor !== id),
  )
}

export const leftOverTitle = (count: number): string =>
  count === 1 ? 'Én ting gjenstår' : `${count} ting gjenstår`

/**
 * Returns the step with the primary button: switching on as soon as possible, otherwise the first
 * open step. The trial run and unneeded tax rates do not prevent switching on.
 */
export function nextStep(steps: readonly SetupStep[]): SetupStepId | undefined {
  const open = steps.filter(({ state }) => state === 'open')
  return (open.find(({ id }) => id === 'activate') ?? open[0])?.id
}

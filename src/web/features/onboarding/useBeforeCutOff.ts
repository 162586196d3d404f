import { useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import { VENDORS } from '#shared/contracts/connections'
import type { readSetup } from '#shared/contracts/onboarding'

type Setup = AnswerOf<typeof readSetup>

/**
 * Returns the setup as it was before an access ended while the screen was open: the steps that need
 * the access would leave the list, and everything below would move.
 */
export function useBeforeCutOff(setup: Setup | undefined): Setup | undefined {
  const [known, setKnown] = useState(setup)
  const isCutOff =
    setup?.done === true &&
    setup.steps.some(({ id, state }) => state === 'open' && VENDORS.some((each) => each === id))
  if (isCutOff && known) return known
  if (known !== setup) setKnown(setup)
  return setup
}

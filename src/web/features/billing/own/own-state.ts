import type { OwnSubscription } from '#shared/contracts/billing'

export type Explanation =
  'off' | 'free' | 'freeHeld' | 'active' | 'activeOff' | 'paused' | 'pausedHeld' | 'cancelled'

/** The sentence that says what the user pays, and why. */
export function explanationOf({
  billingEnabled,
  status,
  heldByAdmin,
  integrationOn,
}: Pick<
  OwnSubscription,
  'billingEnabled' | 'status' | 'heldByAdmin' | 'integrationOn'
>): Explanation {
  if (!billingEnabled) return 'off'
  if (status === 'free') return heldByAdmin ? 'freeHeld' : 'free'
  if (status === 'paused') return heldByAdmin ? 'pausedHeld' : 'paused'
  if (status === 'cancelled') return 'cancelled'
  return integrationOn ? 'active' : 'activeOff'
}

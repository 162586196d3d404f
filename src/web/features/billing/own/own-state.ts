import type { OwnSubscription } from '#shared/contracts/billing'

export type Explanation =
  'off' | 'free' | 'freeHeld' | 'active' | 'activeOff' | 'paused' | 'pausedHeld' | 'cancelled'

/**
 * Returns the months that will still be billed although the subscription is cancelled, oldest
 * first.
 */
export const stillComing = ({ status, bills }: Pick<OwnSubscription, 'status' | 'bills'>) =>
  status === 'cancelled'
    ? bills
        .filter((bill) => bill.status === 'queued')
        .map(({ month }) => month)
        .toSorted()
    : []

/** Returns which price text is shown beside the integration's switch. */
export const priceIn = ({
  billingEnabled,
  status,
}: Pick<OwnSubscription, 'billingEnabled' | 'status'>): 'nothing' | 'cancelled' | 'price' => {
  if (!billingEnabled) return 'nothing'
  return status === 'cancelled' ? 'cancelled' : 'price'
}

/** Returns the key of the sentence that explains what the user pays and why. */
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

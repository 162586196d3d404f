import type { OwnSubscription } from '#shared/contracts/billing'

export type Explanation =
  'off' | 'free' | 'freeHeld' | 'active' | 'activeOff' | 'paused' | 'pausedHeld' | 'cancelled'

export const stillComing = ({ status, bills }: Pick<OwnSubscription, 'status' | 'bills'>) =>
  status === 'cancelled'
    ? bills
        .filter((bill) => bill.status === 'queued')
        .map(({ month }) => month)
        .toSorted()
    : []

export const priceIn = ({
  billingEnabled,
  status,
}: Pick<OwnSubscription, 'billingEnabled' | 'status'>): 'nothing' | 'cancelled' | 'price' => {
  if (!billingEnabled) return 'nothing'
  return status === 'cancelled' ? 'cancelled' : 'price'
}

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

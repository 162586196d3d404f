import type { SettingsEffect } from '#shared/contracts/billing'
import { nextBilling } from '../calendar.ts'
import { nextStep } from '../subscriptions/next-step.ts'
import type { Subscriber } from '../subscriptions/subscription-store.ts'

interface Terms {
  billingEnabled: boolean
  /** The monthly price in øre. */
  monthlyPrice: number
}

/**
 * The factor above which a price increase must be confirmed, because an extra digit makes the price
 * ten times higher.
 */
const MUCH_DEARER = 3
/** The factor above which a price reduction must be confirmed: «1.000» was once read as 1 krone. */
const MUCH_CHEAPER = 3

export function effectOf(
  subscribers: readonly Subscriber[],
  former: Terms,
  next: Terms,
  now: Date,
): SettingsEffect {
  const bills = (terms: Terms) => terms.billingEnabled && terms.monthlyPrice > 0
  const active = subscribers.filter(({ status }) => status === 'active')
  const starting = subscribers.filter(
    (one) => nextStep({ ...one, isBilled: false }, next, now).change?.status === 'active',
  )
  const isBilled = bills(next)
  const wasBilled = bills(former)
  const begins = starting.length + (wasBilled ? 0 : active.length)
  const starts = isBilled ? begins : 0
  const off = (some: readonly Subscriber[]) => some.filter((one) => !one.integrationOn).length
  const asks: SettingsEffect['asks'] = []
  if (
    next.billingEnabled &&
    next.monthlyPrice === 0 &&
    (former.monthlyPrice > 0 || !former.billingEnabled)
  )
    asks.push('zero_price')
  if (former.monthlyPrice > 0 && next.monthlyPrice > MUCH_DEARER * former.monthlyPrice)
    asks.push('over_three_times')
  if (next.monthlyPrice > 0 && MUCH_CHEAPER * next.monthlyPrice < former.monthlyPrice)
    asks.push('under_a_third')
  return {
    starts,
    startsOff: isBilled ? off(starting) + (wasBilled ? 0 : off(active)) : 0,
    stops: wasBilled && !isBilled ? active.length : 0,
    newPrice:
      wasBilled && isBilled && former.monthlyPrice !== next.monthlyPrice ? active.length : 0,
    firstBill:
      isBilled && active.length + starting.length > 0 ? nextBilling(now).toISOString() : null,
    asks,
  }
}

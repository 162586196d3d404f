import type { SubscriptionStatus } from '#shared/subscription-status'
import { billableMonth, nextBilling } from '../calendar.ts'

/**
 * The facts that decide a subscription's next step. Only the present state counts, not earlier
 * events, so a lost notification, a missed run or a wrong clock leads to the same step.
 * - free: becomes active when the integration has been on once and billing is enabled, whichever
 *   comes last; the first bill is on the next 1st.
 * - active: billed in advance for a whole month, on the 1st at 09:00. If the integration is off at
 *   that time, the subscription is paused and not billed.
 * - paused: becomes active when the integration is switched on again, and is billed for that month
 *   unless the month is already billed.
 * - cancelled: not billed until a user or an administrator restarts the subscription.
 *
 * A missed bill is made up for only during its own month.
 */
export interface Subscription {
  status: SubscriptionStatus
  heldByAdmin: boolean
  nextInvoiceDate: Date | null
  integrationOn: boolean
  /** True when the integration has been switched on at any time. */
  hasBeenOn: boolean
  isBilled: boolean
}

export interface Terms {
  billingEnabled: boolean
  /** The price in øre per month; at 0 no user is billed. */
  monthlyPrice: number
}

export interface Step {
  change: {
    status?: SubscriptionStatus
    nextInvoiceDate: Date | null
    billingStartDate?: Date
  } | null
  /** The month to bill, such as "2026-11"; null to bill nothing. */
  bill: string | null
}

const NOTHING: Step = { change: null, bill: null }

export function nextStep(subscription: Subscription, terms: Terms, now: Date): Step {
  if (!terms.billingEnabled) return NOTHING
  const { status, heldByAdmin, integrationOn, hasBeenOn } = subscription
  switch (status) {
    case 'cancelled':
      return NOTHING
    case 'free':
      if (heldByAdmin || !hasBeenOn) return NOTHING
      return {
        change: { status: 'active', nextInvoiceDate: nextBilling(now), billingStartDate: now },
        bill: null,
      }
    case 'paused':
      if (heldByAdmin || !integrationOn) return NOTHING
      return begun(billed(subscription, terms, now))
    case 'active':
      return whenActive(subscription, terms, now)
  }
}

function whenActive(subscription: Subscription, terms: Terms, now: Date): Step {
  const latest = nextBilling(now)
  const next = subscription.nextInvoiceDate
  // The date is missing, or was set by a process whose clock was ahead.
  if (next === null || next > latest) return { change: { nextInvoiceDate: latest }, bill: null }
  if (next > now) return NOTHING
  if (!subscription.integrationOn)
    return { change: { status: 'paused', nextInvoiceDate: null }, bill: null }
  return billed(subscription, terms, now)
}

/**
 * Bills the current month if its billing time has passed, and moves the date to the next billing
 * time.
 */
function billed({ isBilled }: Subscription, { monthlyPrice }: Terms, now: Date): Step {
  const month = billableMonth(now)
  return {
    change: { nextInvoiceDate: nextBilling(now) },
    bill: isBilled || monthlyPrice === 0 ? null : month,
  }
}

const begun = ({ change, bill }: Step): Step => ({
  change: { nextInvoiceDate: null, ...change, status: 'active' },
  bill,
})

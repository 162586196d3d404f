import type { SubscriptionStatus } from '#shared/subscription-status'
import { billableMonth, nextBilling } from '../calendar.ts'

/**
 * The facts that decide a subscription's next step. Only the present state counts, not the events
 * before it: a lost hint, a missed run and a wrong clock lead to the same step.
 *
 * - free: becomes active when the integration has been on once and billing is enabled, whichever
 *   comes last; the first bill is the next 1st's.
 * - active: billed in advance on the 1st at 09:00, for a whole month. If the integration is off
 *   then, it is paused and not billed.
 * - paused: becomes active when the integration is switched on again, and is billed for that month
 *   unless it has been.
 * - cancelled: nothing, until a user or an administrator starts it again.
 *
 * A missed bill is made up for in its own month only.
 */
export interface Subscription {
  status: SubscriptionStatus
  heldByAdmin: boolean
  nextInvoiceDate: Date | null
  /** The integration is on, and the user may use the product. */
  integrationOn: boolean
  /** True when the integration has been on at some time. */
  hasBeenOn: boolean
  /** The current month has a bill already. */
  isBilled: boolean
}

export interface Terms {
  billingEnabled: boolean
  /** Øre a month; 0 bills nobody. */
  monthlyPrice: number
}

export interface Step {
  change: {
    status?: SubscriptionStatus
    nextInvoiceDate: Date | null
    /** Set when the subscription starts. */
    billingStartDate?: Date
  } | null
  /** The month to bill, "2026-11". */
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
  // There is no date yet, or a clock that was ahead has set it.
  if (next === null || next > latest) return { change: { nextInvoiceDate: latest }, bill: null }
  if (next > now) return NOTHING
  if (!subscription.integrationOn)
    return { change: { status: 'paused', nextInvoiceDate: null }, bill: null }
  return billed(subscription, terms, now)
}

/** Bills the current month if its time has come, and moves the date to the next one. */
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

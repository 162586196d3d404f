/** How a user's subscription stands. */
export const SUBSCRIPTION_STATUSES = ['free', 'active', 'paused', 'cancelled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** As people read it. */
export const SUBSCRIPTION_NAMES: Record<SubscriptionStatus, string> = {
  free: 'Gratis',
  active: 'Aktivt',
  paused: 'På pause',
  cancelled: 'Avsluttet',
}

/**
 * How a month's bill stands: on its way (also while it waits for Fiken), stopped until somebody does
 * something, an invoice, or ended by an administrator. Before one ends of which something may be in
 * Fiken, it is looked for there.
 */
export const BILL_STATUSES = ['queued', 'failed', 'done', 'ending', 'ended'] as const
export type BillStatus = (typeof BILL_STATUSES)[number]
/** What was being done with a bill; named where a refusal means something else in each. */
export const BILL_STAGES = ['prepare', 'contact', 'send', 'verify', 'issue'] as const
export type BillStage = (typeof BILL_STAGES)[number]

export const SUBSCRIPTION_STATUSES = ['free', 'active', 'paused', 'cancelled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const SUBSCRIPTION_NAMES: Record<SubscriptionStatus, string> = {
  free: 'Gratis',
  active: 'Aktivt',
  paused: 'På pause',
  cancelled: 'Avsluttet',
}

/**
 * The states of a month's bill: on its way (also while it waits for Fiken), stopped until somebody
 * acts, an invoice, or ended by an administrator. Before a bill ends that may have something in
 * Fiken, it is looked for there.
 */
export const BILL_STATUSES = ['queued', 'failed', 'done', 'ending', 'ended'] as const
export type BillStatus = (typeof BILL_STATUSES)[number]
/**
 * The step that was being done with a bill; named where a refusal has a different meaning in each.
 */
export const BILL_STAGES = ['prepare', 'contact', 'send', 'verify', 'issue'] as const
export type BillStage = (typeof BILL_STAGES)[number]

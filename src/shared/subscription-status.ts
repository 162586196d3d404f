export const SUBSCRIPTION_STATUSES = ['free', 'active', 'paused', 'cancelled'] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const SUBSCRIPTION_NAMES: Record<SubscriptionStatus, string> = {
  free: 'Gratis',
  active: 'Aktivt',
  paused: 'På pause',
  cancelled: 'Avsluttet',
}

/**
 * The states of a monthly bill: `queued` (also while waiting for Fiken), `failed` until somebody
 * acts, `done` when the invoice exists, and `ending` or `ended` by an administrator. If Fiken may
 * have a draft or invoice for the bill, it is looked up before the bill ends.
 */
export const BILL_STATUSES = ['queued', 'failed', 'done', 'ending', 'ended'] as const
export type BillStatus = (typeof BILL_STATUSES)[number]
/** The stages of making a bill, which decide what a refusal from Fiken means. */
export const BILL_STAGES = ['prepare', 'contact', 'send', 'verify', 'issue'] as const
export type BillStage = (typeof BILL_STAGES)[number]

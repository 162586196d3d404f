/**
 * The topics of a hint to an open screen. A hint says that something of this kind has changed,
 * never what: the screens read that themselves.
 */
export const LIVE_TOPICS = [
  'transfers',
  'stats',
  'activity',
  'status',
  'connections',
  'configuration',
  'setup',
  'vat',
  'webhooks',
  'reconciliation',
  'tasks',
  'saved_filters',
  'customers',
  'products',
  'billing',
  'users',
  'operations',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** The topics of every change of a transfer. */
export const TRANSFER_TOPICS = ['transfers', 'stats', 'activity'] as const

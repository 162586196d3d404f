/**
 * The topics of hints to open screens. A hint says only what kind of thing has changed; the screens
 * read the change themselves.
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
  'members',
  'users',
  'operations',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

export const TRANSFER_TOPICS = ['transfers', 'stats', 'activity'] as const

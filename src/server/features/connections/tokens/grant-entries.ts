import type { Vendor } from '#shared/contracts/connections'
import type { ActivityEntry } from '../../activity-log/record.ts'
import { VENDOR_NAMES } from '../providers.ts'

const ENTRIES = {
  reauth_required: {
    say: (name: string) => `Tilgangen til ${name} er utløpt eller trukket tilbake`,
    success: false,
  },
  reauth_asked: {
    say: (name: string) =>
      `${name} har avvist tilgangen vår i over seks timer. Koble til på nytt; vi prøver fortsatt`,
    success: false,
  },
  recovered: { say: (name: string) => `${name} godtar tilgangen vår igjen`, success: true },
} as const

/** What the log says of a grant when tokens are renewed. */
export function entryOf(
  userId: string,
  vendor: Vendor,
  what: keyof typeof ENTRIES,
  at: Date,
): ActivityEntry {
  const { say, success } = ENTRIES[what]
  return {
    userId,
    type: 'oauth',
    action: `${vendor}_${what}`,
    description: say(VENDOR_NAMES[vendor]),
    success,
    at,
  }
}

/**
 * Fiken's rounding to whole øre, which it has not published: a line's net, and the VAT of that,
 * half away from zero, half up (so −0,5 becomes 0) or half to even; or the VAT on the sum of each
 * rate's lines instead of per line (half away from zero).
 */
export const ROUNDINGS = ['half_away', 'half_up', 'half_even', 'per_rate'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/**
 * Settings that can change while the sandbox runs (world.settings, PUT /api/settings). Times are in
 * milliseconds unless the name says otherwise.
 */
export interface Settings {
  /** Added to every answer of a vendor. */
  latencyMs: number
  /**
   * `page` shows the consent page; `auto` agrees at once for the subject; `deny` refuses at once.
   */
  consent: { servicem8: ConsentMode; fiken: ConsentMode }
  servicem8: {
    pageSize: number
    perMinute: number
    perDay: number
    accessTokenSeconds: number
    /** Seconds that a rotated refresh token still works; 0 = none, like live accounts. */
    refreshGraceSeconds: number
    /**
     * The form of rows: the mixed types of live accounts, or those of the published file. `caller`:
     * live, except for ServiceM8's own npm package, which checks every row against the published
     * file.
     */
    wire: 'caller' | 'live' | 'published'
    /** The encoding of the challenge. Live: multipart. */
    challenge: 'multipart' | 'form' | 'json' | 'query'
    webhookTimeoutMs: number
    /** Waits before each new attempt; after the last one the subscription is switched off. */
    webhookRetryMs: number[]
    /** Delay of deliveries, so that the user sees a burst of saves as one. */
    webhookDelayMs: number
    webhooks: 'normal' | 'drop' | 'duplicate'
    /** The meaning of a line without a tax rate for the job's total. */
    blankTaxRate: 'none' | 'default'
    /** False: Approve leaves payment_processed alone, as it may without an accounting package. */
    approveSetsProcessed: boolean
  }
  fiken: {
    accessTokenSeconds: number
    refreshGraceSeconds: number
    /** Starts per second for one user before Fiken slows down; 0 = never. */
    throttlePerSecond: number
    /** True to refuse the second of two concurrent calls with 429 (it is counted either way). */
    refuseOverlap: boolean
    /** True when a payment changes the invoice's lastModifiedDate; unknown for the live API. */
    paymentTouchesInvoice: boolean
    rounding: Rounding
  }
}

export interface ConsentMode {
  mode: 'page' | 'auto' | 'deny'
  /** Account uuid or name (ServiceM8), e-mail (Fiken); empty = the first. */
  subject: string
}

export function defaultSettings(latencyMs: number): Settings {
  return {
    latencyMs,
    consent: { servicem8: { mode: 'page', subject: '' }, fiken: { mode: 'page', subject: '' } },
    servicem8: {
      pageSize: 1000,
      perMinute: 180,
      perDay: 20_000,
      accessTokenSeconds: 3600,
      refreshGraceSeconds: 0,
      wire: 'caller',
      challenge: 'multipart',
      webhookTimeoutMs: 10_000,
      webhookRetryMs: [2_000, 10_000, 60_000, 600_000, 3_600_000],
      webhookDelayMs: 0,
      webhooks: 'normal',
      blankTaxRate: 'none',
      approveSetsProcessed: true,
    },
    fiken: {
      accessTokenSeconds: 86_157,
      refreshGraceSeconds: 0,
      throttlePerSecond: 4,
      refuseOverlap: true,
      paymentTouchesInvoice: false,
      rounding: 'half_away',
    },
  }
}

/** Merges a partial settings object of any depth into the settings, known keys only. */
export function mergeSettings(target: Settings, change: unknown): void {
  mergeInto(target as unknown as Record<string, unknown>, change)
}

function mergeInto(target: Record<string, unknown>, change: unknown): void {
  if (typeof change !== 'object' || change === null) return
  for (const [key, value] of Object.entries(change)) {
    const current = target[key]
    if (current === undefined) continue
    if (typeof current === 'object' && current !== null && !Array.isArray(current))
      mergeInto(current as Record<string, unknown>, value)
    else if (typeof current === typeof value) target[key] = value
  }
}

/**
 * How Fiken rounds to whole øre, which it has not published: a line's net, and the VAT of that,
 * half away from zero, half up (towards more, so −0,5 becomes 0) or half to even; or the VAT on
 * the sum of each rate's lines instead of per line (half away from zero).
 */
export const ROUNDINGS = ['half_away', 'half_up', 'half_even', 'per_rate'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/**
 * What may be turned while the sandbox runs (world.settings, PUT /api/settings). Times in
 * milliseconds unless named otherwise.
 */
export interface Settings {
  /** Added to every answer of a vendor. */
  latencyMs: number
  /**
   * `page` shows the consent page; `auto` agrees immediately for the first (or named) subject;
   * `deny` refuses immediately.
   */
  consent: { servicem8: ConsentMode; fiken: ConsentMode }
  servicem8: {
    pageSize: number
    perMinute: number
    perDay: number
    accessTokenSeconds: number
    /**
     * How long a rotated refresh token still works; 0 = dead immediately, as live accounts behave.
     */
    refreshGraceSeconds: number
    /**
     * How rows are written: with the mixed types of live accounts, or with those of the published
     * file. `caller`: as live, but as published for ServiceM8's own npm package, which checks
     * every row against that file.
     */
    wire: 'caller' | 'live' | 'published'
    /** How the challenge is posted to the callback. Live: multipart. */
    challenge: 'multipart' | 'form' | 'json' | 'query'
    webhookTimeoutMs: number
    /** Waits before each new attempt; after the last one the subscription is switched off. */
    webhookRetryMs: number[]
    /** Deliveries wait this long, so that a burst of saves is seen as one by a person. */
    webhookDelayMs: number
    webhooks: 'normal' | 'drop' | 'duplicate'
    /** What a line without a tax rate means for the job's total. */
    blankTaxRate: 'none' | 'default'
    /**
     * False: Approve leaves payment_processed alone, as may be the case without an accounting
     * package.
     */
    approveSetsProcessed: boolean
  }
  fiken: {
    accessTokenSeconds: number
    refreshGraceSeconds: number
    /** Starts per second for one user before Fiken slows down; 0 = never slows. */
    throttlePerSecond: number
    /** Refuse the second of two concurrent calls with 429 (it is counted either way). */
    refuseOverlap: boolean
    /** Whether a payment changes the invoice's lastModifiedDate; not known of the live API. */
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

/**
 * Ways in which Fiken can round to whole øre, since Fiken has not published its rounding. Per line:
 * the net, then the VAT of that net, half away from zero, half up (so −0,5 becomes 0) or half to
 * even. Per rate: the VAT of the sum of all lines with that rate, half away from zero.
 */
export const ROUNDINGS = ['half_away', 'half_up', 'half_even', 'per_rate'] as const
export type Rounding = (typeof ROUNDINGS)[number]

/**
 * Settings that can change while the sandbox runs (world.settings, PUT /api/settings). Times are in
 * milliseconds unless the name says otherwise.
 */
export interface Settings {
  latencyMs: number
  /** The mode of consent: `page` shows the consent page, `auto` consents, `deny` refuses. */
  consent: { servicem8: ConsentMode; fiken: ConsentMode }
  servicem8: {
    pageSize: number
    perMinute: number
    perDay: number
    accessTokenSeconds: number
    /** Seconds for which a rotated refresh token still works; 0 as on live accounts. */
    refreshGraceSeconds: number
    /**
     * The form of rows: the mixed types of live accounts, or the types of the published file.
     * `caller` means live, except for ServiceM8's own npm package, which checks every row against
     * the published file.
     */
    wire: 'caller' | 'live' | 'published'
    /** The encoding of the challenge; live accounts use multipart. */
    challenge: 'multipart' | 'form' | 'json' | 'query'
    webhookTimeoutMs: number
    /** The wait before each retry; after the last retry, the subscription is deactivated. */
    webhookRetryMs: number[]
    /** Delay of webhooks, so that several saves are complete before the first one arrives. */
    webhookDelayMs: number
    webhooks: 'normal' | 'drop' | 'duplicate'
    /** Treatment of a line without a tax rate in the job's total. */
    blankTaxRate: 'none' | 'default'
    /** When false, Approve does not set payment_processed, as without an accounting package. */
    approveSetsProcessed: boolean
  }
  fiken: {
    accessTokenSeconds: number
    refreshGraceSeconds: number
    /** Number of requests a user may start per second before Fiken slows down; 0 means no limit. */
    throttlePerSecond: number
    /** When true, the second of two concurrent calls gets a 429. It is counted in any case. */
    refuseOverlap: boolean
    /** When true, a payment changes the invoice's lastModifiedDate; unknown for the live API. */
    paymentTouchesInvoice: boolean
    rounding: Rounding
  }
}

export interface ConsentMode {
  mode: 'page' | 'auto' | 'deny'
  /** The consenting account's uuid or name, or Fiken user's e-mail; if empty, the first of them. */
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

/** Merges a partial settings object of any depth into the settings; ignores unknown keys. */
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

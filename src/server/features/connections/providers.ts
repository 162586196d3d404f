import { createFikenOAuth } from '#clients/fiken/oauth'
import type { Limiter, VendorCall } from '#clients/http/transport'
import type { OAuthClient } from '#clients/http/oauth'
import { createServiceM8OAuth } from '#clients/servicem8/oauth'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import { whoHelps } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { HttpError } from '../../platform/http-error.ts'
import { fingerprint } from '../../platform/vault.ts'

/**
 * The timeout of a token request. Two token requests (a request without a response is repeated
 * once) must fit into one lease of the vendor limiter.
 */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Returns the URL to which the vendor redirects. The URL is registered with the vendor, so it must
 * not vary.
 */
export function callbackUrl(platform: Platform, vendor: Vendor): string {
  return `${platform.config.publicUrl}/api/auth/${vendor}/callback`
}

export function userAgent(platform: Platform): string {
  return `Fakturabro (+${platform.config.publicUrl})`
}

export function observer(
  { metrics }: Pick<Platform, 'metrics'>,
  also?: (call: VendorCall) => void,
): (call: VendorCall) => void {
  return (call) => {
    metrics.vendorCalled(call)
    also?.(call)
  }
}

/**
 * Makes a client for the vendor's OAuth endpoints.
 * @throws HttpError 503 when the operator has not configured the vendor
 */
export function oauthOf(
  platform: Platform,
  vendor: Vendor,
  options: { limiter?: Limiter; observe?: (call: VendorCall) => void } = {},
): OAuthClient {
  const { clientId, clientSecret, authorizeUrl, tokenUrl } = platform.config[vendor]
  if (!clientId || !clientSecret) {
    const message = `${VENDOR_NAMES[vendor]} er ikke satt opp på denne installasjonen. Ta kontakt med ${whoHelps(platform.config.operator)}.`
    throw new HttpError(503, `${vendor}_not_set_up`, message, { error: message })
  }
  const common = {
    clientId,
    clientSecret,
    authorizeUrl,
    tokenUrl,
    clock: platform.clock,
    timeoutMs: (platform.vendorTimeoutMs ?? REQUEST_TIMEOUT_MS) / 2,
    userAgent: userAgent(platform),
    ...options,
    observe: observer(platform, options.observe),
  }
  return vendor === 'fiken'
    ? createFikenOAuth({ ...common, revokeUrl: platform.config.fiken.revokeUrl })
    : createServiceM8OAuth(common)
}

/**
 * Returns the limiter's lane for a Fiken user. Fiken allows one request at a time per user, even if
 * several of our companies share the Fiken login.
 */
export function fikenLane(email: string): string {
  return `fiken:${fingerprint(email.trim().toLowerCase())}`
}

export function servicem8Bucket(account: string): string {
  return `servicem8:${account}`
}

import { createOAuth } from '../http/oauth.ts'
import type { OAuthClient, OAuthOptions } from '../http/oauth.ts'

/**
 * Exactly the scopes that calls of this client need (see client.ts); a new call adds its scope
 * here.
 */
export const SERVICEM8_SCOPES = [
  'vendor',
  'read_jobs',
  'read_job_materials',
  'read_customers',
  'manage_customers',
  'read_customer_contacts',
  'read_job_contacts',
  'read_inventory',
  'manage_inventory',
  'read_tax_rates',
  'read_job_payments',
  'read_job_categories',
] as const

/** For writing a client's billing address; grants from before it was asked for lack it. */
export const CUSTOMER_SCOPE = 'manage_customers'

/** For writing prices, stock and items; grants from before it was asked for lack it. */
export const INVENTORY_SCOPE = 'manage_inventory'

/** For registering payments: asked for only by those who have switched that on (rule 21). */
export const PAYMENT_SCOPE = 'manage_job_payments'

/**
 * For a job's photos and PDFs: asked for only by those who have chosen to send them. The consent
 * page knows the second, the calls demand the first (reference §1.3).
 */
export const ATTACHMENT_SCOPES = ['read_attachments', 'read_job_attachments'] as const

/** What one user's consent asks for. */
export function scopesFor({
  writesPayments,
  readsAttachments,
}: {
  writesPayments: boolean
  readsAttachments: boolean
}): string[] {
  return [
    ...SERVICEM8_SCOPES,
    ...(writesPayments ? [PAYMENT_SCOPE] : []),
    ...(readsAttachments ? ATTACHMENT_SCOPES : []),
  ]
}

export const SERVICEM8_SCOPE = SERVICEM8_SCOPES.join(' ')

/**
 * Asked for, but nobody is sent to consent again for them: without tax rates the person fills them
 * in, categories are only for those who make account rules about them, and of the two names for
 * attachments a grant may have one; the settings say so when they cannot be read.
 */
const OPTIONAL: readonly string[] = ['read_tax_rates', 'read_job_categories', ...ATTACHMENT_SCOPES]

/** What a grant lacks of what we need, so that the person can be asked to connect again. */
export function missingScopes(
  granted: string,
  requested: readonly string[] = SERVICEM8_SCOPES,
): string[] {
  const has = scopesIn(granted)
  return requested.filter((scope) => !has.has(scope) && !OPTIONAL.includes(scope))
}

/** May payments be registered with this grant? */
export const mayWritePayments = (granted: string): boolean => scopesIn(granted).has(PAYMENT_SCOPE)

/** May clients be changed with this grant? */
export const mayWriteCustomers = (granted: string): boolean => scopesIn(granted).has(CUSTOMER_SCOPE)

/** May a job's attachments be read with this grant? */
export const mayReadAttachments = (granted: string): boolean =>
  scopesIn(granted).has(ATTACHMENT_SCOPES[0])

/** May items, their prices and their stock be changed with this grant? */
export const mayWriteProducts = (granted: string): boolean => scopesIn(granted).has(INVENTORY_SCOPE)

const scopesIn = (granted: string) => new Set(granted.split(/[\s,]+/))

/**
 * ServiceM8: credentials in the form body, tokens for an hour, a new refresh token each time, no
 * revocation.
 */
export function createServiceM8OAuth(options: Omit<OAuthOptions, 'revokeUrl'>): OAuthClient {
  const client = createOAuth(
    { vendor: 'servicem8', credentials: 'body', stateInTokenBody: false, defaultLifetime: 3600 },
    options,
  )
  return {
    ...client,
    authorizeUrl: (request) => client.authorizeUrl({ scope: SERVICEM8_SCOPE, ...request }),
  }
}

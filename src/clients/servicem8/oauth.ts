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

/** What one user's consent asks for. */
export function scopesFor({ writesPayments }: { writesPayments: boolean }): string[] {
  return writesPayments ? [...SERVICEM8_SCOPES, PAYMENT_SCOPE] : [...SERVICEM8_SCOPES]
}

export const SERVICEM8_SCOPE = SERVICEM8_SCOPES.join(' ')

/**
 * Asked for, but nobody is sent to consent again for them: without tax rates the person fills them
 * in, and categories are only for those who make account rules about them.
 */
const OPTIONAL: readonly string[] = ['read_tax_rates', 'read_job_categories']

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

import { createOAuth } from '../http/oauth.ts'
import type { OAuthClient, OAuthOptions } from '../http/oauth.ts'

/** Exactly the scopes that calls of this client need (see client.ts); a new call adds its scope here. */
export const SERVICEM8_SCOPES = [
  'vendor',
  'read_jobs',
  'read_job_materials',
  'read_customers',
  'read_customer_contacts',
  'read_job_contacts',
  'read_inventory',
  'manage_inventory',
  'read_tax_rates',
  'read_job_payments',
] as const

export const SERVICEM8_SCOPE = SERVICEM8_SCOPES.join(' ')

/** Asked for, but not known to be granted to every app: without it the person fills in the tax rates. */
const OPTIONAL: readonly string[] = ['read_tax_rates']

/** What a grant lacks of what we need, so that the person can be asked to connect again. */
export function missingScopes(granted: string): string[] {
  const has = new Set(granted.split(/[\s,]+/))
  return SERVICEM8_SCOPES.filter((scope) => !has.has(scope) && !OPTIONAL.includes(scope))
}

/** ServiceM8: credentials in the form body, tokens for an hour, a new refresh token each time, no revocation. */
export function createServiceM8OAuth(options: Omit<OAuthOptions, 'revokeUrl'>): OAuthClient {
  const client = createOAuth(
    { vendor: 'servicem8', credentials: 'body', stateInTokenBody: false, defaultLifetime: 3600 },
    options,
  )
  return { ...client, authorizeUrl: (request) => client.authorizeUrl({ scope: SERVICEM8_SCOPE, ...request }) }
}

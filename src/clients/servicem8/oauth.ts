import { createOAuth } from '../http/oauth.ts'
import type { OAuthClient, OAuthOptions } from '../http/oauth.ts'

/** The scopes that this client's calls need (see client.ts). A new call must add its scope here. */
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

/** The scope for writing a client's billing address; older grants lack it. */
export const CUSTOMER_SCOPE = 'manage_customers'

/** The scope for writing prices, stock and items; older grants lack it. */
export const INVENTORY_SCOPE = 'manage_inventory'

/**
 * The scope for recording payments; requested only from users who have switched that on (rule 21).
 */
export const PAYMENT_SCOPE = 'manage_job_payments'

/**
 * The scopes for a job's photos and PDFs; requested only from users who have chosen to send files.
 * The consent page accepts only the second name, and the calls require the first (reference §1.3).
 */
export const ATTACHMENT_SCOPES = ['read_attachments', 'read_job_attachments'] as const

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
 * The scopes for which no user has to connect again. Without tax rates, the user enters the rates;
 * categories are only used by account rules; and a grant can have only one of the two attachment
 * scopes. The settings page shows which data cannot be read.
 */
const OPTIONAL: readonly string[] = ['read_tax_rates', 'read_job_categories', ...ATTACHMENT_SCOPES]

export function missingScopes(
  granted: string,
  requested: readonly string[] = SERVICEM8_SCOPES,
): string[] {
  const has = scopesIn(granted)
  return requested.filter((scope) => !has.has(scope) && !OPTIONAL.includes(scope))
}

export const mayWritePayments = (granted: string): boolean => scopesIn(granted).has(PAYMENT_SCOPE)

export const mayWriteCustomers = (granted: string): boolean => scopesIn(granted).has(CUSTOMER_SCOPE)

export const mayReadAttachments = (granted: string): boolean =>
  scopesIn(granted).has(ATTACHMENT_SCOPES[0])

export const mayWriteProducts = (granted: string): boolean => scopesIn(granted).has(INVENTORY_SCOPE)

const scopesIn = (granted: string) => new Set(granted.split(/[\s,]+/))

/**
 * Creates ServiceM8's OAuth client: credentials in the form body, tokens valid for an hour, a new
 * refresh token each time, no revocation.
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

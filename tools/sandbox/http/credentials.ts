/**
 * The applications that the sandbox's vendors know. Any product pointed here signs in with these.
 */
export const SERVICEM8_CLIENT = {
  id: 'sandbox-servicem8',
  secret: 'sandbox-servicem8-secret',
} as const
export const FIKEN_CLIENT = { id: 'sandbox-fiken', secret: 'sandbox-fiken-secret' } as const

/** What the consent pages call the application. */
export const APP_NAME = 'Fakturabro'

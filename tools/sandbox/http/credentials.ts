/** The vendors' registered applications; any product pointed at the sandbox signs in with these. */
export const SERVICEM8_CLIENT = {
  id: 'sandbox-servicem8',
  secret: 'sandbox-servicem8-secret',
} as const
export const FIKEN_CLIENT = { id: 'sandbox-fiken', secret: 'sandbox-fiken-secret' } as const

/** The application's name on the consent pages. */
export const APP_NAME = 'Fakturabro'

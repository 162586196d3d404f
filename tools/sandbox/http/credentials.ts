/** The credentials at the sandbox's vendors, for any product that uses the sandbox. */
export const SERVICEM8_CLIENT = {
  id: 'sandbox-servicem8',
  secret: 'sandbox-servicem8-secret',
} as const
export const FIKEN_CLIENT = { id: 'sandbox-fiken', secret: 'sandbox-fiken-secret' } as const

export const APP_NAME = 'Fakturabro'

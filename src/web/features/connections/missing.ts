import type { Configuration } from '#shared/contracts/configuration'
import type { Vendor } from '#shared/contracts/connections'

/** The label of the button that leads to a missing connection, the same everywhere. */
export const MISSING = {
  servicem8: 'Koble til ServiceM8',
  fiken: 'Koble til Fiken',
  company: 'Velg selskap',
} as const

/** Returns what the settings lack before anything can be transferred, in the order of the setup. */
export function missingIn(
  settings: Pick<Configuration, 'servicem8TokenExpiry' | 'fikenTokenExpiry' | 'fikenCompanySlug'>,
): Vendor | 'company' | null {
  if (settings.servicem8TokenExpiry === null) return 'servicem8'
  if (settings.fikenTokenExpiry === null) return 'fiken'
  return settings.fikenCompanySlug === null ? 'company' : null
}

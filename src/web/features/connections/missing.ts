import type { Configuration } from '#shared/contracts/configuration'
import type { Vendor } from '#shared/contracts/connections'

export const MISSING = {
  servicem8: 'Koble til ServiceM8',
  fiken: 'Koble til Fiken',
  company: 'Velg selskap',
} as const

export function missingIn(
  settings: Pick<Configuration, 'servicem8TokenExpiry' | 'fikenTokenExpiry' | 'fikenCompanySlug'>,
): Vendor | 'company' | null {
  if (settings.servicem8TokenExpiry === null) return 'servicem8'
  if (settings.fikenTokenExpiry === null) return 'fiken'
  return settings.fikenCompanySlug === null ? 'company' : null
}

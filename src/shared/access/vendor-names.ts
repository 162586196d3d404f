import type { Vendor } from '../contracts/connections.ts'

export const VENDOR_NAMES = {
  servicem8: 'ServiceM8',
  fiken: 'Fiken',
} as const satisfies Record<Vendor, string>

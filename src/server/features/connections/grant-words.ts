import type { Vendor } from '#shared/contracts/connections'
import { VENDOR_NAMES } from './providers.ts'

/**
 * What a person is told about a grant that gives no tokens. Connecting Fiken again includes saying
 * for which company (requireCompanySelection).
 */
const ACT = {
  servicem8: 'på nytt',
  fiken: 'på nytt og bekreft selskapet',
} as const satisfies Record<Vendor, string>

export function deadText(vendor: Vendor): string {
  return `${connectAgain(vendor)}; det som venter, fortsetter da av seg selv.`
}

/** The same where nothing goes on by itself; the caller says how the sentence ends. */
export function connectAgain(vendor: Vendor): string {
  const name = VENDOR_NAMES[vendor]
  return `Tilgangen til ${name} er utløpt eller trukket tilbake. Koble til ${name} ${ACT[vendor]}`
}

export function refusedText(vendor: Vendor): string {
  const name = VENDOR_NAMES[vendor]
  return `${name} har avvist tilgangen vår i over seks timer. Koble til ${name} ${ACT[vendor]}. Vi prøver fortsatt: slipper ${name} oss inn igjen, fortsetter alt av seg selv, og denne beskjeden forsvinner.`
}

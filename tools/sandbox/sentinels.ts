import type { Vendor } from './http/ledger.ts'

/** A text in a record that makes a vendor fail, so that a demo user can cause a failure. */
export interface Sentinel {
  text: string
  vendor: Vendor
  status: number
  message: string
  /** Explanation for the pages and the README: where to write the text, and its effect. */
  explains: string
}

export const SENTINELS: readonly Sentinel[] = [
  {
    text: '[500]',
    vendor: 'fiken',
    status: 500,
    message: 'Internal server error',
    explains:
      'I navnet på kunden eller i PO-nummeret: Fiken svarer 500 når kontakten eller utkastet skal lages.',
  },
  {
    text: '[503]',
    vendor: 'fiken',
    status: 503,
    message: 'Service Unavailable',
    explains: 'Samme sted: Fiken svarer 503, som ved nedetid.',
  },
  {
    text: '[429]',
    vendor: 'fiken',
    status: 429,
    message: 'Too many requests',
    explains: 'Samme sted: Fiken svarer 429.',
  },
  {
    text: '[400]',
    vendor: 'fiken',
    status: 400,
    message: "Feil ved validering av data: 'sentinel' er ugyldig.",
    explains: 'Samme sted: Fiken avviser dataene.',
  },
  {
    text: '[403]',
    vendor: 'fiken',
    status: 403,
    message: 'You do not have permission to perform this action',
    explains: 'Samme sted: Fiken nekter tilgang.',
  },
  {
    text: '[sm8-500]',
    vendor: 'servicem8',
    status: 500,
    message: 'An unexpected error occurred. Please try again later.',
    explains:
      'I jobbens PO-nummer eller beskrivelse: ServiceM8 svarer 500 når akkurat den jobben hentes.',
  },
  {
    text: '[sm8-404]',
    vendor: 'servicem8',
    status: 404,
    message: 'Record not found',
    explains: 'Samme sted: ServiceM8 finner ikke jobben.',
  },
]

/** A text that marks a contact or draft that is created, but whose response is lost. */
export const LOST_ANSWER = '[mistet svar]'

/** An organisation number for which the register returns 500. */
export const REGISTER_FAILS = '999999999'

/** The consent page's `auto` value that consents without a click (`settings.consent`). */
export const AUTO_CONSENT = '1'

/** Returns the vendor's sentinel that one of the values contains; null for none. */
export function failureFor(vendor: Vendor, values: readonly unknown[]): Sentinel | null {
  const found = SENTINELS.find(
    (sentinel) =>
      sentinel.vendor === vendor &&
      values.some((value) => typeof value === 'string' && value.includes(sentinel.text)),
  )
  return found ?? null
}

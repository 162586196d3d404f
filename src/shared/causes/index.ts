import { RETRY, type Cause, type Remedy } from './cause.ts'
import type { PendingReason } from '../transfer-status.ts'
import { DATA_CAUSES } from './data.ts'
import { SETUP_CAUSES } from './setup.ts'
import { VENDOR_CAUSES } from './vendor.ts'

export type { Cause, CauseKind, Remedy, RemedyAction, RemedyQuestion } from './cause.ts'
export { RETRY } from './cause.ts'

/**
 * The reasons for which a transfer cannot go on, as a closed list: every failure that a user may
 * meet has a title, an explanation in plain Norwegian and the act that fixes it. The server stores
 * the code; both sides read the words here. Vendors' own texts are only shown folded under
 * "details", never translated by matching on their wording.
 */
export type CauseCode = keyof typeof CAUSES

/** One thing wrong with a job. `message` explains this case. */
export interface Problem {
  code: CauseCode
  message: string
  /** Index into the job's lines in their stored order, when one line is to blame. */
  lineIndex?: number
  remedy: Remedy
  /** The subject, when several of one kind can share a sentence (see shared/problems.ts). */
  about?: Subject
}

export interface Subject {
  /** Rates, accounts or lines, as written in the sentence. */
  names: readonly string[]
  /** The sentence for several, with `{}` where their names go. */
  several: string
}

export const CAUSES = {
  ...SETUP_CAUSES,
  ...DATA_CAUSES,
  ...VENDOR_CAUSES,
  unknown: {
    kind: 'check',
    title: 'Noe uventet gikk galt',
    explanation:
      'Feilen er hos oss og er logget. Prøv igjen; det blir aldri to utkast av samme jobb.',
    remedy: RETRY,
  },
} as const satisfies Record<string, Cause>

/** The reasons for which a faultless transfer waits for the user; a refused one has a cause. */
export const WAITS = {
  history: 'Fullført før integrasjonen ble slått på',
  inactive: 'Ble liggende mens integrasjonen var av',
  company: 'Venter på at du velger selskap i Fiken',
  ambiguous_customer: 'Usikker på hvem som er kunden i Fiken',
  fetched: 'Hentet manuelt – klar til å overføres',
  restored: 'Gjenopprettet – klar til å overføres',
  undone: 'Angret – utkastet er slettet i Fiken',
  collective: 'Venter på samlefaktura',
} as const satisfies Record<Exclude<PendingReason, 'refused'>, string>

export const CAUSE_CODES = Object.keys(CAUSES) as CauseCode[]

/** Types a code from a text that another version may have written. */
export const storedCause = (text: string) => text as CauseCode

export function isCauseCode(text: string): text is CauseCode {
  return Object.hasOwn(CAUSES, text)
}

/** Returns the cause of a stored code; `unknown` for a code that another version has written. */
export function causeOf(code: CauseCode | null | undefined): Cause {
  return code && isCauseCode(code) ? CAUSES[code] : CAUSES.unknown
}

/** Returns a problem with its own words, or its cause's, and with the cause's fix. */
export function problem(
  code: CauseCode,
  message: string = causeOf(code).explanation,
  lineIndex?: number,
): Problem {
  const { remedy } = causeOf(code)
  return lineIndex === undefined ? { code, message, remedy } : { code, message, lineIndex, remedy }
}

import { RETRY, type Cause, type Remedy } from './cause.ts'
import type { PendingReason } from '../transfer-status.ts'
import { DATA_CAUSES } from './data.ts'
import { SETUP_CAUSES } from './setup.ts'
import { VENDOR_CAUSES } from './vendor.ts'

export type { Cause, CauseKind, Remedy, RemedyAction, RemedyQuestion } from './cause.ts'
export { RETRY } from './cause.ts'

/**
 * The complete list of reasons why a transfer cannot continue, each with a title, an explanation
 * and a remedy. The server stores the code; server and browser take the texts from here. A vendor's
 * own text is only shown collapsed under "details", and its wording is never interpreted.
 */
export type CauseCode = keyof typeof CAUSES

export interface Problem {
  code: CauseCode
  message: string
  /** The line's index in the job's stored order; absent if the problem is not about one line. */
  lineIndex?: number
  remedy: Remedy
  /**
   * The subject of the problem, if several problems of the same kind can share a sentence (see
   * shared/problems.ts).
   */
  about?: Subject
}

export interface Subject {
  names: readonly string[]
  /** The sentence for several names, with `{}` in place of the names. */
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

/**
 * The reasons why a transfer without faults waits for the user. A transfer that was refused has a
 * cause instead.
 */
export const WAITS = {
  history: 'Fullført før oppstart',
  inactive: 'Ble liggende mens integrasjonen var av',
  company: 'Venter på at selskapet i Fiken velges',
  ambiguous_customer: 'Usikker på hvem som er kunden i Fiken',
  fetched: 'Hentet manuelt – klar til å overføres',
  restored: 'Gjenopprettet – klar til å overføres',
  undone: 'Angret – utkastet er slettet i Fiken',
  collective: 'Venter på samlefaktura',
} as const satisfies Record<Exclude<PendingReason, 'refused'>, string>

export const CAUSE_CODES = Object.keys(CAUSES) as CauseCode[]

/** Returns a stored string as a cause code, although another version may have written it. */
export const storedCause = (text: string) => text as CauseCode

export function isCauseCode(text: string): text is CauseCode {
  return Object.hasOwn(CAUSES, text)
}

/** Returns the cause of a code; `unknown` for a code written by another version. */
export function causeOf(code: CauseCode | null | undefined): Cause {
  return code && isCauseCode(code) ? CAUSES[code] : CAUSES.unknown
}

export function problem(
  code: CauseCode,
  message: string = causeOf(code).explanation,
  lineIndex?: number,
): Problem {
  const { remedy } = causeOf(code)
  return lineIndex === undefined ? { code, message, remedy } : { code, message, lineIndex, remedy }
}

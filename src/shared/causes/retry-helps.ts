import type { CauseCode } from './index.ts'

const NEVER: readonly (CauseCode | null)[] = [
  'recipient_ambiguous',
  'negative_total',
  'foreign_currency',
  'already_invoiced',
]

/** Returns false if another try cannot help; it is then not offered for many jobs together. */
export const retryHelps = (code: CauseCode | null): boolean => !NEVER.includes(code)

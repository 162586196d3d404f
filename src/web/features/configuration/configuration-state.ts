import type { Configuration, ConfigurationChange } from '#shared/contracts/configuration'
import { dateOf, isDate, osloInstant } from '#shared/dates'
import { PERCENT_MAX, PERCENT_MIN } from './limits.ts'

/** What has been changed on the screen and is not saved yet. */
export type Edits = ConfigurationChange

/** Saved one second after the last change; everything else waits for the button (specification part 2 §4). */
const AUTO_SAVED = [
  'fikenCompanySlug',
  'fikenBankAccountCode',
  'invoiceCreationMode',
  'invoiceDescriptionSource',
  'isActive',
  'autoCreateProducts',
  'jobFetchType',
  'autoTransferOnSync',
  'enableFuzzyCustomerMatch',
  'writeBackPayments',
] as const satisfies readonly (keyof Edits)[]

export const AUTO_SAVE_MS = 1000

export function isAutoSaved(key: keyof Edits): boolean {
  return (AUTO_SAVED as readonly string[]).includes(key)
}

/** The edits that save themselves. */
export function autoEdits(edits: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([key]) => isAutoSaved(key as keyof Edits)))
}

/** What is sent: the whole of what was saved last, with these edits (decision 16). */
export function bodyOf(saved: Configuration, edits: Edits): Edits {
  return { ...saved, ...edits }
}

/** A change to one key. Another company has other bank accounts, so the choice of account goes with the old one. */
export function withEdit(saved: Configuration, edits: Edits, change: Edits): Edits {
  const next = { ...edits, ...change }
  if ('fikenCompanySlug' in change && change.fikenCompanySlug !== saved.fikenCompanySlug) next.fikenBankAccountCode = ''
  return next
}

/** The edits that are still to be saved after `sent` was: those that were made meanwhile. */
export function remaining(edits: Edits, sent: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([key, value]) => !(key in sent) || sent[key as keyof Edits] !== value))
}

export function isEmpty(edits: Edits): boolean {
  return Object.keys(edits).length === 0
}

/** Fiken can be tested, and its bank accounts read, when it is connected and a company is chosen (specification part 2 §5). */
export function hasCompany(connected: boolean, slug: string | null | undefined): slug is string {
  return connected && Boolean(slug)
}

/** Did the person choose another company while one was asked for, so that the pause can be lifted? */
export function liftsPause(saved: Configuration, sent: Edits): boolean {
  return saved.requiresCompanySelection && Boolean(sent.fikenCompanySlug)
}

/** Why nothing is transferred although the switch is on, or null: a system is gone, or the company must be chosen (specification part 2 §4). */
export function pauseOf(
  saved: Pick<Configuration, 'isActive' | 'requiresCompanySelection' | 'fikenCompanySlug'>,
  connected: { servicem8: boolean; fiken: boolean },
): 'servicem8' | 'fiken' | 'company' | null {
  if (!saved.isActive) return null
  if (!connected.servicem8) return 'servicem8'
  if (!connected.fiken) return 'fiken'
  return saved.requiresCompanySelection || !saved.fikenCompanySlug ? 'company' : null
}

/** What is wrong with a typed threshold, or null. */
export function thresholdError(text: string): string | null {
  const value = Number(text)
  if (!/^\d+$/.test(text.trim())) return 'Grensen må være et helt tall'
  if (value < PERCENT_MIN) return `Grensen må være minst ${PERCENT_MIN}`
  return value > PERCENT_MAX ? `Grensen kan være høyst ${PERCENT_MAX}` : null
}

/** The Norwegian date from which jobs count, as a date field takes it; '' while the integration has never been on. */
export function startDateOf(activatedAt: string | null | undefined): string {
  return activatedAt ? dateOf(activatedAt) : ''
}

/** A typed start date as the instant to save: midnight in Norway. The date that is saved already keeps its time of day. */
export function startInstant(saved: string | null, date: string): string {
  return saved !== null && dateOf(saved) === date ? saved : osloInstant(date).toISOString()
}

/** What is wrong with a typed start date, or null. */
export function startDateError(date: string): string | null {
  return isDate(date) ? null : 'Velg en dato'
}

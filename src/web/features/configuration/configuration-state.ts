import type {
  Configuration,
  ConfigurationChange,
  ConfigurationSave,
} from '#shared/contracts/configuration'
import { dateOf, isDate, osloInstant } from '#shared/dates'
import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'

/** The bounds of the contract's customerMatchThreshold: the similarity of two names, in percent. */
export const PERCENT_MIN = 50
export const PERCENT_MAX = 100

/** The changes on the screen that are not saved yet. */
export type Edits = ConfigurationChange

/** Keys saved one second after the last change; all others wait for the button. */
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
  'attachments',
] as const satisfies readonly (keyof Edits)[]

export const AUTO_SAVE_MS = 1000

export function isAutoSaved(key: keyof Edits): boolean {
  return (AUTO_SAVED as readonly string[]).includes(key)
}

export function autoEdits(edits: Edits): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(([key]) => isAutoSaved(key as keyof Edits)),
  )
}

/**
 * Returns the body of a save: the last saved configuration with these edits (rule 16), and the
 * values the screen had read, so that the server leaves alone what only another window has changed.
 */
export function bodyOf(saved: Configuration, edits: Edits, known: Edits): ConfigurationSave {
  return { ...saved, ...edits, known: { ...saved, ...known } }
}

/**
 * Removes edits equal to the saved values, except a company that must be chosen again, which may be
 * the former one.
 */
export function withoutSaved(saved: Configuration, edits: Edits): Edits {
  const isAsked = (key: string) => key === 'fikenCompanySlug' && saved.requiresCompanySelection
  return Object.fromEntries(
    Object.entries(edits).filter(
      ([key, value]) => isAsked(key) || saved[key as keyof Edits] !== value,
    ),
  )
}

/**
 * Returns the known values after a save: a key that was sent and has been edited again since is now
 * compared with the answer.
 */
export function knownSince(known: Edits, sent: Edits, answer: Configuration): Edits {
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [
      key,
      key in sent ? answer[key as keyof Edits] : value,
    ]),
  )
}

/** Returns true when another window had saved the same key meanwhile; nothing is saved then. */
export function changedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_elsewhere'
}

/**
 * Adds a change. Another company has other bank accounts, so the choice of account is dropped with
 * the old company.
 */
export function withEdit(saved: Configuration, edits: Edits, change: Edits): Edits {
  const next = { ...edits, ...change }
  if ('fikenCompanySlug' in change && change.fikenCompanySlug !== saved.fikenCompanySlug)
    next.fikenBankAccountCode = ''
  return next
}

/** Returns the edits still to be saved after `sent` was: those made meanwhile. */
export function remaining(edits: Edits, sent: Edits): Edits {
  return Object.fromEntries(
    Object.entries(edits).filter(
      ([key, value]) => !(key in sent) || sent[key as keyof Edits] !== value,
    ),
  )
}

export function isEmpty(edits: Edits): boolean {
  return Object.keys(edits).length === 0
}

/**
 * Returns the company from before Fiken was reconnected, to be confirmed. `gone`: the new access
 * does not reach it, or it no longer takes calls; false until the companies are read.
 */
export function formerCompany(
  { fikenCompanySlug: slug, fikenCompanyName }: FormerInput,
  companies: readonly { slug: string; name: string; hasApiAccess: boolean }[] | undefined,
): { slug: string; name: string; gone: boolean } | null {
  if (!slug) return null
  const found = companies?.find((company) => company.slug === slug)
  const name = found?.name ?? fikenCompanyName ?? text.companyFormer
  return { slug, name, gone: companies !== undefined && !found?.hasApiAccess }
}

type FormerInput = Pick<Configuration, 'fikenCompanyName'> & Pick<Edits, 'fikenCompanySlug'>

/**
 * Returns true when Fiken is connected and a company is chosen, so that it can be tested and its
 * bank accounts read.
 */
export function hasCompany(connected: boolean, slug: string | null | undefined): slug is string {
  return connected && Boolean(slug)
}

/**
 * Returns true when the save chose a company while one was required, so that the pause can be
 * lifted.
 */
export function liftsPause(saved: Configuration, sent: Edits): boolean {
  return saved.requiresCompanySelection && Boolean(sent.fikenCompanySlug)
}

/**
 * Returns why nothing is transferred although the switch is on (a system is disconnected, or the
 * company must be chosen), otherwise null.
 */
export function pauseOf(
  saved: Pick<Configuration, 'isActive' | 'requiresCompanySelection' | 'fikenCompanySlug'>,
  connected: { servicem8: boolean; fiken: boolean },
): 'servicem8' | 'fiken' | 'company' | null {
  if (!saved.isActive) return null
  if (!connected.servicem8) return 'servicem8'
  if (!connected.fiken) return 'fiken'
  return saved.requiresCompanySelection || !saved.fikenCompanySlug ? 'company' : null
}

/** Returns the complaint about a typed threshold, or null. */
export function thresholdError(text: string): string | null {
  const value = Number(text)
  if (!/^\d+$/.test(text.trim())) return 'Grensen må være et helt tall'
  if (value < PERCENT_MIN) return `Grensen må være minst ${PERCENT_MIN}`
  return value > PERCENT_MAX ? `Grensen kan være høyst ${PERCENT_MAX}` : null
}

/**
 * Returns the Norwegian date from which jobs count, in a date field's format; '' while the
 * integration has never been on.
 */
export function startDateOf(activatedAt: string | null | undefined): string {
  return activatedAt ? dateOf(activatedAt) : ''
}

/**
 * Returns a typed start date as the instant to save: midnight in Norway. The saved date keeps its
 * time of day.
 */
export function startInstant(saved: string | null, date: string): string {
  return saved !== null && dateOf(saved) === date ? saved : osloInstant(date).toISOString()
}

/** Returns the complaint about a typed start date, or null. */
export function startDateError(date: string): string | null {
  return isDate(date) ? null : 'Velg en dato'
}

/** Returns the chosen value of a closed list; the first when a select gives something else. */
export function pick<const Value extends string>(
  values: readonly [Value, ...Value[]],
  chosen: string,
): Value {
  return values.find((value) => value === chosen) ?? values[0]
}

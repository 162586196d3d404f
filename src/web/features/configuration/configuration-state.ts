import type {
  Configuration,
  ConfigurationChange,
  ConfigurationSave,
} from '#shared/contracts/configuration'
import { dateOf, isDate, osloInstant } from '#shared/dates'
import { ApiError } from '../../lib/api.ts'
import { text } from './text.ts'

/** Minimum of the setting customerMatchThreshold: the similarity of two names, in percent. */
export const PERCENT_MIN = 50
export const PERCENT_MAX = 100

export type Edits = ConfigurationChange

/** Settings saved one second after the last change; the button saves all others. */
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
 * Returns a save's body: the saved configuration with the edits (rule 16), and the values that the
 * screen had loaded, so that the server keeps settings changed only in another window.
 */
export function bodyOf(saved: Configuration, edits: Edits, known: Edits): ConfigurationSave {
  return { ...saved, ...edits, known: { ...saved, ...known } }
}

/** Removes edits that equal the saved values, except a company that must be chosen again. */
export function withoutSaved(saved: Configuration, edits: Edits): Edits {
  const isAsked = (key: string) => key === 'fikenCompanySlug' && saved.requiresCompanySelection
  return Object.fromEntries(
    Object.entries(edits).filter(
      ([key, value]) => isAsked(key) || saved[key as keyof Edits] !== value,
    ),
  )
}

/**
 * Returns the known values after a save. A setting that was edited again during the save is then
 * compared with the response.
 */
export function knownSince(known: Edits, sent: Edits, answer: Configuration): Edits {
  return Object.fromEntries(
    Object.entries(known).map(([key, value]) => [
      key,
      key in sent ? answer[key as keyof Edits] : value,
    ]),
  )
}

/** Returns true if nothing was saved because another window had saved the same setting. */
export function changedElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_elsewhere'
}

/** Adds an edit; another company drops the edit of the bank account, which belongs to a company. */
export function withEdit(saved: Configuration, edits: Edits, change: Edits): Edits {
  const next = { ...edits, ...change }
  if ('fikenCompanySlug' in change && change.fikenCompanySlug !== saved.fikenCompanySlug)
    next.fikenBankAccountCode = ''
  return next
}

/** Returns the edits that are still unsaved after `sent` was saved. */
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
 * Returns the company used before Fiken was reconnected. `gone` is true when the new connection has
 * no API access to the company, and false until the companies have been read.
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

export function hasCompany(connected: boolean, slug: string | null | undefined): slug is string {
  return connected && Boolean(slug)
}

/** Returns true if the save chose a required company, so that the pause can end. */
export function liftsPause(saved: Configuration, sent: Edits): boolean {
  return saved.requiresCompanySelection && Boolean(sent.fikenCompanySlug)
}

/** Returns the reason why nothing is transferred although the integration is on; null otherwise. */
export function pauseOf(
  saved: Pick<Configuration, 'isActive' | 'requiresCompanySelection' | 'fikenCompanySlug'>,
  connected: { servicem8: boolean; fiken: boolean },
): 'servicem8' | 'fiken' | 'company' | null {
  if (!saved.isActive) return null
  if (!connected.servicem8) return 'servicem8'
  if (!connected.fiken) return 'fiken'
  return saved.requiresCompanySelection || !saved.fikenCompanySlug ? 'company' : null
}

export function thresholdError(text: string): string | null {
  const value = Number(text)
  if (!/^\d+$/.test(text.trim())) return 'Grensen må være et helt tall'
  if (value < PERCENT_MIN) return `Grensen må være minst ${PERCENT_MIN}`
  return value > PERCENT_MAX ? `Grensen kan være høyst ${PERCENT_MAX}` : null
}

/** Returns the Norwegian date for a date field; '' if the integration has never been on. */
export function startDateOf(activatedAt: string | null | undefined): string {
  return activatedAt ? dateOf(activatedAt) : ''
}

/** Returns midnight in Norway on the typed date, or the saved instant if the date is unchanged. */
export function startInstant(saved: string | null, date: string): string {
  return saved !== null && dateOf(saved) === date ? saved : osloInstant(date).toISOString()
}

export function startDateError(date: string): string | null {
  return isDate(date) ? null : 'Velg en dato'
}

export function pick<const Value extends string>(
  values: readonly [Value, ...Value[]],
  chosen: string,
): Value {
  return values.find((value) => value === chosen) ?? values[0]
}

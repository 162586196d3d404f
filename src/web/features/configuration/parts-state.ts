import type { Edits } from './configuration-state.ts'
import { text } from './text.ts'

/** The parts of the screen; each is the hash of its own address. */
export const PARTS = ['tilkoblinger', 'faktura', 'avansert'] as const
export type Part = (typeof PARTS)[number]

/** The cards and fields that links lead to, with the part that each is in. */
const PLACES: ReadonlyMap<string, Part> = new Map([
  ['servicem8', 'tilkoblinger'],
  ['fiken', 'tilkoblinger'],
  ['bankkonto', 'tilkoblinger'],
  ['integrasjon', 'tilkoblinger'],
  ['fakturaopprettelse', 'faktura'],
  ['vedlegg', 'faktura'],
  ['betaling', 'faktura'],
  ['mva', 'faktura'],
  ['kontoregler', 'avansert'],
  ['webhooks', 'avansert'],
  ['flere-valg', 'avansert'],
  ['likhet', 'avansert'],
])

/** Returns the part that a hash names or leads into; the first part for every other hash. */
export function partOf(hash: string): Part {
  const place = hash.slice(1)
  return PARTS.find((part) => part === place) ?? PLACES.get(place) ?? PARTS[0]
}

/** The parts in which each setting is shown. */
const SHOWN_IN: Record<keyof Edits, readonly Part[]> = {
  fikenCompanySlug: ['tilkoblinger'],
  fikenBankAccountCode: ['tilkoblinger'],
  jobFetchType: ['tilkoblinger'],
  isActive: ['tilkoblinger'],
  activatedAt: ['tilkoblinger'],
  autoCreateProducts: ['tilkoblinger', 'faktura'],
  invoiceCreationMode: ['faktura'],
  invoiceDescriptionSource: ['faktura'],
  attachments: ['faktura'],
  writeBackPayments: ['faktura'],
  autoTransferOnSync: ['avansert'],
  enableFuzzyCustomerMatch: ['avansert'],
  customerMatchThreshold: ['avansert'],
}

interface UnsavedInput {
  /** The edited settings. */
  edited: readonly (keyof Edits)[]
  /** The other places with unsaved or invalid values. */
  others: readonly Part[]
}

/** Returns what the bar says of unsaved values; names the parts that are not on the screen. */
export function unsavedText(shown: Part, { edited, others }: UnsavedInput): string {
  const places = [...edited.map((key) => SHOWN_IN[key]), ...others.map((part) => [part])]
  const away = places.filter((parts) => !parts.includes(shown)).flatMap(([part]) => part ?? [])
  if (away.length === 0) return text.unsaved
  return text.unsavedAway(namesOf(away), away.length < places.length)
}

/** Returns what the bar says of invalid fields; names the parts while none of them is on the screen. */
export function invalidText(shown: Part, wrongIn: readonly Part[]): string {
  return wrongIn.includes(shown) ? text.invalid : text.invalidAway(namesOf(wrongIn))
}

const namesOf = (parts: readonly Part[]) =>
  PARTS.filter((part) => parts.includes(part)).map((part) => text.parts[part])

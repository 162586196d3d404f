import type { CollectiveChoiceShown } from '#shared/contracts/collective'
import type { Customer } from '#shared/contracts/customers'
import { displayName } from '../billing-state.ts'
import { text } from '../text.ts'

/** A customer with search data computed once, so that a key press only compares strings. */
export interface Listed {
  customer: Customer
  name: string
  collective: CollectiveChoiceShown | null
  /** All searchable text of the customer, in lower case. */
  words: string
}

const SHOWN = {
  waiting: ({ customer }) => customer.waiting > 0,
  collective: ({ collective }) => collective !== null,
  review: ({ customer: { needs_review, saved } }) => needs_review || saved?.servicem8 === 'changed',
  unlinked: ({ customer }) => customer.contact === null,
  no_number: ({ customer }) => customer.organization_number.trim() === '',
  no_email: ({ customer }) => customer.email.trim() === '',
} as const satisfies Record<string, (one: Listed) => boolean>

export type Show = keyof typeof SHOWN
export const SHOWS = Object.keys(SHOWN) as Show[]

/** A comparison of names with numeric order, so that "Storgata 2" comes before "Storgata 10". */
const BY_NAME = new Intl.Collator('nb', { numeric: true })

export function listed(
  customers: readonly Customer[],
  choices: readonly CollectiveChoiceShown[] = [],
): Listed[] {
  const chosen = new Map(choices.map((choice) => [choice.clientUuid, choice]))
  return customers
    .map((customer) => ({
      customer,
      name: displayName(customer),
      collective: chosen.get(customer.head_office?.uuid ?? customer.uuid) ?? null,
      words: wordsOf(customer),
    }))
    .sort((one, other) => BY_NAME.compare(one.name, other.name))
}

/** Returns the customers with every search word, in any order, that match every filter. */
export function found(
  list: readonly Listed[],
  { q, show }: { q: string; show: readonly Show[] },
): readonly Listed[] {
  const words = wordsIn(plain(q))
  if (words.length === 0 && show.length === 0) return list
  return list.filter(
    (one) =>
      words.every((word) => one.words.includes(word)) && show.every((filter) => SHOWN[filter](one)),
  )
}

export function countsOf(list: readonly Listed[]): Record<Show, number> {
  const count = (show: Show) => list.filter((one) => SHOWN[show](one)).length
  return {
    waiting: count('waiting'),
    collective: count('collective'),
    review: count('review'),
    unlinked: count('unlinked'),
    no_number: count('no_number'),
    no_email: count('no_email'),
  }
}

function wordsOf(customer: Customer): string {
  const numbers = [customer.organization_number, customer.phone]
  return plain(
    [
      customer.company_name,
      customer.contact_name,
      customer.billing_company_name,
      customer.email,
      customer.address,
      customer.billing_address,
      customer.city,
      customer.billing_city,
      customer.postal_code,
      customer.billing_postal_code,
      ...numbers,
      // Numbers are also indexed without spaces, so that they can be found both ways.
      ...numbers.map((number) => number.replace(/\D/g, '')),
      customer.head_office?.name ?? '',
      customer.contact?.name ?? '',
    ].join('\n'),
  )
}

/**
 * Splits a search into words. A search with digits only is one word without spaces, because each
 * group of digits alone would match many numbers.
 */
const wordsIn = (q: string): string[] =>
  /^[\d\s]+$/.test(q) ? [q.replace(/\s/g, '')].filter(Boolean) : q.split(/\s+/).filter(Boolean)

/** Normalises a string for comparison: an "å" can be one code point or two. */
const plain = (words: string): string => words.normalize('NFC').toLowerCase()

/** A notice about a saved address that has not been written to ServiceM8 yet. */
export interface SavedSays {
  tone: 'wait' | 'bad'
  title: string
  why: string
  act: 'write' | 'connect' | 'compare'
  button: string
}

export function savedSays(saved: Customer['saved']): SavedSays | null {
  switch (saved?.servicem8) {
    case 'waiting':
      return { tone: 'wait', ...text.saved.waiting, why: saved.why, act: 'write' }
    case 'consent':
      return { tone: 'wait', ...text.saved.consent, why: saved.why, act: 'connect' }
    case 'changed':
      return { tone: 'bad', ...text.saved.changed, why: saved.why, act: 'compare' }
    default:
      return null
  }
}

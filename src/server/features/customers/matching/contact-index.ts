import type { Contact } from '#clients/fiken/types'
import { emailAddress, organizationNumber, phoneNumber } from '#shared/norwegian'
import { doorKey } from '../reading/address.ts'
import { type MeasurableName, measurable, scoreOf } from './likeness.ts'
import { lookup } from './lookup.ts'
import { coarseName, wordsOf } from './name-words.ts'

/**
 * Lookups in a company's contacts. Results keep the given order and include inactive contacts
 * unless noted.
 */
export interface ContactBook {
  readonly byId: (contactId: number) => Contact | null
  readonly byMemberNumber: (memberNumber: string) => readonly Contact[]
  readonly byOrganizationNumber: (number: string) => readonly Contact[]
  readonly byEmail: (email: string) => readonly Contact[]
  readonly byPhone: (phone: string) => readonly Contact[]
  readonly byDoor: (key: string) => readonly Contact[]
  /**
   * Returns the contacts whose names might equal the name with this key (`coarse` in
   * name-words.ts).
   */
  readonly named: (coarse: string) => readonly Contact[]
  readonly withWord: (coarse: string) => readonly Contact[]
  readonly alike: (name: string, threshold: number) => readonly Contact[]
}

/**
 * Returns lookups that scan all contacts, for a single match. They must agree with {@link
 * contactIndex}.
 */
export function contactList(contacts: readonly Contact[]): ContactBook {
  return {
    byId: (contactId) => contacts.find((one) => one.contactId === contactId) ?? null,
    byMemberNumber: (number) => contacts.filter((one) => one.memberNumber === number),
    byOrganizationNumber: (number) =>
      contacts.filter((one) => organizationNumber(one.organizationNumber) === number),
    byEmail: (email) => contacts.filter((one) => emailAddress(one.email) === email),
    byPhone: (phone) => contacts.filter((one) => phoneNumber(one.phone) === phone),
    byDoor: (key) =>
      contacts.filter(
        ({ address }) =>
          address && key.startsWith(address.postalCode.toLowerCase()) && doorKey(address) === key,
      ),
    named: (coarse) =>
      coarse === '' ? [] : contacts.filter(({ name }) => coarseName(name) === coarse),
    withWord: (coarse) => contacts.filter(({ name }) => coarseWords(name).includes(coarse)),
    alike: (name, threshold) => {
      const ours = measurable(name)
      return contacts.filter(
        (one) => !one.inactive && scoreOf(ours, measurable(one.name)) >= threshold,
      )
    },
  }
}

function coarseWords(name: string): string[] {
  return wordsOf(name).words.map(({ coarse }) => coarse)
}

export function without(book: ContactBook, left: ReadonlySet<number>): ContactBook {
  if (left.size === 0) return book
  const others = (found: readonly Contact[]) => found.filter((one) => !left.has(one.contactId))
  return {
    byId: (contactId) => (left.has(contactId) ? null : book.byId(contactId)),
    byMemberNumber: (number) => others(book.byMemberNumber(number)),
    byOrganizationNumber: (number) => others(book.byOrganizationNumber(number)),
    byEmail: (email) => others(book.byEmail(email)),
    byPhone: (phone) => others(book.byPhone(phone)),
    byDoor: (key) => others(book.byDoor(key)),
    named: (coarse) => others(book.named(coarse)),
    withWord: (coarse) => others(book.withWord(coarse)),
    alike: (name, threshold) => others(book.alike(name, threshold)),
  }
}

export function contactIndex(contacts: readonly Contact[]): ContactBook {
  const byId = Map.groupBy(contacts, (one) => one.contactId)
  const byMemberNumber = Map.groupBy(contacts, (one) => one.memberNumber)
  const byNumber = Map.groupBy(contacts, (one) => organizationNumber(one.organizationNumber))
  const byEmail = Map.groupBy(contacts, (one) => emailAddress(one.email))
  const active = contacts.filter((one) => !one.inactive)
  const near = nameIndex(active.map((contact) => ({ contact, name: measurable(contact.name) })))
  return {
    byId: (contactId) => byId.get(contactId)?.[0] ?? null,
    byMemberNumber: (number) => byMemberNumber.get(number) ?? [],
    byOrganizationNumber: (number) => byNumber.get(number) ?? [],
    byEmail: (email) => byEmail.get(email) ?? [],
    byPhone: lookup(contacts, ({ phone }) => [phoneNumber(phone)]),
    byDoor: lookup(contacts, ({ address }) => [doorKey(address)]),
    named: lookup(contacts, ({ name }) => [coarseName(name)]),
    withWord: lookup(contacts, ({ name }) => coarseWords(name)),
    alike: (name, threshold) => {
      const ours = measurable(name)
      return near(ours, threshold)
        .filter((one) => scoreOf(ours, one.name) >= threshold)
        .map(({ contact }) => contact)
    },
  }
}

/**
 * Returns a search for the names that can score `threshold` with a given name. The search misses no
 * such name, and at a high threshold returns few others. Names are indexed by their pairs of
 * neighbouring characters, counted with a space before and after the name. The pairs do not depend
 * on the word order, so one index serves both orders that the score considers. One edit changes at
 * most two pairs. The longer of two names has n characters and n + 1 pairs, and threshold t allows
 * n(1 − t/100) edits, so the names share at least 1 + n(2t/100 − 1) pairs: at least one from t = 50
 * on.
 */
export function nameIndex<T extends { name: MeasurableName }>(
  all: readonly T[],
): (name: MeasurableName, threshold: number) => T[] {
  const holders = new Map<string, number[]>()
  for (const [position, { name }] of all.entries()) {
    for (const pair of pairsOf(name.core)) {
      const others = holders.get(pair)
      if (others) others.push(position)
      else holders.set(pair, [position])
    }
  }
  return ({ core }, threshold) => {
    const shared = new Uint32Array(all.length)
    for (const pair of pairsOf(core))
      for (const position of holders.get(pair) ?? []) shared[position] = (shared[position] ?? 0) + 1
    return all.filter(({ name }, position) => {
      const longer = Math.max(core.length, name.core.length)
      return (shared[position] ?? 0) >= 1 + (longer * (2 * threshold - 100)) / 100
    })
  }
}

/**
 * Returns the numbered pairs of neighbouring characters in a name, so that a second occurrence of a
 * pair matches only a second occurrence.
 */
function pairsOf(core: string): string[] {
  const text = ` ${core} `
  const times = new Map<string, number>()
  return Array.from({ length: text.length - 1 }, (_, at) => {
    const pair = text.slice(at, at + 2)
    const time = (times.get(pair) ?? 0) + 1
    times.set(pair, time)
    return `${pair}${time}`
  })
}

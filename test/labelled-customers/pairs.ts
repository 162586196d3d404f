import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Customers in ServiceM8 and contacts in Fiken, with the answer whether they are the same: made by
 * us for Norwegian trades, and not by what the matcher finds (pairs.tsv). A client without a pair
 * that is the same has no contact in Fiken.
 */

/** A customer as either system knows it; "" is unknown. */
export interface Party {
  name: string
  street: string
  postcode: string
  city: string
  email: string
  phone: string
  organizationNumber: string
}

export interface LabelledClient {
  kind: string
  /** Only the half called tuning may be looked at when the matcher is changed. */
  half: 'tuning' | 'test'
  client: Party
  /** An index of {@link LabelledPairs.contacts}; null when Fiken has none. */
  contact: number | null
}

export interface LabelledPairs {
  /** The number of labelled pairs, and the near twins among them: alike, but not the same. */
  pairs: number
  twins: number
  clients: LabelledClient[]
  contacts: Party[]
}

const FILE = path.join(import.meta.dirname, 'pairs.tsv')
const PARTY = 7

export function labelledPairs(): LabelledPairs {
  const rows = readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  const clients = new Map<string, LabelledClient>()
  const contacts = new Map<string, number>()
  let twins = 0
  for (const [kind = '', half, same, ...cells] of rows) {
    const [theirs, ours] = [cells.slice(0, PARTY), cells.slice(PARTY)]
    const contact = contacts.get(ours.join('\t')) ?? contacts.size
    contacts.set(ours.join('\t'), contact)
    const key = [kind, ...theirs].join('\t')
    const known = clients.get(key) ?? {
      kind,
      half: half === 'test' ? 'test' : 'tuning',
      client: partyOf(theirs),
      contact: null,
    }
    clients.set(key, same === 'ja' ? { ...known, contact } : known)
    if (same !== 'ja') twins += 1
  }
  return {
    pairs: rows.length,
    twins,
    clients: [...clients.values()],
    contacts: [...contacts.keys()].map((key) => partyOf(key.split('\t'))),
  }
}

function partyOf(cells: readonly string[]): Party {
  const [name = '', street = '', postcode = '', city = '', email = '', phone = ''] = cells
  return { name, street, postcode, city, email, phone, organizationNumber: cells[PARTY - 1] ?? '' }
}

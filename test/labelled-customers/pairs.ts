import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Customers in ServiceM8 and contacts in Fiken, labelled as the same or not. The data (pairs.tsv)
 * were written by us for Norwegian trades, not derived from the matcher's results. A client without
 * a matching pair has no contact in Fiken.
 */

/** A customer in either system; a field with "" is unknown. */
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
  /** The half of the data; only the tuning half may be read when the matcher is changed. */
  half: 'tuning' | 'test'
  client: Party
  /** An index of {@link LabelledPairs.contacts}; null when the client has no contact in Fiken. */
  contact: number | null
}

export interface LabelledPairs {
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

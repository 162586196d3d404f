import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Party } from './pairs.ts'

/**
 * Whole accounts with known answers: a property manager's portfolio, households, an accountant's
 * clients. Unlike single pairs, they include the contacts' member numbers and the account's other
 * clients. The data (account-parties.tsv, account-pairs.tsv) were written by us before the matcher
 * handled these cases.
 */

export interface AccountClient extends Party {
  uuid: string
  /** UUID of the client's head office; "" for a client that is not a site. */
  headOffice: string
  active: boolean
}

export interface AccountContact extends Party {
  id: string
  memberNumber: string
  inactive: boolean
}

export interface LabelledAccount {
  name: string
  /** The half of the data; only the tuning half may be read when the matcher is changed. */
  half: 'tuning' | 'test'
  clients: AccountClient[]
  contacts: AccountContact[]
  pairs: { kind: string; same: boolean; client: string; contact: string }[]
}

export function labelledAccounts(): LabelledAccount[] {
  const parties = Map.groupBy(rowsOf('account-parties.tsv'), ([account = '']) => account)
  const pairs = Map.groupBy(rowsOf('account-pairs.tsv'), ([account = '']) => account)
  return [...pairs].map(([name, labelled]) => {
    const sides = Map.groupBy(parties.get(name) ?? [], ([, side]) => side)
    return {
      name,
      half: labelled[0]?.[1] === 'test' ? 'test' : 'tuning',
      clients: (sides.get('klient') ?? []).map((cells) => ({
        ...partyOf(cells),
        uuid: cells[2] ?? '',
        headOffice: cells[10] ?? '',
        active: cells[11] === 'ja',
      })),
      contacts: (sides.get('kontakt') ?? []).map((cells) => ({
        ...partyOf(cells),
        id: cells[2] ?? '',
        memberNumber: cells[10] ?? '',
        inactive: cells[11] !== 'ja',
      })),
      pairs: labelled.map(([, , kind = '', same, client = '', contact = '']) => ({
        kind,
        same: same === 'ja',
        client,
        contact,
      })),
    }
  })
}

function rowsOf(file: string): string[][] {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
}

function partyOf(cells: readonly string[]): Party {
  const [, , , name = '', street = '', postcode = '', city = '', email = '', phone = ''] = cells
  return { name, street, postcode, city, email, phone, organizationNumber: cells[9] ?? '' }
}

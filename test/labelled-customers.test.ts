import { readFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { contactIndex } from '#server/features/customers/matching/contact-index'
import { matchContact } from '#server/features/customers/matching/match'
import { labelledAccounts } from './labelled-customers/accounts.ts'
import { labelledPairs } from './labelled-customers/pairs.ts'
import { namesakeTable, recognitionTable } from './labelled-customers/table.ts'
import {
  contactOf,
  judge,
  judgeAccounts,
  recipientOf,
  type Judged,
  type Verdict,
} from './labelled-customers/verdicts.ts'

const set = labelledPairs()
const judged = judge(set)
const known = judged.filter(({ half, contact }) => half === 'test' && contact !== null)
const share = (...verdicts: Verdict[]) =>
  known.filter(({ verdict }) => verdicts.includes(verdict)).length / known.length

const accounts = labelledAccounts()
const beside = judgeAccounts(accounts)
const THRESHOLDS = [50, 75, 90, 100]
const wrong = (all: readonly Judged[]) =>
  all
    .filter(({ verdict }) => verdict === 'wrong')
    .map(({ client, found }) => `${client.name} → ${found}`)

describe('accounts with namesakes', () => {
  it('are many pairs, half of them kept for this test, and name only parties that are there', () => {
    const pairs = accounts.flatMap(({ half, pairs: all }) => all.map((pair) => ({ half, ...pair })))
    expect(pairs.length).toBeGreaterThanOrEqual(120)
    expect(pairs.filter(({ half }) => half === 'test').length / pairs.length).toBeGreaterThan(0.45)
    for (const { clients, contacts, pairs: labelled } of accounts) {
      const uuids = new Set(clients.map(({ uuid }) => uuid))
      const ids = new Set(contacts.map(({ id }) => id))
      expect(labelled.filter((pair) => !uuids.has(pair.client) || !ids.has(pair.contact))).toEqual(
        [],
      )
    }
  })

  it.each(THRESHOLDS)('are never linked wrongly, at the threshold %i', (threshold) => {
    expect(wrong(judgeAccounts(accounts, threshold))).toEqual([])
  })

  it('are linked where they can be told apart', () => {
    const right = beside.filter(({ contact }) => contact !== null)
    const isLinked = ({ verdict }: Judged) => verdict === 'linked'
    expect(right.filter(isLinked).length / right.length).toBeGreaterThan(0.8)
  })
})

describe('customers in ServiceM8 and contacts in Fiken', () => {
  it('are many, with many near twins, and nearly half of them kept for this test', () => {
    expect(set.pairs).toBeGreaterThanOrEqual(400)
    expect(set.twins).toBeGreaterThanOrEqual(150)
    expect(known.length / judged.filter(({ contact }) => contact !== null).length).toBeGreaterThan(
      0.45,
    )
  })

  it.each(THRESHOLDS)('are never linked wrongly, at the threshold %i', (threshold) => {
    expect(wrong(judge(set, threshold))).toEqual([])
  })

  it('are linked automatically in seven of ten cases, and linked or on top of the queue in nineteen of twenty', () => {
    expect(share('linked')).toBeGreaterThanOrEqual(0.7)
    expect(share('linked', 'first')).toBeGreaterThanOrEqual(0.95)
  })

  it('are recognised as often as the README says', () => {
    const readme = readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8')
    const table = /<!-- recognition -->\s*(.*?)\s*<!-- \/recognition -->/s.exec(readme)?.[1]
    expect(table).toBe(recognitionTable(judged.filter(({ half }) => half === 'test')))
    const namesakes = /<!-- namesakes -->\s*(.*?)\s*<!-- \/namesakes -->/s.exec(readme)?.[1]
    expect(namesakes).toBe(namesakeTable(beside.filter(({ half }) => half === 'test')))
    const said = new RegExp(`${set.pairs} Norwegian pairs, ${set.twins} of them near twins`)
    expect(readme.replace(/\s+/g, ' ')).toMatch(said)
  })

  it('are recognised by an index exactly as when all contacts are gone through, at any threshold', () => {
    const contacts = set.contacts.map(contactOf)
    const index = contactIndex(contacts)
    const settings = [
      { enableFuzzyCustomerMatch: false, customerMatchThreshold: 90 },
      ...[50, 60, 75, 90, 100].map((customerMatchThreshold) => ({
        enableFuzzyCustomerMatch: true,
        customerMatchThreshold,
      })),
    ]
    const differing = set.clients.filter(({ client }, at) => {
      const recipient = recipientOf(client, `client-${at}`)
      return settings.some((chosen) => {
        const input = { recipient, linkedContactId: null, settings: chosen }
        return !isDeepStrictEqual(
          matchContact({ ...input, contacts: index }),
          matchContact({ ...input, contacts }),
        )
      })
    })
    expect(differing).toEqual([])
  })
})

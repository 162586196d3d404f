import { isDeepStrictEqual } from 'node:util'
import { contactIndex } from '#server/features/customers/matching/contact-index'
import { matchContact, type MatchInput } from '#server/features/customers/matching/match'
import type { Recipient } from '#server/features/customers/reading/recipient'
import { addressBooks } from './support/customers.ts'
import { ms } from './support/figures.ts'
import type { Stage } from './support/stage.ts'

/**
 * Measures matching all clients of a large account with all contacts through an index (including
 * building the index), against comparing each client with all contacts. The comparison uses a
 * sample of clients, because all of them take minutes. Both must find the same matches. No database
 * is used.
 */
export async function customerMatching(stage: Stage) {
  const size = stage.smoke ? { clients: 200, sample: 20 } : { clients: 10_000, sample: 200 }
  const { recipients, contacts } = addressBooks(size.clients)
  const every = recipients.length / size.sample
  const sample = recipients.filter((_, index) => index % every === 0)
  const many = size.clients.toLocaleString('en')
  const results = []
  for (const [name, threshold, asked, target] of [
    [`${many} clients × ${many} contacts, a client`, 90, recipients, { most: 0.05 }],
    [`… at the lowest threshold, 50 %`, 50, sample, null],
  ] as const) {
    const indexed = timed(asked, threshold, () => contactIndex(contacts))
    const listed = timed(sample, threshold, () => contacts)
    for (const [recipient, match] of listed.matches)
      if (!isDeepStrictEqual(indexed.matches.get(recipient), match))
        throw new Error(`the index finds another answer for ${recipient.name}`)
    stage.say(`${name}: ${asked.length} clients in ${ms(indexed.spent)}, ${kinds(indexed.matches)}`)
    const [ours, against] = [indexed.spent / asked.length, listed.spent / sample.length]
    results.push({
      what: `${name}: indexed / all gone through`,
      ours: ms(ours),
      against: ms(against),
      ratio: ours / against,
      target,
    })
  }
  return results
}

function timed(
  recipients: readonly Recipient[],
  customerMatchThreshold: number,
  book: () => MatchInput['contacts'],
) {
  const settings = { enableFuzzyCustomerMatch: true, customerMatchThreshold }
  const started = performance.now()
  const contacts = book()
  const matches = new Map(
    recipients.map((recipient) => [
      recipient,
      matchContact({ recipient, linkedContactId: null, contacts, settings }),
    ]),
  )
  return { matches, spent: performance.now() - started }
}

function kinds(matches: ReadonlyMap<Recipient, { kind: string }>): string {
  return [...Map.groupBy(matches.values(), ({ kind }) => kind)]
    .map(([kind, those]) => `${those.length} ${kind}`)
    .join(', ')
}

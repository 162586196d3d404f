import { expect, test } from 'vitest'
import type { Pairing } from '#shared/contracts/pairings'
import { choicesFor, pairsOf, proposals } from './pairings-state.ts'

const choice = (slug: string) => ({
  grantId: 'g',
  slug,
  name: `${slug} AS`,
  organizationNumber: '974760673',
})
const [roofs, pipes] = [choice('tak'), choice('ror')]
const pairing = (companyId: string, proposed: Pairing['proposed'] = null): Pairing => ({
  companyId,
  companyName: null,
  organizationNumber: null,
  proposed,
  choices: [roofs, pipes],
})

test('only companies with equal organisation numbers are chosen beforehand', () => {
  expect(proposals([pairing('a', roofs), pairing('b')])).toEqual({ a: 'tak' })
})

test('a company in Fiken that is chosen for one company is not offered for another', () => {
  const chosen = { a: 'tak' }
  expect(choicesFor(pairing('a'), chosen)).toEqual([roofs, pipes])
  expect(choicesFor(pairing('b'), chosen)).toEqual([pipes])
})

test('only what is chosen is confirmed', () => {
  const asked = [pairing('a', roofs), pairing('b'), pairing('c')]
  expect(pairsOf(asked, { a: '', b: 'ror', c: 'gone' })).toEqual([
    { companyId: 'b', grantId: 'g', slug: 'ror' },
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/support/size'
import { sharesOfAccepted } from './shares.ts'

type Row = Parameters<typeof sharesOfAccepted>[0][number]

const row = (id: string, total: string | null, share?: { parts: number[]; place: number }) =>
  ({
    id,
    lineItemsCount: 2,
    snapshot: total === null ? null : { job: { totalInvoiceAmount: total } },
    share: share ? { ...share, leftOutGross: 700 } : null,
  }) as unknown as Row

const grossOf = (shares: ReturnType<typeof sharesOfAccepted>) =>
  [...shares.values()].map(({ gross }) => gross)

test('a draft that is accepted elsewhere is shared by what each job comes to in ServiceM8', () => {
  const shares = sharesOfAccepted([row('a', '1000.00'), row('b', '3000.00')], {
    net: 300_001,
    gross: 375_000,
  })
  expect([...shares]).toEqual([
    [
      'a',
      {
        net: 75_000,
        gross: 93_750,
        share: {
          parts: [93_750, 281_250],
          place: 0,
          theirTotal: 100_000,
          leftOutGross: 0,
          lineCount: 2,
        },
      },
    ],
    [
      'b',
      {
        net: 225_001,
        gross: 281_250,
        share: {
          parts: [93_750, 281_250],
          place: 1,
          theirTotal: 300_000,
          leftOutGross: 0,
          lineCount: 2,
        },
      },
    ],
  ])
})

test('by the shares that they had, where the draft has been shared before', () => {
  const parts = [100, 300]
  const shares = sharesOfAccepted(
    [row('a', '50.00', { parts, place: 0 }), row('b', '50.00', { parts, place: 1 })],
    { net: 400, gross: 800 },
  )
  expect(grossOf(shares)).toEqual([200, 600])
  expect([...shares.values()].map(({ share }) => share.leftOutGross)).toEqual([700, 700])
})

test('in equal parts, where nobody knows what they come to', () => {
  const shares = sharesOfAccepted([row('a', null), row('b', 'mye')], { net: 80, gross: 101 })
  expect(grossOf(shares)).toEqual([51, 50])
  expect([...shares.values()].map(({ share }) => share.theirTotal)).toEqual([null, null])
})

test('the shares always add up to the draft, to the øre', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      amount,
      amount,
      (ore, net, gross) => {
        const rows = ore.map((one, index) => row(String(index), (one / 100).toFixed(2)))
        const shares = [...sharesOfAccepted(rows, { net, gross }).values()]
        const sum = (of: (one: (typeof shares)[number]) => number) =>
          shares.reduce((total, one) => total + of(one), 0)
        expect([sum((one) => one.net), sum((one) => one.gross)]).toEqual([net, gross])
      },
    ),
    { numRuns: runs(100) },
  )
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import type { BillRow } from '../billing/bill-store.ts'
import { subscriptionBills } from '../billing/tables.ts'
import { clean } from './clean.ts'

test('bills are kept for as long as promised, and one that is on its way for as long as it takes', async () => {
  const { platform, close } = await memoryPlatform()
  const bill = (status: BillRow['status'], year: number) => ({
    id: randomUUID(),
    subscriptionId: randomUUID(),
    memberNumber: '1',
    emailHash: 'hash',
    month: `${year}-01`,
    uuid: randomUUID(),
    status,
    price: 30_000,
    productName: 'Fakturabro',
    productDescription: '',
    createdAt: new Date(Date.UTC(year, 0, 1)),
    updatedAt: new Date(Date.UTC(year, 0, 1)),
  })
  await platform.db
    .insert(subscriptionBills)
    .values([
      bill('done', 2020),
      bill('failed', 2020),
      bill('ended', 2020),
      bill('queued', 2020),
      bill('ending', 2020),
      bill('done', 2026),
      bill('failed', 2026),
    ])
  await clean({ db: platform.db, clock: { ...platform.clock, now: () => Date.UTC(2026, 10, 24) } })
  const kept = await platform.db.select().from(subscriptionBills)
  expect(kept.map(({ month, status }) => `${month} ${status}`).toSorted()).toEqual([
    '2020-01 ending',
    '2020-01 queued',
    '2026-01 done',
    '2026-01 failed',
  ])
  await close()
})

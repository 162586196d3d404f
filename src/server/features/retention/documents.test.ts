import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { documents } from '../documents/tables.ts'
import { transfers } from '../transfers/tables.ts'
import { clean } from './clean.ts'

test('a document is kept as long as its transfer, and a former one for as long as promised', async () => {
  const { platform, addUser, close } = await memoryPlatform()
  const companyId = await addUser()
  const inYear = (year: number) => new Date(Date.UTC(year, 0, 1))
  const document = (uuid: string, year: number, isFormer = false) => ({
    id: randomUUID(),
    companyId,
    companySlug: 'et-as',
    uuid,
    kind: 'alone' as const,
    ended: isFormer ? ('undone' as const) : null,
    createdAt: inYear(year),
  })
  const ofOld = document('of a transfer that is old', 2020)
  const ofYoung = document('of a transfer that is young', 2020)
  await platform.db
    .insert(documents)
    .values([ofOld, ofYoung, document('former, old', 2020, true), document('former', 2026, true)])
  const transfer = (year: number, documentId: string) => ({
    id: randomUUID(),
    companyId,
    servicem8JobId: randomUUID(),
    servicem8AccountId: 'konto',
    status: 'completed' as const,
    documentId,
    createdAt: inYear(year),
    updatedAt: inYear(year),
  })
  await platform.db.insert(transfers).values([transfer(2020, ofOld.id), transfer(2026, ofYoung.id)])
  await clean({ db: platform.db, clock: { ...platform.clock, now: () => Date.UTC(2026, 10, 24) } })
  const kept = await platform.db.select().from(documents)
  expect(kept.map(({ uuid }) => uuid).toSorted()).toEqual(['former', 'of a transfer that is young'])
  await close()
})

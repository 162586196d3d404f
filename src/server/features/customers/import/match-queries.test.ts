import { expect, it } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { aClient } from '#test/support/vendors/vendor-objects'
import { writeThroughClient } from '../../mirrors/clients.ts'
import { customerMatches } from '../tables.ts'
import { matchRows } from './match-queries.ts'

it('candidates that were stored before they were compared in words have none', async () => {
  const { platform, addUser, close } = await memoryPlatform()
  const { db } = platform
  const companyId = await addUser()
  const client = aClient({ uuid: 'client-1' })
  await writeThroughClient(db, companyId, client)
  const candidate = {
    contactId: 7,
    name: 'Solsiden',
    organizationNumber: '',
    email: '',
    address: '',
    score: 92,
  }
  await db.insert(customerMatches).values({
    companyId,
    fikenCompanySlug: 'bakke',
    clientUuid: client.uuid,
    kind: 'uncertain',
    recipientKey: 'solsida',
    recipientName: 'Solsida',
    why: 'Ligner.',
    candidates: [candidate, { ...candidate, comparison: '92 %: lignende navn' }],
    matchedAt: new Date('2026-11-02T10:00:00Z'),
  })
  const book = { companyId, slug: 'bakke' }
  const [row] = await matchRows(db, book, { kind: 'uncertain', limit: 10, offset: 0 })
  expect(row?.candidates.map(({ comparison }) => comparison)).toEqual(['', '92 %: lignende navn'])
  await close()
})

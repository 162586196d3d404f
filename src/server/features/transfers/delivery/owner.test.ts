import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { deadGrant } from '../../connections/tokens/grant-row.ts'
import { connections } from '../../connections/tables.ts'
import { insertTransfer } from '../store.ts'
import { transferById } from '../queries.ts'
import { endByFault } from '../../documents/runner.ts'
import { holdOf } from './context.ts'
import { ownerOf } from './owner.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

const memory = await memoryPlatform()
afterAll(() => memory.close())

async function waitAfterRefusal(status: 'connected' | 'reauth_required'): Promise<number> {
  const { platform } = memory
  const companyId = await memory.addUser()
  await memory.connect(companyId, 'servicem8', randomUUID())
  await platform.db.update(connections).set({ status })
  const claim = randomUUID()
  const row = await insertTransfer(platform.db, {
    id: randomUUID(),
    companyId,
    servicem8JobId: randomUUID(),
    servicem8AccountId: randomUUID(),
    status: 'processing',
    claim,
    claimedAt: NOW,
    attempts: 1,
    createdAt: NOW,
    updatedAt: NOW,
  })
  if (!row) throw new Error('the transfer was not stored')
  const clock = { ...platform.clock, now: () => NOW.getTime() }
  const { signal } = new AbortController()
  const hold = holdOf({ ...platform, clock }, { row, claim, signal })
  await endByFault(ownerOf(hold), deadGrant('servicem8', null))
  const after = await transferById(platform.db, companyId, row.id)
  expect(after).toMatchObject({
    status: 'queued',
    attempts: 0,
    errorCode: 'servicem8_grant_dead',
    claim: null,
  })
  return (after?.nextAttemptAt?.getTime() ?? 0) - NOW.getTime()
}

describe('a run that ends because ServiceM8 refuses the access', () => {
  it('leaves its transfer waiting for the user to reconnect', async () => {
    expect(await waitAfterRefusal('reauth_required')).toBe(24 * 3_600_000)
  })

  it('leaves its transfer to be retried soon when the user has reconnected in the meantime', async () => {
    expect(await waitAfterRefusal('connected')).toBe(5_000)
  })
})

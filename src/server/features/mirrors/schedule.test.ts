import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { configurationOf } from '../configuration/queries.ts'
import { changeConfiguration } from '../configuration/store.ts'
import { recordRun, REFRESHES, scopesOf } from './schedule.ts'
import { companiesDue } from '#test/support/world/users-due'

const MINUTE = 60_000
let companyId: string

const memory = await memoryPlatform()
afterAll(() => memory.close())
beforeEach(async () => {
  companyId = await memory.addUser()
  await connect('servicem8', `konto-${companyId}`)
})

const connect = (vendor: 'servicem8' | 'fiken', account: string) =>
  memory.connect(companyId, vendor, account)

describe('when mirrors are refreshed', () => {
  const isDue = async () =>
    (
      await companiesDue(memory.platform.db, REFRESHES, new Date(memory.platform.clock.now()))
    ).includes(companyId)
  const record = async (cutShort = false) =>
    recordRun(memory.platform, companyId, {
      key: (await scopesOf(memory.platform.db, companyId)).key,
      cutShort,
    })

  it('is every quarter of an hour while the integration is on, soon after an outage, and immediately for another company', async () => {
    const { db } = memory.platform
    await configurationOf(db, companyId)
    const set = (changes: Parameters<typeof changeConfiguration>[2]) =>
      changeConfiguration(db, companyId, changes, new Date())
    expect(await isDue()).toBe(true)
    await record()
    expect(await isDue()).toBe(false)
    memory.advance(18 * MINUTE)
    expect(await isDue()).toBe(false)
    await set({ isActive: true })
    expect(await isDue()).toBe(true)
    await record(true)
    expect(await isDue()).toBe(false)
    memory.advance(6 * MINUTE)
    expect(await isDue()).toBe(true)
    await record()
    await connect('fiken', 'kari@fjordvik.no')
    expect(await isDue()).toBe(false)
    await set({ fikenCompanySlug: 'fjordvik' })
    expect(await isDue()).toBe(true)
    await record()
    expect(await isDue()).toBe(false)
    await set({ requiresCompanySelection: true })
    expect(await isDue()).toBe(true)
  })

  it('is never for a user who has connected nothing', async () => {
    companyId = await memory.addUser('ola')
    expect(await isDue()).toBe(false)
  })
})

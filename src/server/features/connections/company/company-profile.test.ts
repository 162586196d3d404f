import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { FikenClient } from '#clients/fiken/client'
import { ExternalError } from '#clients/http/external-error'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { companyProfile } from './company-profile.ts'

const MINUTE = 60_000
let companyId: string

const memory = await memoryPlatform()
afterAll(() => memory.close())
beforeEach(async () => {
  companyId = await memory.addUser()
})

describe('the profile of the chosen company', () => {
  const down = new ExternalError({
    vendor: 'fiken',
    kind: 'unavailable',
    doing: 'GET /companies',
    status: 503,
  })
  const gone = new ExternalError({
    vendor: 'fiken',
    kind: 'not_found',
    doing: 'GET /companies',
    status: 404,
  })

  function fiken(get: () => Promise<{ name: string }>) {
    let calls = 0
    const client = {
      companies: {
        get: () => (
          (calls += 1),
          get().then((found) => ({
            organizationNumber: '',
            vatRegistered: true,
            address: null,
            ...found,
          }))
        ),
      },
      company: () => ({
        bankAccounts: () => Promise.resolve([]),
        accounts: () => Promise.resolve([{ code: '3000', name: 'Salg' }]),
      }),
    } as unknown as FikenClient
    return { client, calls: () => calls }
  }

  it('is read again after ten minutes, and the known one is used while Fiken is down', async () => {
    const up = fiken(() => Promise.resolve({ name: 'Fjordvik Rør AS' }))
    const ask = (source: FikenClient, refresh?: 'now' | 'never' | 'if-old') =>
      companyProfile(memory.platform, companyId, 'fjordvik', { client: source, refresh })
    expect(await ask(up.client, 'never')).toBeNull()
    expect(await ask(up.client)).toMatchObject({
      name: 'Fjordvik Rør AS',
      accounts: [{ code: '3000' }],
    })
    await ask(up.client)
    expect(up.calls()).toBe(1)
    memory.advance(9 * MINUTE)
    await ask(up.client)
    expect(up.calls()).toBe(1)
    memory.advance(2 * MINUTE)
    await companyProfile(memory.platform, companyId, 'fjordvik', {
      client: up.client,
      maxAgeMs: 60 * MINUTE,
    })
    expect(up.calls()).toBe(1)
    expect(await ask(fiken(() => Promise.reject(down)).client)).toMatchObject({
      name: 'Fjordvik Rør AS',
    })
    await expect(ask(fiken(() => Promise.reject(down)).client, 'now')).rejects.toBe(down)
    expect(await ask(fiken(() => Promise.resolve({ name: 'Nytt navn' })).client)).toMatchObject({
      name: 'Nytt navn',
    })
    expect(await ask(fiken(() => Promise.reject(gone)).client, 'now')).toBeNull()
  })
})

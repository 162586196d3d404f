import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from '#clients/http/pages'
import type { ServiceM8Client } from '#clients/servicem8/client'
import { aClient, aClientContact } from '#test/support/vendors/vendor-objects'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { connections } from '../connections/tables.ts'
import * as mirror from './clients.ts'

let companyId: string

const memory = await memoryPlatform()
afterAll(() => memory.close())
beforeEach(async () => {
  companyId = await memory.addUser()
})

describe('the mirror of ServiceM8’s clients', () => {
  const contact = (n: number, changes = {}) =>
    aClientContact({ uuid: `person-${n}`, ownerUuid: 'a', first: `Person ${n}`, ...changes })

  async function connect(account: string) {
    const { db } = memory.platform
    await db.delete(connections).where(eq(connections.companyId, companyId))
    await memory.connect(companyId, 'servicem8', `${account}-${companyId}`)
  }

  function account(
    clients: ReturnType<typeof aClient>[],
    contactPages: ReturnType<typeof aClientContact>[][],
  ) {
    const asked: (string | undefined)[] = []
    async function* pages<T>(
      rows: T[][],
      editedAfter: string | undefined,
    ): AsyncGenerator<Page<T>> {
      asked.push(editedAfter)
      for (const page of rows)
        yield await Promise.resolve({ rows: page, unreadable: [], total: null })
    }
    const client = {
      clients: {
        list: ({ editedAfter }: { editedAfter?: string }) => pages([clients], editedAfter),
      },
      clientContacts: {
        list: ({ editedAfter }: { editedAfter?: string }) => pages(contactPages, editedAfter),
      },
    } as unknown as ServiceM8Client
    return { client, asked }
  }

  const read = async (uuid: string) => mirror.clientFromMirror(memory.platform.db, companyId, uuid)

  it('knows each client’s contacts once all pages are read, and follows changes and removals', async () => {
    await connect('konto')
    const first = account(
      [aClient({ uuid: 'a' }), aClient({ uuid: 'b' })],
      [[contact(1)], [contact(2), contact(3, { active: false })]],
    )
    await mirror.refreshClients(memory.platform, companyId, first.client)
    expect((await read('a'))?.contacts?.map((one) => one.uuid)).toEqual(['person-1', 'person-2'])
    expect((await read('b'))?.contacts).toEqual([])

    const changes = account(
      [aClient({ uuid: 'b', active: false })],
      [
        [
          contact(1, { active: false }),
          contact(2, { first: 'Ny', editDate: '2026-11-02 09:00:00' }),
        ],
      ],
    )
    await mirror.refreshClients(memory.platform, companyId, changes.client)
    expect(changes.asked).toEqual(['2026-11-01 08:00:00', '2026-11-01 08:00:00'])
    expect((await read('a'))?.contacts?.map((one) => one.first)).toEqual(['Ny'])
    expect(
      (await mirror.clientsFor(memory.platform.db, companyId)).map(({ client }) => client.uuid),
    ).toEqual(['a'])
  })

  it('says that the contacts of a client we have just heard of are unknown, and keeps them when they arrive', async () => {
    const { db } = memory.platform
    await mirror.writeThroughClient(db, companyId, aClient({ uuid: 'a' }))
    expect((await read('a'))?.contacts).toBeNull()
    await mirror.writeThroughClient(db, companyId, aClient({ uuid: 'a' }), [contact(1)])
    await mirror.writeThroughClient(db, companyId, aClient({ uuid: 'a', name: 'Nytt navn' }))
    expect(await read('a')).toMatchObject({
      client: { name: 'Nytt navn' },
      contacts: [{ uuid: 'person-1' }],
    })
    expect(await read('ukjent')).toBeNull()
  })

  it('starts empty when another account is connected, and again when the first one comes back', async () => {
    await connect('den ene')
    await mirror.refreshClients(
      memory.platform,
      companyId,
      account([aClient({ uuid: 'a' })], []).client,
    )
    await connect('den andre')
    await mirror.refreshClients(
      memory.platform,
      companyId,
      account([aClient({ uuid: 'b' })], []).client,
    )
    expect(await read('a')).toBeNull()
    await connect('den ene')
    const again = account([aClient({ uuid: 'a' })], [])
    await mirror.refreshClients(memory.platform, companyId, again.client)
    expect(again.asked).toEqual([undefined, undefined])
    expect(await read('b')).toBeNull()
  })
})

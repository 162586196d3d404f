import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FikenCompany } from '#clients/fiken/client'
import { memoryPlatform, type MemoryPlatform } from '#test/support/memory-platform'
import { aClient, aFikenContact, aJob } from '#test/support/vendor-objects'
import { matchRecipient } from './match-recipient.ts'
import { writeThroughContact } from './mirror.ts'

const SLUG = 'fjordvik'
let memory: MemoryPlatform
beforeAll(async () => {
  memory = await memoryPlatform()
})
afterAll(() => memory.close())

test('a contact that Fiken answers while a refresh in the background mirrors it is one contact, not two to choose between', async () => {
  const userId = await memory.addUser()
  const { db } = memory.platform
  const client = aClient({ name: 'Fjellheim Sameie' })
  const made = aFikenContact({ contactId: 7, name: client.name, memberNumber: client.uuid, customer: true })
  const fiken = {
    slug: SLUG,
    contacts: {
      list: async function* () {
        yield { rows: [], unreadable: [], total: 0 }
      },
      find: async () => {
        await writeThroughContact(db, userId, SLUG, made)
        return [made]
      },
    },
  } as unknown as FikenCompany

  const match = await matchRecipient(memory.platform, userId, fiken, {
    snapshot: { job: aJob(), client, headOffice: null, jobContacts: [], clientContacts: [] },
    configuration: { enableFuzzyCustomerMatch: true, customerMatchThreshold: 90 },
    journal: { step: () => undefined },
    signal: new AbortController().signal,
  })
  expect(match).toMatchObject({ kind: 'matched', contact: { contactId: 7 } })
})

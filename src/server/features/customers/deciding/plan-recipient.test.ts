import { afterAll, expect, test } from 'vitest'
import type { FikenCompany } from '#clients/fiken/client'
import { memoryPlatform } from '#test/support/world/memory-platform'
import { aClient, aFikenContact, aJob } from '#test/support/vendors/vendor-objects'
import { writeThroughContact } from '../../mirrors/contacts.ts'
import { planRecipient } from './plan-recipient.ts'
import { askingOnly } from './reader.ts'

const SLUG = 'fjordvik'
const memory = await memoryPlatform()
afterAll(() => memory.close())

test('a contact that Fiken returns while a background refresh mirrors it is one contact, not two to choose from', async () => {
  const companyId = await memory.addUser()
  const { db } = memory.platform
  const client = aClient({ name: 'Fjellheim Sameie' })
  const made = aFikenContact({
    contactId: 7,
    name: client.name,
    memberNumber: client.uuid,
    customer: true,
  })
  const fiken = {
    slug: SLUG,
    contacts: {
      list: async function* () {
        // Without a count, the changes prove nothing, and Fiken is searched as well.
        yield { rows: [], unreadable: [], total: null }
      },
      find: async () => {
        await writeThroughContact(db, companyId, SLUG, made)
        return [made]
      },
    },
  } as unknown as FikenCompany

  const { platform } = memory
  const { signal } = new AbortController()
  const plan = await planRecipient(askingOnly({ platform, companyId, fiken, signal }), {
    snapshot: { job: aJob(), client, headOffice: null, jobContacts: [], clientContacts: [] },
    configuration: { enableFuzzyCustomerMatch: true, customerMatchThreshold: 90 },
  })
  expect(plan).toMatchObject({ kind: 'existing', contactId: 7 })
})

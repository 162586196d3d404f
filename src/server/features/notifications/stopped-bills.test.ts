import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { memoryPlatform, type MemoryPlatform } from '#test/support/world/memory-platform'
import type { Mail } from '../../platform/mail.ts'
import { notifyCompany } from './notify.ts'
import { companiesWithNews } from './store.ts'
import { SETTLE_MS } from './notification-plan.ts'

let memory: MemoryPlatform
let sender: string
let sent: Mail[]

beforeEach(async () => {
  memory = await memoryPlatform()
  sent = []
  memory.platform.mail = {
    ...memory.platform.mail,
    send: (mail) => {
      sent.push(mail)
      return Promise.resolve()
    },
  }
  sender = await memory.addUser('selger')
  await memory.platform.db.execute(sql`update users set confirmed_email = email`)
  await memory.platform.db.execute(
    sql`insert into subscription_settings (id, billing_enabled, admin_user_id, updated_at)
        values (1, true, ${sender}, now())`,
  )
})
afterEach(() => memory.close())

async function bill(month: string, status: 'failed' | 'queued', name: string): Promise<void> {
  await memory.platform.db.execute(
    sql`insert into subscription_bills (id, subscription_id, member_number, email_hash, month, uuid,
          status, price, product_name, product_description, recipient, message, created_at, updated_at)
        values (${randomUUID()}, ${randomUUID()}, '1', 'hash', ${month}, ${randomUUID()},
          ${status}, 50000, 'Fakturabro', '', ${JSON.stringify({ name })}::jsonb, 'Kunden mangler adresse.', now(), now())`,
  )
}

async function mailed(companyId: string): Promise<string[]> {
  sent = []
  const { signal } = new AbortController()
  await notifyCompany(memory.platform, companyId, signal)
  memory.advance(10 * SETTLE_MS)
  await notifyCompany(memory.platform, companyId, signal)
  return sent.map(({ subject }) => subject)
}

test('whoever sends the bills gets one mail a month, and nobody else any', async () => {
  const other = await memory.addUser('annen')
  await bill('2026-12', 'failed', 'Ås Elektro AS')
  await bill('2026-12', 'failed', 'Bø Rør AS')
  await bill('2026-12', 'queued', 'Li Snekker AS')
  const news = await companiesWithNews(memory.platform.db, new Date(), SETTLE_MS)
  expect(news).toEqual([sender])
  expect(await mailed(other)).toEqual([])
  expect(await mailed(sender)).toEqual(['2 fakturaer til kundene for desember 2026 har stoppet'])
  expect(sent[0]?.text).toContain('- Ås Elektro AS: Kunden mangler adresse.')
  expect(sent[0]?.text).not.toContain('Li Snekker AS')

  await bill('2026-12', 'failed', 'Fire AS')
  expect(await mailed(sender)).toEqual([])
  await bill('2027-01', 'failed', 'Fem AS')
  expect(await mailed(sender)).toEqual(['Én faktura til kundene for januar 2027 har stoppet'])
})

test('a dead connection is mailed with how many bills wait for it', async () => {
  await memory.connect(sender, 'fiken', 'selger-as')
  await memory.platform.db.execute(
    sql`update connections set status = 'reauth_required' where user_id = ${sender}`,
  )
  await bill('2026-12', 'queued', 'Ås Elektro AS')
  await bill('2026-12', 'queued', 'Bø Rør AS')
  expect(await mailed(sender)).toHaveLength(1)
  expect(sent[0]?.text).toContain('2 fakturaer til kundene av Fakturabro venter også på det.')
})

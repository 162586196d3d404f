import { and, eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { mondayAt, weekTopic } from '#server/features/notifications/notification-plan'
import {
  claimNotification,
  insertNotifications,
  settleNotification,
} from '#server/features/notifications/store'
import { notifications } from '#server/features/notifications/tables'
import { notifyCompany } from '#server/features/notifications/notify'
import { readSession } from '#shared/contracts/auth'
import { saveMailPreferences } from '#shared/contracts/profile'
import { createTenant } from '#sandbox/seed/tenants'
import { completeWorkOrder } from '../support/people/tenants.ts'
import { until } from '../support/wait.ts'
import { freePort } from '../support/world/free-port.ts'
import { makeReady, signUp, startWorld, transferOf } from '../support/world/world.ts'

/** Tests that each notification e-mail is sent once; only a crash can send one twice. */

let mood: 'takes' | 'refuses' = 'takes'
let ahead = 0
const received: { to: string; mail: string }[] = []
const signal = new AbortController().signal

const port = await freePort()
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onRcptTo: (_address, _session, done) =>
    mood === 'refuses' ? done(new Error('450 try again later')) : done(),
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      for (const { address } of session.envelope.rcptTo)
        received.push({ to: address, mail: Buffer.concat(chunks).toString() })
      done()
    })
  },
})
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
const clock = {
  now: () => Date.now() + ahead,
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}
const world = await startWorld({
  sandbox: { now: clock.now },
  env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
  overrides: { clock },
})
afterAll(async () => {
  await world.stop()
  await new Promise<void>((resolve) => server.close(resolve))
})
beforeEach(() => {
  mood = 'takes'
})

let people = 0
const minutes = (count: number) => {
  ahead += count * 60_000
}
const tell = (id: string) => notifyCompany(world.product.platform, id, signal)
const mailsTo = (email: string) => received.filter(({ to }) => to === email)
const db = () => world.product.platform.db

/** Makes a user whose transfer Fiken has refused, and whose e-mail about that is not sent. */
async function unlucky(): Promise<{ id: string; email: string }> {
  people += 1
  const tenant = createTenant(world.vendors, `Uheldig ${people} AS`)
  const { account, user, company } = tenant
  const visitor = await signUp(world)
  await visitor.call(saveMailPreferences, { body: { failureMail: true, weeklySummary: false } })
  await makeReady(world, visitor, {
    slug: company.slug,
    subjects: { servicem8: account.uuid, fiken: user.email },
  })
  const job = completeWorkOrder(world, { tenant }, { purchase_order_number: 'HASTER [400]' })
  await transferOf(visitor, job, 'failed')
  const { id, email } = await visitor.call(readSession)
  await tell(id)
  return { id, email }
}

const noticeOf = async (id: string) => {
  const [row] = await db().select().from(notifications).where(eq(notifications.companyId, id))
  return row
}

test('a mail that the server refuses is retried at growing intervals until it is accepted', async () => {
  mood = 'refuses'
  const { id, email } = await unlucky()
  minutes(3)
  await tell(id)
  // An attempt is counted when it begins, and is finished when its claim is released.
  const tried = (times: number) =>
    until(`${times} tries to be over`, async () => {
      const notice = await noticeOf(id)
      return notice && notice.attempts >= times && notice.claimedUntil === null && notice
    })
  expect(await tried(1)).toMatchObject({ settledAt: null })
  for (let round = 0; round < 4; round += 1) {
    minutes(30)
    await tell(id)
  }
  await tried(3)
  expect(mailsTo(email)).toEqual([])

  mood = 'takes'
  minutes(6 * 60)
  await until('the mail', () => mailsTo(email).length === 1)
  minutes(24 * 60)
  await tell(id)
  expect(mailsTo(email)).toHaveLength(1)
})

test('a process killed while sending leaves the mail to the next one', async () => {
  const { id, email } = await unlucky()
  minutes(3)
  const claimed = await claimNotification(db(), id, new Date(Date.now() + ahead))
  // Marks the e-mail unsent, as after a crash, whoever holds the claim.
  await db()
    .update(notifications)
    .set({ settledAt: null, claimedUntil: new Date(Date.now() - 1_000) })
    .where(and(eq(notifications.companyId, id), eq(notifications.topic, 'draft_refused')))
  expect(claimed === null || claimed.topic === 'draft_refused').toBe(true)
  const before = mailsTo(email).length
  await world.restart()
  await until('the mail of the next process', () => mailsTo(email).length === before + 1)
  await until('it to be settled', async () => (await noticeOf(id))?.settledAt)
})

test('of twenty processes that claim a mail at the same moment one gets it, and nobody else does before its claim has expired', async () => {
  const visitor = await signUp(world)
  const { id } = await visitor.call(readSession)
  const at = new Date(Date.now() + ahead)
  // The e-mail is due in an hour, so that the server does not send it itself.
  const later = new Date(at.getTime() + 3_600_000)
  const topic = weekTopic(mondayAt(at))
  await insertNotifications(db(), [{ companyId: id, topic, nextAt: later, createdAt: at }])
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => claimNotification(db(), id, later)),
  )
  expect(taken.filter((one) => one !== null)).toEqual([{ topic, attempts: 1, sentTo: [] }])
  expect(await claimNotification(db(), id, later)).toBeNull()
  await db()
    .update(notifications)
    .set({ claimedUntil: new Date(Date.now() - 1_000) })
    .where(eq(notifications.companyId, id))
  expect(await claimNotification(db(), id, later)).toEqual({ topic, attempts: 2, sentTo: [] })
  await settleNotification(db(), id, topic, at)
  await db()
    .update(notifications)
    .set({ claimedUntil: null })
    .where(eq(notifications.companyId, id))
  expect(await claimNotification(db(), id, later)).toBeNull()
})

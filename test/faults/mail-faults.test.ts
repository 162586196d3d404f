import { and, eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeJob, completeJob } from '#sandbox/servicem8/workshop'
import { rowsOf } from '#sandbox/world/state'
import { mondayAt, weekTopic } from '#server/features/notifications/notice-plan'
import { claimNotice, insertNotices, settleNotice } from '#server/features/notifications/store'
import { notices } from '#server/features/notifications/tables'
import { tellUser } from '#server/features/notifications/tell'
import { readSession } from '#shared/contracts/auth'
import { saveMailPreferences } from '#shared/contracts/profile'
import { createTenant } from '#sandbox/seed/tenants'
import { until } from '../support/wait.ts'
import { freePort, makeReady, signUp, startWorld, transferOf, type TestWorld } from '../support/world.ts'

/** A mail server that refuses, and processes that die or work side by side: every mail comes, and not twice but for a crash. */

let world: TestWorld
let server: SMTPServer
let mood: 'takes' | 'refuses' = 'takes'
let ahead = 0
const received: { to: string; mail: string }[] = []
const signal = new AbortController().signal

beforeAll(async () => {
  const port = await freePort()
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => (mood === 'refuses' ? done(new Error('450 try again later')) : done()),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, mail: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const clock = {
    now: () => Date.now() + ahead,
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  }
  world = await startWorld({
    sandbox: { now: clock.now },
    env: { SMTP_URL: `smtp://127.0.0.1:${port}` },
    overrides: { clock },
  })
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
const tell = (id: string) => tellUser(world.product.platform, id, signal)
const mailsTo = (email: string) => received.filter(({ to }) => to === email)
const db = () => world.product.platform.db

/** Somebody with a transfer that Fiken has just refused; nothing is mailed yet. */
async function unlucky(): Promise<{ id: string; email: string }> {
  people += 1
  const { account, user, company } = createTenant(world.sandbox.world, `Uheldig ${people} AS`)
  const visitor = await signUp(world)
  await visitor.call(saveMailPreferences, { body: { failureMail: true, weeklySummary: false } })
  await makeReady(world, visitor, { slug: company.slug, subjects: { servicem8: account.uuid, fiken: user.email } })
  const job = Object.values(rowsOf(account, 'job')).find((one) => one['status'] === 'Work Order')
  changeJob(world.sandbox.world, account, job?.uuid ?? '', { purchase_order_number: 'HASTER [400]' })
  completeJob(world.sandbox.world, account, job?.uuid ?? '')
  await transferOf(visitor, job?.uuid ?? '', 'failed')
  const { id, email } = await visitor.call(readSession)
  await tell(id)
  return { id, email }
}

const noticeOf = async (id: string) => {
  const [row] = await db().select().from(notices).where(eq(notices.userId, id))
  return row
}

test('a mail that the server refuses is tried again, ever more seldom, until it is taken', async () => {
  mood = 'refuses'
  const { id, email } = await unlucky()
  minutes(3)
  await tell(id)
  await until('the first try', async () => ((await noticeOf(id))?.attempts ?? 0) >= 1)
  const first = await noticeOf(id)
  expect(first).toMatchObject({ settledAt: null, claimedUntil: null })
  for (let round = 0; round < 4; round += 1) {
    minutes(30)
    await tell(id)
  }
  expect((await noticeOf(id))?.attempts).toBeGreaterThan(2)
  expect(mailsTo(email)).toEqual([])

  mood = 'takes'
  minutes(6 * 60)
  await until('the mail', () => mailsTo(email).length === 1)
  minutes(24 * 60)
  await tell(id)
  expect(mailsTo(email)).toHaveLength(1)
})

test('a process that was killed while it sent leaves the mail to the next one', async () => {
  const { id, email } = await unlucky()
  minutes(3)
  const claimed = await claimNotice(db(), id, new Date(Date.now() + ahead))
  // Either it is ours now, or the product was quicker and has sent it already: then we make it unsent again, as a crash would leave it.
  await db()
    .update(notices)
    .set({ settledAt: null, claimedUntil: new Date(Date.now() - 1_000) })
    .where(and(eq(notices.userId, id), eq(notices.topic, 'draft_refused')))
  expect(claimed === null || claimed.topic === 'draft_refused').toBe(true)
  const before = mailsTo(email).length
  await world.restart()
  await until('the mail of the next process', () => mailsTo(email).length === before + 1)
  await until('it to be settled', async () => (await noticeOf(id))?.settledAt)
})

test('of twenty processes that take a mail at the same moment one has it, and nobody takes it before its claim has run out', async () => {
  const visitor = await signUp(world)
  const { id } = await visitor.call(readSession)
  const at = new Date(Date.now() + ahead)
  // Of a cause in an hour, so that the product itself leaves it alone.
  const later = new Date(at.getTime() + 3_600_000)
  const topic = weekTopic(mondayAt(at))
  await insertNotices(db(), [{ userId: id, topic, nextAt: later, createdAt: at }])
  const taken = await Promise.all(Array.from({ length: 20 }, () => claimNotice(db(), id, later)))
  expect(taken.filter((one) => one !== null)).toEqual([{ topic, attempts: 1 }])
  expect(await claimNotice(db(), id, later)).toBeNull()
  await db()
    .update(notices)
    .set({ claimedUntil: new Date(Date.now() - 1_000) })
    .where(eq(notices.userId, id))
  expect(await claimNotice(db(), id, later)).toEqual({ topic, attempts: 2 })
  await settleNotice(db(), id, topic, at)
  await db().update(notices).set({ claimedUntil: null }).where(eq(notices.userId, id))
  expect(await claimNotice(db(), id, later)).toBeNull()
})

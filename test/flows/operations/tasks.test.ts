import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { afterEach, describe, expect, test } from 'vitest'
import type { Feature } from '#server/app'
import type { ItemOutcome, TaskKind } from '#server/features/tasks/kind'
import { deleteOld } from '#server/features/retention/store'
import { keepFor } from '#server/features/tasks/tables'
import { startTask } from '#server/features/tasks/start-task'
import { beginItem, insertTask, takeTask, waitingItems } from '#server/features/tasks/store'
import { route } from '#server/platform/http/route'
import { HttpError } from '#server/platform/http-error'
import { LimiterClosed } from '#server/platform/limiter/vendor-limiter'
import { endpoint } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import { listActivity } from '#shared/contracts/activity-log'
import { cancelTask, listTasks, MOST_ITEMS, readTask, seeTask } from '#shared/contracts/tasks'
import { taskOver } from '../../support/people/bulk.ts'
import { until } from '../../support/wait.ts'
import { signUp, startWorld } from '../../support/world/world.ts'
import { ownTaskName } from '../../support/task-name.ts'

/** Tests tasks of a kind that is defined here, and whose items finish when the test lets them. */

const letters = (count: number) => Array.from({ length: count }, (_, n) => `letter ${n + 1}`)

let judge: (subject: string, signal: AbortSignal) => Promise<ItemOutcome> | ItemOutcome
let sent: string[]
const SENT: ItemOutcome = { status: 'done', message: 'Sendt.' }

const kind: TaskKind<{ stamp: string }> = {
  name: ownTaskName('letters'),
  activity: 'integration',
  topics: [],
  read: ({ stamp }) => ({ stamp: String(stamp) }),
  title: ({ stamp }, total) => `${total} brev med ${stamp}`,
  done: (_, count) => `${count} brev er sendt`,
  run: async (_, { subject, signal }) => {
    sent.push(subject)
    return judge(subject, signal)
  },
}

const sendLetters = endpoint({
  method: 'POST',
  path: '/api/letters',
  access: 'user',
  act: 'transfers',
  changes: ['tasks'],
  summary: 'Send brev',
  body: z.object({ to: z.array(z.string()) }),
  answer: z.object({ id: z.string(), started: z.boolean() }),
})

const postOffice: Feature = {
  name: 'post office',
  tasks: [kind],
  routes: (app, platform) =>
    route(app, sendLetters, ({ actor, company, body }) =>
      startTask(platform, company.id, {
        actor,
        kind,
        parameters: { stamp: 'A-post' },
        items: body.to.map((subject) => ({ subject, title: `Brev til ${subject}` })),
      }),
    ),
}

afterEach(() => limiter.open())

/** A gate that holds items until the test case lets one or all of them through. */
const limiter = {
  closed: false,
  waiting: [] as (() => void)[],
  close() {
    this.closed = true
  },
  async pass() {
    if (this.closed) await new Promise<void>((resolve) => this.waiting.push(resolve))
  },
  letOne() {
    this.waiting.shift()?.()
  },
  open() {
    this.closed = false
    for (const go of this.waiting.splice(0)) go()
  },
}

function begin(): void {
  sent = []
  judge = async () => {
    await limiter.pass()
    return SENT
  }
}
async function untilStopped(signal: AbortSignal): Promise<ItemOutcome> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  throw new LimiterClosed('stopped while waiting for the vendor')
}
const send = (to: string[], by = person) => by.call(sendLetters, { body: { to } })
const read = (id: string) => person.call(readTask, { params: { id } })

const world = await startWorld({ overrides: { moreFeatures: [postOffice] } })
const person = await signUp(world)
const atGate = () => until('an item to be at the gate', () => limiter.waiting.length > 0)
const logged = async (action: string) =>
  (await person.call(listActivity, { query: { limit: 500 } })).filter(
    (entry) => entry.action === action,
  )

describe('a task', () => {
  test('answers immediately, shows its progress, and in the end the outcome of each item', async () => {
    begin()
    judge = async (subject) => {
      await limiter.pass()
      if (subject === 'letter 2') throw new HttpError(409, 'moved', 'Adressaten er flyttet.')
      if (subject === 'letter 3') throw new Error('the printer burns')
      return subject === 'letter 4' ? { status: 'left_alone', message: 'Er sendt før.' } : SENT
    }
    limiter.close()
    const { id, started } = await send(letters(5))
    expect(started).toBe(true)
    await atGate()
    expect(await read(id)).toMatchObject({
      title: '5 brev med A-post',
      summary: '0 brev er sendt.',
      status: 'running',
      counts: { total: 5, waiting: 5, done: 0 },
      parameters: { stamp: 'A-post' },
      finishedAt: null,
    })
    limiter.letOne()
    await until('one to be done', async () => (await read(id)).counts.done === 1)
    expect((await person.call(listTasks)).map((task) => task.id)).toEqual([id])
    limiter.open()
    const over = await taskOver(person, id)
    expect(over).toMatchObject({
      status: 'done',
      summary: '2 brev er sendt, 2 er ikke endret, 1 feilet.',
      counts: { total: 5, waiting: 0, done: 2, leftAlone: 2, failed: 1 },
    })
    expect(over.items).toMatchObject([
      { subject: 'letter 1', title: 'Brev til letter 1', status: 'done', message: 'Sendt.' },
      { status: 'left_alone', message: 'Adressaten er flyttet.', code: 'moved' },
      { status: 'failed', message: 'Noe gikk galt hos oss. Prøv igjen.', code: 'fault' },
      { status: 'left_alone', message: 'Er sendt før.', code: null },
      { status: 'done' },
    ])
    expect(sent).toEqual(letters(5))
    expect(await logged('task_finished')).toMatchObject([
      {
        description: '5 brev med A-post: 2 brev er sendt, 2 er ikke endret, 1 feilet.',
        success: false,
        type: 'integration',
      },
    ])
  })

  test('is shown until its outcome is dismissed, and after thirty days it is gone', async () => {
    begin()
    const { id } = await send(['put away'])
    await taskOver(person, id)
    const shown = async () => (await person.call(listTasks)).find((task) => task.id === id)
    expect((await shown())?.seenAt).toBeNull()
    await person.call(seeTask, { params: { id } })
    expect((await shown())?.seenAt).not.toBeNull()
    const { db } = world.product.platform
    for (const [table, keep] of keepFor)
      if ('for' in keep) await deleteOld(db, table, keep, new Date(Date.now() + 1_000))
    expect((await person.tryCall(readTask, { params: { id } })).status).toBe(404)
  })

  test('leaves what another task did not do to be read when its own outcome is dismissed', async () => {
    begin()
    judge = (subject) => {
      if (subject === 'refused') throw new HttpError(409, 'no', 'Vil ikke ha brev.')
      if (subject === 'unanswered') throw new HttpError(503, 'post_closed', 'Posten er stengt.')
      return SENT
    }
    const ids: string[] = []
    for (const to of [['refused', 'unanswered'], ['well'], ['well again']]) {
      const { id } = await send(to)
      const { counts } = await taskOver(person, id)
      if (to.length === 2) expect(counts).toMatchObject({ leftAlone: 1, failed: 1 })
      ids.push(id)
    }
    const [last = ''] = ids.slice(-1)
    await person.call(seeTask, { params: { id: last } })
    const shown = await person.call(listTasks)
    expect(ids.map((id) => shown.find((task) => task.id === id)?.seenAt !== null)).toEqual([
      false,
      true,
      true,
    ])
  })

  test('requested twice in a moment is one, and requested later is another', async () => {
    begin()
    limiter.close()
    const to = ['twin 1', 'twin 2']
    const both = await Promise.all([send(to), send(to.toReversed())])
    expect(both.map(({ started }) => started).toSorted()).toEqual([false, true])
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    const other = await send(['twin 1'])
    expect(other).toMatchObject({ started: true })
    limiter.open()
    await taskOver(person, both[0].id)
    await taskOver(person, other.id)
    expect(sent).toEqual([...both.map(() => expect.stringMatching(/^twin/) as string), 'twin 1'])
    expect(await send(to)).toMatchObject({ started: true })
  })

  test('takes at most a thousand items, and refuses none at all', async () => {
    begin()
    const refused = async (to: string[]) =>
      (await person.tryCall(sendLetters, { body: { to } })).body
    expect(await refused(letters(MOST_ITEMS + 1))).toMatchObject({
      code: 'too_many',
      message: expect.stringMatching(/^Velg høyst 1.000 om gangen\.$/) as string,
    })
    expect(await refused([])).toMatchObject({ code: 'invalid' })
    limiter.close()
    const { id } = await send(letters(MOST_ITEMS))
    await atGate()
    expect((await read(id)).counts).toMatchObject({ total: MOST_ITEMS, waiting: MOST_ITEMS })
    await person.call(cancelTask, { params: { id } })
  })

  test('is visible to nobody else', async () => {
    begin()
    limiter.close()
    const { id } = await send(['secret'])
    await atGate()
    const stranger = await signUp(world)
    const params = { id }
    const answers = await Promise.all([
      stranger.tryCall(readTask, { params }),
      stranger.tryCall(cancelTask, { params }),
      stranger.tryCall(seeTask, { params }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await stranger.call(listTasks)).toEqual([])
    limiter.open()
    expect((await taskOver(person, id)).status).toBe('done')
  })
})

describe('a cancelled task', () => {
  test('ends after the current item; what is done stays', async () => {
    begin()
    limiter.close()
    const { id } = await send(letters(4))
    await atGate()
    limiter.letOne()
    await atGate()
    const cancelled = await person.call(cancelTask, { params: { id } })
    expect(cancelled).toMatchObject({ status: 'cancelled', counts: { done: 1, waiting: 3 } })
    expect((await read(id)).items.map(({ message }) => message)).toEqual([
      'Sendt.',
      'Var begynt på da oppgaven ble avbrutt, og kan være gjort.',
      null,
      null,
    ])
    limiter.open()
    await until('the second to get its outcome', async () => (await read(id)).counts.done === 2)
    // The lane's next task starts once the cancelled one has ended.
    await taskOver(person, (await send(['afterwards'])).id)
    expect(sent).toEqual(['letter 1', 'letter 2', 'afterwards'])
    const entries = async () =>
      (await logged('task_cancelled')).filter(({ description }) => description?.startsWith('4 '))
    expect((await entries()).map(({ description }) => description)).toEqual([
      '4 brev med A-post: avbrutt da 2 av 4 var behandlet.',
    ])
    // Cancelling the task again changes nothing.
    await person.call(cancelTask, { params: { id } })
    expect(await entries()).toHaveLength(1)
  })

  test('does not wait for what its current item waits for at a vendor', async () => {
    begin()
    judge = (subject, signal) => (subject === 'unanswered' ? untilStopped(signal) : SENT)
    const { id } = await send(['unanswered', 'never begun'])
    await until('the item to be waiting', () => sent.length === 1)
    await person.call(cancelTask, { params: { id } })
    await taskOver(person, (await send(['next'])).id)
    expect(sent).toEqual(['unanswered', 'next'])
    expect((await read(id)).items).toMatchObject([
      { status: 'waiting', message: 'Var begynt på da oppgaven ble avbrutt, og kan være gjort.' },
      { status: 'waiting', message: null },
    ])
  })

  test('that has not begun does nothing', async () => {
    begin()
    limiter.close()
    const first = await send(['in front'])
    await atGate()
    const second = await send(['behind'])
    expect(await read(second.id)).toMatchObject({ status: 'queued' })
    await person.call(cancelTask, { params: { id: second.id } })
    limiter.open()
    await taskOver(person, first.id)
    await taskOver(person, (await send(['last'])).id)
    expect(sent).toEqual(['in front', 'last'])
  })
})

test('a restart in the middle resumes where the task stopped', async () => {
  begin()
  limiter.close()
  const { id } = await send(letters(6))
  await atGate()
  limiter.letOne()
  await atGate()
  const restarted = world.restart()
  // The current item is finished before the process ends; no other item is begun.
  await until('the product to be stopping', () =>
    fetch(world.url).then(
      () => false,
      () => true,
    ),
  )
  limiter.open()
  await restarted
  const over = await taskOver(person, id)
  expect(over.counts).toMatchObject({ total: 6, done: 6 })
  expect(sent).toEqual(letters(6))
  expect(
    (await logged('task_finished')).filter(({ description }) => description?.startsWith('6 ')),
  ).toHaveLength(1)
})

test('a restart does not wait for what an item waits for at a vendor: it is done after it', async () => {
  begin()
  judge = (_, signal) => {
    judge = () => SENT
    return untilStopped(signal)
  }
  const { id } = await send(['slow', 'quick'])
  await until('the item to be waiting', () => sent.length === 1)
  await world.restart()
  expect((await taskOver(person, id)).counts).toMatchObject({ total: 2, done: 2 })
  expect(sent).toEqual(['slow', 'slow', 'quick'])
})

test('a database that is unavailable for a moment is not counted against any item', async () => {
  begin()
  let away = true
  judge = () => {
    if (!away) return SENT
    away = false
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  const { id } = await send(['later'])
  expect((await taskOver(person, id)).counts).toMatchObject({ total: 1, done: 1 })
  expect(sent).toEqual(['later', 'later'])
})

test('a run that has lost its task to another one begins no item of it', async () => {
  const { platform } = world.product
  const { id: companyId } = await person.call(readSession)
  // The server does not know this task kind, so it leaves the task to the runs below.
  const stamps = ownTaskName('stamps')
  const task = {
    ...{ companyId, id: randomUUID(), actorId: null, kind: stamps },
    ...{ parameters: {}, selection: 'both' },
  }
  const items = [
    { subject: 'one', title: 'Frimerke 1' },
    { subject: 'two', title: 'Frimerke 2' },
  ]
  const [slow, quick] = [randomUUID(), randomUUID()]
  const take = (run: string) =>
    takeTask(platform.db, companyId, { kinds: [stamps], background: [] }, run, new Date())
  const beginAs = (run: string, position: number, at: Date) =>
    beginItem(platform.db, companyId, task.id, position, run, at)
  const at = new Date('2026-11-22T12:00:00Z')
  const later = new Date('2026-11-22T12:01:00Z')
  await insertTask(platform.db, { ...task, items, now: at })
  await take(slow)
  expect(await beginAs(slow, 0, at)).toBe(true)
  await take(quick)
  expect(await beginAs(slow, 1, later)).toBe(false)
  expect(await beginAs(quick, 0, later)).toBe(true)
  // The first run might have carried out the action at any time since it began the item.
  expect(await waitingItems(platform.db, companyId, task.id, 10)).toEqual([
    { position: 0, subject: 'one', begunBefore: at },
    { position: 1, subject: 'two', begunBefore: null },
  ])
})

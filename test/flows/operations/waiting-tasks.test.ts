import * as z from 'zod/mini'
import { beforeEach, expect, test } from 'vitest'
import type { Feature } from '#server/app'
import type { TaskKind } from '#server/features/tasks/kind'
import { resumeTasks, startTask } from '#server/features/tasks/start-task'
import { systemClock } from '#server/platform/clock'
import { route } from '#server/platform/http/route'
import { HttpError } from '#server/platform/http-error'
import { endpoint } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import { cancelTask, readTask } from '#shared/contracts/tasks'
import { taskOver } from '../../support/people/bulk.ts'
import { until } from '../../support/wait.ts'
import { signUp, startWorld } from '../../support/world/world.ts'
import { ownTaskName } from '../../support/task-name.ts'

const PARCELS = ['parcel 1', 'parcel 2', 'parcel 3']
let sent: string[]
let connected: boolean
let ahead = 0

const kind: TaskKind<Record<string, never>> = {
  name: ownTaskName('parcels'),
  activity: 'integration',
  topics: [],
  waitsForConnections: true,
  read: () => ({}),
  title: (_, total) => `${total} pakker`,
  done: (_, count) => `${count} pakker er sendt`,
  run: (_, { subject }) => {
    sent.push(subject)
    if (subject === 'parcel 2' && !connected)
      return Promise.reject(new HttpError(401, 'reauthorize_fiken', 'Fiken må kobles til.'))
    return Promise.resolve({ status: 'done', message: 'Sendt.' })
  },
}
const sendParcels = endpoint({
  method: 'POST',
  path: '/api/parcels',
  access: 'user',
  act: 'transfers',
  changes: ['tasks'],
  summary: 'Send pakker',
  body: z.object({ names: z.array(z.string()) }),
  answer: z.object({ id: z.string(), started: z.boolean() }),
})
const post: Feature = {
  name: 'parcels',
  tasks: [kind],
  routes: (app, platform) =>
    route(app, sendParcels, ({ actor, company, body }) =>
      startTask(platform, company.id, {
        actor,
        kind,
        parameters: {},
        items: body.names.map((subject) => ({ subject, title: subject })),
      }),
    ),
}

beforeEach(() => {
  sent = []
  connected = false
})

const send = async (names: string[]) => (await person.call(sendParcels, { body: { names } })).id
const read = (id: string) => person.call(readTask, { params: { id } })

const clock = { ...systemClock, now: () => systemClock.now() + ahead }
const world = await startWorld({ overrides: { moreFeatures: [post], clock } })
const person = await signUp(world)
const standing = (id: string) =>
  until('the task to stand still', async () => (await read(id)).waitsFor === 'fiken')
const resume = async () => resumeTasks(world.product.platform, (await person.call(readSession)).id)

test('it stands still where the connection ended, lets others pass, and goes on from there', async () => {
  const id = await send(PARCELS)
  await standing(id)
  expect(await read(id)).toMatchObject({
    title: '3 pakker: venter på Fiken',
    status: 'running',
    counts: { total: 3, done: 1, waiting: 2, failed: 0 },
  })
  await taskOver(person, await send(['another']))
  expect(sent).toEqual(['parcel 1', 'parcel 2', 'another'])
  // Connecting another system makes the task try again, but does not let it continue.
  await resume()
  await until('it to be tried', () => sent.length === 4)
  await standing(id)
  connected = true
  await resume()
  expect(await taskOver(person, id)).toMatchObject({ waitsFor: null, counts: { done: 3 } })
  expect(sent.slice(3)).toEqual(['parcel 2', 'parcel 2', 'parcel 3'])
})

test('it goes on after some minutes when nobody has said that it may', async () => {
  const id = await send(PARCELS)
  await standing(id)
  connected = true
  ahead += 6 * 60_000
  expect((await taskOver(person, id)).counts.done).toBe(3)
})

test('it is cancelled like any other', async () => {
  const id = await send(PARCELS)
  await standing(id)
  expect(await person.call(cancelTask, { params: { id } })).toMatchObject({
    status: 'cancelled',
    waitsFor: null,
    counts: { done: 1, waiting: 2 },
  })
  connected = true
  await resume()
  await taskOver(person, await send(['afterwards']))
  expect(sent).toEqual(['parcel 1', 'parcel 2', 'afterwards'])
})

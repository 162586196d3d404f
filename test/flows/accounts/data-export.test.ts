import { once } from 'node:events'
import http from 'node:http'
import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '#server/platform/database/database'
import { login, readSession } from '#shared/contracts/auth'
import { deleteAccount, EXPORT_PATH, readDataExport } from '#shared/contracts/profile'
import type { Visitor } from '../../support/people/browserless.ts'
import { until } from '../../support/wait.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

/** Tests that a partial file never looks complete, and that only one download runs at a time. */

const world = await startWorld()

const db = () => world.product.platform.db
const idOf = async (visitor: Visitor) => (await visitor.call(readSession)).id
const stateOf = async (visitor: Visitor) => (await visitor.call(readDataExport)).state
const reaches = (visitor: Visitor, state: string) =>
  until(`the export to be ${state}`, async () => (await stateOf(visitor)) === state)

async function filesOf(answer: Response): Promise<Map<string, string>> {
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return new Map(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]),
  )
}

/** Writes log entries whose times differ only by microseconds, which a Date cannot distinguish. */
async function writeLog(userId: string, rows: number, text = `'Linje ' || n`): Promise<void> {
  await db()
    .execute(sql`insert into activity_logs (user_id, type, action, description, metadata, success, created_at)
    select ${userId}, 'transfer', 'webhook_auto_transfer', ${sql.raw(text)}, jsonb_build_object('jobUuid', n::text), true,
      timestamptz '2026-01-02 03:04:05.678Z' + n / 3 * interval '1 microsecond'
    from generate_series(1, ${rows}::int) n`)
}

/** SQL for an incompressible text that fills all buffers, so that an unread export stalls. */
const MUCH = `(select string_agg(md5(n::text || m::text || random()::text), '') from generate_series(1, 1000) m)`
const writeMuch = (userId: string) => writeLog(userId, 400, MUCH)

interface Download {
  answer: http.IncomingMessage
  /** Reads the rest and returns the number of bytes; throws if the connection was cut. */
  rest(): Promise<number>
  leave(): void
}

async function begin(cookie: string): Promise<Download> {
  const request = http.get(new URL(EXPORT_PATH, world.url), {
    headers: { cookie, origin: world.url },
    agent: false,
  })
  request.on('error', () => undefined)
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  answer.on('error', () => undefined)
  return {
    answer,
    leave: () => request.destroy(),
    rest: async () => {
      let bytes = 0
      for await (const part of answer) bytes += (part as Buffer).length
      return bytes
    },
  }
}

async function heavyOwner(): Promise<{ visitor: Visitor; id: string; cookie: string }> {
  const visitor = await signUp(world)
  const { id, email } = await visitor.call(readSession)
  await writeMuch(id)
  const again = await world
    .visitor()
    .tryCall(login, { body: { email, password: 'et langt nok passord' } })
  const cookie = again.headers.getSetCookie().find((set) => set.startsWith('sid=')) ?? ''
  return { visitor, id, cookie: cookie.split(';')[0] ?? '' }
}

describe('what is in the file', () => {
  test('is every row once and in order, in JSON as in CSV, however many pages that takes', async () => {
    const visitor = await signUp(world)
    const id = await idOf(visitor)
    await writeLog(id, 750)
    const files = await filesOf(await visitor.fetch(EXPORT_PATH))
    const lines = JSON.parse(files.get('json/activity_logs.json') ?? '') as {
      id: number
      description: string
      createdAt: string
    }[]
    const ours = lines.filter(({ description }) => description.startsWith('Linje '))
    expect(ours.map(({ description }) => description)).toEqual(
      Array.from({ length: 750 }, (_, n) => `Linje ${n + 1}`),
    )
    expect(ours[0]).toMatchObject({
      companyId: id,
      metadata: { jobUuid: '1' },
      success: true,
      createdAt: '2026-01-02T03:04:05.678Z',
    })
    const [head = '', ...rest] = (files.get('csv/activity_logs.csv') ?? '').trimEnd().split('\r\n')
    expect(head).toBe(
      '\uFEFFid;companyId;actorId;type;action;description;metadata;success;createdAt',
    )
    expect(rest).toHaveLength(lines.length)
    expect(rest.filter((line) => line.includes(';Linje '))[749]).toMatch(
      /;Linje 750;"\{""jobUuid"":""750""\}";true;2026-01-02T03:04:05.678Z$/,
    )
  })

  test('has the steps of every transfer, read transfer by transfer', async () => {
    const visitor = await signUp(world)
    const id = await idOf(visitor)
    await db()
      .execute(sql`insert into transfers (id, user_id, servicem8_job_id, servicem8_account_id, status, created_at, updated_at)
      select gen_random_uuid(), ${id}, 'jobb ' || n, 'konto', 'completed', now() - n * interval '1 second', now()
      from generate_series(1, 45) n`)
    await db().execute(sql`insert into transfer_events (transfer_id, user_id, at, kind, step, text)
      select t.id, t.user_id, now(), 'step', 'fetch', t.servicem8_job_id || ' steg ' || s
      from transfers t, generate_series(1, 7) s where t.user_id = ${id}`)
    const files = await filesOf(await visitor.fetch(EXPORT_PATH))
    const read = (table: string) =>
      JSON.parse(files.get(`json/${table}.json`) ?? '') as Record<string, string>[]
    expect(read('transfers').map((row) => row['servicem8JobId'])).toEqual(
      Array.from({ length: 45 }, (_, n) => `jobb ${45 - n}`),
    )
    const steps = read('transfer_events').map((row) => row['text'])
    expect(new Set(steps).size).toBe(45 * 7)
    expect(steps).toHaveLength(45 * 7)
    const [first] = await rowsOf<{ n: number }>(
      db(),
      sql`select count(*)::int as n from transfer_texts where user_id = ${id}`,
    )
    expect(read('transfer_texts')).toHaveLength(first?.n ?? -1)
  })
})

describe('who may start it', () => {
  const asked = async (headers: Record<string, string>, method = 'GET', path = EXPORT_PATH) => {
    const request = http.request(new URL(path, world.url), {
      method,
      agent: false,
      headers: { cookie: owner.cookie, ...headers },
    })
    request.end()
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
    let text = ''
    for await (const part of answer) text += String(part)
    return {
      status: answer.statusCode,
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : null,
    }
  }
  let owner: { cookie: string; visitor: Visitor }
  beforeAll(async () => {
    const visitor = await signUp(world)
    const { email } = await visitor.call(readSession)
    const session = await world
      .visitor()
      .tryCall(login, { body: { email, password: 'et langt nok passord' } })
    owner = { visitor, cookie: session.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  })

  test.each<[string, Record<string, string>]>([
    ['a link on another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a page on the same site that is not ours', { 'sec-fetch-site': 'same-site' }],
    ['an address typed or opened from a mail', { 'sec-fetch-site': 'none' }],
    [
      'another page, in a browser that sends only the referrer',
      { referer: 'https://ondsinnet.example/side' },
    ],
    ['another origin', { origin: 'https://ondsinnet.example' }],
    [
      'another page that claims to be ours',
      { 'sec-fetch-site': 'cross-site', referer: 'REPLACED' },
    ],
    ['nowhere', {}],
  ])('is refused from %s, and nothing starts', async (_from, headers) => {
    const sent = {
      ...headers,
      ...(headers['referer'] === 'REPLACED' ? { referer: `${world.url}/profile` } : {}),
    }
    for (const method of ['GET', 'HEAD']) {
      const { status, body } = await asked(sent, method)
      expect(status).toBe(403)
      if (method === 'GET')
        expect(body).toMatchObject({
          code: 'foreign_origin',
          message: expect.stringContaining('Fakturabro') as string,
        })
    }
    expect(await stateOf(owner.visitor)).toBe('none')
  })

  test('is any page of ours, judged by what the browser says or by where the request came from', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { referer: `${world.url}/profile` },
      { origin: world.url },
    ]
    for (const headers of own) {
      expect((await asked(headers)).status).toBe(200)
      await reaches(owner.visitor, 'done')
    }
  })

  test('requesting only the headers starts nothing', async () => {
    const before = await owner.visitor.call(readDataExport)
    expect((await asked({ 'sec-fetch-site': 'same-origin' }, 'HEAD')).status).toBe(200)
    expect(await owner.visitor.call(readDataExport)).toEqual(before)
  })

  test('nor can the list of transfers be started from another page', async () => {
    const path = '/api/transfers/export'
    expect(await asked({ 'sec-fetch-site': 'cross-site' }, 'GET', path)).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    })
    expect((await asked({ 'sec-fetch-site': 'same-origin' }, 'GET', path)).status).toBe(200)
    expect((await asked({}, 'GET', path)).status).toBe(200)
  })
})

describe('while it is being made', () => {
  let owner: Awaited<ReturnType<typeof heavyOwner>>
  beforeAll(async () => {
    owner = await heavyOwner()
  })

  test('a second one is refused to its owner and nobody else, and is possible once the first is done', async () => {
    const download = await begin(owner.cookie)
    expect(await stateOf(owner.visitor)).toBe('running')
    const second = await owner.visitor.fetch(EXPORT_PATH)
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({
      code: 'export_running',
      message: expect.stringContaining('lastes allerede ned') as string,
    })
    const other = await signUp(world)
    await filesOf(await other.fetch(EXPORT_PATH))
    expect(await download.rest()).toBeGreaterThan(8_000_000)
    await reaches(owner.visitor, 'done')
    const third = await begin(owner.cookie)
    expect(third.answer.statusCode).toBe(200)
    third.leave()
    await reaches(owner.visitor, 'left')
  })

  test('a caller who goes away ends it', async () => {
    const download = await begin(owner.cookie)
    download.leave()
    await reaches(owner.visitor, 'left')
    await (await begin(owner.cookie)).rest()
    await reaches(owner.visitor, 'done')
  })

  test('a caller who does not read is disconnected after a while', async () => {
    const download = await begin(owner.cookie)
    await reaches(owner.visitor, 'left')
    await expect(download.rest()).rejects.toThrow()
  })

  test('a failure midway cuts the connection, so that no half file looks complete, and the next one works', async () => {
    const download = await begin(owner.cookie)
    // The last table is read long after the log, whose data fills the connection.
    await db().execute(sql`alter table user_subscriptions rename to user_subscriptions_away`)
    try {
      await expect(download.rest()).rejects.toThrow()
      await reaches(owner.visitor, 'failed')
    } finally {
      await db().execute(sql`alter table user_subscriptions_away rename to user_subscriptions`)
    }
    await (await begin(owner.cookie)).rest()
    await reaches(owner.visitor, 'done')
  })

  test('its lease is renewed, and an export whose lease was taken over is cut', async () => {
    const download = await begin(owner.cookie)
    const leaseOf = () =>
      rowsOf<{ at: string }>(
        db(),
        sql`select lease_until::text as at from data_exports where user_id = ${owner.id}`,
      )
    const [taken] = await leaseOf()
    await until('the lease to be moved on', async () => (await leaseOf())[0]?.at !== taken?.at)
    await db().execute(
      sql`update data_exports set holder = gen_random_uuid() where user_id = ${owner.id}`,
    )
    await expect(download.rest()).rejects.toThrow()
    // The new holder never finishes the export, so it counts as running until the lease expires.
    expect(await stateOf(owner.visitor)).toBe('running')
    await db().execute(
      sql`update data_exports set lease_until = clock_timestamp() where user_id = ${owner.id}`,
    )
    expect(await stateOf(owner.visitor)).toBe('failed')
    const next = await begin(owner.cookie)
    expect(next.answer.statusCode).toBe(200)
    next.leave()
    await reaches(owner.visitor, 'left')
  })

  test('a database clock that is set back does not lock its owner out', async () => {
    const visitor = await signUp(world)
    await db().execute(sql`insert into data_exports (user_id, holder, lease_until, started_at)
      values (${await idOf(visitor)}, gen_random_uuid(), clock_timestamp() + interval '1 hour', clock_timestamp() + interval '1 hour')`)
    await filesOf(await visitor.fetch(EXPORT_PATH))
  })

  test('the product can be stopped, which cuts it', async () => {
    const download = await begin(owner.cookie)
    await world.restart()
    await expect(download.rest()).rejects.toThrow()
    expect(await stateOf(owner.visitor)).toBe('failed')
    await filesOf(await owner.visitor.fetch(EXPORT_PATH))
  })

  test('deleting the account ends its download too', async () => {
    const download = await begin(owner.cookie)
    await owner.visitor.call(deleteAccount)
    await expect(download.rest()).rejects.toThrow()
  })
})

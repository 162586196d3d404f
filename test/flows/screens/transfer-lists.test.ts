import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncJobs } from '#shared/contracts/intake'
import { deleteTransfer, startTransfer } from '#shared/contracts/transfers/actions'
import { MOST_FOUND, listTransfers } from '#shared/contracts/transfers/list'
import { readStats } from '#shared/contracts/overview'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import { readSession } from '#shared/contracts/auth'
import { today } from '#shared/dates'
import {
  atRest,
  completeNewJob,
  inboxEmpty,
  jobNamed,
  rateOf,
  startPlumber,
} from '../../support/people/plumber.ts'
import { signUp } from '../../support/world/world.ts'

const list = (query = {}) => plumber.person.call(listTransfers, { query: { limit: 500, ...query } })

const plumber = await startPlumber()
const { person } = plumber
await person.call(syncJobs, { body: {} })
await inboxEmpty(plumber)
await person.call(deleteTransfer, { params: { id: (await transferOf('rabatt')).id } })
const started = await transferOf('fritekst')
await person.call(startTransfer, { params: { id: started.id } })
await atRest(plumber, started.servicem8JobId, started.updatedAt)
const lines = [
  { name: 'Ferge', displayed_amount: '100.0000', tax_rate_uuid: rateOf(plumber.account, 12) },
]
await atRest(
  plumber,
  completeNewJob(plumber, {
    client: 'Ola Hansen',
    lines,
    fields: { purchase_order_number: '100%_x' },
  }),
)
const answerOf = (query: Record<string, unknown>) =>
  plumber.person.tryCall(listTransfers, { query })
const idsOf = (rows: readonly Transfer[]) => rows.map((row) => row.id)

async function transferOf(key: string): Promise<Transfer> {
  const row = (await list()).find((one) => one.servicem8JobId === jobNamed(key))
  if (!row) throw new Error(`no transfer of ${key}`)
  return row
}

describe('a transfer', () => {
  test('has the fields that clients know, and no others', async () => {
    const row = await transferOf('enkel')
    expect(Object.keys(row).sort()).toEqual(
      (
        'amount attachmentsNote collective createdAt credit customerName errorCode errorMessage fikenCompanySlug fikenDraftUuid fikenInvoiceDraftId fikenInvoiceNumber id ' +
        'isProcessing jobCompletedAt lineItemsCount need netAmount nextAttemptAt payment pendingReason poNumber retryCount servicem8Data servicem8JobId skipTransfer ' +
        'stage status updatedAt'
      ).split(' '),
    )
    expect(Object.keys(row.servicem8Data ?? {}).sort()).toEqual(
      'billing_address billing_contact customer_name generated_job_id job_address job_description job_number line_items'.split(
        ' ',
      ),
    )
    expect(Object.keys(row.servicem8Data?.billing_contact ?? {}).sort()).toEqual(
      'address company_name contact_name email phone'.split(' '),
    )
  })

  test('gives its amount in øre, and its lines in kroner', async () => {
    const row = await transferOf('enkel')
    expect(row).toMatchObject({
      amount: 205_288,
      lineItemsCount: 2,
      poNumber: '4711',
      customerName: 'Vestkanten Eiendom AS',
    })
    expect(row.servicem8Data?.line_items).toMatchObject([
      { description: 'Rørlegger, time', quantity: 1.5, unit_price: 895, total: 1342.5 },
      { description: 'Kuleventil 1/2"', quantity: 2, unit_price: 149.9, total: 299.8 },
    ])
    expect(row.servicem8Data?.billing_contact).toEqual({
      company_name: 'Vestkanten Eiendom AS',
      contact_name: 'Silje Haugen',
      email: 'faktura@vestkanten-eiendom.example',
      phone: '55 12 30 01',
      address: 'Loddefjordveien 2\n5171 Loddefjord',
    })
  })

  test('names the head office of a site, and where the work was done', async () => {
    const row = await transferOf('pakke')
    expect(row.servicem8Data).toMatchObject({
      customer_name: 'Grieg avd. Minde',
      job_address: 'Minde allé 10\n5068 Bergen',
      billing_contact: { company_name: 'Grieg & Sønner Eiendomsforvaltning AS' },
    })
  })
})

describe('pages', () => {
  test('read to the end give every transfer once, newest first, and say how many there are', async () => {
    const all = await list()
    const walked: Transfer[] = []
    let cursor: string | undefined
    do {
      const answer = await answerOf({ limit: 4, ...(cursor ? { cursor } : {}) })
      expect(answer.headers.get('x-total-count')).toBe(String(all.length))
      walked.push(...(answer.body as Transfer[]))
      cursor = answer.headers.get('x-next-cursor') ?? undefined
    } while (cursor)
    expect(idsOf(walked)).toEqual(idsOf(all))
    const times = walked.map((row) => row.createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('are not disturbed by a transfer that arrives in the meantime', async () => {
    const all = await list()
    const first = await answerOf({ limit: 3 })
    await atRest(plumber, completeNewJob(plumber, { client: 'Ola Hansen' }))
    const next = await answerOf({ limit: 3, cursor: first.headers.get('x-next-cursor') ?? '' })
    expect(idsOf([...(first.body as Transfer[]), ...(next.body as Transfer[])])).toEqual(
      idsOf(all).slice(0, 6),
    )
  })

  test('of an invalid size or position are refused with an explanation', async () => {
    for (const query of [
      { limit: 501 },
      { limit: 0 },
      { cursor: 'tull' },
      { from: '31.12.2026' },
    ]) {
      const answer = await answerOf(query)
      expect(answer).toMatchObject({
        status: 400,
        body: { code: expect.any(String) as string, message: expect.any(String) as string },
      })
    }
  })
})

describe('filters', () => {
  test('by status accept several, separated by commas', async () => {
    const all = await list()
    const some = await list({ status: 'failed,completed' })
    expect(some.length).toBeGreaterThan(1)
    expect(idsOf(some)).toEqual(
      idsOf(all.filter((row) => ['failed', 'completed'].includes(row.status))),
    )
    expect((await answerOf({ status: 'failed' })).headers.get('x-total-count')).toBe('1')
  })

  test('by words find job number, customer, order number and cause, whatever the case', async () => {
    const row = (await list()).find((one) => one.servicem8JobId === jobNamed('enkel'))
    const number = row?.servicem8Data?.generated_job_id ?? ''
    expect(idsOf(await list({ q: number }))).toContain(row?.id)
    expect(idsOf(await list({ q: 'VESTKANTEN' }))).toContain(row?.id)
    expect(idsOf(await list({ q: ' 4711 ' }))).toContain(row?.id)
    expect((await list({ q: 'mva 12' })).map((one) => one.status)).toEqual(['failed'])
    expect(await list({ q: 'finnes ikke' })).toEqual([])
    // Job numbers are found as displayed on the row, and words in any order.
    for (const q of [`Jobb #${number}`, `#${number}`, `jobb ${number}`, `vestkanten ${number}`]) {
      expect(idsOf(await list({ q }))).toContain(row?.id)
    }
    // Only the number is searched for.
    const said = [
      'Jobb nr. ',
      'jobbnr ',
      'Jobbnummer: ',
      'Faktura nr ',
      'fakturanr. ',
      'Vestkanten  faktura\tnummer ',
      'nr. ',
    ]
    for (const words of said) {
      const q = words + number
      expect([q, idsOf(await list({ q }))]).toEqual([q, expect.arrayContaining([row?.id])])
    }
    for (const q of ['PO 4711', 'PO-nr. 4711', 'po-nummer 4711']) {
      expect([q, idsOf(await list({ q }))]).toEqual([q, expect.arrayContaining([row?.id])])
    }
    expect(await list({ q: `Jobb nr. ${number}999` })).toEqual([])
  })

  test('take % and _ literally', async () => {
    expect((await list({ q: '0%_x' })).map((row) => row.poNumber)).toEqual(['100%_x'])
    expect(await list({ q: '%%' })).toEqual([])
  })

  test('by date cover whole Norwegian days', async () => {
    const day = today(new Date(plumber.vendors.now()))
    expect(idsOf(await list({ from: day, to: day }))).toEqual(idsOf(await list()))
    expect(await list({ to: '2020-01-01' })).toEqual([])
  })

  test('"skipped" lists the deleted ones instead', async () => {
    const deleted = await list({ skipped: '1' })
    expect(deleted.map((row) => row.skipTransfer)).toEqual([true])
    expect(idsOf(await list())).not.toContain(deleted[0]?.id)
  })
})

describe('of a user with many transfers', () => {
  const SAME = 'Sameiet Mange Like'
  const found = async (query: Record<string, unknown>) => {
    const { body, headers } = await answerOf(query)
    return { rows: body as Transfer[], total: Number(headers.get('x-total-count')) }
  }
  beforeAll(async () => {
    const { db } = plumber.world.product.platform
    const { id: userId } = await plumber.person.call(readSession)
    await db.execute(sql`insert into transfers
      (id, user_id, servicem8_job_id, servicem8_account_id, status, job_number, customer_name, amount, created_at, updated_at)
      select gen_random_uuid(), ${userId}, gen_random_uuid(), 'konto', (array['completed', 'pending'])[1 + n % 2], 'M' || n,
        case when n = 777 then 'Åse Vågsbygd' else ${SAME} end, n * 100, timestamptz '2020-01-01' + make_interval(mins => n), now()
      from generate_series(1, 1500) n`)
  })
  afterAll(() =>
    plumber.world.product.platform.db.execute(
      sql`delete from transfers where job_number like 'M%'`,
    ),
  )

  test('a search that matches most of them shows the newest, counts to a thousand, and turns pages', async () => {
    const first = await found({ q: 'mange like', limit: 50, page: 1 })
    expect(first.rows.map((row) => row.amount)).toEqual(
      Array.from({ length: 50 }, (_, n) => (1500 - n) * 100),
    )
    expect(first.total).toBe(MOST_FOUND + 1)
    const third = await found({ q: 'mange like', limit: 50, page: 3 })
    expect(third.rows[0]?.amount).toBe(140_000)
    const waiting = await found({
      q: 'MANGE',
      status: 'pending',
      from: '2020-01-02',
      to: '2020-01-02',
      limit: 500,
    })
    expect(waiting.total).toBe(60)
    expect(new Set(waiting.rows.map((row) => row.status))).toEqual(new Set(['pending']))
  })

  test('a search is saved as a file with every hit once, however many there are', async () => {
    const file = await plumber.person.fetch('/api/transfers/export?q=mange%20like')
    const lines = (await file.text()).trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(1499)
    expect(new Set(lines).size).toBe(1499)
  })

  test('a search that matches one of them finds it by any part of any word', async () => {
    for (const q of ['VÅGSBYGD', 'ågsb', 'åse v', 'M777'])
      expect((await found({ q })).rows.map((row) => row.amount)).toEqual([77_700])
    expect(await found({ q: 'M777', status: 'failed' })).toEqual({ rows: [], total: 0 })
  })

  test('a search finds a transfer by its current name, and never another user’s', async () => {
    const { db } = plumber.world.product.platform
    await db.execute(
      sql`update transfers set customer_name = 'Omdøpt AS' where job_number = 'M778'`,
    )
    expect((await found({ q: 'omdøpt' })).rows.map((row) => row.amount)).toEqual([77_800])
    expect((await found({ q: 'M778' })).total).toBe(1)
    const other = await signUp(plumber.world)
    expect(await other.call(listTransfers, { query: { q: 'omdøpt' } })).toEqual([])
  })

  test('the cheapest first is the dearest first, reversed', async () => {
    const dearest = await list({ sort: 'largest', limit: 500, page: 1 })
    const amounts = dearest.map((row) => row.amount ?? 0)
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a))
    const { total } = await found({ limit: 1 })
    const cheapest = await found({ sort: 'smallest', limit: 500, page: Math.ceil(total / 500) })
    expect(idsOf(cheapest.rows).reverse()).toEqual(idsOf(dearest).slice(0, cheapest.rows.length))
  })
})

test('the four counters add up, and match the list', async () => {
  const rows = await list()
  const count = (...statuses: string[]) =>
    rows.filter((row) => statuses.includes(row.status)).length
  expect(await plumber.person.call(readStats)).toMatchObject({
    total: rows.length,
    successful: count('completed'),
    pending: count('pending', 'queued', 'processing'),
    failed: count('failed'),
  })
})

test('a visitor without a session gets nothing, and a new user an empty list', async () => {
  const stranger = plumber.world.visitor()
  expect(await stranger.tryCall(listTransfers)).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
  expect(await stranger.tryCall(readStats)).toMatchObject({ status: 401 })
  const newcomer = await signUp(plumber.world)
  const answer = await newcomer.tryCall(listTransfers)
  expect([
    answer.body,
    answer.headers.get('x-total-count'),
    answer.headers.get('x-next-cursor'),
  ]).toEqual([[], '0', null])
  expect(await newcomer.call(readStats)).toEqual({ total: 0, successful: 0, pending: 0, failed: 0 })
})

test('the timeline of a transfer is in order, with each call to the vendors', async () => {
  const done = await atRest(plumber, completeNewJob(plumber, { client: 'Ola Hansen' }))
  const timeline = await plumber.person.call(readTimeline, { params: { id: done.id } })
  expect(timeline.filter((entry) => entry.kind === 'step').map((entry) => entry.step)).toEqual(
    expect.arrayContaining(['intake', 'match', 'build', 'send', 'verify', 'settle']),
  )
  expect(timeline.at(-1)?.text).toMatch(/^Ferdig: fakturautkast på 1\s000,00\skr i Fiken$/)
  expect(JSON.stringify(timeline)).not.toMatch(/bearer|access_token|refresh_token/i)
})

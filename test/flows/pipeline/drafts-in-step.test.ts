import { randomUUID } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editDraft } from '#sandbox/fiken/drafts'
import { pauseLane } from '#server/features/connections/pause'
import { connectionOf } from '#server/features/connections/queries'
import { claimNext, claimWith } from '#server/features/transfers/delivery/claim-store'
import type { TransferRow } from '#server/features/transfers/tables'
import { readSession } from '#shared/contracts/auth'
import { saveConfiguration } from '#shared/contracts/configuration'
import { listFikenCompanies } from '#shared/contracts/connections'
import { deleteTransfer, retryTransfer, startTransfer } from '#shared/contracts/transfers/actions'
import { readTimeline, type Transfer } from '#shared/contracts/transfers/row'
import { decideWaiting } from '#shared/contracts/transfers/waiting'
import {
  counted,
  CREATE,
  LISTS,
  startManyJobs,
  withHeader,
} from '../../support/people/in-step/many-jobs.ts'
import { queuedTogether, times } from '../../support/people/in-step/queued-together.ts'
import { storedDraft } from '../../support/people/plumber.ts'
import { newClient } from '../../support/people/unanswered.ts'
import { transferOfJob } from '../../support/world/held-runs.ts'
import { until } from '../../support/wait.ts'

/** Tests drafts of many jobs, made in step and read back through Fiken's lists (decision 0046). */

const many = await startManyJobs()
beforeEach(() => many.clear())

describe('what it costs', () => {
  test('twenty-five jobs cost twenty-eight calls, and each becomes one draft', async () => {
    const [calls, rows] = await many.callsAtLeisureFor(() => many.done(times(25)))
    expect(counted(calls)).toEqual({ [LISTS.drafts]: 2, [LISTS.invoices]: 1, [CREATE]: 25 })
    many.expectOneEach(rows)
  })

  test('of sixty jobs the oldest are made first, twenty-five at a time', async () => {
    const [calls, rows] = await many.callsAtLeisureFor(() => many.done(times(60)))
    many.expectOneEach(rows)
    // Rows created in the same millisecond are ordered by id.
    const age = ({ createdAt, id }: Transfer) => `${createdAt} ${id}`
    const order = [...rows].sort((one, other) => (age(one) < age(other) ? -1 : 1))
    const rank = new Map(order.map(({ fikenDraftUuid }, index) => [fikenDraftUuid, index]))
    const batches = many.made().map(({ uuid }) => Math.floor((rank.get(uuid) ?? -1) / 25))
    expect(batches).toEqual([...batches].sort())
    expect(calls.length).toBeLessThan(60 + 3 * 5)
  })

  test('the calls that answered for many stand in the timeline of each', async () => {
    const [row] = await many.done(times(5))
    const timeline = await many.plumber.person.call(readTimeline, { params: { id: row?.id ?? '' } })
    const calls = timeline.filter(({ kind, vendor }) => kind === 'call' && vendor === 'fiken')
    expect(
      calls.map(({ method, path }) => `${method} ${path?.replace(/^.*(?=\/inv)/, '')}`),
    ).toEqual([LISTS.drafts, LISTS.invoices, CREATE, LISTS.drafts])
    const seen = new Map(
      many.sandbox.ledger.entries.map((entry) => [entry.requestId, entry.status]),
    )
    for (const call of calls) expect(seen.get(call.requestId ?? '')).toBe(call.status)
  })

  test('a company with two pages of drafts costs three calls more', async () => {
    many.addOtherDrafts(195)
    const [calls, rows] = await many.callsAtLeisureFor(() => many.done(times(6)))
    expect(counted(calls)).toEqual({ [LISTS.drafts]: 3 + 2, [LISTS.invoices]: 1, [CREATE]: 6 })
    many.expectOneEach(rows)
  })

  test('where the invoices are too many to list, each is asked for right before its create', async () => {
    many.addOtherInvoices(700, many.book((await many.done(times(1)))[0]))
    many.countFromNow()
    const [calls, rows] = await many.callsAtLeisureFor(() => many.done(times(5)))
    expect(calls).toEqual([
      LISTS.drafts,
      LISTS.invoices,
      ...Array.from({ length: 5 }, () => [LISTS.invoiceByUuid, CREATE]).flat(),
      LISTS.drafts,
    ])
    many.expectOneEach(rows)
  })

  test('a new customer of many jobs is made once', async () => {
    const client = newClient(many.plumber)
    await many.done(times(4, { client }))
    expect(many.plumber.company.contacts.filter(({ name }) => name === client)).toHaveLength(1)
    expect(many.made()).toHaveLength(4)
  })
})

describe('what is in Fiken already, from before a backup was restored,', () => {
  test('is adopted where it is as we would send it, and stops where it is not', async () => {
    const before = await many.done(times(4))
    const [same, changed, invoiced, invoicedToo] = before
    editDraft(many.sandbox, many.plumber.company, storedDraft(many.plumber, changed), {
      invoiceText: 'Noe helt annet',
    })
    const invoice = many.book(invoiced)
    const other = many.book(invoicedToo)
    other.customerId = many.plumber.company.contacts.find(
      ({ contactId }) => contactId !== invoice.customerId,
    )!.contactId
    many.countFromNow()

    const jobs = before.map(({ servicem8JobId }) => servicem8JobId)
    const { jobUuids, go } = await queuedTogether(many.plumber, times(4), jobs)
    const [calls, rows] = await many.callsFor(async () => {
      await go()
      return many.allAtRest(jobUuids)
    })
    // Fiken would refuse a UUID that it has seen, so these jobs send no create request.
    expect(counted(calls)[CREATE]).toBe(4)
    expect(rows.slice(0, 4)).toEqual([
      expect.objectContaining({ status: 'completed', fikenDraftUuid: same?.fikenDraftUuid }),
      expect.objectContaining({ status: 'failed', errorCode: 'draft_differs' }),
      expect.objectContaining({
        status: 'completed',
        fikenInvoiceNumber: String(invoice.invoiceNumber),
      }),
      expect.objectContaining({ status: 'failed', errorCode: 'draft_differs' }),
    ])
    many.expectOneEach(rows.slice(4))
  })

  test('is found too where the invoices are too many to list', async () => {
    const [first] = await many.done(times(1))
    const invoice = many.book(first)
    many.plumber.proxy.tamper('GET', /\/invoices$/, (answer, { query }) =>
      query.has('invoiceDraftUuid') ? answer : withHeader(answer, 'fiken-api-page-count', '90'),
    )
    many.countFromNow()
    const { jobUuids, go } = await queuedTogether(many.plumber, times(3), [
      first?.servicem8JobId ?? '',
    ])
    await go()
    const [row, ...others] = await many.allAtRest(jobUuids)
    expect(row).toMatchObject({ fikenInvoiceNumber: String(invoice.invoiceNumber) })
    many.expectOneEach(others)
  })
})

describe('who goes in step', () => {
  const NOTHING_CHANGED = new Error('rolled back')

  /** Returns the jobs that the lane would claim together, the leading one first. */
  async function claimed(): Promise<string[]> {
    const { person, world } = many.plumber
    const { db, clock } = world.product.platform
    const { id: userId } = await person.call(readSession)
    const lane = (await connectionOf(db, userId, 'fiken'))?.lane ?? ''
    const [now, claim] = [new Date(clock.now()), randomUUID()]
    const rows: TransferRow[] = []
    const look = db.transaction(async (tx) => {
      await pauseLane(tx, lane, null)
      const lead = await claimNext(tx, lane, claim, now)
      if (lead) rows.push(...(await claimWith(tx, lead, claim, { now, count: 24 })).rows)
      throw NOTHING_CHANGED
    })
    await expect(look).rejects.toBe(NOTHING_CHANGED)
    return rows.map(({ servicem8JobId }) => servicem8JobId)
  }
  const write = (statement: SQL) => many.plumber.world.product.platform.db.execute(statement)
  const change = (jobUuid: string | undefined, to: SQL) =>
    write(sql`update transfers set ${to} where servicem8_job_id = ${jobUuid}`)
  /** Id of a document whose draft has not been requested from Fiken. */
  const DOCUMENT = randomUUID()
  beforeAll(() =>
    write(sql`insert into documents (id, user_id, company_slug, uuid, kind, created_at)
      select ${DOCUMENT}, user_id, 'et-as', ${randomUUID()}, 'alone', now() from transfers limit 1`),
  )
  afterEach(() => write(sql`delete from transfers where status = 'queued'`))

  test.each([
    ['has a document', sql`document_id = ${DOCUMENT}`],
    ['is being undone', sql`pending_reason = 'undone'`],
    ['was undone before', sql`revision = 1`],
    ['a person has asked for again', sql`retry_count = 1`],
    ['was tried before', sql`attempts = 1`],
    ['must be fetched again', sql`needs_fetch = true`],
    [
      'was fetched long ago',
      sql`snapshot = jsonb_set(snapshot, '{fetchedAt}', '"2020-01-01T00:00:00Z"')`,
    ],
    ['has no job yet', sql`snapshot = null`],
  ])('a row that %s goes alone', async (_what, to) => {
    await queuedTogether(many.plumber, times(4))
    const [first, second, ...others] = await claimed()
    expect(others).toHaveLength(2)
    await change(second, to)
    expect(await claimed()).toEqual([first, ...others])
    await change(first, to)
    expect(await claimed()).toEqual([first])
  })

  test('while Fiken is down, each row is a probe of its own', async () => {
    await queuedTogether(many.plumber, times(4))
    const later = sql`'2100-01-01'`
    const [, second] = await claimed()
    await change(second, sql`error_code = 'fiken_down', next_attempt_at = ${later}`)
    expect(await claimed()).toHaveLength(1)
  })

  test('of a user who wants invoices, each goes alone', async () => {
    await queuedTogether(many.plumber, times(4))
    await write(sql`update configurations set invoice_creation_mode = 'invoice'`)
    expect(await claimed()).toHaveLength(1)
    await write(sql`update configurations set invoice_creation_mode = 'draft'`)
    expect(await claimed()).toHaveLength(4)
  })
})

describe('while a batch is under way', () => {
  const held = async (count: number) => {
    const barrier = many.plumber.proxy.hold('POST', /\/invoices\/drafts$/, 'before')
    const { jobUuids, go } = await queuedTogether(many.plumber, times(count))
    await go()
    await until('the first create to be on its way', barrier.arrived)
    return { jobUuids, release: barrier.release }
  }

  test('switching off holds back what has not been sent', async () => {
    const { jobUuids, release } = await held(5)
    await many.plumber.person.call(saveConfiguration, { body: { isActive: false } })
    release()
    const rows = await many.allAtRest(jobUuids)
    expect(many.made()).toHaveLength(1)
    expect(rows.filter(({ pendingReason }) => pendingReason === 'inactive')).toHaveLength(4)
    await many.plumber.person.call(saveConfiguration, { body: { isActive: true } })
    await many.plumber.person.call(decideWaiting, { body: { decision: 'transfer' } })
    await until('all to be completed', async () => {
      const all = await Promise.all(jobUuids.map((uuid) => transferOfJob(many.plumber, uuid)))
      return all.every(({ status }) => status === 'completed')
    })
    many.expectOneEach(await many.allAtRest(jobUuids))
  })

  test('a list older than a minute proves nothing any more', async () => {
    const [calls] = await many.callsFor(async () => {
      const { jobUuids, release } = await held(5)
      many.plumber.later(61_000)
      release()
      many.expectOneEach(await many.allAtRest(jobUuids))
    })
    expect(counted(calls)).toMatchObject({ [LISTS.draftByUuid]: 4, [LISTS.invoiceByUuid]: 4 })
  })

  test('every button on a row of it is refused, and nothing is duplicated', async () => {
    const { jobUuids, release } = await held(4)
    for (const uuid of jobUuids) {
      const { id } = await transferOfJob(many.plumber, uuid)
      const { person } = many.plumber
      const answers = [
        await person.tryCall(deleteTransfer, { params: { id } }),
        await person.tryCall(startTransfer, { params: { id } }),
        await person.tryCall(retryTransfer, { params: { id } }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    }
    release()
    many.expectOneEach(await many.allAtRest(jobUuids))
  })

  test('somebody at a screen who needs Fiken gets their turn before it is over', async () => {
    const { jobUuids, release } = await held(25)
    const [calls] = await many.callsFor(async () => {
      const companies = many.plumber.person.call(listFikenCompanies)
      release()
      await companies
      await many.allAtRest(jobUuids)
    })
    expect(calls.indexOf('GET /api/v2/companies')).toBeLessThan(calls.lastIndexOf(CREATE))
    many.expectOneEach(await many.allAtRest(jobUuids))
  })
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf, type Db } from '#server/platform/database/database'
import { readSession } from '#shared/contracts/auth'
import { undoTransfer } from '#shared/contracts/transfers/actions'
import {
  completeSet,
  collectiveCustomer,
  headingsOf,
  jobsOf,
  makeDrafts,
  numbersOf,
  rowsThat,
} from '../../support/people/collective-customer.ts'
import { daytime } from '../../support/clock/daytime.ts'
import { upgradeBrokenOffFrom, upgradeFrom } from '../../support/former-version.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

/** Tests upgrades from a version that stored a draft's columns on each job (migration 0053). */

const world = await startWorld(daytime())

const FORMER = '0052'

/**
 * The states of a transfer before the upgrade, as SQL assignments; "t" holds the row's test data.
 */
const STATES = {
  'nothing was made': sql``,
  'a draft is reserved': sql`fiken_draft_uuid = t.uuid, fiken_customer_id = '12', fiken_data = t.data,`,
  'a create was not answered': sql`fiken_draft_uuid = t.uuid, fiken_customer_id = '12', outcome_unknown = true,
    fiken_data = t.data || '{"attempts": [{"sent": {}, "net": 80, "gross": 100}]}',`,
  'a draft is there': sql`fiken_draft_uuid = t.uuid, fiken_customer_id = '12', fiken_data = t.data, fiken_invoice_draft_id = '77',
    payment_status = 'draft', payment_checked_at = now(),`,
  'a draft is gone': sql`fiken_draft_uuid = t.uuid, fiken_data = t.data, fiken_invoice_draft_id = '77', error_code = 'draft_deleted',
    absence = '{"then": null, "since": "2026-01-01T00:00:00Z"}', payment_status = 'gone', payment_checked_at = now(),`,
  'an invoice is asked for': sql`fiken_draft_uuid = t.uuid, fiken_data = t.data, fiken_invoice_draft_id = '77', outcome_unknown = true,
    invoice_request = '{"at": "2026-01-01T00:00:00Z", "accepted": true}',`,
  'an invoice is overdue': sql`fiken_draft_uuid = t.uuid, fiken_data = t.data, fiken_invoice_draft_id = '77', fiken_invoice_id = '88', fiken_invoice_number = '10042',
    payment_status = 'invoiced', payment_due_date = '2026-01-02', payment_checked_at = now(),`,
  'an invoice is credited': sql`fiken_draft_uuid = t.uuid, fiken_data = t.data, fiken_invoice_draft_id = '77', fiken_invoice_id = '88', fiken_invoice_number = '10043',
    payment_status = 'credited', paid_amount = 5, payment_checked_at = now(), credit = '{"inFull": true, "outstanding": 0, "notes": []}',`,
  'a deposit is taken off': sql`fiken_draft_uuid = t.uuid, fiken_invoice_draft_id = '77',
    fiken_data = t.data || '{"deposit": {"invoiceId": 5, "invoiceNumber": "9", "issueDate": "2026-01-01", "gross": 30}}',
    deposit_credit = '{"invoiceId": 5, "sum": 10, "inFull": false}',`,
  'it stands for a credited invoice': sql`fiken_draft_uuid = t.uuid, fiken_data = t.data, fiken_invoice_draft_id = '77',
    replaces = jsonb_build_object('slug', 'et-as', 'draftUuid', 'former ' || t.uuid, 'invoiceNumber', '9', 'reason', 'Feil', 'at', '2026-01-01T00:00:00Z'),`,
  'an invoice differs, and nothing was sent': sql`fiken_draft_uuid = t.uuid, fiken_invoice_id = '88', fiken_invoice_number = '10044',
    fiken_data = t.data || '{"shown": {"uuid": "x", "kind": "invoice", "lines": [], "net": 1, "gross": 2, "customerId": 3}}',`,
}

const STATUSES = ['pending', 'queued', 'processing', 'completed', 'failed']

/** Returns SQL that inserts transfers in every state and status, alone and in pairs. */
const everyState = (userId: string) => [
  sql`insert into transfers (id, user_id, servicem8_job_id, servicem8_account_id, status, revision, skip_transfer, fiken_company_slug, job_number,
      amount, created_at, updated_at)
    select gen_random_uuid(), ${userId}, concat_ws(' ', state, status, revision, skipped, how, n), 'konto', status, revision, skipped, 'et-as', 'J' || n, 100, now(), now()
    from unnest(array[${sql.join(
      Object.keys(STATES).map((state) => sql`${state}`),
      sql`, `,
    )}]) state,
      unnest(array[${sql.join(
        STATUSES.map((status) => sql`${status}`),
        sql`, `,
      )}]) status,
      unnest(array[0, 2]) revision, unnest(array[false, true]) skipped,
      (values ('alone', 1), ('together', 1), ('together', 2)) as sets(how, n)`,
  ...Object.entries(STATES).map(
    ([state, set]) => sql`update transfers set ${set}
      collective_id = case when t.how = 'together' then md5(t.uuid)::uuid end, updated_at = transfers.updated_at
      from (
        select id, regexp_replace(servicem8_job_id, ' [12]$', '') as uuid, case when servicem8_job_id like '% together _' then 'together' else 'alone' end as how,
          '{"sent": {"lines": []}, "net": 80, "gross": 100, "notes": [], "adopted": false}'::jsonb
            || case when servicem8_job_id like '% together _' then jsonb_build_object('share', jsonb_build_object('place', right(servicem8_job_id, 1))) else '{}' end as data
        from transfers where user_id = ${userId} and servicem8_job_id like ${`${state} %`}
      ) t where t.id = transfers.id and (t.how = 'alone' or ${state !== 'nothing was made'})`,
  ),
  sql`create table former_transfers as select * from transfers where user_id = ${userId}`,
]

const count = async (db: Db, statement: ReturnType<typeof sql>) => {
  const [row] = await rowsOf<{ n: number }>(db, statement)
  return row?.n
}
const ALL = Object.keys(STATES).length * STATUSES.length * 2 * 2 * 3

test('every transfer of the version before is the same after the upgrade, whatever its state', async () => {
  const visitor = await signUp(world)
  const { id: userId } = await visitor.call(readSession)
  const isUntouched = async (db: Db, at: string) => {
    const same = sql`select count(*)::int as n from transfers join former_transfers f using (id)
      where to_jsonb(transfers) = to_jsonb(f)`
    expect(await count(db, same), at).toBe(ALL)
    const made = sql`select count(*)::int as n from information_schema.tables where table_name in ('documents', 'transfer_rows')`
    expect(await count(db, made), at).toBe(0)
  }
  await upgradeBrokenOffFrom(world, FORMER, isUntouched, ...everyState(userId))

  const { db } = world.product.platform
  expect(await count(db, sql`select count(*)::int as n from former_transfers`)).toBe(ALL)
  const changed = await rowsOf<{ job: string; was: object; is: object }>(
    db,
    sql`select f.servicem8_job_id as job, was.data as was, now.data as is
        from former_transfers f join transfer_rows r using (id),
          lateral (select to_jsonb(f) - 'collective_id' || jsonb_build_object('fiken_data', f.fiken_data - 'share', 'share', f.fiken_data->'share')) as was(data),
          lateral (select to_jsonb(r) - 'collective_id' - 'document_id') as now(data)
        where now.data is distinct from was.data`,
  )
  expect(changed).toEqual([])
  expect(
    await count(db, sql`select count(*)::int as n from transfer_rows where user_id = ${userId}`),
  ).toBe(ALL)
  // Rows that shared a draft now share a document, and no other rows do.
  const torn = await rowsOf(
    db,
    sql`select f.servicem8_job_id from former_transfers f join transfer_rows r using (id)
        where (f.collective_id is null) <> (r.collective_id is null)
          or (select array_agg(o.id order by o.id) from former_transfers o where o.collective_id = f.collective_id)
            is distinct from (select array_agg(o.id order by o.id) from transfer_rows o where o.collective_id = r.collective_id)`,
  )
  expect(torn).toEqual([])
  const former = sql`select count(*)::int as n from documents where user_id = ${userId} and ended = 'credited' and uuid like 'former %' and invoice_number = '9'`
  expect(await count(db, former)).toBe(STATUSES.length * 2 * 2 * 2)
  const found = sql`select count(*)::int as n from transfer_texts where user_id = ${userId} and text like '%10042%'`
  expect(await count(db, found)).toBe(STATUSES.length * 2 * 2 * 3)
  await db.execute(sql`drop table former_transfers`)
})

test('a collective draft that the version before made is taken back, and made once more', async () => {
  const customer = await collectiveCustomer(world, 'Oppgradert AS')
  const rows = await makeDrafts(customer, await completeSet(customer, [{}, {}]))
  await upgradeFrom(world, FORMER)
  const [first] = rows
  await customer.visitor.call(undoTransfer, { params: { id: first?.id ?? '' }, body: {} })
  const undone = await rowsThat(
    customer,
    jobsOf(rows),
    'to be taken back',
    ({ pendingReason }) => pendingReason === 'undone',
  )
  expect(customer.tenant.company.drafts).toEqual([])
  const again = await makeDrafts(customer, undone)
  expect(headingsOf(customer)).toEqual([numbersOf(again)])
  expect(new Set(again.map(({ fikenDraftUuid }) => fikenDraftUuid))).toHaveLength(1)
  expect(again[0]?.fikenDraftUuid).not.toBe(first?.fikenDraftUuid)
})

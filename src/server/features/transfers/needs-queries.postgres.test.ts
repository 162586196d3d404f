import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCompany } from '#test/support/world/add-company'
import { openDatabases, type Databases } from '#test/support/world/databases'
import { plansOf } from '#test/support/plans-of'
import { sumsOfNeeds } from './needs-queries.ts'
import { listTransfers } from './screens/list-store.ts'

/** A user with 100,000 transfers, a hundred of which need something, among others' documents. */
const TRANSFERS = 100_000

let databases: Databases
const companyId = randomUUID()

beforeAll(async () => {
  databases = await openDatabases('postgres')
  const { db } = databases.one
  const address = 'mange@example.no'
  await addCompany(db, { id: companyId, email: address })
  await db.execute(sql`alter table transfers disable trigger all`)
  await db.execute(sql`
    insert into documents (id, user_id, company_slug, uuid, kind, payment_status, payment_checked_at, deposit_credit, created_at)
    select md5('d' || n)::uuid, ${companyId}::uuid, 'et-as', 'd' || n, 'alone', case when n % 4000 = 0 then 'gone' else 'paid' end, now(),
      case when n % 4000 = 1 then '{"invoiceId":1,"ids":[1],"sum":5,"inFull":true}'::jsonb end, now()
    from generate_series(1, ${TRANSFERS}) n`)
  await db.execute(sql`
    insert into transfers (id, user_id, servicem8_job_id, servicem8_account_id, status, pending_reason, document_id, amount, created_at, updated_at)
    select md5('t' || n)::uuid, ${companyId}::uuid, 'job-' || n, 'konto', case when n % 4000 = 2 then 'failed' when n % 4000 = 3 then 'pending' else 'completed' end,
      case when n % 4000 = 3 then 'company' end, md5('d' || n)::uuid, 100, now() - n * interval '1 minute', now()
    from generate_series(1, ${TRANSFERS}) n`)
  await db.execute(sql`vacuum analyze documents, transfers`)
}, 120_000)
afterAll(() => databases.close())

it('among a hundred thousand transfers only those that need the user are read', async () => {
  const count = await plansOf(databases.one, (db) => sumsOfNeeds(db, companyId))
  const list = await plansOf(databases.one, (db) =>
    listTransfers(db, companyId, { limit: 51, skipped: false, need: 'act', sort: 'job_newest' }),
  )
  for (const plan of [...count, ...list])
    expect(plan).not.toMatch(/Seq Scan on (transfers|documents)/)
  expect(count[0]).toContain('Index Only Scan using transfers_needing')
  expect(count[0]).toContain('documents_gone')
  expect((await sumsOfNeeds(databases.one.db, companyId)).act).toMatchObject({
    count: 100,
    ore: 10_000,
  })
})

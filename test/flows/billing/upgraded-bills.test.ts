import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf, type Db } from '#server/platform/database/database'
import { retryBill } from '#shared/contracts/billing'
import { BILL_STATUSES } from '#shared/subscription-status'
import {
  activeSubscriber,
  billOf,
  invoicesTo,
  nextFirst,
  startSeller,
  type Account,
} from '../../support/billing/seller.ts'
import { upgradeBrokenOffFrom, upgradeFrom } from '../../support/former-version.ts'

/** Tests upgrades from a version with other column names for a bill's document (migration 0054). */

const { world, seller } = await startSeller({ date: '2027-01-15' })
const customers: Account[] = []
for (let count = 0; count < 3; count += 1) customers.push(await activeSubscriber(world))

const FORMER = '0053'

/** The states of a bill before the upgrade, as SQL assignments to the former table's columns. */
const STATES = {
  'nothing was asked for': sql``,
  'its contact is made': sql`fiken_contact_id = '12',`,
  'a create was not answered': sql`fiken_contact_id = '12', fiken_company_slug = 'et-as', outcome_unknown = true, attempts = '[{"sent": {}, "net": 80, "gross": 100}]',`,
  'a draft is there': sql`fiken_contact_id = '12', fiken_company_slug = 'et-as', fiken_draft_id = '77', attempts = '[{"sent": {}, "net": 80, "gross": 100}]',`,
  'a draft is gone': sql`fiken_company_slug = 'et-as', fiken_draft_id = '77', revision = 2, cause = 'bill_deleted', absence = '{"then": null, "since": "2026-01-01T00:00:00Z"}',`,
  'an invoice is asked for': sql`fiken_company_slug = 'et-as', fiken_draft_id = '77', invoice_requested_at = '2026-07-01T10:00:00.125+02',`,
  'an invoice is confirmed': sql`fiken_company_slug = 'et-as', fiken_draft_id = '77', invoice_requested_at = '2026-01-01T10:00:00Z', invoice_accepted = true,`,
  'an invoice is there': sql`fiken_company_slug = 'et-as', fiken_draft_id = '77', fiken_invoice_id = '88', fiken_invoice_number = '10042', fiken_sale_id = '99', gross = 125,`,
}

/** SQL that inserts bills in every state and status, for an existing and a deleted account. */
const everyState = [
  sql`insert into subscription_bills (id, subscription_id, user_id, member_number, email_hash, month, draft_uuid, status, stage, price,
      product_name, product_description, recipient, claim, failures, next_attempt_at, message, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), owner, state, 'hash', '2026-01', concat_ws(' ', state, status, owner), status, 'send', 100,
      'Fakturabro', 'Abonnement', '{"name": "Kari"}', gen_random_uuid(), 3, now() + interval '9 years', 'Fiken svarer ikke.', now(), now()
    from unnest(array[${sql.join(
      Object.keys(STATES).map((state) => sql`${state}`),
      sql`, `,
    )}]) state,
      unnest(array[${sql.join(
        BILL_STATUSES.map((status) => sql`${status}`),
        sql`, `,
      )}]) status,
      (select id from users union all select null limit 2) as owners(owner)`,
  ...Object.entries(STATES).map(
    ([state, set]) =>
      sql`update subscription_bills set ${set} updated_at = updated_at where member_number = ${state}`,
  ),
  sql`create table former_bills as select * from subscription_bills`,
]

const ALL = Object.keys(STATES).length * BILL_STATUSES.length * 2

async function count(db: Db, statement: ReturnType<typeof sql>): Promise<number | undefined> {
  const [row] = await rowsOf<{ n: number }>(db, statement)
  return row?.n
}

test('every bill of the version before is the same after the upgrade, whatever its state', async () => {
  const isUntouched = async (db: Db, at: string) => {
    const same = sql`select count(*)::int as n from subscription_bills join former_bills f using (id)
      where to_jsonb(subscription_bills) = to_jsonb(f)`
    expect(await count(db, same), at).toBe(ALL)
  }
  await upgradeBrokenOffFrom(world, FORMER, isUntouched, ...everyState)

  const { db } = world.product.platform
  const renamed = sql`jsonb_build_object('uuid', f.draft_uuid, 'company_slug', f.fiken_company_slug, 'contact_id', f.fiken_contact_id,
    'draft_id', f.fiken_draft_id, 'invoice_id', f.fiken_invoice_id, 'invoice_number', f.fiken_invoice_number, 'sale_id', f.fiken_sale_id)`
  const changed = await rowsOf(
    db,
    sql`select f.member_number, was.data as was, now.data as is
        from former_bills f join subscription_bills b using (id),
          lateral (select to_jsonb(f) - array['draft_uuid', 'fiken_company_slug', 'fiken_contact_id', 'fiken_draft_id', 'fiken_invoice_id',
            'fiken_invoice_number', 'fiken_sale_id', 'invoice_requested_at', 'invoice_accepted'] || ${renamed}) as was(data),
          lateral (select to_jsonb(b) - 'invoice_request') as now(data)
        where now.data is distinct from was.data`,
  )
  expect(changed).toEqual([])
  const requests = await rowsOf<{ state: string; request: unknown; n: number }>(
    db,
    sql`select member_number as state, invoice_request as request, count(*)::int as n from subscription_bills
        where invoice_request is not null group by 1, 2 order by 1`,
  )
  const n = BILL_STATUSES.length * 2
  expect(requests).toEqual([
    {
      state: 'an invoice is asked for',
      request: { at: '2026-07-01T08:00:00.125Z', accepted: false },
      n,
    },
    {
      state: 'an invoice is confirmed',
      request: { at: '2026-01-01T10:00:00.000Z', accepted: true },
      n,
    },
  ])
  expect(await count(db, sql`select count(*)::int as n from subscription_bills`)).toBe(ALL)
  await db.execute(sql`delete from subscription_bills`)
  await db.execute(sql`drop table former_bills`)
})

test('what the version before may have made of a bill is found, and made no second time', async () => {
  const [unanswered, stopped, asked] = customers as [Account, Account, Account]
  const { company } = seller
  const accounts = company.verifiedBankAccounts
  company.verifiedBankAccounts = []
  const month = await nextFirst(world, seller)
  for (const customer of customers) await billOf(seller, customer, month, 'failed')
  company.verifiedBankAccounts = accounts
  expect(company.drafts).toHaveLength(3)
  const retry = async (customer: Account) => {
    const { id } = await billOf(seller, customer, month, 'failed')
    await seller.visitor.call(retryBill, { params: { id } })
    await billOf(seller, customer, month, 'done')
  }
  await retry(asked)
  const uuids = company.drafts.map(({ uuid }) => uuid)
  const [invoice] = invoicesTo(seller, asked)

  await upgradeFrom(
    world,
    FORMER,
    sql`update subscription_bills set status = 'queued', cause = null, message = null, fiken_draft_id = null, outcome_unknown = true where user_id = ${unanswered.id}`,
    sql`update subscription_bills set status = 'queued', fiken_invoice_id = null, fiken_invoice_number = null, fiken_sale_id = null, gross = null,
      invoice_requested_at = now() where user_id = ${asked.id}`,
  )
  await billOf(seller, unanswered, month, 'done')
  const found = await billOf(seller, asked, month, 'done')
  expect(found.invoiceNumber).toBe(String(invoice?.invoiceNumber))
  await retry(stopped)
  const made = customers.map((customer) =>
    invoicesTo(seller, customer).map(({ invoiceDraftUuid }) => invoiceDraftUuid),
  )
  expect(made.flat().toSorted()).toEqual([...uuids, invoice?.invoiceDraftUuid].toSorted())
  expect(made.map(({ length }) => length)).toEqual([1, 1, 1])
  expect(company.drafts).toEqual([])
})

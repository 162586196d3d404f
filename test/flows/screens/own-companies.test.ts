import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deleteDraft } from '#sandbox/fiken/drafts'
import { memberships } from '#server/features/auth/tables'
import { ownCompaniesOf } from '#server/features/own-companies/own-companies'
import type { Db } from '#server/platform/database/database'
import type { Role } from '#shared/access/roles'
import type { AnswerOf, Endpoint } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import { readOwnCompanies } from '#shared/contracts/own-companies'
import { readStats, readUnapproved } from '#shared/contracts/overview'
import {
  markReconciled,
  readReconciliation,
  unmarkReconciled,
} from '#shared/contracts/reconciliation'
import { addMonths, today } from '#shared/dates'
import type { Visitor } from '../../support/people/browserless.ts'
import { readyCustomer } from '../../support/people/customer.ts'
import { check, longTimeCustomer } from '../../support/people/long-time-customer.ts'
import { seedBusyMonth } from '../../support/people/reconciled/busy-month.ts'
import { addCompany } from '../../support/world/add-company.ts'
import { until } from '../../support/wait.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

const world = await startWorld()
const { db } = world.product.platform
const month = addMonths(today(new Date(world.vendors.now())).slice(0, 7), -1)

// Three companies and two people: the plumber has one, the accountant helps two and has one.
const plumber = await longTimeCustomer(world, { jobFetchType: 'awaiting_payment' })
const { userId: plumbing, tenant } = plumber
await seedBusyMonth(world, { tenant, companyId: plumbing, month, count: 40, each: 1 })
const carpenter = await readyCustomer(world)
const { id: carpentry } = await carpenter.visitor.call(readSession)
const accountant = await signUp(world, { firstName: 'Kari' })
const { id: accounting } = await accountant.call(readSession)

const join = (companyId: string, role: Role) =>
  db.insert(memberships).values({ companyId, personId: accounting, role })
await join(plumbing, 'accountant')
await join(carpentry, 'reader')

const own = (visitor: Visitor) => visitor.call(readOwnCompanies)
const rowOf = async (companyId: string) =>
  (await own(accountant)).find(({ id }) => id === companyId)!

async function inCompany<E extends Endpoint>(endpoint: E, company: string): Promise<AnswerOf<E>> {
  const answer = await accountant.fetch(endpoint.path, { headers: { 'x-company': company } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as AnswerOf<E>
}

test('a person sees the companies that they are a member of, and no others', async () => {
  const rows = await own(accountant)
  expect(new Map(rows.map(({ id, role }) => [id, role]))).toEqual(
    new Map([
      [plumbing, 'accountant'],
      [carpentry, 'reader'],
      [accounting, 'owner'],
    ]),
  )
  expect((await own(plumber.visitor)).map(({ id }) => id)).toEqual([plumbing])
  expect((await own(carpenter.visitor)).map(({ id }) => id)).toEqual([carpentry])
  expect((await world.visitor().tryCall(readOwnCompanies)).status).toBe(401)
})

test("each company's figures are those of its own dashboard", async () => {
  // The dashboard asks ServiceM8 once, and later listings would remove what is not there.
  const listed = await until('ServiceM8 to have been asked', async () => {
    const answer = await inCompany(readUnapproved, plumbing)
    return answer.checkedAt !== null && answer.uninvoiced
  })
  // One that is paid in full according to a look, and one that has a transfer, are not listed.
  await db.execute(sql`insert into unapproved_jobs
      (user_id, job_uuid, servicem8_account_id, job_number, customer_name, amount, job_completed_at, job_state, paid, noted_at)
    select ${plumbing}::uuid, u.uuid, ${tenant.account.uuid}, u.uuid, 'Ola', u.amount, now() - interval '80 days', 's', u.paid, now()
    from (values ('one', 12345, false), ('credit', -500, false), ('unread', null, false), ('paid', 999, true)) u(uuid, amount, paid)
    union all (select user_id, servicem8_job_id, ${tenant.account.uuid}, 'known', 'Ola', 777, now(), 's', false, now()
      from transfers where user_id = ${plumbing} limit 1)`)
  for (const company of [plumbing, carpentry, accounting]) {
    const { needs, uninvoiced } = await rowOf(company)
    const { act } = (await inCompany(readStats, company)).needs ?? {}
    const { text: _text, leftOut: _leftOut, ...sum } = act ?? {}
    expect(needs).toEqual(act ? sum : null)
    expect((await inCompany(readUnapproved, company)).uninvoiced).toMatchObject(uninvoiced)
  }
  const { needs, uninvoiced } = await rowOf(plumbing)
  expect(needs?.count).toBeGreaterThan(0)
  expect(uninvoiced.negative).toBe(listed.negative + 1)
  expect(uninvoiced.oldestAt).not.toBeNull()
  const { uninvoiced: shown } = await inCompany(readUnapproved, plumbing)
  expect(shown.unapproved).toBe(listed.unapproved + 3)
  expect(await rowOf(accounting)).toMatchObject({
    needs: null,
    uninvoiced: { count: 0, ore: 0 },
    reconciled: null,
    ended: [],
    everActive: false,
  })
})

test('a connection that has ended is said, until it is renewed', async () => {
  expect(await rowOf(carpentry)).toMatchObject({ ended: [], everActive: true })
  const set = (status: string) =>
    db.execute(
      sql`update connections set status = ${status} where user_id = ${carpentry} and vendor = 'fiken'`,
    )
  for (const status of ['reauth_required', 'refused', 'disconnected']) {
    await set(status)
    expect((await rowOf(carpentry)).ended).toEqual(['fiken'])
  }
  await set('connected')
  expect((await rowOf(carpentry)).ended).toEqual([])
})

test('a month is marked as reconciled as it was seen, and a change since then is said', async () => {
  const { visitor } = plumber
  const mark = (checkedAt: string, of = month) =>
    visitor.tryCall(markReconciled, { body: { month: of, checkedAt } })
  const read = () => visitor.call(readReconciliation, { query: { month } })
  const now = new Date(world.vendors.now()).toISOString()
  expect(await mark(now)).toMatchObject({ status: 409, body: { code: 'month_not_checked' } })
  expect(await mark(now, addMonths(month, 1))).toMatchObject({
    status: 409,
    body: { code: 'month_not_over' },
  })

  const first = await check(plumber, month)
  expect(first).toMatchObject({ reconciled: null, over: true })
  const second = await check(plumber, month)
  expect(await mark(first.checkedAt!)).toMatchObject({
    status: 409,
    body: { code: 'checked_again' },
  })
  expect((await rowOf(plumbing)).reconciled).toBeNull()
  expect((await mark(second.checkedAt!)).status).toBe(200)
  const marked = {
    actor: { name: 'Frode Fjordvik' },
    changed: false,
    figures: { jobs: second.summary?.jobs, inFiken: second.summary?.inFiken },
  }
  expect((await read()).reconciled).toMatchObject(marked)
  expect((await rowOf(plumbing)).reconciled).toEqual({ last: month, changed: [] })

  // Another check that finds the same changes nothing.
  expect((await check(plumber, month)).reconciled).toMatchObject(marked)
  deleteDraft(world.vendors, tenant.company, tenant.company.drafts[0]!)
  const changed = await check(plumber, month)
  expect(changed.reconciled).toMatchObject({ ...marked, changed: true })
  expect((await rowOf(plumbing)).reconciled).toEqual({ last: month, changed: [month] })

  // Whoever has seen the change marks the month anew, and can take that back.
  expect((await mark(changed.checkedAt!)).status).toBe(200)
  expect((await rowOf(plumbing)).reconciled).toEqual({ last: month, changed: [] })
  await db.execute(
    sql`update configurations set fiken_company_slug = 'another' where user_id = ${plumbing}`,
  )
  expect((await rowOf(plumbing)).reconciled).toBeNull()
  await db.execute(
    sql`update configurations set fiken_company_slug = ${tenant.company.slug} where user_id = ${plumbing}`,
  )
  await visitor.call(unmarkReconciled, { params: { month } })
  expect((await read()).reconciled).toBeNull()
  expect((await rowOf(plumbing)).reconciled).toBeNull()
})

test('a hundred companies are read with as many statements as three', async () => {
  const three = await statementsOf(() => ownCompaniesOf(counted(), accounting))
  for (let i = 0; i < 97; i += 1) {
    const companyId = await addCompany(db)
    await join(companyId, 'accountant')
  }
  expect(await own(accountant)).toHaveLength(100)
  const hundred = await statementsOf(() => ownCompaniesOf(counted(), accounting))
  expect(hundred).toBe(three)
  expect(three).toBeLessThanOrEqual(8)
})

let statements = 0

async function statementsOf(read: () => Promise<unknown>): Promise<number> {
  statements = 0
  await read()
  return statements
}

/** Returns the database, counting what is asked of it. */
function counted(): Db {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'select' || name === 'execute') statements += 1
      return Reflect.get(target, name) as unknown
    },
  })
}

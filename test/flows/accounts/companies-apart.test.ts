import { globSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsOf as allRows } from '#server/platform/database/database'
import type { Role } from '#shared/access/roles'
import type { Endpoint } from '#shared/contract'
import { readSession } from '#shared/contracts/auth'
import { readCustomers } from '#shared/contracts/customers'
import { saveFilter } from '#shared/contracts/saved-filters'
import { colleagueIn, withAnotherId } from '../../support/people/access/members.ts'
import type { Visitor } from '../../support/people/browserless.ts'
import { completeWorkOrder, readyCustomer, type Customer } from '../../support/people/tenants.ts'
import { runs } from '../../support/size.ts'
import { startWorld, transferOf } from '../../support/world/world.ts'

/**
 * Tests that every row read or written belongs to the company that a request names, with three
 * companies and five people, some of whom are members of two.
 */

const world = await startWorld()
const { db } = world.product.platform

interface Company {
  id: string
  owner: Visitor
  /** Values that only this company's rows have. */
  marks: string[]
  /** Ids of this company's rows, for addresses and bodies. */
  ids: string[]
}

interface Person {
  name: string
  visitor: Visitor
  roles: ReadonlyMap<string, Role>
}

async function newCompany(name: string): Promise<Company> {
  let id = ''
  const owner: Customer = await readyCustomer(world, name, {
    registered: async (visitor) => {
      id = await withAnotherId(world, visitor)
    },
  })
  const job = completeWorkOrder(world, owner)
  const transfer = await transferOf(owner.visitor, job, 'completed')
  const { email } = await owner.visitor.call(readSession)
  const customers = await owner.visitor.call(readCustomers)
  const filter = await owner.visitor.call(saveFilter, {
    body: { name: `Bare ${name}`, list: 'transfers', query: 'status=failed' },
  })
  const { tenant } = owner
  return {
    id,
    owner: owner.visitor,
    marks: [email, tenant.company.slug, tenant.user.email, tenant.account.uuid, transfer.id, job],
    ids: [transfer.id, job, filter.id, ...customers.map(({ uuid }) => uuid).slice(0, 2)],
  }
}

async function newHelper(name: string, roles: readonly (readonly [Company, Role])[]) {
  const named = roles.map(([{ id }, role]) => [id, role] as const)
  const { visitor } = await colleagueIn(world, named)
  return { name, visitor, roles: new Map(named) }
}

const all = [
  await newCompany('Apart Rør AS'),
  await newCompany('Apart Tak AS'),
  await newCompany('Apart Strøm AS'),
] as const
const [pipes, roofs, power] = all
const people: Person[] = [
  ...all.map(({ id, owner }, n): Person => ({
    name: `owner ${n + 1}`,
    visitor: owner,
    roles: new Map([[id, 'owner']]),
  })),
  await newHelper('the accountant of two', [
    [pipes, 'accountant'],
    [roofs, 'accountant'],
  ]),
  await newHelper('staff of one and reader of another', [
    [power, 'staff'],
    [pipes, 'reader'],
  ]),
]

const exported: unknown[] = []
const SHARED = path.resolve(import.meta.dirname, '../../../src/shared')
for (const file of globSync('contracts/**/*.ts', { cwd: SHARED }))
  if (!file.endsWith('.test.ts'))
    exported.push(...Object.values((await import(path.join(SHARED, file))) as object))
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value
/** Acts that end what the other examples need; their own tests hold them. */
const ENDING = new Set(['disconnect', 'members', 'company_export'])
const calls = exported
  .filter(isEndpoint)
  .filter(({ access, act }) => access === 'user' && act !== 'self' && !ENDING.has(String(act)))
  // An event stream does not end; only its own company's changes reach it (screens/live-hints).
  .filter(({ path: address }) => !address.endsWith('/events'))

/** Everything but what the product writes by itself, in the background. */
const STABLE = [
  ...['configurations', 'vat_mappings', 'account_rules'],
  ...['rejected_contacts', 'billing_overrides', 'collective_choices', 'deposit_accounts'],
  ...['saved_filters', 'transfers', 'documents', 'job_attachments', 'webhook_subscriptions'],
  ...['reconciliations', 'reconciled_months'],
]

/** Returns a digest of the company's rows in each table. */
async function rowsOf({ id }: Company): Promise<unknown> {
  const digests = [
    ...STABLE.map((table) => [table, 'user_id'] as const),
    ['companies', 'id'] as const,
    ['memberships', 'company_id'] as const,
  ].map(
    ([table, column]) =>
      sql`select ${table} as name, (select md5(string_agg(r::text, '|' order by r::text)) from ${sql.identifier(table)} r where ${sql.identifier(column)} = ${id}) as digest`,
  )
  // A task's rows change while it is done; that it is there, or not, does not.
  const tasks = sql`select 'tasks' as name, (select string_agg(t.id::text, '|' order by t.id) from tasks t where t.user_id = ${id}) as digest`
  return allRows(db, sql.join([...digests, tasks], sql` union all `))
}

async function send(by: Person, companyId: string | null, call: Endpoint, id: string) {
  const address = call.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(name === 'lineIndex' ? '0' : id),
  )
  const body = { ids: [id], transferIds: [id], clientUuid: id, jobUuids: [id], uuids: [id], id }
  const answer = await by.visitor.fetch(address, {
    method: call.method,
    headers: {
      ...(companyId === null ? {} : { 'x-company': companyId }),
      ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })
  const raw = await answer.text()
  const code = /"code":"(\w+)"/.exec(raw)?.[1] ?? ''
  return { status: answer.status, code, raw }
}

const somebody = fc.constantFrom(...people)
const oneCompany = fc.constantFrom(...all)
const oneCall = fc.constantFrom(...calls)

test('no call shows or changes a row of another company than the one it names', async () => {
  const place = fc.nat(20)
  await fc.assert(
    fc.asyncProperty(
      somebody,
      oneCompany,
      oneCompany,
      oneCall,
      place,
      async (by, named, owning, call, n) => {
        const id = owning.ids[n % owning.ids.length] ?? owning.id
        const others = all.filter(({ id: other }) => other !== named.id)
        const writes = call.method !== 'GET'
        const before = writes ? await Promise.all(others.map(rowsOf)) : []
        const told = await send(by, named.id, call, id)
        const asked = `${by.name}: ${call.method} ${call.path} → ${told.status} ${told.raw.slice(0, 300)}`
        expect(told.status, asked).not.toBe(500)
        if (!by.roles.has(named.id))
          expect(told, asked).toMatchObject({ status: 404, code: 'company_unknown' })
        // What the caller wrote themselves may be said back.
        for (const mark of others.flatMap(({ marks }) => marks).filter((each) => each !== id))
          expect(told.raw, asked).not.toContain(mark)
        if (writes) expect(await Promise.all(others.map(rowsOf)), asked).toEqual(before)
      },
    ),
    { numRuns: runs(600) },
  )
}, 600_000)

test('a call that names no company acts for the only one, and for nobody who has several', async () => {
  for (const by of people) {
    for (const call of calls.filter(({ method }) => method === 'GET').slice(0, 40)) {
      const told = await send(by, null, call, pipes.ids[0] ?? '')
      const [only, another] = by.roles.keys()
      if (another) expect(told, call.path).toMatchObject({ status: 409, code: 'company_needed' })
      const others = all.filter(({ id }) => id !== only).flatMap(({ marks }) => marks)
      for (const mark of others.filter((each) => each !== pipes.ids[0]))
        expect(told.raw, call.path).not.toContain(mark)
    }
  }
}, 120_000)

import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/features/auth/tables'
import type { Endpoint } from '#shared/contract'
import { deleteUser, setUserAdmin } from '#shared/contracts/admin'
import type { Visitor } from '../../support/people/browserless.ts'
import { administrator, member } from '../../support/people/admin/administrator.ts'
import { startWorld } from '../../support/world/world.ts'

/** Tests all endpoints for administrators, found in the contracts and in the server's own list. */

type Call = Pick<Endpoint, 'method' | 'path' | 'access' | 'freshPassword'>

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

const ROOT = path.join(import.meta.dirname, '../../..')
const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
const exported: unknown[] = []
for (const file of files('src/shared/contracts/**/*.ts'))
  exported.push(...Object.values((await import(path.join(ROOT, file))) as object))

const CALLS = exported.filter(isCall).filter(({ access }) => access === 'admin')
const nameOf = ({ method, path: address }: Call) => `${method} ${address}`
const cases = CALLS.map((call): [string, Call] => [nameOf(call), call])

const world = await startWorld()
const stranger = world.visitor()
const ordinary = await member(world)
const other = await member(world)
const inactive = await member(world)
const inactiveAdmin = await administrator(world)
const demoted = await administrator(world)
const deleted = await administrator(world)
const admin = await administrator(world)
// Our own deactivation would end the sessions whose cookies are tested.
for (const { id } of [inactive, inactiveAdmin])
  await world.product.platform.db.update(users).set({ isActive: false }).where(eq(users.id, id))
await admin.visitor.call(setUserAdmin, { params: { id: demoted.id }, body: { isAdmin: false } })
await admin.visitor.call(deleteUser, { params: { id: deleted.id } })

async function send(visitor: Visitor, { method, path: address }: Call, id: string) {
  const answer = await visitor.fetch(
    address.replace(/:\w+/g, () => id),
    { method },
  )
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const LOGGED_OUT = { status: 401, body: { code: 'unauthenticated' } }
const NOT_ALLOWED = {
  status: 403,
  body: { code: 'admin_required', message: 'Admin-tilgang påkrevd' },
}

test('the server has exactly the declared calls under /api/admin, and all of them are an administrator’s', async () => {
  const document = (await (await fetch(`${world.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const served = Object.entries(document.paths)
    .filter(([address]) => address.startsWith('/api/admin'))
    .flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
    )
  const declared = CALLS.map((call) => nameOf(call).replace(/:(\w+)/g, '{$1}'))
  expect(served.length).toBeGreaterThan(5)
  expect(served.toSorted()).toEqual(declared.toSorted())
})

test('no address under /api/admin is bound past the contracts', () => {
  const bound = files('src/server/**/*.ts').filter((file) =>
    readFileSync(path.join(ROOT, file), 'utf8').includes("'/api/admin"),
  )
  expect(bound).toEqual([])
  const loose = exported.filter(
    (value) => typeof value === 'string' && value.startsWith('/api/admin'),
  )
  expect(loose).toEqual([])
})

describe.each(cases)('%s is refused', (_name, call) => {
  test('without a session', async () => {
    expect(await send(stranger, call, other.id)).toMatchObject(LOGGED_OUT)
  })
  test('to an inactive user, and to an inactive administrator', async () => {
    expect(await send(inactive.visitor, call, other.id)).toMatchObject(LOGGED_OUT)
    expect(await send(inactiveAdmin.visitor, call, other.id)).toMatchObject(LOGGED_OUT)
  })
  test('to an ordinary user, for themself and for another', async () => {
    expect(await send(ordinary.visitor, call, other.id)).toMatchObject(NOT_ALLOWED)
    expect(await send(ordinary.visitor, call, ordinary.id)).toMatchObject(NOT_ALLOWED)
  })
  test('to one who was an administrator until a moment ago', async () => {
    expect(await send(demoted.visitor, call, other.id)).toMatchObject(NOT_ALLOWED)
  })
  test('to the cookie of a deleted administrator', async () => {
    expect(await send(deleted.visitor, call, other.id)).toMatchObject(LOGGED_OUT)
  })
})

const byId = cases.filter(([name]) => name.includes(':'))

test.each(byId)('%s has nothing for an id that nobody has', async (_name, call) => {
  // An endpoint that requires a body can respond 400 first.
  expect([400, 404]).toContain((await send(admin.visitor, call, randomUUID())).status)
  expect([400, 404]).toContain((await send(admin.visitor, call, 'ingen-id')).status)
})

test('everybody who was refused is as they were', async () => {
  const rows = await world.product.platform.db
    .select({ id: users.id, isActive: users.isActive, isAdmin: users.isAdmin })
    .from(users)
  for (const { id } of [ordinary, other])
    expect(rows).toContainEqual({ id, isActive: true, isAdmin: false })
})

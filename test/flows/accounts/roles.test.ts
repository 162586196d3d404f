import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { mayAsk, mayDo, type NeededAct, type Role, ROLES } from '#shared/access/roles'
import type { Endpoint } from '#shared/contract'
import { deleteAccount } from '#shared/contracts/profile'
import type { Visitor } from '../../support/people/browserless.ts'
import { newMember, newStranger, withAnotherId } from '../../support/people/access/members.ts'
import { signUp, startWorld } from '../../support/world/world.ts'

/**
 * Calls every endpoint of users with every role, and as somebody who is no member. The cases are
 * made from the contracts and the one table of role and act.
 */

type Call = Pick<Endpoint, 'method' | 'path'> & { act: NeededAct }

const isUsers = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'access' in value && value.access === 'user'

const ROOT = path.join(import.meta.dirname, '../../..')
const exported: unknown[] = []
for (const file of globSync('src/shared/contracts/**/*.ts', { cwd: ROOT }))
  if (!file.endsWith('.test.ts'))
    exported.push(...Object.values((await import(path.join(ROOT, file))) as object))
const CALLS = exported.filter(isUsers)
const named = (calls: readonly Call[]) =>
  calls.map((call): [string, Call] => [`${call.method} ${call.path}`, call])
const ofCompany = named(CALLS.filter(({ act }) => act !== 'self'))
const ofPerson = named(
  // It would delete the person who makes the next call.
  CALLS.filter((call) => call.act === 'self' && call.path !== deleteAccount.path),
)

const world = await startWorld()
const owner = await signUp(world)
const company = await withAnotherId(world, owner)
const people: Record<Role, Visitor> = {
  owner,
  accountant: await newMember(world, company, 'accountant'),
  staff: await newMember(world, company, 'staff'),
  reader: await newMember(world, company, 'reader'),
}
const stranger = await newStranger(world, company)

/** Whether the role may send the call whatever its input decides. */
const mayAlways = (role: Role, needed: NeededAct) =>
  typeof needed === 'string' ? mayAsk(role, needed) : needed.every((act) => mayDo(role, act))

const NOBODYS = '00000000-0000-4000-8000-000000000000'

async function send(visitor: Visitor, { method, path: address }: Call) {
  const answer = await visitor.fetch(
    address.replace(/:\w+/g, () => NOBODYS),
    { method },
  )
  // The event stream never ends.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel()
    return { status: answer.status, body: {} as { code?: string; message?: string } }
  }
  const raw = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return {
    status: answer.status,
    body: (isJson ? JSON.parse(raw) : {}) as { code?: string; message?: string },
  }
}

test('there are calls of every kind', () => {
  expect(company).not.toBe('')
  expect(ofCompany.length).toBeGreaterThan(100)
  expect(ofPerson.length).toBeGreaterThan(10)
})

describe.each(ofCompany)('%s', (_name, call) => {
  test.each(ROLES)('as %s, is refused exactly where the table says', async (role) => {
    const { status, body } = await send(people[role], call)
    expect(status).not.toBe(500)
    if (mayAlways(role, call.act)) expect(body.code).not.toBe('role_refused')
    else if (!mayAsk(role, call.act))
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'role_refused' })
    if (status === 403) expect(body.message).toMatch(/ i Fjordvik Rør AS[ .].*eieren/i)
  })

  test('does not exist for somebody who is no member', async () => {
    expect(await send(stranger, call)).toMatchObject({
      status: 404,
      body: { code: 'company_unknown' },
    })
  })
})

describe.each(ofPerson)('%s, which is about the person', (_name, call) => {
  test.each(ROLES)('is never refused for being %s', async (role) => {
    const { status, body } = await send(people[role], call)
    expect(status).not.toBe(500)
    expect(['role_refused', 'company_unknown']).not.toContain(body.code)
  })
})

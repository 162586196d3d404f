import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { companies, memberships } from '#server/features/auth/tables'
import type { Role } from '#shared/access/roles'
import { readSession } from '#shared/contracts/auth'
import { signUp, type TestWorld } from '../../world/world.ts'
import { member, type Member } from '../admin/administrator.ts'
import { createVisitor, type Visitor } from '../browserless.ts'

/**
 * Returns somebody new with the role in the company. They also own a company of their own, as
 * everybody who registers, so their calls name this one.
 */
export async function newMember(world: TestWorld, companyId: string, role: Role): Promise<Visitor> {
  const visitor = await newStranger(world, companyId)
  const { id } = await visitor.call(readSession)
  await world.product.platform.db.insert(memberships).values({ companyId, personId: id, role })
  return visitor
}

/** Returns somebody new whose calls name a company that they are no member of. */
export function newStranger({ url }: TestWorld, companyId: string): Promise<Visitor> {
  const visitor = createVisitor(url, { 'x-company': companyId })
  return signUp({ visitor: () => visitor })
}

/** Adds a person who has these memberships and no company of their own. */
export async function colleagueIn(
  world: Pick<TestWorld, 'visitor' | 'product'>,
  roles: readonly (readonly [companyId: string, role: Role])[],
  change: Parameters<typeof member>[1] = {},
): Promise<Member> {
  const person = await member(world, change)
  const { db } = world.product.platform
  await db.delete(companies).where(eq(companies.id, person.id))
  for (const [companyId, role] of roles)
    await db.insert(memberships).values({ companyId, personId: person.id, role })
  return person
}

/** Adds a person who has this membership and no company of their own. */
export const colleague = (
  world: Pick<TestWorld, 'visitor' | 'product'>,
  companyId: string,
  role: Role,
  change: Parameters<typeof member>[1] = {},
): Promise<Member> => colleagueIn(world, [[companyId, role]], change)

/**
 * Gives the only company of somebody who has just registered another id than the person's, so that
 * a swap of the two shows. Returns the company's id.
 */
export async function withAnotherId(
  { product }: Pick<TestWorld, 'product'>,
  visitor: Visitor,
): Promise<string> {
  const { db } = product.platform
  const { id: former } = await visitor.call(readSession)
  const id = randomUUID()
  const [company] = await db.select().from(companies).where(eq(companies.id, former))
  if (!company) throw new Error('the person has no company with their own id')
  await db.insert(companies).values({ ...company, id })
  await db.update(memberships).set({ companyId: id }).where(eq(memberships.companyId, former))
  await db.delete(companies).where(eq(companies.id, former))
  return id
}

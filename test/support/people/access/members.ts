import { eq } from 'drizzle-orm'
import { companies, memberships } from '#server/features/auth/tables'
import type { Role } from '#shared/access/roles'
import { readSession } from '#shared/contracts/auth'
import { signUp, type TestWorld } from '../../world/world.ts'
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

/** Returns the address of somebody new who has the role in this company, and no other company. */
export async function onlyMember(
  world: TestWorld,
  companyId: string,
  role: Role,
): Promise<{ email: string }> {
  const { db } = world.product.platform
  const visitor = await signUp(world)
  const { id, email, company } = await visitor.call(readSession)
  await db.delete(companies).where(eq(companies.id, company?.id ?? ''))
  await db.insert(memberships).values({ companyId, personId: id, role })
  return { email }
}

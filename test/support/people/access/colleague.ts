import { eq } from 'drizzle-orm'
import { companies, memberships } from '#server/features/auth/tables'
import type { Role } from '#shared/access/roles'
import type { TestWorld } from '../../world/world.ts'
import { member, type Member } from '../admin/administrator.ts'

/** Adds a person who has this membership and no company of their own. */
export async function colleague(
  world: Pick<TestWorld, 'visitor' | 'product'>,
  companyId: string,
  role: Exclude<Role, 'owner'>,
  change: Parameters<typeof member>[1] = {},
): Promise<Member> {
  const person = await member(world, change)
  const { db } = world.product.platform
  await db.delete(companies).where(eq(companies.id, person.id))
  await db.insert(memberships).values({ companyId, personId: person.id, role })
  return person
}

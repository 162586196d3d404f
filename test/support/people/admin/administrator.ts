import { grantAdmin } from '#server/features/admin/grant-admin'
import { readSession } from '#shared/contracts/auth'
import { signUp, type TestWorld } from '../../world/world.ts'
import type { Visitor } from '../browserless.ts'

export interface Member {
  visitor: Visitor
  id: string
  email: string
}

export async function member(
  world: Pick<TestWorld, 'visitor'>,
  change: Parameters<typeof signUp>[1] = {},
): Promise<Member> {
  const visitor = await signUp(world, change)
  const { id, email } = await visitor.call(readSession)
  return { visitor, id, email }
}

/** Makes a new user an administrator with the operator's command, as for the first one. */
export async function administrator(
  world: TestWorld,
  change: Parameters<typeof signUp>[1] = {},
): Promise<Member> {
  const admin = await member(world, change)
  await grantAdmin(world.product.platform.db, admin.email, new Date())
  return admin
}

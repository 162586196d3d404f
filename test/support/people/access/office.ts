import { eq } from 'drizzle-orm'
import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import { companies, memberships } from '#server/features/auth/tables'
import { login, readSession } from '#shared/contracts/auth'
import { readTokenStatus } from '#shared/contracts/connections'
import { consent, signUp, type TestWorld } from '../../world/world.ts'
import { createVisitor, type Visitor } from '../browserless.ts'
import { withAnotherId } from './members.ts'

type World = Pick<TestWorld, 'visitor' | 'vendors' | 'product' | 'url'>

/** A company of its own owner, that an accountant helps. */
export interface Client {
  id: string
  owner: Visitor
  tenant: Tenant
  /** The accountant, acting for this company. */
  accountant: Visitor
}

export interface Office {
  clients: [Client, Client, Client]
  /** The address of the accountant's Fiken user, which has every client's company in Fiken. */
  fikenUser: string
  accountantId: string
  /** The accountant, naming no company. */
  accountant: Visitor
}

let offices = 0

/** Makes an accountant with three clients, each connected to ServiceM8 and nothing else. */
export async function newOffice(
  world: World,
  prepare: (tenant: Tenant, n: number) => void = () => undefined,
): Promise<Office> {
  offices += 1
  const { db } = world.product.platform
  const accountant = await signUp(world, { firstName: 'Kari' })
  const { id: accountantId, email } = await accountant.call(readSession)
  await db.delete(companies).where(eq(companies.id, accountantId))
  const one = async (n: number): Promise<Client> => {
    const tenant = createTenant(world.vendors, `Klient ${offices} ${n} AS`)
    prepare(tenant, n)
    const owner = await signUp(world)
    const id = await withAnotherId(world, owner)
    await consent(owner, 'servicem8', tenant.account.uuid)
    await db
      .insert(memberships)
      .values({ companyId: id, personId: accountantId, role: 'accountant' })
    const acting = createVisitor(world.url, { 'x-company': id })
    await acting.call(login, { body: { email, password: 'et langt nok passord' } })
    return { id, owner, tenant, accountant: acting }
  }
  const clients: Office['clients'] = [await one(1), await one(2), await one(3)]
  const fikenUser = `kari${offices}@regnskap.example`
  const slugs = clients.map(({ tenant }) => tenant.company.slug)
  world.vendors.state.fiken.users[fikenUser] = { email: fikenUser, name: 'Kari', companies: slugs }
  return { clients, fikenUser, accountantId, accountant }
}

export async function connectFiken(visitor: Visitor, fikenUser: string): Promise<void> {
  const landed = await consent(visitor, 'fiken', fikenUser)
  if (!landed.includes('result=success')) throw new Error(`Connecting Fiken ended at ${landed}`)
}

export const fikenStatus = async ({ owner }: Client): Promise<string> =>
  (await owner.call(readTokenStatus)).fikenStatus

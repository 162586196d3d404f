import { createTenant, type Tenant } from '#sandbox/seed/tenants'
import type { FikenCompany, StoredInvoice } from '#sandbox/world/state'
import { grantAdmin } from '#server/features/admin/grant-admin'
import { login, readSession } from '#shared/contracts/auth'
import {
  listBills,
  readOwnSubscription,
  saveSubscriptionSettings,
  useExistingConnection,
  type Bill,
  type OwnSubscription,
} from '#shared/contracts/billing'
import { saveConfiguration } from '#shared/contracts/configuration'
import { addMonths, monthOf, osloInstant, today } from '#shared/dates'
import type { Visitor } from '../people/browserless.ts'
import { startTimedWorld, type TimedWorld } from '../people/person.ts'
import { until } from '../wait.ts'
import { makeReady, signUp, type TestWorld, type WorldOptions } from '../world/world.ts'

export interface Account {
  id: string
  email: string
  visitor: Visitor
}

/** An account with both systems and its Fiken company, from which bills are sent. */
export interface Seller extends Account {
  company: FikenCompany
  tenant: Tenant
}

export const PASSWORD = 'et langt nok passord'

/** Starts a world at 10:00 with an administrator who has chosen the price and company. */
export async function startSeller({
  date,
  monthlyPrice = 500,
  ...options
}: { date: string; monthlyPrice?: number } & Pick<WorldOptions, 'before' | 'overrides'>): Promise<{
  world: TimedWorld
  seller: Seller
}> {
  const world = await startTimedWorld(options)
  moveTo(world, osloInstant(date, 10))
  const seller = await newSeller(world)
  await seller.visitor.call(useExistingConnection)
  await seller.visitor.call(saveSubscriptionSettings, {
    body: { ...SETTINGS, monthlyPrice, adminFikenCompanySlug: seller.company.slug },
  })
  return { world, seller }
}

export const SETTINGS = {
  billingEnabled: true,
  monthlyPrice: 500,
  productName: 'Fakturabro',
  productDescription: 'Månedlig abonnement',
  adminFikenCompanySlug: null as string | null,
}

let accounts = 0

export async function newSeller(world: TimedWorld): Promise<Seller> {
  accounts += 1
  const account = await connectedAccount(world, `Selger ${accounts} AS`)
  await grantAdmin(world.product.platform.db, account.email, new Date(now(world)))
  return account
}

type SandboxWorld = Pick<TestWorld, 'visitor' | 'vendors'>

/** Makes a connected account with a Fiken company chosen, but the integration inactive. */
export async function connectedAccount(
  world: SandboxWorld,
  name: string,
  change: Partial<Record<'email', string>> = {},
): Promise<Seller> {
  const tenant = createTenant(world.vendors, name)
  const account = await newAccount(world, change)
  const subjects = { servicem8: tenant.account.uuid, fiken: tenant.user.email }
  await makeReady(world, account.visitor, { slug: tenant.company.slug, subjects, activate: false })
  return { ...account, company: tenant.company, tenant }
}

export async function newAccount(
  world: Pick<TestWorld, 'visitor'>,
  change: Partial<Record<'email', string>> = {},
): Promise<Account> {
  accounts += 1
  const email = change.email ?? `abonnent${accounts}@example.no`
  const visitor = await signUp(world, { email })
  return { id: (await visitor.call(readSession)).id, email, visitor }
}

export async function newSubscriber(
  world: SandboxWorld,
  change: Partial<Record<'email', string>> = {},
): Promise<Seller> {
  accounts += 1
  const account = await connectedAccount(world, `Abonnent ${accounts} AS`, change)
  await switchIntegration(account, true)
  return account
}

export async function activeSubscriber(
  world: SandboxWorld,
  change: Partial<Record<'email', string>> = {},
): Promise<Seller> {
  const account = await newSubscriber(world, change)
  await subscriptionOf(account, 'active')
  return account
}

export async function switchIntegration({ visitor }: Account, isActive: boolean): Promise<void> {
  await visitor.call(saveConfiguration, { body: { isActive } })
}

export const now = ({ product }: Pick<TimedWorld, 'product'>) => product.platform.clock.now()

/** Moves all of the world's clocks to this time. Sessions can expire on the way: see loggedIn(). */
export function moveTo(world: TimedWorld, moment: Date): void {
  world.advance(moment.getTime() - now(world))
}

/** Moves all of the world's clocks to this time, and logs the accounts in again. */
export async function turnTo(
  world: TimedWorld,
  moment: Date,
  ...accounts: Account[]
): Promise<void> {
  moveTo(world, moment)
  for (const account of accounts) Object.assign(account, await loggedIn(world, account))
}

/** Moves the clocks to 09:05 on the next 1st, when a month is billed; returns the new month. */
export async function nextFirst(world: TimedWorld, ...accounts: Account[]): Promise<string> {
  const month = addMonths(thisMonth(world), 1)
  await turnTo(world, osloInstant(`${month}-01`, 9, 5), ...accounts)
  return month
}

/** Moves the clocks to 10:00 on the 15th of the next month; new subscriptions are billed from the next 1st. */
export async function nextFifteenth(world: TimedWorld, ...accounts: Account[]): Promise<void> {
  const month = addMonths(thisMonth(world), 1)
  await turnTo(world, osloInstant(`${month}-15`, 10), ...accounts)
}

/** Logs the account in again; returns a copy of the account with the new session. */
export async function loggedIn<One extends Account>(
  world: Pick<TestWorld, 'visitor'>,
  account: One,
): Promise<One> {
  const visitor = world.visitor()
  await visitor.call(login, { body: { email: account.email, password: PASSWORD } })
  return { ...account, visitor }
}

export const thisMonth = (world: TimedWorld) => monthOf(today(new Date(now(world))))

export async function billsIn({ visitor }: Account, month: string): Promise<Bill[]> {
  return visitor.call(listBills, { query: { month } })
}

export async function billOf(
  admin: Account,
  customer: Account,
  month: string,
  status: Bill['status'],
): Promise<Bill> {
  return until(`the bill of ${month} to be ${status}`, async () => {
    const found = (await billsIn(admin, month)).find(({ userId }) => userId === customer.id)
    return found?.status === status && found
  })
}

export async function subscriptionOf(
  { visitor }: Account,
  status: OwnSubscription['status'],
): Promise<OwnSubscription> {
  return until(`the subscription to be ${status}`, async () => {
    const own = await visitor.call(readOwnSubscription)
    return own.status === status && own
  })
}

/** Returns the customer's invoices in the seller's books, by the contact's user id. */
export function invoicesTo(
  { company }: Pick<Seller, 'company'>,
  customer: Account,
): StoredInvoice[] {
  const ids = contactsOf({ company }, customer).map(({ contactId }) => contactId)
  return company.invoices.filter(({ customerId }) => ids.includes(customerId))
}

export const contactsOf = ({ company }: Pick<Seller, 'company'>, { id }: Account) =>
  company.contacts.filter(({ memberNumberString }) => memberNumberString === id)

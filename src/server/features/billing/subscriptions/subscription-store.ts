import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import type { SubscriptionStatus } from '#shared/subscription-status'
import type { Db } from '../../../platform/database/database.ts'
import type { Recurring } from '../../appointments/due.ts'
import { companies, memberships, users } from '../../auth/tables.ts'
import { configurations } from '../../configuration/tables.ts'
import { CLOCKS_DIFFER_MS } from '../calendar.ts'
import { subscriptionBills, userSubscriptions } from '../tables.ts'

export interface Subscriber {
  companyId: string
  email: string
  firstName: string | null
  lastName: string | null
  companyName: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  subscriptionId: string | null
  status: SubscriptionStatus
  heldByAdmin: boolean
  billingStartDate: Date | null
  lastInvoiceDate: Date | null
  nextInvoiceDate: Date | null
  /**
   * The last write to the configuration (`configuredAt`) or to the subscription (`changedAt`),
   * timed by the clock of the process that wrote.
   */
  configuredAt: Date | null
  changedAt: Date | null
  integrationOn: boolean
  hasBeenOn: boolean
}

const integrationOn = sql<boolean>`(${companies.isActive} and coalesce(${configurations.isActive}, false))`
const hasBeenOn = sql<boolean>`(${configurations.activatedAt} is not null)`
const status = sql<SubscriptionStatus>`coalesce(${userSubscriptions.subscriptionStatus}, 'free')`
const held = sql<boolean>`coalesce(${userSubscriptions.heldByAdmin}, false)`

const columns = {
  companyId: companies.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  companyName: companies.name,
  address: companies.address,
  postalCode: companies.postalCode,
  city: companies.city,
  subscriptionId: userSubscriptions.id,
  status,
  heldByAdmin: held,
  billingStartDate: userSubscriptions.billingStartDate,
  lastInvoiceDate: userSubscriptions.lastInvoiceDate,
  nextInvoiceDate: userSubscriptions.nextInvoiceDate,
  configuredAt: configurations.updatedAt,
  changedAt: userSubscriptions.updatedAt,
  integrationOn,
  hasBeenOn,
}

const subscribers = (db: Db) =>
  db
    .select(columns)
    .from(companies)
    .innerJoin(
      memberships,
      and(eq(memberships.companyId, companies.id), eq(memberships.role, 'owner')),
    )
    .innerJoin(users, eq(users.id, memberships.personId))
    .leftJoin(configurations, eq(configurations.companyId, companies.id))
    .leftJoin(userSubscriptions, eq(userSubscriptions.companyId, companies.id))

/**
 * Returns the SQL condition, on the three joined tables, for subscriptions whose next step is due
 * (next-step.ts).
 * @param latest the next billing time. A later date was set by a process whose clock was ahead, and
 * is corrected unless the difference is within the tolerance of momentOf.
 */
const takesStep = (now: Date, latest: Date): SQL =>
  sql`(${isBillingTime(now, latest)} or ${isToStart})`

const isBillingTime = (now: Date, latest: Date): SQL =>
  sql`(${userSubscriptions.subscriptionStatus} = 'active' and (${userSubscriptions.nextInvoiceDate} is null
    or ${userSubscriptions.nextInvoiceDate} <= ${now.toISOString()}::timestamptz
    or (${userSubscriptions.nextInvoiceDate} > ${latest.toISOString()}::timestamptz
      and not (${userSubscriptions.updatedAt} > ${now.toISOString()}::timestamptz
        and ${userSubscriptions.updatedAt} < ${endOf(now).toISOString()}::timestamptz))))`

const isToStart = sql`(not ${held} and (${status} = 'free' and ${hasBeenOn}
  or ${userSubscriptions.subscriptionStatus} = 'paused' and ${integrationOn}))`

const endOf = (now: Date) => new Date(now.getTime() + CLOCKS_DIFFER_MS)

export async function companiesToStep(
  db: Db,
  at: { now: Date; latest: Date },
  { after, except, limit }: { after: string | null; except: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ companyId: companies.id })
    .from(companies)
    .leftJoin(configurations, eq(configurations.companyId, companies.id))
    .leftJoin(userSubscriptions, eq(userSubscriptions.companyId, companies.id))
    .where(
      and(
        takesStep(at.now, at.latest),
        after === null ? undefined : sql`${companies.id} > ${after}`,
        except === null ? undefined : sql`${companies.id} <> ${except}`,
      ),
    )
    .orderBy(asc(companies.id))
    .limit(limit)
  return rows.map(({ companyId }) => companyId)
}

/**
 * Returns true if any subscription is due. Reads the index of active subscriptions by next bill.
 */
export async function isAnybodyToBill(
  db: Db,
  { now, latest, except }: { now: Date; latest: Date; except: string | null },
): Promise<boolean> {
  const rows = await db
    .select({ companyId: userSubscriptions.companyId })
    .from(userSubscriptions)
    .where(
      and(
        isBillingTime(now, latest),
        except === null ? undefined : ne(userSubscriptions.companyId, except),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** The recurring check for subscriptions that start or resume because the integration is on. */
export const STARTS: Recurring = {
  work: 'billing',
  times: (now, among) => sql`
    select ${companies.id} as user_id, ${now.toISOString()}::timestamptz as since
    from ${companies}
      left join ${configurations} on ${configurations.companyId} = ${companies.id}
      left join ${userSubscriptions} on ${userSubscriptions.companyId} = ${companies.id}
    where ${isToStart} and ${among(sql`${companies.id}`)}`,
}

export async function subscriberOf(db: Db, companyId: string): Promise<Subscriber | null> {
  const [row] = await subscribers(db).where(eq(companies.id, companyId))
  return row ?? null
}

/**
 * Returns all subscribers, first the active, then the paused, cancelled and free ones. Within each
 * status, the newest account comes first.
 */
export async function allSubscribers(db: Db): Promise<Subscriber[]> {
  return subscribers(db).orderBy(
    sql`array_position(array['active', 'paused', 'cancelled', 'free'], ${status})`,
    desc(companies.createdAt),
    asc(companies.id),
  )
}

export async function billsUnderWay(db: Db): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ companyId: subscriptionBills.companyId, month: subscriptionBills.month })
    .from(subscriptionBills)
    .where(eq(subscriptionBills.status, 'queued'))
    .orderBy(asc(subscriptionBills.month))
  const months = new Map<string, string[]>()
  for (const { companyId, month } of rows)
    if (companyId !== null) months.set(companyId, [...(months.get(companyId) ?? []), month])
  return months
}

/**
 * Creates the company's subscription if it does not exist, locks it until the transaction ends, and
 * returns it; null when the account is deleted.
 */
export async function holdSubscriber(
  tx: Db,
  companyId: string,
  now: Date,
): Promise<Subscriber | null> {
  const [company] = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('key share')
  if (!company) return null
  await tx
    .insert(userSubscriptions)
    .values({ id: randomUUID(), companyId, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: userSubscriptions.companyId })
  await tx
    .select({ id: userSubscriptions.id })
    .from(userSubscriptions)
    .where(eq(userSubscriptions.companyId, companyId))
    .for('update')
  return subscriberOf(tx, companyId)
}

export async function writeSubscription(
  tx: Db,
  companyId: string,
  change: Partial<Omit<typeof userSubscriptions.$inferInsert, 'id' | 'companyId'>>,
): Promise<void> {
  await tx.update(userSubscriptions).set(change).where(eq(userSubscriptions.companyId, companyId))
}

export type Whose = { except: string | null } | { only: string }

const isOf = (whose: Whose) => {
  if ('only' in whose) return eq(userSubscriptions.companyId, whose.only)
  return whose.except === null ? undefined : ne(userSubscriptions.companyId, whose.except)
}

export async function postponeOverdue(
  tx: Db,
  whose: Whose,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await tx
    .update(userSubscriptions)
    .set({ nextInvoiceDate: until, updatedAt: now })
    .where(
      and(
        isOf(whose),
        eq(userSubscriptions.subscriptionStatus, 'active'),
        sql`${userSubscriptions.nextInvoiceDate} <= ${now.toISOString()}::timestamptz`,
      ),
    )
}

export async function resumePaused(
  tx: Db,
  whose: Whose,
  { now, until }: { now: Date; until: Date },
): Promise<string[]> {
  const on = tx
    .select({ id: companies.id })
    .from(companies)
    .innerJoin(configurations, eq(configurations.companyId, companies.id))
    .where(integrationOn)
  const rows = await tx
    .update(userSubscriptions)
    .set({ subscriptionStatus: 'active', nextInvoiceDate: until, updatedAt: now })
    .where(
      and(
        isOf(whose),
        eq(userSubscriptions.subscriptionStatus, 'paused'),
        eq(userSubscriptions.heldByAdmin, false),
        inArray(userSubscriptions.companyId, on),
      ),
    )
    .returning({ companyId: userSubscriptions.companyId })
  return rows.map(({ companyId }) => companyId)
}

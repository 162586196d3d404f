import { randomUUID } from 'node:crypto'
import { and, eq, inArray, ne, notExists, or, sql, type SQL } from 'drizzle-orm'
import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { NOT_REFUSED } from './grant-store.ts'
import { connections, grants } from './tables.ts'

/**
 * Which grant each company uses. Whoever changes it locks connections before grants, each by id, so
 * that two transactions never wait for each other.
 */

/** The grant that a consent is stored in, and whom that concerns. */
export interface Held {
  /** The person's own grant for the account, otherwise an id for a new one. */
  id: string
  /** Further grants of the person for the same Fiken user, from when each company had its own. */
  merged: string[]
  /** The grant that the company used until now, if it is another. */
  former: string | null
  /** The other companies that the new tokens let work again. */
  revived: string[]
}

/**
 * Finds the grant that a consent renews, and locks what storing it will change. Of two first
 * consents of a person at once each makes a grant; the next consent merges them.
 */
export async function holdGrant(
  tx: Db,
  consent: { companyId: string; vendor: Vendor; personId: string; account: string; at: Date },
): Promise<Held> {
  const { companyId, vendor, personId, account, at } = consent
  await makeConnection(tx, companyId, vendor, at)
  // A grant at ServiceM8 has no person: it is the company's.
  const isSame = and(
    eq(grants.personId, personId),
    eq(grants.vendor, vendor),
    eq(grants.account, account),
    ne(grants.status, 'ending'),
  )
  const same = await tx.select({ id: grants.id }).from(grants).where(isSame)
  const held = await lockConnections(
    tx,
    or(
      usedBy(companyId, vendor),
      inArray(
        connections.grantId,
        same.map(({ id }) => id),
      ),
    ),
  )
  const own = held.find((one) => one.companyId === companyId && one.vendor === vendor)
  const former = own?.grantId ?? null
  if (vendor === 'servicem8')
    return { id: former ?? randomUUID(), merged: [], former: null, revived: [] }
  const locked = await tx
    .select({ id: grants.id, createdAt: grants.createdAt })
    .from(grants)
    .where(isSame)
    .orderBy(grants.id)
    .for('update')
  const [kept, ...others] = locked.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const merged = others.map(({ id }) => id)
  const id = kept?.id ?? randomUUID()
  const revived = held.filter((one) => one !== own && one.status !== 'connected')
  return {
    id,
    merged,
    former: former === id || (former && merged.includes(former)) ? null : former,
    revived: revived.map((one) => one.companyId),
  }
}

/**
 * Makes every company of the held grants use the one that was just stored, and ends the grant that
 * the company has left if nobody else uses it.
 * @returns the grants to revoke
 */
export async function mergeGrants(
  tx: Db,
  { id, merged, former, revived }: Held,
  at: Date,
): Promise<string[]> {
  const used = inArray(connections.grantId, [id, ...merged])
  await tx
    .update(connections)
    .set({ grantId: id, status: 'connected', problem: null, updatedAt: at })
    .where(and(used, or(ne(connections.grantId, id), ne(connections.status, 'connected'))))
  if (merged.length > 0) await tx.delete(grants).where(inArray(grants.id, merged))
  // What waits in the revived companies goes on with the next check.
  if (revived.length > 0) await tx.update(grants).set({ checkAt: at }).where(eq(grants.id, id))
  return former === null ? [] : endUnused(tx, [former], at)
}

/**
 * Makes a company without a living connection use a grant that other companies use.
 * @returns the grants to revoke, or why it cannot be used
 */
export async function useGrant(
  tx: Db,
  { companyId, grantId, at }: { companyId: string; grantId: string; at: Date },
): Promise<{ ending: string[] } | 'connected' | 'gone'> {
  await makeConnection(tx, companyId, 'fiken', at)
  const held = await lockConnections(
    tx,
    or(usedBy(companyId, 'fiken'), eq(connections.grantId, grantId)),
  )
  const own = held.find((one) => one.companyId === companyId)
  if (own?.status === 'connected' || own?.status === 'refused') return 'connected'
  const living = and(eq(grants.id, grantId), eq(grants.status, 'connected'))
  const [grant] = await tx.select({ id: grants.id }).from(grants).where(living).for('update')
  const other = held.find((one) => one.companyId !== companyId)
  if (!grant || !other) return 'gone'
  const { account, accountName, lane } = connections
  const [known] = await tx
    .select({ account, accountName, lane })
    .from(connections)
    .where(eq(connections.id, other.id))
  await tx
    .update(connections)
    .set({
      ...{ ...known, grantId, status: 'connected', problem: null },
      ...{ pausedUntil: null, updatedAt: at },
    })
    .where(usedBy(companyId, 'fiken'))
  const former = own?.grantId ?? null
  return { ending: former === null || former === grantId ? [] : await endUnused(tx, [former], at) }
}

/** What a company's connection says once it no longer uses a grant. */
export type Left = { status: 'disconnected' } | { status: 'reauth_required'; problem: string }

/** Which connections an act concerns. */
export type Pointers = SQL | undefined

export interface Ending {
  at: Date
  /** The time from which the queue ends the grants, unless the caller has done so; now if absent. */
  endAt?: Date
}

/**
 * Ends the use of grants by these connections. A grant that nobody uses any more is deleted at
 * ServiceM8, which revokes nothing, and is `ending` at Fiken.
 * @returns the companies concerned, and the grants to revoke
 */
export async function leaveGrants(
  tx: Db,
  which: Pointers,
  left: Left,
  { at, endAt = at }: Ending,
): Promise<{ companyIds: string[]; ending: string[] }> {
  const held = await lockConnections(tx, which)
  await tx
    .update(connections)
    .set({ problem: null, ...left, grantId: null, pausedUntil: null, updatedAt: at })
    .where(
      inArray(
        connections.id,
        held.map(({ id }) => id),
      ),
    )
  const former = new Set(held.flatMap(({ grantId }) => grantId ?? []))
  return {
    companyIds: held.map(({ companyId }) => companyId),
    ending: await endUnused(tx, [...former], at, endAt),
  }
}

async function endUnused(tx: Db, ids: string[], at: Date, endAt = at): Promise<string[]> {
  const locked = await tx
    .select({ id: grants.id })
    .from(grants)
    .where(inArray(grants.id, ids))
    .orderBy(grants.id)
    .for('update')
  const users = tx.select().from(connections).where(eq(connections.grantId, grants.id))
  const unused = and(
    inArray(
      grants.id,
      locked.map(({ id }) => id),
    ),
    notExists(users),
  )
  await tx.delete(grants).where(and(unused, eq(grants.vendor, 'servicem8')))
  const ending = await tx
    .update(grants)
    .set({ status: 'ending', ...NOT_REFUSED, checkAt: endAt, updatedAt: at })
    .where(unused)
    .returning({ id: grants.id })
  return ending.map(({ id }) => id)
}

export async function deleteGrant(db: Db, id: string): Promise<void> {
  await db.delete(grants).where(and(eq(grants.id, id), eq(grants.status, 'ending')))
}

/** Makes the row to lock, where the company has never been connected. */
async function makeConnection(tx: Db, companyId: string, vendor: Vendor, at: Date): Promise<void> {
  await tx
    .insert(connections)
    .values({
      ...{ id: randomUUID(), companyId, vendor, status: 'disconnected' },
      ...{ createdAt: at, updatedAt: at },
    })
    .onConflictDoNothing({ target: [connections.companyId, connections.vendor] })
}

async function lockConnections(tx: Db, which: Pointers) {
  const { id, companyId, vendor, grantId, status } = connections
  return tx
    .select({ id, companyId, vendor, grantId, status })
    .from(connections)
    .where(which)
    .orderBy(id)
    .for('update')
}

export const usedBy = (companyId: string, vendor: Vendor): Pointers =>
  and(anyOfCompany(companyId), eq(connections.vendor, vendor))

export const anyOfCompany = (companyId: string): Pointers => eq(connections.companyId, companyId)

/** Selects the uses of the person's grants: of this one, by this company, or all. */
export const pointersOf = (of: {
  personId: string
  grantId?: string
  companyId?: string
}): Pointers =>
  and(
    sql`${connections.grantId} in (select ${grants.id} from ${grants} where ${grants.personId} = ${of.personId})`,
    of.grantId === undefined ? undefined : eq(connections.grantId, of.grantId),
    of.companyId === undefined ? undefined : anyOfCompany(of.companyId),
  )

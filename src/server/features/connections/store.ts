import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, gt, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { BankAccount } from '#clients/fiken/types'
import type { Vendor } from '#shared/contracts/connections'
import type { Db } from '../../platform/database/database.ts'
import { keyTable, readTogether } from '../../platform/database/together.ts'
import { type GrantRow, NOT_REFUSED } from './grant-store.ts'
import { connections, fikenCompanies, grants, oauthStates, type StoredStatus } from './tables.ts'

/** A company's connection, with the grant that it uses. Rows must not leave this feature. */
export type ConnectionRow = typeof connections.$inferSelect & { grant: GrantRow | null }

export async function findConnection(
  db: Db,
  companyId: string,
  vendor: Vendor,
): Promise<ConnectionRow | null> {
  const [row] = await readConnections(db, { companyId, vendor })
  return row ?? null
}

const readConnections = readTogether<{ companyId: string; vendor: Vendor }, ConnectionRow>(
  ({ companyId, vendor }) => `${vendor} ${companyId}`,
  (db, keys) =>
    readRows(
      db,
      sql`(${connections.companyId}, ${connections.vendor}) in
        (select k."companyId", k.vendor from ${keyTable(keys, sql`"companyId" uuid, vendor text`)})`,
    ),
)

export async function findConnections(db: Db, companyId: string): Promise<ConnectionRow[]> {
  return readRows(db, eq(connections.companyId, companyId))
}

async function readRows(db: Db, which: SQL): Promise<ConnectionRow[]> {
  const rows = await db
    .select({ connection: getTableColumns(connections), grant: getTableColumns(grants) })
    .from(connections)
    .leftJoin(grants, eq(grants.id, connections.grantId))
    .where(which)
  return rows.map(({ connection, grant }) => ({ ...connection, grant }))
}

export async function lockStatus(
  tx: Db,
  companyId: string,
  vendor: Vendor,
): Promise<StoredStatus | null> {
  const [row] = await tx
    .select({ status: connections.status })
    .from(connections)
    .where(and(eq(connections.companyId, companyId), eq(connections.vendor, vendor)))
    .for('share')
  return row?.status ?? null
}

export type NewGrant = Pick<
  GrantRow,
  'id' | 'vendor' | 'personId' | 'account' | 'accessToken' | 'refreshToken' | 'expiresAt' | 'scope'
> & {
  companyId: string
  accountName: string
  timeZone: string
  currency: string
  organizationNumber: string
  lane: string
  problem: string | null
  at: Date
}

/**
 * Stores the tokens of a new grant, or of one that was authorised again, and makes the company use
 * it. The tokens are sealed for the grant.
 * @throws a unique violation (connections_servicem8_account) when another company has connected the
 * account
 */
export async function saveGrant(tx: Db, grant: NewGrant): Promise<void> {
  const { id, vendor, personId, account, accessToken, refreshToken, expiresAt, scope, at } = grant
  const tokens = { account, accessToken, refreshToken, sealedFor: id, expiresAt, scope }
  const accepted = { status: 'connected' as const, ...NOT_REFUSED, checkAt: null, updatedAt: at }
  await tx
    .insert(grants)
    .values({ id, vendor, personId, createdAt: at, ...tokens, ...accepted })
    .onConflictDoUpdate({ target: grants.id, set: { personId, ...tokens, ...accepted } })
  const { companyId, accountName, timeZone, currency, organizationNumber, lane, problem } = grant
  const values = {
    ...{ companyId, vendor, grantId: id, status: 'connected' as const },
    ...{ account, accountName, timeZone, currency, organizationNumber, lane, problem },
    ...{ pausedUntil: null, updatedAt: at },
  }
  // Keeps the date when the same account is connected again.
  const accountSince = sql`case when ${connections.account} = excluded.account and ${connections.accountSince} is not null
    then ${connections.accountSince} else excluded.account_since end`
  await tx
    .insert(connections)
    .values({ id: randomUUID(), createdAt: at, accountSince: at, ...values })
    .onConflictDoUpdate({
      target: [connections.companyId, connections.vendor],
      set: { ...values, accountSince },
    })
  if (vendor === 'servicem8') await leaveToOther(tx, grant)
}

/**
 * Clears `accountSince` for all other companies with the account, because from now on they cannot
 * know what is done with the account.
 */
async function leaveToOther(
  db: Db,
  { companyId, vendor, account }: Pick<NewGrant, 'companyId' | 'vendor' | 'account'>,
): Promise<void> {
  await db
    .update(connections)
    .set({ accountSince: null })
    .where(
      and(
        eq(connections.vendor, vendor),
        eq(connections.account, account),
        ne(connections.companyId, companyId),
      ),
    )
}

export async function setPause(db: Db, lane: string, until: Date | null): Promise<void> {
  await db.update(connections).set({ pausedUntil: until }).where(eq(connections.lane, lane))
}

export async function clearPauses(db: Db, now: Date): Promise<number> {
  const ended = await db
    .update(connections)
    .set({ pausedUntil: null })
    .where(gt(connections.pausedUntil, now))
    .returning({ lane: connections.lane })
  return new Set(ended.map(({ lane }) => lane)).size
}

export async function insertState(
  db: Db,
  row: typeof oauthStates.$inferInsert,
  now: Date,
): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, now))
  await db.insert(oauthStates).values(row)
}

/**
 * Reads and deletes an OAuth state in one SQL statement. If two callbacks have the same state, only
 * the first finds it; otherwise null is returned.
 */
export async function takeState(
  db: Db,
  state: string,
): Promise<typeof oauthStates.$inferSelect | null> {
  const [row] = await db.delete(oauthStates).where(eq(oauthStates.state, state)).returning()
  return row ?? null
}

export async function keepBankAccounts(
  db: Db,
  companyId: string,
  slug: string,
  bankAccounts: BankAccount[],
): Promise<void> {
  await db
    .update(fikenCompanies)
    .set({ bankAccounts })
    .where(and(eq(fikenCompanies.companyId, companyId), eq(fikenCompanies.slug, slug)))
}

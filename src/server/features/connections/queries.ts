import { and, desc, eq, inArray } from 'drizzle-orm'
import type { OwnGrant } from '#shared/contracts/account/grants'
import type { ConnectionStatus, Vendor } from '#shared/contracts/connections'
import { organizationDigits } from '#shared/norwegian'
import type { Db } from '../../platform/database/database.ts'
import { namesOfCompanies } from '../auth/queries.ts'
import { refusedText } from './grant-words.ts'
import { findConnection, findConnections, lockStatus, type ConnectionRow } from './store.ts'
import { connections, fikenCompanies, grants, webhookSubscriptions } from './tables.ts'

export interface Connection {
  id: string
  vendor: Vendor
  status: ConnectionStatus
  /**
   * The connected account: the ServiceM8 account's uuid, or the Fiken user's e-mail address in
   * lower case.
   */
  account: string | null
  accountName: string | null
  lane: string | null
  timeZone: string
  currency: string
  scope: string
  expiresAt: Date | null
  problem: string | null
  pausedUntil: Date | null
}

export async function connectionOf(
  db: Db,
  companyId: string,
  vendor: Vendor,
): Promise<Connection | null> {
  const row = await findConnection(db, companyId, vendor)
  return row && withoutTokens(row)
}

/**
 * Returns true if the grant is valid. Must be called in the transaction that makes work wait for
 * the grant: a new connection is then either visible here, or waits for the transaction and finds
 * the work to resume.
 */
export async function grantLives(tx: Db, companyId: string, vendor: Vendor): Promise<boolean> {
  return (await lockStatus(tx, companyId, vendor)) === 'connected'
}

export async function connectionsOf(
  db: Db,
  companyId: string,
): Promise<Record<Vendor, Connection | null>> {
  const rows = await findConnections(db, companyId)
  const of = (vendor: Vendor) => {
    const row = rows.find((r) => r.vendor === vendor)
    return row ? withoutTokens(row) : null
  }
  return { servicem8: of('servicem8'), fiken: of('fiken') }
}

/** Returns each company's connected vendors: those whose grant is valid. */
export async function connectedVendorsOf(
  db: Db,
  companyIds: readonly string[],
): Promise<Map<string, Vendor[]>> {
  const rows = await db
    .select({ companyId: connections.companyId, vendor: connections.vendor })
    .from(connections)
    .where(
      and(inArray(connections.companyId, [...companyIds]), eq(connections.status, 'connected')),
    )
  const byCompany = Map.groupBy(rows, ({ companyId }) => companyId)
  return new Map([...byCompany].map(([id, own]) => [id, own.map(({ vendor }) => vendor)]))
}

function withoutTokens(row: ConnectionRow): Connection {
  const { id, vendor, account, accountName, lane, timeZone, currency, pausedUntil } = row
  const { scope = '', expiresAt = null } = row.grant ?? {}
  const known = { id, vendor, account, accountName, lane, timeZone, currency, pausedUntil }
  // Retries of a refused grant do not concern a user who must connect again, so the status is shown
  // as reauth_required.
  const { status, problem } =
    row.status === 'refused'
      ? { status: 'reauth_required' as const, problem: refusedText(vendor) }
      : { status: row.status, problem: row.problem }
  return { ...known, scope, expiresAt, status, problem }
}

/** Returns the person's grants at Fiken, with the companies that use each. */
export async function grantsOf(db: Db, personId: string): Promise<OwnGrant[]> {
  const rows = await db
    .select({
      grant: {
        id: grants.id,
        account: grants.account,
        status: grants.status,
        createdAt: grants.createdAt,
      },
      companyId: connections.companyId,
    })
    .from(grants)
    .innerJoin(connections, eq(connections.grantId, grants.id))
    .where(eq(grants.personId, personId))
    .orderBy(grants.createdAt, grants.id)
  const names = await namesOfCompanies(
    db,
    rows.map(({ companyId }) => companyId),
  )
  return [...Map.groupBy(rows, ({ grant }) => grant.id).values()].flatMap((uses) => {
    const [first] = uses
    if (!first) return []
    const { id, account, status, createdAt } = first.grant
    const users = new Set(uses.map(({ companyId }) => companyId))
    return {
      id,
      account,
      needsReauth: status !== 'connected',
      authorizedAt: createdAt.toISOString(),
      companies: [...names].flatMap(([company, name]) =>
        users.has(company) ? { id: company, name } : [],
      ),
    }
  })
}

export async function knownCompany(db: Db, companyId: string, slug: string) {
  const [row] = await db
    .select({
      name: fikenCompanies.name,
      organizationNumber: fikenCompanies.organizationNumber,
      vatRegistered: fikenCompanies.vatRegistered,
      accounts: fikenCompanies.accounts,
    })
    .from(fikenCompanies)
    .where(and(eq(fikenCompanies.companyId, companyId), eq(fikenCompanies.slug, slug)))
  return row ?? null
}

/**
 * Returns the name of a Fiken company as last read through any company's connection; null when the
 * name was never read. Used for an operator whose own connection no longer includes the company.
 */
export async function nameOfCompany(db: Db, slug: string): Promise<string | null> {
  const [row] = await db
    .select({ name: fikenCompanies.name })
    .from(fikenCompanies)
    .where(eq(fikenCompanies.slug, slug))
    .orderBy(desc(fikenCompanies.refreshedAt))
    .limit(1)
  return row?.name ?? null
}

export async function subscriptionIsActive(db: Db, companyId: string): Promise<boolean> {
  const [row] = await db
    .select({ active: webhookSubscriptions.active })
    .from(webhookSubscriptions)
    .where(
      and(eq(webhookSubscriptions.companyId, companyId), eq(webhookSubscriptions.active, true)),
    )
  return row !== undefined
}

/**
 * Returns which companies in Fiken are known to be this company's: those it has used, and those
 * with an organisation number (its digits) of one of them or of its ServiceM8 account.
 */
export async function knownAsOwn(
  db: Db,
  companyId: string,
): Promise<{ slugs: Set<string>; numbers: Set<string> }> {
  const used = await db
    .select({ slug: fikenCompanies.slug, number: fikenCompanies.organizationNumber })
    .from(fikenCompanies)
    .where(eq(fikenCompanies.companyId, companyId))
  const servicem8 = await findConnection(db, companyId, 'servicem8')
  const numbers = [...used.map(({ number }) => number), servicem8?.organizationNumber ?? '']
  return {
    slugs: new Set(used.map(({ slug }) => slug)),
    numbers: new Set(numbers.flatMap((number) => organizationDigits(number) ?? [])),
  }
}

import { asc, eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import * as activityLog from './features/activity-log/tables.ts'
import * as auth from './features/auth/tables.ts'
import * as billing from './features/billing/tables.ts'
import * as configuration from './features/configuration/tables.ts'
import * as connections from './features/connections/tables.ts'
import * as customers from './features/customers/tables.ts'
import * as notifications from './features/notifications/tables.ts'
import * as payments from './features/payments/tables.ts'
import * as products from './features/products/tables.ts'
import * as reconciliation from './features/reconciliation/tables.ts'
import * as reservations from './features/reservations/tables.ts'
import * as transfers from './features/transfers/tables.ts'
import * as webhooks from './features/webhooks/tables.ts'
import type { Db } from './platform/database/database.ts'

/** Some rows of one table, keys as the code names them. */
export interface RowsPart {
  table: string
  rows: Record<string, unknown>[]
}

/** What opens something for whoever reads the file: sessions, links in mails, consents under way. */
const LEFT_OUT: ReadonlySet<PgTable> = new Set([auth.sessions, auth.resetTokens, connections.oauthStates])

/** The same, in tables that are exported otherwise. */
const SECRET_COLUMNS: ReadonlySet<PgColumn> = new Set<PgColumn>([
  auth.users.password,
  connections.connections.accessToken,
  connections.connections.refreshToken,
  connections.webhookSubscriptions.secret,
  connections.webhookSubscriptions.secretHash,
])

const FEATURES = [
  auth,
  configuration,
  connections,
  transfers,
  payments,
  reconciliation,
  webhooks,
  customers,
  products,
  reservations,
  activityLog,
  notifications,
  billing,
] as const

/** The tables with rows of users, in the order in which they are exported. */
export function exportedTables(): { table: PgTable; owner: PgColumn }[] {
  const tables = FEATURES.flatMap((feature) => Object.values<unknown>(feature).filter((each) => is(each, PgTable)))
  return tables.flatMap((table) => {
    if (LEFT_OUT.has(table)) return []
    const { id, userId } = columnsOf(table)
    const owner = table === auth.users ? id : userId
    return owner ? [{ table, owner }] : []
  })
}

/** One page of rows: a job's snapshot is some ten kilobytes, and a held-up database would hold everybody up. */
const PAGE = 200

/** Everything that the database holds of one user, without secrets; an empty table is one part without rows. */
export async function* rowsOfUser(db: Db, userId: string): AsyncGenerator<RowsPart> {
  for (const { table, owner } of exportedTables()) {
    const columns = Object.entries(columnsOf(table))
    const shown = Object.fromEntries(columns.filter(([, column]) => !SECRET_COLUMNS.has(column)))
    const order = keyOf(table).map((column) => asc(column))
    for (let offset = 0; ; offset += PAGE) {
      const rows = await db
        .select(shown)
        .from(table)
        .where(eq(owner, userId))
        .orderBy(...order)
        .limit(PAGE)
        .offset(offset)
      if (rows.length > 0 || offset === 0) yield { table: getTableName(table), rows }
      if (rows.length < PAGE) break
    }
  }
}

const columnsOf = (table: PgTable): Record<string, PgColumn> => getTableColumns(table)

/** The primary key, so that pages neither overlap nor leave out. */
function keyOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const single = columns.filter((column) => column.primary)
  return single.length > 0 ? single : primaryKeys.flatMap((key) => key.columns)
}

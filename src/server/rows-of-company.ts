import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, getTableColumns, getTableName, is, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import * as activityLog from './features/activity-log/tables.ts'
import * as appointments from './features/appointments/tables.ts'
import * as attachments from './features/attachments/tables.ts'
import * as auth from './features/auth/tables.ts'
import * as billing from './features/billing/tables.ts'
import * as collective from './features/collective/tables.ts'
import * as configuration from './features/configuration/tables.ts'
import * as connections from './features/connections/tables.ts'
import * as customers from './features/customers/tables.ts'
import * as documents from './features/documents/tables.ts'
import * as inbox from './features/inbox/tables.ts'
import * as intake from './features/intake/tables.ts'
import * as mirrors from './features/mirrors/tables.ts'
import * as notifications from './features/notifications/tables.ts'
import * as payments from './features/payments/tables.ts'
import * as productSync from './features/product-sync/tables.ts'
import * as profile from './features/profile/tables.ts'
import * as reconciliation from './features/reconciliation/tables.ts'
import * as reservations from './features/reservations/tables.ts'
import * as savedFilters from './features/saved-filters/tables.ts'
import * as tasks from './features/tasks/tables.ts'
import * as transfers from './features/transfers/tables.ts'
import * as vat from './features/vat/tables.ts'
import type { Db } from './platform/database/database.ts'

export interface RowsPart {
  table: string
  rows: Record<string, unknown>[]
}

/**
 * The tables that would give a reader of the exported file access to an account: sessions, mailed
 * links, unfinished consents.
 */
const LEFT_OUT: ReadonlySet<PgTable> = new Set([
  auth.sessions,
  auth.resetTokens,
  connections.oauthStates,
])

const SECRET_COLUMNS: ReadonlySet<PgColumn> = new Set<PgColumn>([
  auth.users.password,
  auth.emailConfirmations.token,
  auth.invitations.token,
  auth.secondFactors.secret,
  auth.secondFactors.recoveryCodes,
  connections.grants.accessToken,
  connections.grants.refreshToken,
  connections.webhookSubscriptions.secret,
  connections.webhookSubscriptions.secretHash,
])

const FEATURES = [
  auth,
  collective,
  configuration,
  vat,
  connections,
  mirrors,
  transfers,
  documents,
  attachments,
  payments,
  reconciliation,
  inbox,
  intake,
  appointments,
  customers,
  productSync,
  reservations,
  tasks,
  savedFilters,
  activityLog,
  notifications,
  profile,
  billing,
] as const

export interface StoredTable {
  table: PgTable
  name: string
  shown: Record<string, PgColumn>
  owner: PgColumn
  /** Whose rows these are: a company's, or a person's own, such as the log-in. */
  whose: 'company' | 'person'
  /**
   * The sort key. Each page begins after the key of the previous page's last row, so all pages cost
   * the same. The owner column followed by this key must be the beginning of an index (checked by
   * this file's test).
   */
  key: PgColumn[]
  /**
   * The column of the transfer, for tables indexed only by transfer, whose rows are read transfer
   * by transfer.
   */
  transfer?: PgColumn
  atATime: number
}

/** The sort keys for tables whose primary key is not an efficient way to one company's rows. */
const KEYS = new Map<PgTable, PgColumn[]>([
  [connections.connections, [connections.connections.vendor]],
  [auth.invitations, [auth.invitations.createdAt, auth.invitations.id]],
  [auth.securityEvents, [auth.securityEvents.createdAt, auth.securityEvents.id]],
  [transfers.transfers, [transfers.transfers.createdAt, transfers.transfers.id]],
  [documents.documents, [documents.documents.createdAt, documents.documents.id]],
  [
    transfers.transferTexts,
    [transfers.transferTexts.createdAt, transfers.transferTexts.transferId],
  ],
  [transfers.transferEvents, [transfers.transferEvents.transferId, transfers.transferEvents.id]],
  [tasks.tasks, [tasks.tasks.createdAt, tasks.tasks.id]],
  [activityLog.activityLogs, [activityLog.activityLogs.createdAt, activityLog.activityLogs.id]],
  [inbox.webhookEvents, [inbox.webhookEvents.createdAt, inbox.webhookEvents.id]],
  [customers.customers, [customers.customers.servicem8Id]],
  [attachments.attachmentLooks, [attachments.attachmentLooks.transferId]],
])

const BY_TRANSFER = new Map<PgTable, PgColumn>([
  [transfers.transferEvents, transfers.transferEvents.transferId],
  [payments.writeBacks, payments.writeBacks.transferId],
])

/**
 * The number of rows per page. Pages are read (and, with the embedded database, produced) on the
 * thread that serves all requests, so reading a page may take only a few milliseconds. A transfer's
 * row contains the whole job, about ten kilobytes; a month's reconciliation is one row.
 */
const ROWS_AT_A_TIME = 100
const FEWER_AT_A_TIME = new Map<PgTable, number>([
  [transfers.transfers, 5],
  [reconciliation.reconciliations, 1],
])
const TRANSFERS_AT_A_TIME = 20

export function storedTables(): StoredTable[] {
  const tables = FEATURES.flatMap((feature) =>
    Object.values<unknown>(feature).filter((each) => is(each, PgTable)),
  )
  return [...tables.flatMap(ownTable), ...tablesOfMembers(), grantsOfPerson()]
}

function ownTable(table: PgTable): StoredTable[] {
  if (LEFT_OUT.has(table)) return []
  const { id, userId, companyId } = columnsOf(table)
  const ofCompany = table === auth.companies ? id : companyId
  const owner = ofCompany ?? (table === auth.users ? id : userId)
  if (!owner) return []
  const transfer = BY_TRANSFER.get(table)
  return [
    {
      table,
      name: getTableName(table),
      shown: shownOf(table),
      owner,
      whose: ofCompany ? 'company' : 'person',
      key: KEYS.get(table) ?? primaryKeyOf(table),
      ...(transfer ? { transfer } : {}),
      atATime: FEWER_AT_A_TIME.get(table) ?? ROWS_AT_A_TIME,
    },
  ]
}

/** What a company stores about its members is also each member's own. */
const tablesOfMembers = (): StoredTable[] =>
  [auth.memberships, notifications.notificationPreferences].map((table) => ({
    table,
    name: getTableName(table),
    shown: shownOf(table),
    owner: table.personId,
    whose: 'person',
    key: [table.companyId],
    atATime: ROWS_AT_A_TIME,
  }))

const grantsOfPerson = (): StoredTable => ({
  table: connections.grants,
  name: getTableName(connections.grants),
  shown: shownOf(connections.grants),
  owner: connections.grants.personId,
  whose: 'person',
  key: [connections.grants.id],
  atATime: ROWS_AT_A_TIME,
})

/** Whose rows are exported: a company's, a person's, or both; null for neither. */
export interface Exported {
  company: string | null
  person: string | null
}

/** Returns the tables of whoever is exported. */
export const tablesOf = (exported: Exported): StoredTable[] =>
  storedTables().filter(({ whose }) => exported[whose] !== null)

/**
 * Yields everything the database holds about a company or a person, without secrets. An empty
 * table yields one part without rows.
 */
export async function* rowsOfCompany(db: Db, exported: Exported): AsyncGenerator<RowsPart> {
  for (const stored of tablesOf(exported)) {
    let some = false
    for await (const rows of pagesOf(db, stored, exported, setImmediate)) {
      some = true
      yield { table: stored.name, rows }
    }
    if (!some) yield { table: stored.name, rows: [] }
  }
}

/**
 * A function awaited before each read, so that the thread serves other requests first: the embedded
 * database runs on the same thread.
 */
export type Turn = () => Promise<void>

export async function* pagesOf(
  db: Db,
  stored: StoredTable,
  exported: Exported,
  turn: Turn,
): AsyncGenerator<Row[]> {
  for await (const which of portionsOf(db, stored, exported, turn)) {
    let after: string[] | undefined
    do {
      await turn()
      const page = await pageOf(db, stored, which, after)
      after = page.next
      if (page.rows.length > 0) yield page.rows
    } while (after)
  }
}

type Row = Record<string, unknown>

async function* portionsOf(
  db: Db,
  { owner, whose, transfer }: StoredTable,
  exported: Exported,
  turn: Turn,
): AsyncGenerator<SQL | undefined> {
  const own = eq(owner, exported[whose] ?? '')
  if (!transfer) {
    yield own
    return
  }
  const { id, companyId: ofCompany, createdAt } = transfers.transfers
  const list = {
    table: transfers.transfers,
    shown: { id },
    key: [createdAt, id],
    atATime: TRANSFERS_AT_A_TIME,
  }
  let after: string[] | undefined
  do {
    await turn()
    const page = await pageOf(db, list, eq(ofCompany, exported.company ?? ''), after)
    after = page.next
    const ids = JSON.stringify(page.rows.map((row) => row['id']))
    yield and(
      own,
      sql`${transfer} = any(array(select jsonb_array_elements_text(${ids}::jsonb)::uuid))`,
    )
  } while (after)
}

interface Reading {
  table: PgTable
  shown: Record<string, PgColumn>
  key: PgColumn[]
  atATime: number
}

const PLACE = ' place'

/**
 * Reads one page, and the key after which the next page begins (undefined after the last page).
 * Keys are compared in the database's own precision: a Date has only milliseconds, so a row between
 * two of them would be read twice or never.
 */
async function pageOf(
  db: Db,
  { table, shown, key, atATime }: Reading,
  which: SQL | undefined,
  after: readonly string[] | undefined,
): Promise<{ rows: Row[]; next: string[] | undefined }> {
  const texts = key.map((column) => sql`${column}::text`)
  const values = key.map((column, i) => sql`${after?.[i]}::${sql.raw(column.getSQLType())}`)
  const found: Row[] = await db
    .select({ ...shown, [PLACE]: sql<string[]>`json_build_array(${sql.join(texts, sql`, `)})` })
    .from(table)
    .where(and(which, after && sql`(${sql.join(key, sql`, `)}) > (${sql.join(values, sql`, `)})`))
    .orderBy(...key.map((column) => asc(column)))
    .limit(atATime)
  const last = found.length < atATime ? undefined : found.at(-1)
  return {
    rows: found.map(({ [PLACE]: _place, ...row }) => row),
    next: last?.[PLACE] as string[] | undefined,
  }
}

const columnsOf = (table: PgTable): Record<string, PgColumn> => getTableColumns(table)

const shownOf = (table: PgTable): Record<string, PgColumn> =>
  Object.fromEntries(
    Object.entries(columnsOf(table)).filter(([, column]) => !SECRET_COLUMNS.has(column)),
  )

function primaryKeyOf(table: PgTable): PgColumn[] {
  const names = getTableConfig(table).primaryKeys.flatMap((key) =>
    key.columns.map((column) => column.name),
  )
  return Object.values(columnsOf(table)).filter(
    (column) => column.primary || names.includes(column.name),
  )
}

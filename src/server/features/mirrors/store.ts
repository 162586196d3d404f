import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  inArray,
  lt,
  lte,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { portions } from '../../platform/database/batch.ts'
import { rowsOf, type Db } from '../../platform/database/database.ts'
import { inSlices } from '../../platform/fairness/slices.ts'
import { rowsTogether } from '../../platform/database/together.ts'

/**
 * A time from the database's clock, which all processes share. It decides whether a page that was
 * read is older than a row that we have written.
 */
export type SeenAt = Date | SQL<Date>
export const NOW = sql<Date>`clock_timestamp()`

/**
 * Returns a database time that is earlier than anything written from now on. The time is reduced by
 * one millisecond, because the embedded database has millisecond precision and a write in the same
 * millisecond must count as newer.
 */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await rowsOf<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return new Date(Math.floor(row?.ms ?? 0) - 1)
}

type MirrorTable = PgTable & {
  $inferSelect: { companyId: string; data: unknown; seenAt: Date }
}
type Row<Table extends MirrorTable> = Table['$inferSelect']
type Item<Table extends MirrorTable> = Row<Table>['data']
type Name<Table extends MirrorTable> = keyof Row<Table> & string

interface MirrorDescription<
  Table extends MirrorTable,
  Scope extends readonly ['companyId', ...Name<Table>[]],
  Id extends Name<Table>,
> {
  table: Table
  scope: Scope
  id: Id
  /**
   * Returns the columns of an object. A column that is left out keeps its value when the object is
   * stored again.
   */
  columns: (
    item: Item<Table>,
  ) => Omit<Table['$inferInsert'], Scope[number] | 'data' | 'seenAt'> & Pick<Row<Table>, Id>
  orderBy: readonly Name<Table>[]
}

const PAGE = 500

export function mirrorStore<
  Table extends MirrorTable,
  const Scope extends readonly ['companyId', ...Name<Table>[]],
  Id extends Name<Table>,
>(description: MirrorDescription<Table, Scope, Id>) {
  type Owner = Pick<Row<Table>, Scope[number]>
  type Key = Row<Table>[Id] & (string | number)
  const { id, scope: scopeNames } = description
  // The table is untyped, because Drizzle cannot infer the columns of a generic table; the methods'
  // parameters and results are typed instead.
  const table: PgTable = description.table
  const column = columnsOf(table)
  const order = description.orderBy.map((name) => asc(column(name)))

  const equal = (values: object, names: readonly string[] = Object.keys(values)) =>
    names.map((name) => eq(column(name), (values as Record<string, unknown>)[name]))
  const ofOwner = (owner: Owner) => and(...equal(owner, scopeNames))
  const idOf = (item: Item<Table>) => description.columns(item)[id] as Key

  return {
    idOf,

    /** Stores objects from the vendor, but does not overwrite rows written after `seenAt`. */
    async upsertSeen(
      db: Db,
      owner: Owner,
      items: readonly Item<Table>[],
      seenAt: SeenAt,
    ): Promise<void> {
      for (const some of portions(items, idOf)) {
        const rows = some.map((data) => ({ ...description.columns(data), data, seenAt }))
        const written = Object.keys(rows[0] ?? {}).filter((name) => name !== id)
        await db
          .insert(table)
          .values(rows.map((row) => ({ ...owner, ...row })))
          .onConflictDoUpdate({
            target: [...scopeNames, id].map(column),
            set: Object.fromEntries(written.map((name) => [name, excluded(column(name))])),
            setWhere: sql`${column('seenAt')} <= ${excluded(column('seenAt'))}`,
          })
      }
    },

    /** Returns our copies that are not newer than `seenAt` and will therefore be replaced. */
    async replacedBy(
      db: Db,
      owner: Owner,
      items: readonly Item<Table>[],
      seenAt: Date,
    ): Promise<Item<Table>[]> {
      const found: Item<Table>[] = []
      for (const some of portions(items, idOf)) {
        const rows = await db
          .select({ data: column('data') })
          .from(table)
          .where(
            and(ofOwner(owner), inArray(column(id), some.map(idOf)), lte(column('seenAt'), seenAt)),
          )
        found.push(...rows.map((row) => row.data))
      }
      return found
    },

    async find(
      db: Db,
      owner: Owner,
      filter: { match?: Partial<Row<Table>>; condition?: SQL; limit?: number } = {},
    ): Promise<Item<Table>[]> {
      const query = db
        .select({ data: column('data') })
        .from(table)
        .where(and(ofOwner(owner), ...equal(filter.match ?? {}), filter.condition))
        .orderBy(...order)
      const rows = await (filter.limit === undefined ? query : query.limit(filter.limit))
      return rows.map((row) => row.data)
    },

    /**
     * Reads objects in pages, because thousands in one SQL statement would block all other
     * requests.
     */
    async findInPages(
      db: Db,
      owner: Owner,
      match: Partial<Row<Table>> = {},
    ): Promise<Item<Table>[]> {
      const found: Item<Table>[] = []
      // The embedded database responds without yielding to the event loop.
      const pause = inSlices()
      for (let after: SQL | undefined; ;) {
        await pause()
        const rows = await db
          .select({ data: column('data'), key: column(id) })
          .from(table)
          .where(and(ofOwner(owner), ...equal(match), after))
          .orderBy(asc(column(id)))
          .limit(PAGE)
        for (const row of rows) found.push(row.data)
        if (rows.length < PAGE) return found
        after = gt(column(id), rows.at(-1)?.key)
      }
    },

    async count(db: Db, owner: Owner, match: Partial<Row<Table>> = {}): Promise<number> {
      return db.$count(table, and(ofOwner(owner), ...equal(match)))
    },

    async idsOf(db: Db, owner: Owner): Promise<Key[]> {
      const rows = await db
        .select({ id: column(id) })
        .from(table)
        .where(ofOwner(owner))
      return rows.map((row) => row.id as Key)
    },

    /**
     * Deletes objects that the vendor no longer has, except rows written after `before`. `before`
     * is null for ids that the vendor has confirmed as deleted and does not reuse. Returns the
     * number of deleted rows.
     */
    async dropIds(
      db: Db,
      owner: Owner,
      ids: readonly Key[],
      before: SeenAt | null,
    ): Promise<number> {
      let dropped = 0
      for (const some of portions(ids, (one) => one)) {
        const rows = await db
          .delete(table)
          .where(
            and(
              ofOwner(owner),
              inArray(column(id), some),
              before === null ? undefined : lt(column('seenAt'), before),
            ),
          )
          .returning({ id: column(id) })
        dropped += rows.length
      }
      return dropped
    },

    async dropAll(db: Db, owner: Owner): Promise<void> {
      await db.delete(table).where(ofOwner(owner))
    },
  }
}

/**
 * Returns a function that reads objects by these columns, and combines concurrent calls into one
 * SQL statement.
 */
export function findCoalesced<
  Table extends MirrorTable,
  const Names extends readonly ['companyId', ...Name<Table>[]],
>(
  table: Table,
  by: Names,
): (db: Db, key: Pick<Row<Table>, 'companyId' | Names[number]>) => Promise<Item<Table>[]> {
  const read = rowsTogether(table, by)
  return async (db, key) => (await read(db, key)).map((row) => row.data)
}

function columnsOf(table: PgTable): (name: string) => PgColumn {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  return (name) => {
    const column = columns[name]
    if (!column) throw new Error(`${getTableName(table)} has no column ${name}`)
    return column
  }
}

const excluded = (column: PgColumn) => sql`excluded.${sql.identifier(column.name)}`

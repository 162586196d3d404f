import { and, eq, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/**
 * Combines many calls of one kind into few SQL statements. Calls made while a statement is running
 * wait and share the next statement. A single caller does not wait, and two hundred calls at once
 * make two statements. Results are returned in the callers' order. A failed statement is repeated
 * for each call alone, so that one call cannot make another fail; `run` must therefore be
 * idempotent.
 */
export function together<Asked, Answer>(
  run: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  interface Caller {
    asked: Asked
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Caller[] = []
  let underWay = false

  async function answer(callers: readonly Caller[]): Promise<void> {
    const answers = await run(callers.map(({ asked }) => asked))
    callers.forEach(({ resolve, reject }, place) => {
      if (place in answers) resolve(answers[place] as Answer)
      else reject(new Error('a statement for many left one without an answer'))
    })
  }

  async function serve(): Promise<void> {
    underWay = true
    while (waiting.length > 0) {
      const callers = waiting
      waiting = []
      try {
        await answer(callers)
      } catch (error) {
        if (callers.length === 1) callers[0]?.reject(error)
        else await Promise.all(callers.map((caller) => answer([caller]).catch(caller.reject)))
      }
    }
    underWay = false
  }

  return (asked) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      // The start is deferred by one turn of the event loop, so that calls of the same turn share
      // one statement.
      if (!underWay) {
        underWay = true
        // This promise cannot reject: errors are passed to the callers.
        setImmediate(() => serve().catch(() => undefined))
      }
    })
}

/**
 * Returns a function that reads rows by key, combining concurrent calls into few SQL statements.
 * `read` returns the rows of all keys, each with its company's id; `keyOf` identifies a key or a
 * row. Callers with the same key get the same rows.
 */
export function readTogether<
  Key extends { companyId: string },
  Row extends Key,
  Source extends object = Db,
>(
  keyOf: (one: Key) => string,
  read: (db: Source, keys: readonly Key[]) => Promise<readonly Row[]>,
): (db: Source, key: Key) => Promise<Row[]> {
  const readers = new WeakMap<Source, (key: Key) => Promise<Row[]>>()
  const reader = (db: Source) =>
    together(async (keys: readonly Key[]) => {
      const distinct = new Map(keys.map((key) => [keyOf(key), key]))
      const rows = Map.groupBy(await read(db, [...distinct.values()]), keyOf)
      return keys.map((key) => rows.get(keyOf(key)) ?? [])
    })
  return (db, key) => {
    // A transaction has its own reader, so its reads are not combined with reads outside the
    // transaction.
    const mine = readers.get(db) ?? reader(db)
    readers.set(db, mine)
    return mine(key)
  }
}

export function rowsTogether<
  Table extends UsersTable,
  const Names extends readonly ['companyId', ...(keyof Table['$inferSelect'] & string)[]],
>(
  table: Table,
  by: Names,
): (
  db: Db,
  key: Pick<Table['$inferSelect'], 'companyId' | Names[number]>,
) => Promise<Table['$inferSelect'][]> {
  const columns: Record<string, PgColumn> = getTableColumns<PgTable>(table)
  const parts = by.map((name) => {
    const column = columns[name]
    if (!column) throw new Error(`${getTableName(table)} has no column ${name}`)
    return {
      type: sql.raw(`"${name}" ${column.getSQLType()}`),
      same: eq(column, sql.raw(`k."${name}"`)),
    }
  })
  const types = sql.join(
    parts.map(({ type }) => type),
    sql`, `,
  )
  const isAsked = and(...parts.map(({ same }) => same))
  return readTogether<
    Pick<Table['$inferSelect'], 'companyId' | Names[number]>,
    Table['$inferSelect']
  >(
    (one) => JSON.stringify(by.map((name: Names[number]) => one[name])),
    async (db, keys) =>
      (await db
        .select(columns)
        .from<PgTable>(table)
        .innerJoin(keyTable(keys, types), isAsked)) as unknown as Table['$inferSelect'][],
  )
}

type UsersTable = PgTable & { $inferSelect: { companyId: string } }

/**
 * Returns the SQL expression that turns the keys into a table `k` to join with. `columns` lists the
 * names and types of the keys' columns: sql`"companyId" uuid, slug text`.
 */
export function keyTable(keys: readonly object[], columns: SQL): SQL {
  return sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as k(${columns})`
}

/** Returns {@link keyTable} of companies, with the column "companyId". */
export const companyTable = (companyIds: readonly string[]): SQL =>
  keyTable(
    companyIds.map((companyId) => ({ companyId })),
    sql`"companyId" uuid`,
  )

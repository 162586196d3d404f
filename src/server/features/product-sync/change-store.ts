import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ProductChangeRow } from '#shared/contracts/products/price-sync'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { productChanges } from './tables.ts'

type Row = typeof productChanges.$inferSelect

export type Change = Pick<
  Row,
  'productId' | 'materialUuid' | 'name' | 'number' | 'system' | 'what' | 'by'
> & {
  /** The value before the change: net øre for a price, or a number of units for a stock. */
  before: number | null
  after: number | null
  beforeAsRead?: string | null | undefined
  taskId?: string | undefined
}

/**
 * Records a change made by Fakturabro. If the change was already read back from the vendor and
 * recorded as made elsewhere, that entry is replaced, and the former price written there is kept.
 */
export async function recordChange(
  db: Db,
  companyId: string,
  { before, after, beforeAsRead, taskId, ...change }: Change,
  at: Date,
): Promise<void> {
  const seen = await db
    .delete(productChanges)
    .where(
      and(
        ofSide(companyId, change),
        eq(productChanges.by, 'elsewhere'),
        after === null ? isNull(productChanges.after) : eq(productChanges.after, String(after)),
        gte(productChanges.at, new Date(at.getTime() - JUST_NOW_MS)),
      ),
    )
    .returning({ before: productChanges.before, beforeAsRead: productChanges.beforeAsRead })
  const alike = seen.find((one) => one.before === textOf(before))
  await db.insert(productChanges).values({
    companyId,
    id: randomUUID(),
    at,
    ...change,
    before: textOf(before),
    after: textOf(after),
    beforeAsRead: beforeAsRead ?? alike?.beforeAsRead ?? null,
    taskId: taskId ?? null,
  })
}

/** A period in ms longer than any write, including a lost response and the check afterwards. */
const JUST_NOW_MS = 10 * 60_000
/**
 * A period in milliseconds longer than the lists have been seen to lag behind, and shorter than a
 * user needs to change a value back.
 */
const A_MOMENT_MS = 30_000

type Side = Pick<Change, 'system' | 'what' | 'productId' | 'materialUuid'>

const ofSide = (companyId: string, { system, what, productId, materialUuid }: Side) =>
  and(
    eq(productChanges.companyId, companyId),
    eq(productChanges.system, system),
    eq(productChanges.what, what),
    system === 'fiken'
      ? eq(productChanges.productId, productId ?? 0)
      : eq(productChanges.materialUuid, materialUuid ?? ''),
  )

/**
 * Records changes read from a vendor, except values that equal the last recorded value, because
 * Fakturabro made the change or the change was read before. Because lists lag behind, a change from
 * a list is also ignored if Fakturabro changed the value within the last minutes, or if it restores
 * a value that was replaced moments ago.
 * @param isCurrent true when the value was read individually instead of from a list, and so is up
 * to date
 */
export async function recordSeen(
  db: Db,
  companyId: string,
  changes: readonly Omit<Change, 'by' | 'taskId'>[],
  { at, isCurrent }: { at: Date; isCurrent: boolean },
): Promise<void> {
  for (const some of portions(changes, keyOf)) {
    const rows = await db
      .selectDistinctOn([
        productChanges.system,
        productChanges.what,
        productChanges.productId,
        productChanges.materialUuid,
      ])
      .from(productChanges)
      .where(or(...some.map((change) => ofSide(companyId, change))))
      .orderBy(
        productChanges.system,
        productChanges.what,
        productChanges.productId,
        productChanges.materialUuid,
        desc(productChanges.at),
      )
    const last = new Map<string, Row>()
    for (const row of rows) {
      const known = last.get(keyOf(row))
      if (!known || known.at < row.at) last.set(keyOf(row), row)
    }
    const isNews = (change: Side & Pick<Change, 'before' | 'after'>) => {
      const known = last.get(keyOf(change))
      if (!known) return true
      if (known.after === textOf(change.after)) return false
      if (isCurrent) return true
      const age = at.getTime() - known.at.getTime()
      if (known.by !== 'elsewhere') return age >= JUST_NOW_MS
      return known.before !== textOf(change.after) || age >= A_MOMENT_MS
    }
    const news = some.filter(isNews)
    if (news.length === 0) continue
    await db.insert(productChanges).values(
      news.map(({ before, after, ...rest }) => ({
        companyId,
        id: randomUUID(),
        at,
        ...rest,
        by: 'elsewhere' as const,
        before: textOf(before),
        after: textOf(after),
      })),
    )
  }
}

const keyOf = ({ system, what, productId, materialUuid }: Side) =>
  `${what} ${system === 'fiken' ? String(productId) : String(materialUuid)}`

const textOf = (value: number | null) => (value === null ? null : String(value))

/**
 * Records a change made by a task's item, unless the task has already recorded a change of the same
 * value.
 */
export async function recordOnce(
  db: Db,
  companyId: string,
  change: Change & { taskId: string },
  at: Date,
): Promise<void> {
  const { taskId } = change
  const same = and(ofSide(companyId, change), eq(productChanges.taskId, taskId))
  if ((await db.$count(productChanges, same)) === 0) await recordChange(db, companyId, change, at)
}

/**
 * Returns the price as ServiceM8 wrote it when the material last had this net price (in øre); null
 * when the history does not contain it.
 */
export async function priceAsRead(
  db: Db,
  companyId: string,
  materialUuid: string,
  net: number,
): Promise<string | null> {
  const [row] = await db
    .select({ asRead: productChanges.beforeAsRead })
    .from(productChanges)
    .where(
      and(
        ofSide(companyId, { system: 'servicem8', what: 'price', productId: null, materialUuid }),
        eq(productChanges.before, String(net)),
        isNotNull(productChanges.beforeAsRead),
      ),
    )
    .orderBy(desc(productChanges.at), desc(productChanges.id))
    .limit(1)
  return row?.asRead ?? null
}

const SHOWN = 200

export async function historyOf(
  db: Db,
  companyId: string,
  { productId, uuid }: { productId: number | null; uuid: string | null },
): Promise<ProductChangeRow[]> {
  const rows = await db
    .select()
    .from(productChanges)
    .where(
      and(
        eq(productChanges.companyId, companyId),
        or(
          productId === null ? undefined : eq(productChanges.productId, productId),
          uuid === null ? undefined : eq(productChanges.materialUuid, uuid),
        ),
      ),
    )
    .orderBy(desc(productChanges.at), desc(productChanges.id))
    .limit(SHOWN)
  return rows.map(({ at, system, what, before, after, by }) => ({
    at: at.toISOString(),
    system,
    what,
    by,
    before: numberOf(before),
    after: numberOf(after),
  }))
}

export interface Undoable {
  id: string
  name: string
  system: ProductChangeRow['system']
  productId: number | null
  materialUuid: string | null
  /** The net price in øre before the run; null when there was none. */
  before: number | null
  after: number | null
  beforeAsRead: string | null
}

const undoable = (companyId: string) =>
  and(
    eq(productChanges.companyId, companyId),
    eq(productChanges.by, 'price_run'),
    isNull(productChanges.undoneAt),
  )

export async function undoableOf(db: Db, companyId: string, taskId: string): Promise<Undoable[]> {
  const rows = await db
    .select()
    .from(productChanges)
    .where(and(undoable(companyId), eq(productChanges.taskId, taskId)))
    .orderBy(productChanges.at, productChanges.id)
  return rows.map(readUndoable)
}

/** Returns a change made by a price run; null when it does not exist or has been undone. */
export async function undoableById(
  db: Db,
  companyId: string,
  id: string,
): Promise<Undoable | null> {
  const [row] = await db
    .select()
    .from(productChanges)
    .where(and(undoable(companyId), eq(productChanges.id, id)))
  return row ? readUndoable(row) : null
}

export async function markUndone(db: Db, companyId: string, id: string, at: Date): Promise<void> {
  await db
    .update(productChanges)
    .set({ undoneAt: at })
    .where(and(undoable(companyId), eq(productChanges.id, id)))
}

export async function undoneOf(
  db: Db,
  companyId: string,
  taskIds: readonly string[],
): Promise<Map<string, { left: number; undoneAt: Date | null }>> {
  if (taskIds.length === 0) return new Map()
  const rows = await db
    .select({
      taskId: productChanges.taskId,
      left: sql<number>`(count(*) filter (where ${productChanges.undoneAt} is null))::int`,
      undoneAt: sql<Date | string | null>`max(${productChanges.undoneAt})`,
    })
    .from(productChanges)
    .where(
      and(
        eq(productChanges.companyId, companyId),
        eq(productChanges.by, 'price_run'),
        inArray(productChanges.taskId, [...taskIds]),
      ),
    )
    .groupBy(productChanges.taskId)
  return new Map(
    rows.map(({ taskId, left, undoneAt }) => [
      taskId ?? '',
      { left, undoneAt: undoneAt === null ? null : new Date(undoneAt) },
    ]),
  )
}

const readUndoable = (row: Row): Undoable => ({
  id: row.id,
  name: row.name,
  system: row.system,
  productId: row.productId,
  materialUuid: row.materialUuid,
  before: numberOf(row.before),
  after: numberOf(row.after),
  beforeAsRead: row.beforeAsRead,
})

const numberOf = (stored: string | null) => (stored === null ? null : Number(stored))

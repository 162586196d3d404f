import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ProductChangeRow } from '#shared/contracts/products/price-sync'
import { portions } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { productChanges } from './tables.ts'

type Row = typeof productChanges.$inferSelect

/** A price or a stock that was changed, here or elsewhere. */
export type Change = Pick<
  Row,
  'productId' | 'materialUuid' | 'name' | 'number' | 'system' | 'what' | 'by'
> & {
  /** Net øre, or a stock. */
  before: number | null
  after: number | null
  /** The price before as ServiceM8 had it. */
  beforeAsRead?: string | null | undefined
  taskId?: string | undefined
}

/**
 * Records a change that was made here. It may have been seen before this is called: then it was
 * recorded as one made elsewhere, and gives way, with what it knew of the price before.
 */
export async function recordChange(
  db: Db,
  userId: string,
  { before, after, beforeAsRead, taskId, ...change }: Change,
  at: Date,
): Promise<void> {
  const seen = await db
    .delete(productChanges)
    .where(
      and(
        ofSide(userId, change),
        eq(productChanges.by, 'elsewhere'),
        after === null ? isNull(productChanges.after) : eq(productChanges.after, String(after)),
        gte(productChanges.at, new Date(at.getTime() - JUST_NOW_MS)),
      ),
    )
    .returning({ before: productChanges.before, beforeAsRead: productChanges.beforeAsRead })
  const alike = seen.find((one) => one.before === textOf(before))
  await db.insert(productChanges).values({
    userId,
    id: randomUUID(),
    at,
    ...change,
    before: textOf(before),
    after: textOf(after),
    beforeAsRead: beforeAsRead ?? alike?.beforeAsRead ?? null,
    taskId: taskId ?? null,
  })
}

/** Longer than a write takes, its answer lost and looked up included. */
const JUST_NOW_MS = 10 * 60_000
/** Longer than a list was ever seen to lag, shorter than a person takes to change their mind. */
const A_MOMENT_MS = 30_000

type Side = Pick<Change, 'system' | 'what' | 'productId' | 'materialUuid'>

/** A product's price or stock in one system. */
const ofSide = (userId: string, { system, what, productId, materialUuid }: Side) =>
  and(
    eq(productChanges.userId, userId),
    eq(productChanges.system, system),
    eq(productChanges.what, what),
    system === 'fiken'
      ? eq(productChanges.productId, productId ?? 0)
      : eq(productChanges.materialUuid, materialUuid ?? ''),
  )

/**
 * Records what a vendor shows changed, each unless the last that is known of it is just that: a
 * change made here, or the same page read a second time. Lists lag: one is not believed within
 * minutes of a change made here, nor when it takes back what was seen a moment ago.
 *
 * @param isCurrent it was read at its own address, where nothing lags
 */
export async function recordSeen(
  db: Db,
  userId: string,
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
      .where(or(...some.map((change) => ofSide(userId, change))))
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
        ...{ userId, id: randomUUID(), at, ...rest, by: 'elsewhere' as const },
        before: textOf(before),
        after: textOf(after),
      })),
    )
  }
}

const keyOf = ({ system, what, productId, materialUuid }: Side) =>
  `${what} ${system === 'fiken' ? String(productId) : String(materialUuid)}`

const textOf = (value: number | null) => (value === null ? null : String(value))

/** Records a change of a task's item, unless the task has one of that side of the product already. */
export async function recordOnce(
  db: Db,
  userId: string,
  change: Change & { taskId: string },
  at: Date,
): Promise<void> {
  const { taskId } = change
  const same = and(ofSide(userId, change), eq(productChanges.taskId, taskId))
  if ((await db.$count(productChanges, same)) === 0) await recordChange(db, userId, change, at)
}

/** This net price as ServiceM8 last had it, as far as the history knows; null = it does not. */
export async function priceAsRead(
  db: Db,
  userId: string,
  materialUuid: string,
  net: number,
): Promise<string | null> {
  const [row] = await db
    .select({ asRead: productChanges.beforeAsRead })
    .from(productChanges)
    .where(
      and(
        ofSide(userId, { system: 'servicem8', what: 'price', productId: null, materialUuid }),
        eq(productChanges.before, String(net)),
        isNotNull(productChanges.beforeAsRead),
      ),
    )
    .orderBy(desc(productChanges.at), desc(productChanges.id))
    .limit(1)
  return row?.asRead ?? null
}

const SHOWN = 200

/** What is known of a product's prices and stocks, the newest first. */
export async function historyOf(
  db: Db,
  userId: string,
  { productId, uuid }: { productId: number | null; uuid: string | null },
): Promise<ProductChangeRow[]> {
  const rows = await db
    .select()
    .from(productChanges)
    .where(
      and(
        eq(productChanges.userId, userId),
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
    ...{ system, what, by },
    before: numberOf(before),
    after: numberOf(after),
  }))
}

/** A price that a run has changed and nobody has taken back. */
export interface Undoable {
  id: string
  name: string
  system: ProductChangeRow['system']
  productId: number | null
  materialUuid: string | null
  /** Net øre. */
  before: number | null
  after: number | null
  beforeAsRead: string | null
}

const undoable = (userId: string) =>
  and(
    eq(productChanges.userId, userId),
    eq(productChanges.by, 'price_run'),
    isNull(productChanges.undoneAt),
  )

export async function undoableOf(db: Db, userId: string, taskId: string): Promise<Undoable[]> {
  const rows = await db
    .select()
    .from(productChanges)
    .where(and(undoable(userId), eq(productChanges.taskId, taskId)))
    .orderBy(productChanges.at, productChanges.id)
  return rows.map(readUndoable)
}

/** Null also when it has been taken back. */
export async function undoableById(db: Db, userId: string, id: string): Promise<Undoable | null> {
  const [row] = await db
    .select()
    .from(productChanges)
    .where(and(undoable(userId), eq(productChanges.id, id)))
  return row ? readUndoable(row) : null
}

export async function markUndone(db: Db, userId: string, id: string, at: Date): Promise<void> {
  await db
    .update(productChanges)
    .set({ undoneAt: at })
    .where(and(undoable(userId), eq(productChanges.id, id)))
}

/** Of these tasks: how many of their changes can be taken back, and when one last was. */
export async function undoneOf(
  db: Db,
  userId: string,
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
        eq(productChanges.userId, userId),
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

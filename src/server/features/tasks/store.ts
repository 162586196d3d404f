import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import type { TaskCounts, TaskName, WaitsFor } from '#shared/contracts/tasks'
import { backlogOf, type Backlog } from '../../platform/queue/backlog.ts'
import type { Db } from '../../platform/database/database.ts'
import { countsOf, type TaskRow } from './queries.ts'
import { companies } from '../auth/tables.ts'
import { taskItems, tasks } from './tables.ts'

const OPEN = ['queued', 'running'] as const

const ofTask = (companyId: string, id: string) =>
  and(eq(tasks.companyId, companyId), eq(tasks.id, id))
const itemsOf = (companyId: string, id: string) =>
  and(eq(taskItems.companyId, companyId), eq(taskItems.taskId, id))
const isOpen = inArray(tasks.status, [...OPEN])
/**
 * The SQL condition for an active company. A task is on hold while its company is inactive, and
 * continues afterwards (rule 22).
 */
const isOfActiveCompany = sql`exists (select from ${companies} where ${companies.id} = ${tasks.companyId} and ${companies.isActive})`

export interface NewTask {
  companyId: string
  id: string
  actorId: string | null
  kind: TaskName
  parameters: Record<string, unknown>
  selection: string
  items: readonly { subject: string; title: string }[]
  now: Date
}

/**
 * The maximum number of items per SQL statement: PostgreSQL allows 65 535 parameters, and each item
 * has six.
 */
const INSERTED_AT_ONCE = 1_000

/** Stores a task with its items. Returns false if the same task exists and is unfinished. */
export async function insertTask(db: Db, { items, now, ...task }: NewTask): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(tasks)
      .values({ ...task, status: 'queued', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: tasks.id })
    if (!row) return false
    const { companyId, id: taskId } = task
    for (let from = 0; from < items.length; from += INSERTED_AT_ONCE) {
      const some = items.slice(from, from + INSERTED_AT_ONCE)
      await tx.insert(taskItems).values(
        some.map((item, at) => ({
          ...item,
          position: from + at,
          companyId,
          taskId,
          status: 'waiting' as const,
        })),
      )
    }
    return true
  })
}

export async function openTask(
  db: Db,
  companyId: string,
  kind: TaskName,
  selection: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        eq(tasks.companyId, companyId),
        eq(tasks.kind, kind),
        eq(tasks.selection, selection),
        isOpen,
      ),
    )
  return row?.id ?? null
}

export async function countOpen(db: Db, companyId: string): Promise<number> {
  return db.$count(tasks, and(eq(tasks.companyId, companyId), isOpen))
}

/**
 * The interval in milliseconds at which a waiting task is retried, in case its connection was
 * restored without a notification.
 */
const LOOK_AFTER_MS = 5 * 60_000

const standsNotStill = (now: Date) =>
  or(isNull(tasks.waitsFor), lte(tasks.waitsSince, new Date(now.getTime() - LOOK_AFTER_MS)))

export async function companiesWithOpenTasks(
  db: Db,
  kinds: readonly TaskName[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ companyId: tasks.companyId })
    .from(tasks)
    .where(and(isOpen, standsNotStill(now), isOfActiveCompany, inArray(tasks.kind, [...kinds])))
  return rows.map(({ companyId }) => companyId)
}

/**
 * Assigns a company's oldest unfinished task to this run and returns it; a `background` task only
 * if there is no other task. A task abandoned by another run is continued.
 */
export async function takeTask(
  db: Db,
  companyId: string,
  { kinds, background }: { kinds: readonly TaskName[]; background: readonly TaskName[] },
  run: string,
  now: Date,
): Promise<TaskRow | null> {
  // The list must not be empty, because PostgreSQL does not accept a constant in ORDER BY.
  const isInBackground = inArray(sql`${tasks.kind}`, ['', ...background])
  const [next] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(
        ...[eq(tasks.companyId, companyId), isOpen, standsNotStill(now), isOfActiveCompany],
        inArray(tasks.kind, [...kinds]),
      ),
    )
    .orderBy(asc(isInBackground), asc(tasks.createdAt), asc(tasks.id))
    .limit(1)
  if (!next) return null
  const [row] = await db
    .update(tasks)
    .set({ status: 'running', run, waitsFor: null, waitsSince: null })
    .where(and(ofTask(companyId, next.id), isOpen))
    .returning()
  return row ?? null
}

/** Puts a task on hold until the user has acted. The current item gets no outcome. */
export async function holdTask(
  db: Db,
  companyId: string,
  id: string,
  run: string,
  { waitsFor, now }: { waitsFor: WaitsFor; now: Date },
): Promise<void> {
  await db
    .update(tasks)
    .set({ waitsFor, waitsSince: now })
    .where(and(ofTask(companyId, id), eq(tasks.status, 'running'), eq(tasks.run, run)))
}

/** Continues the tasks that wait for the user. Returns true if there were any. */
export async function releaseTasks(db: Db, companyId: string): Promise<boolean> {
  const released = await db
    .update(tasks)
    .set({ waitsFor: null, waitsSince: null })
    .where(and(eq(tasks.companyId, companyId), isOpen, isNotNull(tasks.waitsFor)))
    .returning({ id: tasks.id })
  return released.length > 0
}

export interface WaitingItem {
  position: number
  subject: string
  begunBefore: Date | null
}

export async function waitingItems(
  db: Db,
  companyId: string,
  taskId: string,
  limit: number,
): Promise<WaitingItem[]> {
  return db
    .select({
      position: taskItems.position,
      subject: taskItems.subject,
      begunBefore: taskItems.begunAt,
    })
    .from(taskItems)
    .where(and(itemsOf(companyId, taskId), eq(taskItems.status, 'waiting')))
    .orderBy(asc(taskItems.position))
    .limit(limit)
}

/**
 * Marks an item as started. Returns false if the item already has an outcome, the task was
 * cancelled, another run has taken over the task, or the company is inactive.
 */
export async function beginItem(
  db: Db,
  companyId: string,
  taskId: string,
  position: number,
  run: string,
  now: Date,
): Promise<boolean> {
  const mine = db
    .select({ one: sql`1` })
    .from(tasks)
    .where(
      and(
        ofTask(companyId, taskId),
        eq(tasks.status, 'running'),
        eq(tasks.run, run),
        isOfActiveCompany,
      ),
    )
  const [begun] = await db
    .update(taskItems)
    // Keeps the first start, because the action might have been done at any time since.
    .set({ begunAt: sql`coalesce(${taskItems.begunAt}, ${now.toISOString()}::timestamptz)` })
    .where(
      and(
        itemsOf(companyId, taskId),
        eq(taskItems.position, position),
        eq(taskItems.status, 'waiting'),
        exists(mine),
      ),
    )
    .returning({ position: taskItems.position })
  return begun !== undefined
}

/**
 * Stores an item's outcome, also if its task was cancelled. If the item already has an outcome,
 * that outcome is kept.
 */
export async function recordOutcome(
  db: Db,
  companyId: string,
  taskId: string,
  position: number,
  outcome: { status: 'done' | 'left_alone' | 'failed'; message: string; code?: string },
  now: Date,
): Promise<void> {
  await db
    .update(taskItems)
    .set({ ...outcome, doneAt: now })
    .where(
      and(
        itemsOf(companyId, taskId),
        eq(taskItems.position, position),
        eq(taskItems.status, 'waiting'),
      ),
    )
}

/**
 * Returns true if this run still holds the task; false if the task was cancelled, another run has
 * taken over the task, or the company is inactive.
 */
export async function holdsTask(
  db: Db,
  companyId: string,
  id: string,
  run: string,
): Promise<boolean> {
  const held = and(
    ofTask(companyId, id),
    eq(tasks.status, 'running'),
    eq(tasks.run, run),
    isOfActiveCompany,
  )
  return (await db.$count(tasks, held)) > 0
}

/** Ends a task that has no items left. Returns its counts, or null if there was no such task. */
export async function finishTask(
  db: Db,
  companyId: string,
  taskId: string,
  run: string,
  now: Date,
): Promise<TaskCounts | null> {
  const waiting = db
    .select({ one: sql`1` })
    .from(taskItems)
    .where(and(itemsOf(companyId, taskId), eq(taskItems.status, 'waiting')))
  const [ended] = await db
    .update(tasks)
    .set({ status: 'done', finishedAt: now })
    .where(
      and(
        ofTask(companyId, taskId),
        eq(tasks.status, 'running'),
        eq(tasks.run, run),
        notExists(waiting),
      ),
    )
    .returning({ id: tasks.id })
  return ended ? countsOf(db, companyId, taskId) : null
}

export async function cancel(db: Db, companyId: string, id: string, now: Date): Promise<boolean> {
  const [row] = await db
    .update(tasks)
    .set({ status: 'cancelled', finishedAt: now })
    .where(and(ofTask(companyId, id), isOpen))
    .returning({ id: tasks.id })
  return row !== undefined
}

export async function countBegun(db: Db, companyId: string, id: string): Promise<number> {
  return db.$count(taskItems, and(itemsOf(companyId, id), isNotNull(taskItems.begunAt)))
}

/**
 * Marks a task's outcome as seen, together with earlier tasks of the same kind in which all items
 * are done. Earlier tasks with failures stay unseen.
 */
export async function markSeen(
  db: Db,
  companyId: string,
  task: { id: string; kind: TaskName; finishedAt: Date },
  now: Date,
): Promise<void> {
  const notDone = db
    .select({ one: sql`1` })
    .from(taskItems)
    .where(
      and(
        eq(taskItems.companyId, companyId),
        eq(taskItems.taskId, tasks.id),
        ne(taskItems.status, 'done'),
      ),
    )
  const earlier = and(
    eq(tasks.kind, task.kind),
    lte(tasks.finishedAt, task.finishedAt),
    notExists(notDone),
  )
  await db
    .update(tasks)
    .set({ seenAt: now })
    .where(
      and(eq(tasks.companyId, companyId), isNull(tasks.seenAt), or(eq(tasks.id, task.id), earlier)),
    )
}

/** Counts the remaining items of all unfinished tasks, except tasks that wait for the user. */
export function backlogOfItems(db: Db, now: Date): Promise<Backlog> {
  return backlogOf(
    db,
    now,
    sql`select coalesce(i.begun_at, t.created_at) as since
        from tasks t
          join companies co on co.id = t.user_id and co.is_active
          join task_items i on i.user_id = t.user_id and i.task_id = t.id and i.status in ('waiting', 'running')
        where t.status in ('queued', 'running') and t.waits_for is null`,
  )
}

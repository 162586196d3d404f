import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import type { ItemStatus, TaskCounts, TaskItem, TaskName } from '#shared/contracts/tasks'
import type { Db } from '../../platform/database/database.ts'
import { taskItems, tasks } from './tables.ts'

export type TaskRow = typeof tasks.$inferSelect

const having = (status: ItemStatus) =>
  sql<number>`(count(*) filter (where ${taskItems.status} = ${status}))::int`

const counted = {
  total: sql<number>`count(*)::int`,
  waiting: having('waiting'),
  done: having('done'),
  leftAlone: having('left_alone'),
  failed: having('failed'),
}

/**
 * Returns the company's unfinished tasks first, and then the tasks that finished after `since`,
 * newest first.
 */
export async function tasksOf(
  db: Db,
  companyId: string,
  since: Date,
  limit: number,
): Promise<TaskRow[]> {
  return db
    .select()
    .from(tasks)
    .where(
      and(
        eq(tasks.companyId, companyId),
        or(isNull(tasks.finishedAt), gte(tasks.finishedAt, since)),
      ),
    )
    .orderBy(sql`${tasks.status} in ('queued', 'running') desc`, desc(tasks.createdAt), tasks.id)
    .limit(limit)
}

export async function taskById(db: Db, companyId: string, id: string): Promise<TaskRow | null> {
  const [row] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.id, id)))
  return row ?? null
}

export async function latestTaskOf(
  db: Db,
  companyId: string,
  kind: TaskName,
): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.kind, kind)))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(1)
  return row ?? null
}

export async function tasksOfKind(
  db: Db,
  companyId: string,
  kind: TaskName,
  since: Date,
): Promise<TaskRow[]> {
  return db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, companyId), eq(tasks.kind, kind), gte(tasks.createdAt, since)))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
}

export async function countsOf(db: Db, companyId: string, taskId: string): Promise<TaskCounts> {
  const counts = await countsOfTasks(db, companyId, [taskId])
  return counts.get(taskId) ?? { total: 0, waiting: 0, done: 0, leftAlone: 0, failed: 0 }
}

export async function countsOfTasks(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, TaskCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: taskItems.taskId, ...counted })
    .from(taskItems)
    .where(and(eq(taskItems.companyId, companyId), inArray(taskItems.taskId, [...ids])))
    .groupBy(taskItems.taskId)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

export async function doneSubjects(
  db: Db,
  companyId: string,
  taskIds: readonly string[],
): Promise<{ taskId: string; subject: string }[]> {
  if (taskIds.length === 0) return []
  return db
    .select({ taskId: taskItems.taskId, subject: taskItems.subject })
    .from(taskItems)
    .where(
      and(
        eq(taskItems.companyId, companyId),
        inArray(taskItems.taskId, [...taskIds]),
        eq(taskItems.status, 'done'),
      ),
    )
}

/**
 * Returns the items in order. `begun` is true when an item was started but has no outcome yet, so
 * its action might have been done.
 */
export async function itemsOfTask(
  db: Db,
  companyId: string,
  taskId: string,
): Promise<(Omit<TaskItem, 'became'> & { begun: boolean })[]> {
  return db
    .select({
      subject: taskItems.subject,
      title: taskItems.title,
      status: taskItems.status,
      message: taskItems.message,
      code: taskItems.code,
      begun: sql<boolean>`${taskItems.status} = 'waiting' and ${taskItems.begunAt} is not null`,
    })
    .from(taskItems)
    .where(and(eq(taskItems.companyId, companyId), eq(taskItems.taskId, taskId)))
    .orderBy(asc(taskItems.position))
}

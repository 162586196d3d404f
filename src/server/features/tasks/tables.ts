import { lt, sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ITEM_STATUSES, TASK_STATUSES, WAITS_FOR, type TaskName } from '#shared/contracts/tasks'
import type { KeepFor } from '../../platform/database/keep-for.ts'
import { users } from '../auth/tables.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Work over many items that the user has started. Its items record the progress. */
export const tasks = pgTable(
  'tasks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    kind: text('kind').$type<TaskName>().notNull(),
    parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull(),
    /** A hash of the selection: the same one, requested twice, is one open task. */
    selection: text('selection').notNull(),
    /** queued | running (both are work); done | cancelled */
    status: text('status', { enum: TASK_STATUSES }).notNull(),
    /** The run that holds it: one that slept past its lease begins no more items. */
    run: uuid('run'),
    /** The act of the user that it waits for; null when it does not wait. */
    waitsFor: text('waits_for', { enum: WAITS_FOR }),
    waitsSince: at('waits_since'),
    createdAt: at('created_at').notNull(),
    finishedAt: at('finished_at'),
    /** The time the user put the outcome away. */
    seenAt: at('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index('tasks_user_created').on(t.userId, t.createdAt, t.id),
    uniqueIndex('tasks_open')
      .on(t.userId, t.kind, t.selection)
      .where(sql`${t.status} in ('queued', 'running')`),
  ],
)

export const taskItems = pgTable(
  'task_items',
  {
    userId: uuid('user_id').notNull(),
    taskId: uuid('task_id').notNull(),
    /** The place in the order in which the items are done, from 0. */
    position: integer('position').notNull(),
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    status: text('status', { enum: ITEM_STATUSES }).notNull(),
    /** Written before the act. */
    begunAt: at('begun_at'),
    doneAt: at('done_at'),
    /** Norwegian, shown to the user. */
    message: text('message'),
    code: text('code'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.taskId, t.position] }),
    foreignKey({
      name: 'task_items_task',
      columns: [t.userId, t.taskId],
      foreignColumns: [tasks.userId, tasks.id],
    }).onDelete('cascade'),
  ],
)

export const keepFor: KeepFor = [
  [tasks, { for: { days: 30 }, old: (before) => lt(tasks.finishedAt, before) }],
  [taskItems, { with: tasks }],
]

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

/** What a person has started over many items. Its items say how far it is. */
export const tasks = pgTable(
  'tasks',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** The name of a TaskKind. */
    kind: text('kind').$type<TaskName>().notNull(),
    parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull(),
    /** A hash of what was chosen: the same selection, asked for twice, is one open task. */
    selection: text('selection').notNull(),
    /** queued | running (both are work); done | cancelled */
    status: text('status', { enum: TASK_STATUSES }).notNull(),
    /** The run that has it: one that slept past its lease begins no more items. */
    run: uuid('run'),
    /** It stands still until a person has done this; null = it does not. */
    waitsFor: text('waits_for', { enum: WAITS_FOR }),
    waitsSince: at('waits_since'),
    createdAt: at('created_at').notNull(),
    finishedAt: at('finished_at'),
    /** When a person put the outcome away. */
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
    /** From 0, in the order in which they are done. */
    position: integer('position').notNull(),
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    status: text('status', { enum: ITEM_STATUSES }).notNull(),
    /** Written before the act. */
    begunAt: at('begun_at'),
    doneAt: at('done_at'),
    /** Norwegian, for the person. */
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

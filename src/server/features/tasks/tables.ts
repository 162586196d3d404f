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
import { companyColumn } from '../auth/tables.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const tasks = pgTable(
  'tasks',
  {
    companyId: companyColumn(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<TaskName>().notNull(),
    parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull(),
    /** A hash of the selection, so that requesting it twice gives one unfinished task. */
    selection: text('selection').notNull(),
    /** Who started it, without a foreign key; null for what the product has started by itself. */
    actorId: uuid('actor_id'),
    /**
     * The state of the task: `queued` and `running` while unfinished, `done` and `cancelled` when
     * finished.
     */
    status: text('status', { enum: TASK_STATUSES }).notNull(),
    /** The id of the run that holds the task. A run whose lease has ended starts no more items. */
    run: uuid('run'),
    waitsFor: text('waits_for', { enum: WAITS_FOR }),
    waitsSince: at('waits_since'),
    createdAt: at('created_at').notNull(),
    finishedAt: at('finished_at'),
    seenAt: at('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    index('tasks_user_created').on(t.companyId, t.createdAt, t.id),
    uniqueIndex('tasks_open')
      .on(t.companyId, t.kind, t.selection)
      .where(sql`${t.status} in ('queued', 'running')`),
  ],
)

export const taskItems = pgTable(
  'task_items',
  {
    companyId: uuid('user_id').notNull(),
    taskId: uuid('task_id').notNull(),
    position: integer('position').notNull(),
    subject: text('subject').notNull(),
    title: text('title').notNull(),
    status: text('status', { enum: ITEM_STATUSES }).notNull(),
    begunAt: at('begun_at'),
    doneAt: at('done_at'),
    message: text('message'),
    code: text('code'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.taskId, t.position] }),
    foreignKey({
      name: 'task_items_task',
      columns: [t.companyId, t.taskId],
      foreignColumns: [tasks.companyId, tasks.id],
    }).onDelete('cascade'),
  ],
)

export const keepFor: KeepFor = [
  [tasks, { for: { days: 30 }, old: (before) => lt(tasks.finishedAt, before) }],
  [taskItems, { with: tasks }],
]

import * as z from 'zod/mini'
import type { Act } from '../access/roles.ts'
import { endpoint } from '../contract.ts'
import { formatCount } from '../counts.ts'
import { id } from '../fields.ts'

/**
 * This file declares the endpoints of tasks: work on many items that the user has started. A task
 * continues when the page is closed; the endpoints show its progress and each item's result, and
 * cancel it.
 */

export const MOST_ITEMS = 1_000
export const TOO_MANY = `Velg høyst ${formatCount(MOST_ITEMS)} om gangen`

/** The kinds of tasks, each with the act that starts it. */
const TASK_ACTS = {
  retry_transfers: 'transfers',
  skip_transfers: 'transfers',
  fix_month: 'reconciliation',
  link_customers: 'customers',
  create_contacts: 'customers',
  delete_products: 'products',
  smart_sync: 'products',
  import_products: 'products',
  price_run: 'products',
  undo_price_run: 'products',
} as const satisfies Record<string, Act>
export type TaskName = keyof typeof TASK_ACTS

/** Returns the act that starts such a task, and that also ends it or puts it away. */
export const actOfTask = (kind: TaskName): Act =>
  // Another version may have stored a kind that this version does not know.
  Object.hasOwn(TASK_ACTS, kind) ? TASK_ACTS[kind] : 'transfers'

const SOME_TASK = ['transfers', 'reconciliation', 'customers', 'products'] as const

export const TASK_STATUSES = ['queued', 'running', 'done', 'cancelled'] as const
/**
 * The states of an item. `left_alone`: the item is unchanged, for a reason that is not an error.
 */
export const ITEM_STATUSES = ['waiting', 'done', 'left_alone', 'failed'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

export const WAITS_FOR = ['fiken', 'servicem8', 'company'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]
export const waitsFor = z.nullable(z.enum(WAITS_FOR))

const counts = z.object({
  total: z.int(),
  waiting: z.int(),
  done: z.int(),
  leftAlone: z.int(),
  failed: z.int(),
})
export type TaskCounts = z.infer<typeof counts>

/**
 * The later states of an item whose action only started something. `waits`: needs the user, or
 * continues later automatically. `gone`: has since been removed from the list.
 */
export const BECOME = ['under_way', 'draft', 'invoice', 'waits', 'failed', 'gone'] as const
export type Become = (typeof BECOME)[number]

/** The items by their later state; the numbers add up to `counts.done`. */
const results = z.object({
  underWay: z.int(),
  drafts: z.int(),
  invoices: z.int(),
  waits: z.int(),
  failed: z.int(),
  gone: z.int(),
})
export type TaskResults = z.infer<typeof results>

export const task = z.object({
  id: z.string(),
  // Another version may have stored a name that this version does not know; the task is still
  // shown.
  kind: z.string() as z.ZodMiniType as z.ZodMiniType<TaskName, TaskName>,
  /** A title such as "Prøv 25 jobber igjen", with what the task waits for, if anything. */
  title: z.string(),
  /** A summary such as "22 jobber er satt i kø, 3 er ikke endret." */
  summary: z.string(),
  /** The later outcome, for example "20 ble utkast i Fiken, 2 feilet"; empty without results. */
  outcome: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  status: z.enum(TASK_STATUSES),
  /**
   * The vendor or company that the task waits for; it continues when the user has connected the
   * vendor or selected the company.
   */
  waitsFor,
  counts,
  /**
   * The later states of the items; null if the action does not start anything, or the user has
   * dismissed the results.
   */
  results: z.nullable(results),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  seenAt: z.nullable(z.string()),
})
export type Task = z.infer<typeof task>

const taskItem = z.object({
  subject: z.string(),
  title: z.string(),
  status: z.enum(ITEM_STATUSES),
  message: z.nullable(z.string()),
  /**
   * The reason, if the same action on a single item has a code for it, such as `already_paid` or
   * `not_approved`.
   */
  code: z.nullable(z.string()),
  became: z.nullable(z.enum(BECOME)),
})
export type TaskItem = z.infer<typeof taskItem>

export const taskWithItems = z.extend(task, { items: z.array(taskItem) })
export type TaskWithItems = z.infer<typeof taskWithItems>

const params = z.object({ id })

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  access: 'user',
  act: 'read',
  shows: ['tasks', 'transfers'],
  summary:
    'Det du har satt i gang for mange på en gang: det som pågår først, så det som ble ferdig det siste døgnet',
  answer: z.array(task),
})

export const readTask = endpoint({
  method: 'GET',
  path: '/api/tasks/:id',
  access: 'user',
  act: 'read',
  shows: ['tasks', 'transfers'],
  summary: 'En oppgave med hva som skjedde med hver enkelt',
  params,
  answer: taskWithItems,
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/cancel',
  access: 'user',
  act: SOME_TASK,
  changes: ['tasks', 'activity'],
  summary: 'Stopper en oppgave før neste. Det som er gjort, blir stående.',
  params,
  answer: task,
})

export const seeTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/seen',
  access: 'user',
  act: SOME_TASK,
  changes: ['tasks'],
  summary:
    'Legger bort utfallet av en ferdig oppgave, og av tidligere av samme slag der alt gikk bra',
  params,
  answer: z.object({ message: z.string() }),
})

import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { formatCount } from '../counts.ts'
import { id } from '../fields.ts'

/**
 * Work over many items that the user has started. It goes on unwatched: these calls show its
 * progress and each item's outcome, and stop it.
 */

export const MOST_ITEMS = 1_000
export const TOO_MANY = `Velg høyst ${formatCount(MOST_ITEMS)} om gangen`

/** The stored names of the kinds of tasks; a feature declares the meaning of its own. */
export type TaskName =
  | 'retry_transfers'
  | 'skip_transfers'
  | 'fix_month'
  | 'link_customers'
  | 'create_contacts'
  | 'delete_products'
  | 'smart_sync'
  | 'import_products'
  | 'price_run'
  | 'undo_price_run'

export const TASK_STATUSES = ['queued', 'running', 'done', 'cancelled'] as const
/** `left_alone`: nothing was done to it, for a reason that is no fault. */
export const ITEM_STATUSES = ['waiting', 'done', 'left_alone', 'failed'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** A task waits for the user to connect a system or choose a company. */
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
 * The later fate of an item whose act only starts something. `waits`: it needs the user, or goes on
 * later automatically. `gone`: taken out of the list since.
 */
export const BECOME = ['under_way', 'draft', 'invoice', 'waits', 'failed', 'gone'] as const
export type Become = (typeof BECOME)[number]

/** The later fates of the items that were done. They add up to `counts.done`. */
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
  // Another version may have stored a name that this one does not know: it is shown all the same.
  kind: z.string() as z.ZodMiniType as z.ZodMiniType<TaskName, TaskName>,
  /** The act and the number of items, e.g. "Prøv 25 jobber igjen", or what it waits for. */
  title: z.string(),
  /** The work so far, e.g. "22 jobber er satt i kø, 3 er ikke endret." */
  summary: z.string(),
  /** The outcome so far, e.g. "20 ble utkast i Fiken, 2 feilet"; empty while there is none. */
  outcome: z.string(),
  /** The kind's parameters beside its items. */
  parameters: z.record(z.string(), z.unknown()),
  status: z.enum(TASK_STATUSES),
  /** The connection or choice that it stands still for; it goes on when the user has made it. */
  waitsFor,
  counts,
  /** Null unless the act starts something, and when the outcome was dismissed. */
  results: z.nullable(results),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** The time when the user dismissed its outcome, which is shown until then. */
  seenAt: z.nullable(z.string()),
})
export type Task = z.infer<typeof task>

const taskItem = z.object({
  /** The item in the terms of its kind: a transfer's id. */
  subject: z.string(),
  title: z.string(),
  status: z.enum(ITEM_STATUSES),
  message: z.nullable(z.string()),
  /**
   * The reason, when the act on a single item has a code for it: `already_paid`, `not_approved` …
   */
  code: z.nullable(z.string()),
  /** Present for an act that starts something, and was done. */
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
  shows: ['tasks', 'transfers'],
  summary:
    'Det du har satt i gang for mange på en gang: det som pågår først, så det som ble ferdig det siste døgnet',
  answer: z.array(task),
})

export const readTask = endpoint({
  method: 'GET',
  path: '/api/tasks/:id',
  access: 'user',
  shows: ['tasks', 'transfers'],
  summary: 'En oppgave med hva som skjedde med hver enkelt',
  params,
  answer: taskWithItems,
})

export const cancelTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/cancel',
  access: 'user',
  changes: ['tasks', 'activity'],
  summary: 'Stopper en oppgave før neste. Det som er gjort, blir stående.',
  params,
  answer: task,
})

export const seeTask = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/seen',
  access: 'user',
  changes: ['tasks'],
  summary:
    'Legger bort utfallet av en ferdig oppgave, og av tidligere av samme slag der alt gikk bra',
  params,
  answer: z.object({ message: z.string() }),
})

import * as z from 'zod/mini'
import { endpoint } from '../contract.ts'
import { formatCount } from '../counts.ts'
import { id } from '../fields.ts'

/**
 * Work over many items that a person has started. It goes on whether or not anybody looks: these
 * calls show how far it is and what became of each item, and stop it.
 */

/** The most items that one task takes. */
export const MOST_ITEMS = 1_000
export const TOO_MANY = `Velg høyst ${formatCount(MOST_ITEMS)} om gangen`

/** The kinds of tasks, by the names that are stored; a feature declares what each of its own does. */
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

/** What a task may wait for until a person has done it: a connection, or the choice of a company. */
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
 * What has become of an item whose act only starts something. `waits`: it needs a person, or goes
 * on later by itself. `gone`: taken out of the list since.
 */
export const BECOME = ['under_way', 'draft', 'invoice', 'waits', 'failed', 'gone'] as const
export type Become = (typeof BECOME)[number]

/** Of the items that were done, how many have become what. They add up to `counts.done`. */
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
  /** What is done to how many, e.g. "Prøv 25 jobber igjen", and what it waits for. */
  title: z.string(),
  /** What was done so far, e.g. "22 jobber er satt i kø, 3 er ikke endret." */
  summary: z.string(),
  /** What came of it so far, e.g. "20 ble utkast i Fiken, 2 feilet"; empty while nothing has. */
  outcome: z.string(),
  /** What the kind needs to know beside its items. */
  parameters: z.record(z.string(), z.unknown()),
  status: z.enum(TASK_STATUSES),
  /** It stands still until a person has connected this system, or chosen a company; then it goes on. */
  waitsFor,
  counts,
  /** Of acts that start something; null of others, and when the outcome was put away. */
  results: z.nullable(results),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  /** When a person put its outcome away; it is shown until then. */
  seenAt: z.nullable(z.string()),
})
export type Task = z.infer<typeof task>

const taskItem = z.object({
  /** What the item is, in the words of its kind: a transfer's id. */
  subject: z.string(),
  title: z.string(),
  status: z.enum(ITEM_STATUSES),
  message: z.nullable(z.string()),
  /** Why, where the act for one alone has a code: `already_paid`, `not_approved` … */
  code: z.nullable(z.string()),
  /** Of an act that starts something, and was done. */
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

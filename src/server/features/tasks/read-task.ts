import type { Task, TaskWithItems } from '#shared/contracts/tasks'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/http-error.ts'
import type { Became, TaskKind } from './kind.ts'
import { presentTask, resultsOf } from './present.ts'
import {
  countsOf,
  countsOfTasks,
  doneSubjects,
  itemsOfTask,
  taskById,
  tasksOf,
  type TaskRow,
} from './queries.ts'

const SHOWN = 20
const RECENT_MS = 24 * 60 * 60_000

export async function readTasks(
  { db, clock }: Platform,
  kinds: readonly TaskKind[],
  companyId: string,
): Promise<Task[]> {
  const rows = await tasksOf(db, companyId, new Date(clock.now() - RECENT_MS), SHOWN)
  const counts = await countsOfTasks(
    db,
    companyId,
    rows.map(({ id }) => id),
  )
  const became = await becameOf(db, kinds, companyId, rows)
  return rows.flatMap((row) => {
    const own = counts.get(row.id)
    return own ? presentTask(kinds, row, own, resultsIn(became.get(row.id))) : []
  })
}

export async function readTask(
  { db }: Platform,
  kinds: readonly TaskKind[],
  companyId: string,
  id: string,
): Promise<Task> {
  const row = await taskById(db, companyId, id)
  if (!row) throw notFound('Oppgaven finnes ikke.')
  const became = await becameOf(db, kinds, companyId, [row])
  return presentTask(kinds, row, await countsOf(db, companyId, id), resultsIn(became.get(id)))
}

export async function readTaskWithItems(
  { db }: Platform,
  kinds: readonly TaskKind[],
  companyId: string,
  id: string,
): Promise<TaskWithItems> {
  const row = await taskById(db, companyId, id)
  if (!row) throw notFound('Oppgaven finnes ikke.')
  const became = (await becameOf(db, kinds, companyId, [row])).get(id)
  const items = await itemsOfTask(db, companyId, id)
  // The process was killed between the action and its recording, and the task was cancelled before
  // it was resumed.
  const unknown = 'Var begynt på da oppgaven ble avbrutt, og kan være gjort.'
  return {
    ...presentTask(kinds, row, await countsOf(db, companyId, id), resultsIn(became)),
    items: items.map(({ begun, ...item }) => {
      const since = became?.get(item.subject)
      return {
        ...item,
        message: begun && row.status === 'cancelled' ? unknown : (since?.message ?? item.message),
        became: since?.state ?? null,
      }
    }),
  }
}

async function becameOf(
  db: Db,
  kinds: readonly TaskKind[],
  companyId: string,
  rows: readonly TaskRow[],
): Promise<Map<string, ReadonlyMap<string, Became>>> {
  const found = new Map<string, ReadonlyMap<string, Became>>()
  const followed = rows.filter(
    ({ kind, seenAt }) => seenAt === null && kinds.some((one) => one.name === kind && one.became),
  )
  const done = await doneSubjects(
    db,
    companyId,
    followed.map(({ id }) => id),
  )
  for (const row of followed) {
    const kind = kinds.find(({ name }) => name === row.kind)
    const subjects = done.filter(({ taskId }) => taskId === row.id).map(({ subject }) => subject)
    const known = await kind?.became?.(db, companyId, kind.read(row.parameters), subjects)
    if (known)
      found.set(
        row.id,
        new Map(subjects.map((subject) => [subject, known.get(subject) ?? GONE] as const)),
      )
  }
  return found
}

const GONE: Became = { state: 'gone', message: null }

const resultsIn = (became: ReadonlyMap<string, Became> | undefined) =>
  became ? resultsOf([...became.values()].map(({ state }) => state)) : null

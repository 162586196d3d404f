import type { Become, Task, TaskCounts, TaskResults, WaitsFor } from '#shared/contracts/tasks'
import type { TaskKind } from './kind.ts'
import type { TaskRow } from './queries.ts'

/**
 * Returns the task as the screens show it. A task of a kind unknown to this version is shown only
 * by its counts.
 */
export function presentTask(
  kinds: readonly TaskKind[],
  row: TaskRow,
  counts: TaskCounts,
  results: TaskResults | null = null,
): Task {
  const kind = kinds.find(({ name }) => name === row.kind)
  const waitsFor = row.finishedAt === null ? row.waitsFor : null
  return {
    id: row.id,
    kind: row.kind,
    title: [titleOf(kinds, row, counts), waitsFor && WAITS[waitsFor].now]
      .filter(Boolean)
      .join(': '),
    summary: summaryOf(kind, row.parameters, counts),
    outcome: outcomeOf(results),
    parameters: row.parameters,
    status: row.status,
    waitsFor,
    counts,
    results,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    seenAt: row.seenAt?.toISOString() ?? null,
  }
}

export function summaryOf(
  kind: TaskKind | undefined,
  parameters: Record<string, unknown>,
  { done, leftAlone, failed }: TaskCounts,
): string {
  const parts = [
    kind ? kind.done(kind.read(parameters), done) : `${done} er gjort`,
    leftAlone > 0 ? `${leftAlone} er ikke endret` : '',
    failed > 0 ? `${failed} feilet` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

export function titleOf(
  kinds: readonly TaskKind[],
  task: Pick<TaskRow, 'kind' | 'parameters'>,
  { total }: Pick<TaskCounts, 'total'>,
): string {
  const kind = kinds.find(({ name }) => name === task.kind)
  return kind ? kind.title(kind.read(task.parameters), total) : task.kind
}

const WAITS: Record<WaitsFor, { now: string; until: string }> = {
  fiken: { now: 'venter på Fiken', until: 'når Fiken er koblet til igjen' },
  servicem8: { now: 'venter på ServiceM8', until: 'når ServiceM8 er koblet til igjen' },
  company: { now: 'venter på valg av selskap', until: 'når selskapet i Fiken er valgt' },
}

/**
 * Returns the sentence about when the rest of the task continues: "Resten fortsetter.", possibly
 * after an action by the user.
 */
export const restGoesOn = (waitsFor: WaitsFor | null) =>
  waitsFor === null ? 'Resten fortsetter.' : `Resten fortsetter ${WAITS[waitsFor].until}.`

/**
 * Returns a summary of the later outcomes: "20 ble utkast i Fiken, 3 feilet, 2 venter". Items
 * without a later outcome are not counted.
 */
function outcomeOf(results: TaskResults | null): string {
  if (results === null) return ''
  const { drafts, invoices, failed, waits, gone } = results
  const parts = [
    drafts > 0 ? `${drafts} ble utkast i Fiken` : '',
    invoices > 0 ? `${invoices} ble faktura i Fiken` : '',
    failed > 0 ? `${failed} feilet` : '',
    waits > 0 ? `${waits} venter` : '',
    gone > 0 ? `${gone} er slettet` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

export function resultsOf(states: readonly Become[]): TaskResults {
  const those = (state: Become) => states.filter((one) => one === state).length
  return {
    underWay: those('under_way'),
    drafts: those('draft'),
    invoices: those('invoice'),
    waits: those('waits'),
    failed: those('failed'),
    gone: those('gone'),
  }
}

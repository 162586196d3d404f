import type { ConnectionStatus } from '#shared/contracts/connections'
import { MATCH_KINDS, ROWS_A_PAGE, type MatchKind } from '#shared/contracts/customer-import'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import { isOpen } from '../../tasks/task-state.ts'

export type Counts = Record<MatchKind, number>

export const LISTS = ['uncertain', 'missing', 'linked'] as const satisfies readonly MatchKind[]

export interface Shown {
  /** The list shown; null means the first list that needs the user. */
  list: MatchKind | null
  page: number
}

export function readShown(search: URLSearchParams): Shown {
  const page = Number(search.get('page'))
  return {
    list: MATCH_KINDS.find((kind) => kind === search.get('list')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

export function writeShown(search: URLSearchParams, list: MatchKind, page = 1): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('list', list)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}

export const firstList = (counts: Counts): MatchKind =>
  LISTS.find((list) => counts[list] > 0) ?? 'linked'

export function pagesOf(count: number, page: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(count / ROWS_A_PAGE))
  return { page: Math.min(page, pages), pages }
}

/** Returns the recipient's name if it differs from the client's; null otherwise. */
export const otherRecipient = (row: { name: string; recipientName: string }): string | null =>
  row.recipientName === '' || row.recipientName === row.name ? null : row.recipientName

/** A missing connection or setting that prevents a matching run; an unknown state does not. */
export type Obstacle = 'servicem8' | 'fiken' | 'company'

export function obstacleOf(
  grants: { servicem8Status: ConnectionStatus; fikenStatus: ConnectionStatus } | undefined,
  settings: { fikenCompanySlug: string | null; requiresCompanySelection: boolean } | undefined,
): Obstacle | null {
  if (grants && grants.servicem8Status !== 'connected') return 'servicem8'
  if (grants && grants.fikenStatus !== 'connected') return 'fiken'
  return settings && (settings.fikenCompanySlug === null || settings.requiresCompanySelection)
    ? 'company'
    : null
}

const REFUSALS: Record<string, Obstacle> = {
  authorize_servicem8: 'servicem8',
  authorize_fiken: 'fiken',
  no_company: 'company',
}
export const obstacleIn = (code: string): Obstacle | null => REFUSALS[code] ?? null

export function stepOf(
  { counts }: Pick<Task, 'counts'>,
  items: readonly TaskItem[] | undefined,
): { step: number; steps: number; title: string | null } {
  return {
    step: Math.min(counts.total - counts.waiting + 1, counts.total),
    steps: counts.total,
    title: items?.find(({ status }) => status === 'waiting')?.title ?? null,
  }
}

export type Trouble =
  { ended: 'cancelled' } | { ended: 'failed'; some: boolean; why: string | null }

/**
 * Returns the trouble of the latest matching run; null if the run finished or is still running.
 * @param items the task's items; undefined until they are loaded
 */
export function troubleOf(
  task: Pick<Task, 'status' | 'counts'> | null,
  items: readonly TaskItem[] | undefined,
): Trouble | null {
  if (!task || isOpen(task)) return null
  if (task.status === 'cancelled') return { ended: 'cancelled' }
  if (task.counts.done === task.counts.total) return null
  const first = (status: TaskItem['status']) =>
    items?.find((item) => item.status === status && item.message !== null)?.message
  return {
    ended: 'failed',
    some:
      items?.some(({ subject, status }) => subject.startsWith('match:') && status === 'done') ??
      false,
    why: first('failed') ?? first('left_alone') ?? null,
  }
}

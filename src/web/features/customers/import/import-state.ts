import type { ConnectionStatus } from '#shared/contracts/connections'
import { MATCH_KINDS, ROWS_A_PAGE, type MatchKind } from '#shared/contracts/customer-import'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import { isOpen } from '../../tasks/task-state.ts'

/** What the screen shows of a comparison, as pure rules. */

export type Counts = Record<MatchKind, number>

/** The lists in the order in which they need a person. */
export const LISTS = ['uncertain', 'missing', 'linked'] as const satisfies readonly MatchKind[]

/** What the screen shows, as the address says it. */
export interface Shown {
  /** Null: whichever needs a person. */
  list: MatchKind | null
  page: number
}

/** Odd values are as good as none: an address may be written by hand. */
export function readShown(search: URLSearchParams): Shown {
  const page = Number(search.get('page'))
  return {
    list: MATCH_KINDS.find((kind) => kind === search.get('list')) ?? null,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  }
}

/** The first page is left out of the address. */
export function writeShown(search: URLSearchParams, list: MatchKind, page = 1): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set('list', list)
  if (page === 1) next.delete('page')
  else next.set('page', String(page))
  return next
}

/** The list that a person has something to do in, before those that are only to be read. */
export const firstList = (counts: Counts): MatchKind =>
  LISTS.find((list) => counts[list] > 0) ?? 'linked'

/** How many pages a list has, and which is shown: the last one, where it has become shorter. */
export function pagesOf(count: number, page: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(count / ROWS_A_PAGE))
  return { page: Math.min(page, pages), pages }
}

/** Who receives the invoices, when that is not the client itself. */
export const otherRecipient = (row: { name: string; recipientName: string }): string | null =>
  row.recipientName === '' || row.recipientName === row.name ? null : row.recipientName

/** What is not in place for a comparison; what is not known yet is no obstacle. */
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

/** The same, as the server says it when a comparison is asked for. */
const REFUSALS: Record<string, Obstacle> = {
  authorize_servicem8: 'servicem8',
  authorize_fiken: 'fiken',
  no_company: 'company',
}
export const obstacleIn = (code: string): Obstacle | null => REFUSALS[code] ?? null

/** Which step a comparison is at, and how many there are. */
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

/** How the latest comparison ended, where not well. */
export type Trouble =
  { ended: 'cancelled' } | { ended: 'failed'; some: boolean; why: string | null }

/** @param items of the task; undefined until they are known */
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

import { isUuid } from '#shared/fields'
import { ACTIVITY_TYPES, type ActivityType } from '#shared/contracts/activity-log'
import type { AdminUser } from '#shared/contracts/admin'
import type { Tone } from '../../ui/StatusChip.tsx'
import { text } from './text.ts'

export const USERS_A_PAGE = { wide: 50, phone: 10 } as const
export const LOG_SIZES = [25, 50, 100, 200] as const
const FIRST_SIZE = 50

export interface AdminView {
  q: string
  page: number
  type: ActivityType | ''
  user: string
  size: number
}

const NAMES: Record<keyof AdminView, string> = {
  q: 'q',
  page: 'side',
  type: 'type',
  user: 'bruker',
  size: 'antall',
}

export function readView(search: URLSearchParams): AdminView {
  const said = (key: keyof AdminView) => search.get(NAMES[key]) ?? ''
  const page = Number(said('page'))
  return {
    q: said('q').slice(0, 200),
    page: Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
    type: ACTIVITY_TYPES.find((type) => type === said('type')) ?? '',
    user: isUuid(said('user')) ? said('user') : '',
    size: LOG_SIZES.find((size) => String(size) === said('size')) ?? FIRST_SIZE,
  }
}

export function writeView(search: URLSearchParams, change: Partial<AdminView>): URLSearchParams {
  const firstPage = 'q' in change ? { page: 1 } : {}
  const view = { ...readView(search), ...firstPage, ...change }
  const usual: AdminView = { q: '', page: 1, type: '', user: '', size: FIRST_SIZE }
  const next = new URLSearchParams(search)
  for (const key of Object.keys(NAMES) as (keyof AdminView)[]) {
    if (view[key] === usual[key]) next.delete(NAMES[key])
    else next.set(NAMES[key], String(view[key]))
  }
  return next
}

export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

type Named = Pick<AdminUser, 'firstName' | 'lastName' | 'email'>

export function fullName({ firstName, lastName }: Pick<Named, 'firstName' | 'lastName'>) {
  return [firstName, lastName].filter((part) => part?.trim()).join(' ') || null
}

export function nameOf(user: Named): string {
  return fullName(user) ?? user.email
}

/** Returns the reason why the user cannot be deactivated, demoted or deleted; null otherwise. */
export function whyKept(
  user: Pick<AdminUser, 'id' | 'sendsBills'>,
  ownId: string | null,
): string | null {
  if (user.id === ownId) return text.ownRow
  return user.sendsBills ? text.billsRow : null
}

export function resultOf(success: boolean | null): { word: string; tone: Tone } {
  if (success === null) return { word: text.info, tone: 'info' }
  return success ? { word: text.succeeded, tone: 'ok' } : { word: text.failed, tone: 'bad' }
}

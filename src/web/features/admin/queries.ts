import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  deleteUser,
  listEverybodysActivity,
  listUsers,
  readAdminStats,
  setUserAdmin,
  setUserStatus,
  type AdminUser,
} from '#shared/contracts/admin'
import { call, callForHeaders } from '../../lib/api.ts'
import { afterWrite } from '../../lib/live.ts'
import { keyOf, polling, reading, showing, SLOW_MS } from '../../lib/query-client.ts'
import { useRowMutation } from '../../lib/row-mutation.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { toast } from '../../ui/toast-store.ts'
import { TABLE, useMatches } from '../../ui/useMatches.ts'
import { nameOf, USERS_A_PAGE, type AdminView } from './admin-state.ts'
import { text } from './text.ts'

export function useAdminStats() {
  return useQuery(polling(readAdminStats, {}))
}

const paged = {
  placeholderData: keepPreviousData,
  refetchOnMount: 'always',
  refetchInterval: SLOW_MS,
} as const

export function useUsers({ q, page }: Pick<AdminView, 'q' | 'page'>) {
  // A phone has a card per user, and other cards below the list.
  const limit = USERS_A_PAGE[useMatches(TABLE) ? 'wide' : 'phone']
  const query = { q: q.trim(), page, limit }
  return useQuery({
    ...paged,
    queryKey: [...keyOf(listUsers), 'page', query],
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callForHeaders(listUsers, { query, signal })
      return { rows: answer, total: totalOf(headers, answer), page, size: limit }
    },
    meta: showing(listUsers),
  })
}

export function useLog({ type, user, size }: Pick<AdminView, 'type' | 'user' | 'size'>) {
  const query = { type, userId: user, limit: size }
  return useQuery({
    ...paged,
    queryKey: [...keyOf(listEverybodysActivity), query],
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callForHeaders(listEverybodysActivity, { query, signal })
      return { rows: answer, total: totalOf(headers, answer) }
    },
    meta: showing(listEverybodysActivity),
  })
}

const totalOf = (headers: Headers, rows: readonly unknown[]) =>
  Number(headers.get('x-total-count') ?? rows.length)

const MOST_NAMES = 500

export function useUserNames(chosen: string): AdminUser[] {
  const newest = useQuery(reading(listUsers, { query: { limit: MOST_NAMES } })).data ?? []
  const isThere = chosen === '' || newest.some(({ id }) => id === chosen)
  const other = useQuery({
    ...reading(listUsers, { query: { q: chosen, limit: 1 } }),
    enabled: !isThere,
  })
  return isThere ? newest : [...newest, ...(other.data ?? [])]
}

const idOf = ({ id }: AdminUser) => id

/**
 * Returns the actions on users, which can ask for the administrator's password first. The list is
 * read again when another administrator has changed or deleted the user.
 */
export function useUserActs() {
  const status = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id, isActive }: AdminUser) =>
      call(setUserStatus, { params: { id }, body: { isActive: !isActive } }),
    onSuccess: ({ user }) => {
      const { activated, deactivated } = text.toast
      const description = (user.isActive ? activated : deactivated)(nameOf(user))
      toast({ title: text.toast.status, description })
    },
    onError: (error) => toastFailure(text.toast.updateFailed, error, text.toast.statusFailed),
    onSettled: afterWrite(setUserStatus),
  })
  const admin = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id, isAdmin }: AdminUser) =>
      call(setUserAdmin, { params: { id }, body: { isAdmin: !isAdmin } }),
    onSuccess: ({ user }) => {
      const { granted, revoked } = text.toast
      const description = (user.isAdmin ? granted : revoked)(nameOf(user))
      toast({ title: text.toast.admin, description })
    },
    onError: (error) => toastFailure(text.toast.updateFailed, error, text.toast.adminFailed),
    onSettled: afterWrite(setUserAdmin),
  })
  const remove = useRowMutation({
    rowOf: idOf,
    mutationFn: ({ id }: AdminUser) => call(deleteUser, { params: { id } }),
    onSuccess: (_answer, user) =>
      toast({ title: text.toast.deleted, description: text.toast.deletedWhom(nameOf(user)) }),
    onError: (error) => toastFailure(text.toast.deleteFailed, error, text.toast.deleteFallback),
    onSettled: afterWrite(deleteUser),
  })
  return { status, admin, remove }
}
export type UserActs = ReturnType<typeof useUserActs>

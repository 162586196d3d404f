import { useMutation } from '@tanstack/react-query'
import { Search, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { readUserDeletion, type AdminUser } from '#shared/contracts/admin'
import { MOST_COUNTED } from '#shared/contract'
import type { Deletion } from '#shared/contracts/profile'
import { call, errorText } from '../../../lib/api.ts'
import { useSearchText } from '../../../lib/search-text.ts'
import { useSession } from '../../../lib/session.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { fullName, lastPage, nameOf, USERS_A_PAGE, type AdminView } from '../admin-state.ts'
import { useUserActs, type UserActs, type useUsers } from '../queries.ts'
import { text } from '../text.ts'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { UserRow } from './UserRow.tsx'

interface UsersCardProps {
  users: ReturnType<typeof useUsers>
  view: AdminView
  onView: (change: Partial<AdminView>) => void
  onShowLog: (user: AdminUser) => void
}

export function UsersCard({ users, view, onView, onShowLog }: UsersCardProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = users
  const session = useSession()
  const ownId = session.state === 'user' ? session.user.id : null
  const acts = useUserActs()
  // The question is not asked before it can say who else loses access.
  const ask = useMutation({
    mutationFn: async (user: AdminUser) => ({
      user,
      deletion: await call(readUserDeletion, { params: { id: user.id } }),
    }),
    onError: (error) => toastFailure(text.toast.deleteFailed, error, text.toast.deleteFallback),
  })
  const [typed, setTyped] = useSearchText(view.q, (q) => onView({ q }))
  const pages = lastPage(Math.min(data?.total ?? 0, MOST_COUNTED), data?.size ?? USERS_A_PAGE.wide)

  // True after the last user on the last page was deleted, or when the URL names a page that does
  // not exist.
  const isBeyond = data !== undefined && !isPlaceholderData && view.page > pages
  useEffect(() => {
    if (isBeyond) onView({ page: pages })
  })

  return (
    <Card
      flush
      title={text.users}
      aside={
        <TextField
          label={text.search}
          hideLabel
          type="search"
          placeholder={text.searchHint}
          maxLength={200}
          className="w-full sm:w-72"
          lead={<Search aria-hidden className="size-4" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
      intro={
        <span role="status">
          {data ? text.count((data.page - 1) * data.size + 1, data.rows.length, data.total) : ''}
        </span>
      }
    >
      {error && data && (
        <Banner tone="bad" live title={text.usersFailed} className="m-3">
          {errorText(error)}
        </Banner>
      )}
      {data && data.rows.length > 0 ? (
        <div className={cx(isPlaceholderData && 'opacity-60')}>
          <UserList
            rows={data.rows}
            ownId={ownId}
            acts={acts}
            askedAbout={ask.isPending ? ask.variables.id : null}
            onDelete={ask.mutate}
            onShowLog={onShowLog}
          />
        </div>
      ) : error && !data ? (
        <ErrorState
          title={text.usersFailed}
          why={errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      ) : view.q.trim() ? (
        <EmptyState
          title={text.noMatch}
          why={text.noMatchWhy(view.q.trim())}
          icon={<Search aria-hidden className="size-5" />}
          action={<Button onClick={() => setTyped('')}>{text.showAll}</Button>}
        />
      ) : (
        <EmptyState
          title={text.noUsers}
          why={text.noUsersWhy}
          icon={<Users aria-hidden className="size-5" />}
        />
      )}
      {pages > 1 && (
        <div className="border-t border-line p-2">
          <Pagination
            label={text.pages}
            page={view.page}
            pages={pages}
            onPage={(page) => onView({ page })}
          />
        </div>
      )}
      {ask.data && <DeleteUser {...ask.data} onClose={ask.reset} onDelete={acts.remove.mutate} />}
    </Card>
  )
}

interface DeleteUserProps {
  user: AdminUser
  deletion: Deletion
  onClose: () => void
  onDelete: (user: AdminUser) => void
}

function DeleteUser({ user, deletion, onClose, onDelete }: DeleteUserProps) {
  const { title, go, goes, list, stays } = text.confirm
  const who = [fullName(user) && user.email, user.companyName].filter(Boolean).join(' · ')
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title(nameOf(user))}
      confirm={go}
      onConfirm={() => onDelete(user)}
      description={
        <>
          {who && <span className="block wrap-anywhere text-ink">{who}</span>}
          <span className="mt-2 block">{goes}</span>
          {list.map((what) => (
            <span key={what} className="block pl-4 -indent-3">
              <span aria-hidden>· </span>
              {what}
            </span>
          ))}
          {deletion.companies
            .filter(({ members }) => members.length > 0)
            .map(({ id, name, members }) => (
              <span key={id} className="mt-2 block wrap-anywhere">
                {text.confirm.losesAccess(name, members)}
              </span>
            ))}
          <span className="mt-2 block">{stays}</span>
        </>
      }
    />
  )
}

const WIDE = 'hidden @4xl:table-cell'

const COLUMNS: readonly DataColumn[] = [
  { key: 'user', head: text.heads.user },
  { key: 'company', head: text.heads.company, className: WIDE },
  { key: 'email', head: text.heads.email, className: `${WIDE} w-48` },
  { key: 'status', head: text.heads.status, className: 'w-30' },
  { key: 'admin', head: text.heads.admin, className: 'w-30' },
  { key: 'registered', head: text.heads.registered, className: 'w-26' },
  { key: 'acts', head: text.heads.acts, align: 'right', className: 'w-31' },
]

interface UserListProps {
  rows: readonly AdminUser[]
  ownId: string | null
  acts: UserActs
  /** The id of the user whose deletion is about to be asked about. */
  askedAbout: string | null
  onDelete: (user: AdminUser) => void
  onShowLog: (user: AdminUser) => void
}

function UserList({ rows, ownId, acts, askedAbout, onDelete, onShowLog }: UserListProps) {
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable ref={list} label={text.users} columns={COLUMNS} events={kept}>
      {rows.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          ownId={ownId}
          columns={COLUMNS.length}
          busy={{
            status: acts.status.isBusy(user.id),
            admin: acts.admin.isBusy(user.id),
            remove: askedAbout === user.id || acts.remove.isBusy(user.id),
          }}
          onStatus={acts.status.mutate}
          onAdmin={acts.admin.mutate}
          onDelete={onDelete}
          onShowLog={onShowLog}
        />
      ))}
    </DataTable>
  )
}

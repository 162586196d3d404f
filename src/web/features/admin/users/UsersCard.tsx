import { Search, Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AdminUser } from '#shared/contracts/admin'
import { MOST_COUNTED } from '#shared/contract'
import { errorText } from '../../../lib/api.ts'
import { useSearchText } from '../../../lib/search-text.ts'
import { useSession } from '../../../lib/session.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { pageWindow } from '../../../ui/page-window.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { lastPage, USERS_A_PAGE, type AdminView } from '../admin-state.ts'
import { useUserActs, type useUsers } from '../queries.ts'
import { text } from '../text.ts'
import { DeleteUser } from './DeleteUser.tsx'
import { UserList } from './UserList.tsx'

interface UsersCardProps {
  users: ReturnType<typeof useUsers>
  view: AdminView
  onView: (change: Partial<AdminView>) => void
  onShowLog: (user: AdminUser) => void
}

/** All users with an account, fifty per page. */
export function UsersCard({ users, view, onView, onShowLog }: UsersCardProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = users
  const session = useSession()
  const ownId = session.state === 'user' ? session.user.id : null
  const acts = useUserActs()
  const [leaving, setLeaving] = useState<AdminUser | null>(null)
  const [typed, setTyped] = useSearchText(view.q, (q) => onView({ q }))
  const pages = lastPage(Math.min(data?.total ?? 0, MOST_COUNTED))

  // True after the last user of the last page was deleted, or when the address names a page that
  // does not exist.
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
          {data ? text.count((data.page - 1) * USERS_A_PAGE + 1, data.rows.length, data.total) : ''}
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
            onDelete={setLeaving}
            onShowLog={onShowLog}
          />
        </div>
      ) : error && !data ? (
        <ErrorState
          title={text.usersFailed}
          why={errorText(error)}
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              {text.tryAgain}
            </Button>
          }
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
            window={pageWindow(view.page, pages)}
            words={text}
            onPage={(page) => onView({ page })}
          />
        </div>
      )}
      <DeleteUser user={leaving} onClose={() => setLeaving(null)} onDelete={acts.remove.mutate} />
    </Card>
  )
}

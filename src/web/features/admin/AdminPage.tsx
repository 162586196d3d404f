import { Activity } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError } from '../../lib/api.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { BillingCards } from '../billing/BillingCards.tsx'
import { useBillingAnswers } from '../billing/queries.ts'
import { readView, writeView, type AdminView } from './admin-state.ts'
import { goToLog, LogCard } from './log/LogCard.tsx'
import { SecurityCard } from './log/SecurityCard.tsx'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import { useAdminStats, useLog, useUsers } from './queries.ts'
import { Refused } from './Refused.tsx'
import { StatCards } from './StatCards.tsx'
import { text } from './text.ts'
import { UsersCard } from './users/UsersCard.tsx'

const isRefused = ({ error }: { error: unknown }) =>
  error instanceof ApiError && error.status === 403

/**
 * The page /admin: who uses the product, and what it has done for them. Its parts are shown
 * together, so that none pushes another when its answer comes.
 */
export function AdminPage() {
  const [search, setSearch] = useSearchParams()
  const view = readView(search)
  // The latest parameters: the address updates later, so the second of two changes in one moment
  // starts from the first.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const change = (changes: Partial<AdminView>) => {
    latest.current = writeView(latest.current, changes)
    setSearch(latest.current, { replace: true, preventScrollReset: true })
  }
  const stats = useAdminStats()
  const users = useUsers(view)
  const log = useLog(view)
  const billing = useBillingAnswers()
  const ready = useFirstAnswers([stats, users, log], billing)
  // The operator's page links to the bills.
  useHashTarget(ready)
  if ([stats, users, log].some(isRefused))
    return <Refused errors={[stats.error, users.error, log.error]} />
  return (
    <>
      <PageHeader
        compact
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <Button asChild>
            <Link to="/admin/drift">
              <Activity aria-hidden className="size-4" />
              {text.operations}
            </Link>
          </Button>
        }
      />
      {ready ? (
        <div className="grid grid-cols-1 gap-4">
          <StatCards stats={stats} />
          <BillingCards />
          <UsersCard
            users={users}
            view={view}
            onView={change}
            onShowLog={({ id }) => {
              change({ user: id })
              goToLog()
            }}
          />
          <LogCard log={log} view={view} onView={change} />
          <SecurityCard />
        </div>
      ) : (
        <PanelSkeleton />
      )}
    </>
  )
}

import { Activity } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError, errorText } from '../../lib/api.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { BillingCards } from '../billing/BillingCards.tsx'
import { useBillingAnswers } from '../billing/queries.ts'
import { readView, writeView, type AdminView } from './admin-state.ts'
import { goToLog, LogCard } from './log/LogCard.tsx'
import { SecurityCard } from './log/SecurityCard.tsx'
import { useAdminStats, useLog, useUsers } from './queries.ts'
import { Refused } from './Refused.tsx'
import { text } from './text.ts'
import { UsersCard } from './users/UsersCard.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bone, Delayed, SkeletonRows } from '../../ui/Skeleton.tsx'
import { Banner } from '../../ui/Banner.tsx'

const isRefused = ({ error }: { error: unknown }) =>
  error instanceof ApiError && error.status === 403

/** The page /admin with users and statistics, all shown at once so that nothing moves. */
export function AdminPage() {
  const [search, setSearch] = useSearchParams()
  const view = readView(search)
  // The URL is updated later, so without this the second of two quick changes would overwrite the
  // first.
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
  // The operations page links to the bills on this page.
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

function PanelSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <div
        aria-hidden
        className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
      >
        {[1, 2, 3, 4].map((place) => (
          <div
            key={place}
            className="grid h-21 content-start gap-2.5 bg-surface px-4 py-3.5 sm:px-5"
          >
            <Delayed>
              <Bone className="h-3.5 w-24" />
              <Bone className="h-7 w-14" />
            </Delayed>
          </div>
        ))}
      </div>
      <Card flush>
        <SkeletonRows rows={12} />
      </Card>
    </div>
  )
}

const CARDS = ['totalUsers', 'activeUsers', 'adminUsers', 'totalTransfers'] as const

function StatCards({ stats }: { stats: ReturnType<typeof useAdminStats> }) {
  const { data, error, isFetching, refetch } = stats
  return (
    <div className="grid gap-3">
      {error && (
        <Banner
          tone="bad"
          live
          title={text.statsFailed}
          pending={isFetching}
          onRetry={() => void refetch()}
        >
          {errorText(error)}
        </Banner>
      )}
      {data && (
        <ul
          aria-label={text.stats}
          className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
        >
          {CARDS.map((key) => (
            <li key={key} className="flex flex-col bg-surface px-4 py-3.5 sm:px-5">
              <span className="flex-1 text-sm text-ink-2">{text.statNames[key]}</span>
              <span className="text-3xl font-semibold tracking-tight tabular-nums">
                {text.number(data[key])}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

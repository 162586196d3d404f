import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, CircleCheck, Info, RefreshCw, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { readSystemStatus } from '#shared/contracts/connections'
import { readDaily } from '#shared/contracts/overview'
import { readStats } from '#shared/contracts/transfers'
import { lastSyncText } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { polling } from '../../lib/query-client.ts'
import { useNow } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Bone, Delayed, SkeletonRows } from '../../ui/Skeleton.tsx'
import { TONE_CLASS } from '../../ui/StatusChip.tsx'
import { useSetup } from '../onboarding/queries.ts'
import { SetupChecklist } from '../onboarding/SetupChecklist.tsx'
import { paceOf, useTransfers } from '../transfers/queries.ts'
import { TransferList } from '../transfers/TransferList.tsx'
import { WaitingQuestion } from '../transfers/WaitingQuestion.tsx'
import { DailyCard } from './DailyChart.tsx'
import { transferredToday } from './daily-state.ts'
import { NO_STATS, type Panel } from './dashboard-state.ts'
import { leadOf, type Lead } from './lead-state.ts'
import { Notifications } from './Notifications.tsx'
import { StatCards } from './StatCards.tsx'
import { indicatorOf, latest } from './sync-state.ts'
import { SyncIndicator } from './SyncIndicator.tsx'
import { SystemStatusCard } from './SystemStatusCard.tsx'
import { text } from './text.ts'
import { TransferPanel } from './TransferPanel.tsx'
import { UnapprovedNotice } from './UnapprovedNotice.tsx'
import { useSync } from './useSync.ts'

// The list is there first: what opens over it follows.
const TransferDrawer = lazy(() => import('../transfers/TransferDrawer.tsx').then((part) => ({ default: part.TransferDrawer })))

const EVERY_30_SECONDS = 30_000
const RECENT = 5

/** /: what matters now, the counts, the newest transfers and the systems. */
export function DashboardPage() {
  const sync = useSync()
  const recent = useTransfers({ limit: RECENT })
  // The counts move when the transfers do, so they are read as often.
  const stats = useQuery({ ...polling(readStats, {}, 0), refetchInterval: () => paceOf(recent.data) })
  const daily = useQuery(polling(readDaily, {}, EVERY_30_SECONDS))
  const system = useQuery(polling(readSystemStatus, {}, EVERY_30_SECONDS))
  const setup = useSetup().data
  const [panel, setPanel] = useState<Panel | null>(null)
  const panelId = useId()
  const now = useNow(EVERY_30_SECONDS)
  /** The card that opened the panel has the focus again; with the panel it would be lost. */
  const closePanel = () => {
    document.querySelector<HTMLElement>(`[aria-controls="${panelId}"]`)?.focus()
    setPanel(null)
  }
  // A load error is no reason to frighten: the counts show 0 (specification part 1 §8).
  const counts = stats.data ?? NO_STATS
  const indicator = indicatorOf({
    syncing: sync.syncing,
    failedAt: sync.failedAt,
    poll: system.data,
    polledAt: Math.max(system.dataUpdatedAt, system.errorUpdatedAt),
    pollFailed: system.isError,
  })
  // Today's number is waited for, but not if it does not come.
  const known = stats.data && (daily.data || daily.isError)
  const lead = known ? leadOf({ stats: counts, system: system.data, today: transferredToday(daily.data) }) : null
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <>
            <SyncIndicator
              state={indicator}
              lastSync={lastSyncText(latest(sync.lastSync, system.data?.lastSyncAt), now)}
              counts={text.syncCounts(sync.counts.succeeded, sync.counts.failed)}
            />
            <Button
              tone="primary"
              className="max-sm:ml-auto"
              pending={sync.syncing}
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={sync.start}
            >
              <span className="max-sm:hidden">{text.syncNow}</span>
              <span className="sm:hidden">{text.syncShort}</span>
            </Button>
          </>
        }
      />
      {setup && !setup.done && <SetupChecklist steps={setup.steps} />}
      {/* What the list above says already is not said twice; a failure is told whatever else is missing. */}
      {(!setup || setup.done || counts.failed > 0) && (lead ?? !stats.isError) && <LeadCard lead={lead} onOpen={setPanel} />}
      <UnapprovedNotice />
      <WaitingQuestion off={system.data?.isActive === false} className="mb-4" />
      <StatCards stats={counts} loading={stats.isPending} open={panel} panelId={panelId} onOpen={setPanel} />
      {panel && <TransferPanel key={panel} panel={panel} count={counts[panel]} id={panelId} onClose={closePanel} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)]">
        <RecentTransfers list={recent} />
        <SystemStatusCard system={system.data} failed={system.isError} onRetry={() => void system.refetch()} />
      </div>
      {counts.total > 0 && <DailyCard days={daily.data} failed={daily.isError} onRetry={() => void daily.refetch()} />}
      <Notifications sync={sync} />
      <Suspense>
        <TransferDrawer />
      </Suspense>
    </>
  )
}

const LEAD_ICONS = { ok: CircleCheck, wait: Info, bad: TriangleAlert, info: Info }

/** Keeps its height while it is not known yet, so that nothing below jumps. */
function LeadCard({ lead, onOpen }: { lead: Lead | null; onOpen: (panel: Panel) => void }) {
  if (!lead) {
    return (
      <div aria-hidden className="mb-4 flex h-17 items-center gap-4 rounded-card border border-line bg-surface px-4 sm:px-5">
        <Delayed>
          <Bone className="size-9 shrink-0 rounded-full" />
          <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
            <Bone className="h-4 w-64 max-w-full" />
            <Bone className="h-3.5 w-44 max-w-full" />
          </span>
        </Delayed>
      </div>
    )
  }
  const Icon = LEAD_ICONS[lead.tone]
  return (
    <div className="mb-4 flex min-h-17 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5">
      <span className={cx('grid size-9 shrink-0 place-items-center rounded-full', TONE_CLASS[lead.tone])}>
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="min-w-44 flex-1">
        <strong className="block font-semibold">{lead.headline}</strong> <span className="text-ink-2">{lead.why}</span>
      </p>
      {lead.step && <LeadStep step={lead.step} onOpen={onOpen} />}
    </div>
  )
}

function LeadStep({ step, onOpen }: { step: NonNullable<Lead['step']>; onOpen: (panel: Panel) => void }) {
  if ('href' in step) {
    return (
      <Button asChild size="sm">
        <Link to={step.href}>{step.label}</Link>
      </Button>
    )
  }
  return (
    <Button size="sm" onClick={() => onOpen(step.panel)}>
      {step.label}
    </Button>
  )
}

function RecentTransfers({ list: { data, error, refetch } }: { list: ReturnType<typeof useTransfers> }) {
  const rows = data?.slice(0, RECENT)
  return (
    <Card
      flush
      title={text.recent}
      aside={
        <Link to="/transfers" className="prose-link inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11">
          {text.seeAll}
        </Link>
      }
    >
      {rows ? (
        rows.length > 0 ? (
          <TransferList label={text.recent} rows={rows} buttons="none" chain="short" />
        ) : (
          <EmptyState title={text.none} why={text.noneWhy} icon={<ArrowRightLeft aria-hidden className="size-5" />} />
        )
      ) : error ? (
        <ErrorState
          title={text.loadError}
          why={errorText(error)}
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        />
      ) : (
        <SkeletonRows rows={RECENT} label={text.loading} />
      )}
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { lazy, memo, Suspense, use, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Vendor } from '#shared/contracts/connections'
import { readSystemStatus, readDaily, readStats, readUnapproved } from '#shared/contracts/overview'
import { readWaiting } from '#shared/contracts/transfers/waiting'
import type { Transfer } from '#shared/contracts/transfers/row'
import type { PendingReason } from '#shared/transfer-status'
import { errorText } from '../../lib/api.ts'
import { May } from '../../lib/access/may.tsx'
import { polling, useFirstAnswers } from '../../lib/query-client.ts'
import { useNow } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { usePart } from '../../ui/use-part.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { useCollective } from '../collective/list-query.ts'
import { leftOver, leftOverTitle } from '../onboarding/left-over.ts'
import { useBeforeCutOff } from '../onboarding/useBeforeCutOff.ts'
import { useSetup } from '../onboarding/queries.ts'
import { useTransfers } from '../transfers/queries.ts'
import { DrawerPlace } from '../transfers/drawer/DrawerPlace.tsx'
import { TransferList } from '../transfers/list/TransferList.tsx'
import { SaidBelow, useGrantsSaid } from '../transfers/remedy/grants-said.ts'
import { RemedyStep } from '../transfers/remedy/RemedyStep.tsx'
import { WaitingQuestion } from '../transfers/cause/WaitingQuestion.tsx'
import {
  firstAct,
  NO_STATS,
  transferredToday,
  type Panel,
  type SystemStatus,
} from './dashboard-state.ts'
import { FirstDraft } from './first/FirstDraft.tsx'
import { useFirstDraft } from './first/useFirstDraft.ts'
import { firstDraftOf, hindrancesOf, isFirstMinute } from './first/first-minute-state.ts'
import { Folded } from './first/Folded.tsx'
import { leadOf, type Lead } from './lead-state.ts'
import { Notifications } from './Notifications.tsx'
import { StatCards } from './StatCards.tsx'
import { Strip } from './Strip.tsx'
import { indicatorOf, lastSyncOf } from './sync-state.ts'
import { SyncButton } from './SyncButton.tsx'
import { SyncIndicator } from './SyncIndicator.tsx'
import { SystemStatusCard } from './SystemStatusCard.tsx'
import { text } from './text.ts'
import { TransferPanel } from './TransferPanel.tsx'
import type { UnapprovedJob } from './UnapprovedCard.tsx'
import { UninvoicedCard } from './UninvoicedCard.tsx'
import { useSync } from './useSync.ts'

// Needed only until setup is complete. Nothing below is shown until the code is loaded.
const SetupChecklist = lazy(() =>
  import('../onboarding/SetupChecklist.tsx').then((part) => ({ default: part.SetupChecklist })),
)
const SetupRest = lazy(() =>
  import('../onboarding/SetupChecklist.tsx').then((part) => ({ default: part.SetupRest })),
)
// Below the first screen, so loaded later.
const DailyCard = lazy(() =>
  import('./DailyChart.tsx').then((part) => ({ default: part.DailyCard })),
)

const EVERY_30_SECONDS = 30_000
const RECENT = 5
const NONE: readonly UnapprovedJob[] = []
const NO_ROWS: readonly Transfer[] = []
const NOT_SAID: readonly Vendor[] = []
const loadUnapproved = async () => (await import('./UnapprovedCard.tsx')).UnapprovedCard
const loadWaitingForSet = async () => (await import('./WaitingForSetCard.tsx')).WaitingForSetCard

export function DashboardPage() {
  const recent = useTransfers({ limit: RECENT })
  const stats = useQuery(polling(readStats, {}))
  const daily = useQuery(polling(readDaily, {}))
  const system = useQuery(polling(readSystemStatus, {}))
  const sync = useSync(system.data)
  const setupQuery = useSetup()
  const setup = useBeforeCutOff(setupQuery.data)
  const unapprovedQuery = useQuery(polling(readUnapproved, {}))
  const unapproved = unapprovedQuery.data?.jobs ?? NONE
  const unapprovedCount = unapprovedQuery.data?.count ?? 0
  const drawUnapproved = usePart(unapprovedCount > 0, loadUnapproved)
  const waiting = useQuery(polling(readWaiting, {}))
  const collective = useCollective()
  const waitingForSet = collective.data?.reduce((sum, { jobs }) => sum + jobs, 0) ?? 0
  const anyWaitingForSet = waitingForSet > 0
  const drawWaitingForSet = usePart(anyWaitingForSet, loadWaitingForSet)
  const [panel, setPanel] = useState<Panel | null>(null)
  const panelId = useId()
  const now = useNow(EVERY_30_SECONDS)
  const said = useGrantsSaid()
  const saidBelow = use(SaidBelow)
  const closePanel = () => {
    document.querySelector<HTMLElement>(`[aria-controls="${panelId}"]`)?.focus()
    setPanel(null)
  }
  // Waits for everything on the first screen, so that nothing moves.
  const ready = useFirstAnswers(
    [stats, recent],
    [
      daily,
      system,
      setupQuery,
      unapprovedQuery,
      waiting,
      collective,
      { isFetched: unapprovedCount === 0 || drawUnapproved !== null },
      { isFetched: !anyWaitingForSet || drawWaitingForSet !== null },
    ],
  )
  useHashTarget(ready)
  // Shows counts of 0 instead of an error if reading them fails.
  const counts = stats.data ?? NO_STATS
  const indicator = indicatorOf({
    syncing: sync.syncing,
    failedAt: sync.failedAt,
    poll: system.data,
    polledAt: Math.max(system.dataUpdatedAt, system.errorUpdatedAt),
    pollFailed: system.isError,
  })
  const lead =
    stats.data &&
    leadOf({
      stats: stats.data,
      waitingForSet,
      asked: waiting.data?.count ?? 0,
      system: system.data,
      today: transferredToday(daily.data),
      unapproved: unapprovedCount,
      said: saidBelow ? NOT_SAID : said,
      saidBelow,
    })
  const [firstDraft, dismissFirstDraft] = useFirstDraft(
    recent.data ?? NO_ROWS,
    firstDraftOf(recent.data ?? NO_ROWS, counts, transferredToday(daily.data)),
  )
  const first = firstAct({
    grantsSaid: said.length,
    isSetUp: setup?.done === true,
    waiting: waiting.data?.count ?? 0,
    leadHasStep: Boolean(lead?.step),
    firstDraft: firstDraft !== null,
  })
  const needsYou = counts.needs?.act?.count ?? 0
  const firstMinute = isFirstMinute(counts, setup, { needsYou, waitingForSet })
  const leadsWithQuestion = firstMinute && (waiting.data?.count ?? 0) > 0
  const isSaidElsewhere = leadsWithQuestion || (firstDraft !== null && goesByItself(lead))
  const rest = setup?.done ? leftOver(setup.steps, said).length : 0
  // A card that comes later comes below the list, which it would push down while jobs complete.
  const [hadUninvoiced, setHadUninvoiced] = useState<boolean | null>(null)
  if (ready && hadUninvoiced === null)
    setHadUninvoiced((unapprovedQuery.data?.uninvoiced.count ?? 0) > 0)
  const uninvoiced = unapprovedQuery.data && (
    <UninvoicedCard sum={unapprovedQuery.data.uninvoiced} system={system.data} now={now} />
  )
  const chart = (
    <Suspense fallback={<div className="mt-4 h-88" />}>
      <DailyCard days={daily.data} failed={daily.isError} onRetry={() => void daily.refetch()} />
    </Suspense>
  )
  return (
    <>
      <PageHeader
        stacked
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <>
            <SyncIndicator
              state={indicator}
              unknown={system.isError}
              lastSync={lastSyncOf(sync.lastSync, system.data, now)}
              counts={text.syncCounts(sync.counts.succeeded, sync.counts.failed)}
            />
            <SyncButton sync={sync} leads={ready && first === 'sync'} />
          </>
        }
      />
      <Notifications sync={sync} />
      {!ready ? (
        <SkeletonRows rows={8} />
      ) : (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          {firstDraft && (
            <FirstDraft
              transfer={firstDraft}
              tone={first === 'firstDraft' ? 'primary' : 'secondary'}
              onDismiss={dismissFirstDraft}
            />
          )}
          {setup && !setup.done && <SetupChecklist steps={setup.steps} quiet={first !== 'setup'} />}
          {/* The setup list above already says what is missing, so the message is hidden;
              failures are always shown. */}
          {(!setup || setup.done || counts.needs?.act) && lead && !isSaidElsewhere && (
            <LeadCard
              lead={lead}
              tone={first === 'lead' ? 'primary' : 'secondary'}
              onOpen={setPanel}
            />
          )}
          <WaitingQuestion
            off={system.data?.isActive === false}
            quiet={first !== 'question'}
            hindrances={hindrancesOf(setup, waiting.data)}
            className="mb-4"
          />
          {setup?.done && !firstMinute && rest > 0 && <SetupRest steps={setup.steps} said={said} />}
          {firstMinute && (
            <>
              {(unapprovedQuery.data?.uninvoiced.count ?? 0) > 0 && (
                <Folded title={text.uninvoiced.title}>{uninvoiced}</Folded>
              )}
              <Folded title={text.first.chart}>{chart}</Folded>
              {setup && rest > 0 && (
                <Folded title={leftOverTitle(rest)}>
                  <SetupRest steps={setup.steps} said={said} />
                </Folded>
              )}
            </>
          )}
          <StatCards
            stats={counts}
            waitingForSet={waitingForSet}
            open={panel}
            panelId={panelId}
            onOpen={setPanel}
          />
          {panel && (
            <TransferPanel
              key={panel}
              panel={panel}
              count={counts[panel]}
              id={panelId}
              onClose={closePanel}
            />
          )}
          {!firstMinute && hadUninvoiced && uninvoiced}
          {collective.data &&
            drawWaitingForSet?.({
              choices: collective.data,
              uninvoiced: unapprovedQuery.data?.uninvoiced.count ?? null,
              isActive: system.data?.isActive !== false,
              now,
            })}
          {/* Full-width cards, because cards side by side would differ in height. */}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <RecentTransfers
              rows={recent.data}
              error={recent.error}
              refetch={recent.refetch}
              system={system.data}
              saidAbove={leadsWithQuestion ? 'inactive' : undefined}
              isSetUp={setup?.done !== false}
            />
            {!firstMinute && !hadUninvoiced && (
              <div className="empty:hidden [&>*]:mb-0">{uninvoiced}</div>
            )}
            {drawUnapproved?.({ jobs: unapproved, count: unapprovedCount })}
            <SystemStatusCard
              system={system.data}
              newest={recent.data?.[0]}
              failed={system.isError}
              now={now}
              onRetry={() => void system.refetch()}
            />
          </div>
          {counts.total > 0 && !firstMinute && chart}
        </Suspense>
      )}
      <DrawerPlace rows={recent.data?.slice(0, RECENT) ?? []} />
    </>
  )
}

const goesByItself = (lead: Lead | null | undefined) =>
  lead?.tone === 'ok' ||
  (lead?.step != null && 'panel' in lead.step && lead.step.panel === 'pending')

const LEAD_ICONS = { ok: CircleCheck, wait: Info, bad: TriangleAlert, info: Info }

interface LeadCardProps {
  lead: Lead
  tone: 'primary' | 'secondary'
  onOpen: (panel: Panel) => void
}

function LeadCard({ lead, tone, onOpen }: LeadCardProps) {
  const { headline, why, step, apart } = lead
  return (
    <Strip
      tone={lead.tone}
      icon={LEAD_ICONS[lead.tone]}
      headline={headline}
      why={
        <>
          {why}
          {apart && (
            <Link to={apart.href} className="prose-link block pointer-coarse:min-h-11">
              {apart.label}
            </Link>
          )}
        </>
      }
      // The height of the longest usual message with its button, so that nothing moves when it
      // changes.
      className="max-sm:min-h-44 max-sm:content-start"
    >
      {step && <LeadStep step={step} tone={tone} onOpen={onOpen} />}
    </Strip>
  )
}

function LeadStep({
  step,
  tone,
  onOpen,
}: Omit<LeadCardProps, 'lead'> & { step: NonNullable<Lead['step']> }) {
  if ('href' in step) return <RemedyStep step={step} tone={tone} />
  return (
    <Button size="sm" tone={tone} onClick={() => onOpen(step.panel)}>
      {step.label}
    </Button>
  )
}

/** Keeps its rows while other parts of the dashboard change, because rows are slow to render. */
const RecentTransfers = memo(function RecentTransfers({
  rows,
  error,
  refetch,
  system,
  saidAbove,
  isSetUp,
}: {
  rows: readonly Transfer[] | undefined
  error: Error | null
  refetch: () => unknown
  system: SystemStatus | undefined
  saidAbove: PendingReason | undefined
  isSetUp: boolean
}) {
  return (
    <Card
      flush
      title={text.recent}
      aside={
        <Link
          to="/transfers"
          className="prose-link inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11"
        >
          {text.seeAll}
        </Link>
      }
    >
      {rows ? (
        rows.length > 0 ? (
          <TransferList
            label={text.recent}
            rows={rows.slice(0, RECENT)}
            buttons="link"
            chain="short"
            saidAbove={saidAbove}
          />
        ) : (
          <EmptyState
            title={text.none}
            // The setup above says what is missing before it is done.
            why={
              isSetUp &&
              system?.isActive &&
              text.noneWhy(system.jobFetchType, system.invoiceCreationMode)
            }
            icon={<ArrowRightLeft aria-hidden className="size-5" />}
            action={
              isSetUp &&
              system?.fikenConnected &&
              !system.needsCompany && (
                <May act="transfers">
                  <Button asChild>
                    <Link to="/transfers">{text.fetchOlder}</Link>
                  </Button>
                </May>
              )
            }
          />
        )
      ) : (
        <ErrorState title={text.loadError} why={errorText(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  )
})

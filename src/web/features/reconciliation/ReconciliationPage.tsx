import { Download, Printer, RefreshCw, Scale, Unplug } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { VENDORS } from '#shared/contracts/connections'
import type { ReconciliationAnswer } from '#shared/contracts/reconciliation'
import { formatMonth } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { May, useMay } from '../../lib/access/may.tsx'
import { printAs } from '../../lib/print.ts'
import { useNow } from '../../lib/time.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { MayConnect } from '../../lib/access/MayConnect.tsx'
import { BarPlace, FollowedTasks } from '../tasks/FollowedTasks.tsx'
import { OverrulingQuestion } from '../transfers/overruling/OverrulingQuestion.tsx'
import { useGrantsSaid } from '../transfers/remedy/grants-said.ts'
import { usePlaces } from '../transfers/places.ts'
import { MonthPicker } from './MonthPicker.tsx'
import { MonthReport } from './MonthReport.tsx'
import { useCheck, useCsv, useFixes, useReconciliation } from './queries.ts'
import { leadingGroup, type Places } from './buttons-state.ts'
import {
  monthFrom,
  monthTitle,
  newsOf,
  progressShare,
  progressText,
  sectionsOf,
} from './reconciliation-state.ts'
import { ReconciledCard } from './ReconciledCard.tsx'
import { Section } from './Section.tsx'
import { SummaryCard } from './SummaryCard.tsx'
import { text } from './text.ts'

const EVERY_MINUTE = 60_000

export function ReconciliationPage() {
  const now = useNow(EVERY_MINUTE)
  const [search, setSearch] = useSearchParams()
  const month = monthFrom(search.get('month'), useOpenedAt(now))
  const { data, error, refetch } = useReconciliation(month)
  const check = useCheck(month)
  const csv = useCsv(month)
  const places = usePlaces()
  const leading = data?.checkedAt && !data.obstacle ? leadingGroup(data.rows, places) : null
  const running = data?.state === 'running' || check.isPending
  const show = (next: string) =>
    setSearch({ month: next }, { replace: true, preventScrollReset: true })
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle}
        actions={
          data?.checkedAt && (
            <>
              <Button
                className="whitespace-nowrap max-sm:flex-1 max-sm:px-2"
                pending={csv.isPending}
                icon={<Download aria-hidden className="size-4" />}
                onClick={() => csv.mutate()}
              >
                Last ned CSV
              </Button>
              <Button
                className="whitespace-nowrap max-sm:flex-1 max-sm:px-2"
                icon={<Printer aria-hidden className="size-4" />}
                onClick={() => printAs(text.report.title(formatMonth(month)))}
              >
                Skriv ut
              </Button>
              <May act="reconciliation">
                <Button
                  tone={data.obstacle === null && leading === null ? 'primary' : 'secondary'}
                  className="whitespace-nowrap max-sm:flex-1 max-sm:px-2"
                  pending={running}
                  disabled={data.obstacle !== null}
                  icon={<RefreshCw aria-hidden className="size-4" />}
                  onClick={() => check.mutate()}
                >
                  {text.checkAgain}
                </Button>
              </May>
            </>
          )
        }
      />
      <div className="grid gap-4">
        <MonthPicker month={month} now={now} onChange={show} />
        {data ? (
          <Month
            key={month}
            answer={data}
            places={places}
            leading={leading}
            now={now}
            onCheck={() => check.mutate()}
            pending={running}
          />
        ) : error ? (
          <Card>
            <ErrorState
              title="Kunne ikke laste avstemmingen"
              why={errorText(error)}
              onRetry={() => void refetch()}
            />
          </Card>
        ) : (
          <Card flush>
            <SkeletonRows rows={4} label="Laster avstemmingen" />
          </Card>
        )}
      </div>
    </>
  )
}

/**
 * Returns the time when the page was opened, so that after midnight on the last day, the buttons
 * still act on the month on the screen.
 */
function useOpenedAt(now: Date): Date {
  const { key } = useLocation()
  const [opened, setOpened] = useState({ key, at: now })
  if (opened.key !== key) setOpened({ key, at: now })
  return opened.at
}

interface MonthProps {
  answer: ReconciliationAnswer
  places: Places | undefined
  leading: string | null
  now: Date
  onCheck: () => void
  pending: boolean
}

function Month({ answer, places, leading, now, onCheck, pending }: MonthProps) {
  const { month, state, obstacle, failure, summary, checkedAt, rows } = answer
  const fixes = useFixes(month)
  const said = useGrantsSaid()
  const trouble = obstacle ?? (state === 'failed' ? failure : null)
  const may = useMay()
  const button = trouble && (trouble.href !== null || may('reconciliation')) && (
    <Button
      asChild={trouble.href !== null}
      // If a banner already asks for the same, the banner has the primary button.
      tone={trouble.href === null || said.length > 0 ? 'secondary' : 'primary'}
      onClick={trouble.href === null ? onCheck : undefined}
    >
      {trouble.href === null ? trouble.label : <Link to={trouble.href}>{trouble.label}</Link>}
    </Button>
  )
  const missing = VENDORS.find((vendor) => trouble?.href === `/configuration#${vendor}`)
  const step = missing ? <MayConnect missing={missing}>{button}</MayConnect> : button
  const news = rows.filter((row) => newsOf(row) !== null).length
  return (
    <>
      {state === 'running' && <Progress answer={answer} />}
      {summary && checkedAt ? (
        <>
          {trouble && (
            <Banner tone="bad" title={trouble.title} action={step} live>
              {trouble.explanation}
            </Banner>
          )}
          <MonthReport answer={answer} now={now} />
          <SummaryCard summary={summary} checkedAt={checkedAt} rows={rows} now={now} />
          <ReconciledCard answer={answer} />
          {news > 0 && state !== 'running' && (
            <Banner
              tone="info"
              title={text.news(news)}
              action={
                <May act="reconciliation">
                  <Button size="sm" tone="inherit" pending={pending} onClick={onCheck}>
                    {text.checkAgain}
                  </Button>
                </May>
              }
            >
              Sjekk på nytt for å se hvordan det ble.
            </Banner>
          )}
          {sectionsOf(rows).map((section) => (
            <Section
              key={section.state}
              section={section}
              places={places}
              fixes={fixes}
              leading={leading}
            />
          ))}
          <BarPlace>
            <FollowedTasks followed={fixes.followed} />
          </BarPlace>
          <OverrulingQuestion overruling={fixes.overruling} />
        </>
      ) : obstacle ? (
        <Card>
          {/* This is not an error: setup is incomplete, or a banner already says which access
              has expired. */}
          <EmptyState
            title={obstacle.title}
            why={obstacle.explanation}
            icon={<Unplug aria-hidden className="size-5" />}
            action={step}
          />
        </Card>
      ) : trouble ? (
        <Card>
          <ErrorState title={trouble.title} why={trouble.explanation} action={step} />
        </Card>
      ) : (
        state !== 'running' && (
          <Card>
            <EmptyState
              title={`${monthTitle(month)} er ikke sjekket ennå`}
              why="Sjekken leser jobbene i ServiceM8 og utkastene og fakturaene i Fiken, og viser hver jobb som mangler eller ikke stemmer. Ingenting endres."
              icon={<Scale aria-hidden className="size-5" />}
              action={
                <May act="reconciliation">
                  <Button tone="primary" pending={pending} onClick={onCheck}>
                    Sjekk nå
                  </Button>
                </May>
              }
            />
          </Card>
        )
      )}
    </>
  )
}

function Progress({ answer: { month, progress } }: { answer: ReconciliationAnswer }) {
  const label = `Sjekker ${formatMonth(month)}`
  return (
    <Card>
      <div className="grid gap-2.5">
        <p className="font-semibold">{label}</p>
        <ProgressBar label={label} value={progressShare(progress)} />
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {progressText(progress)}
        </p>
        <p className="text-sm text-ink-2">
          Du kan gå fra siden. Sjekken fortsetter, og overføringer går foran.
        </p>
      </div>
    </Card>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Download, RefreshCw, Search } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import type { Activity } from '#shared/contracts/activity-log'
import { readSystemStatus } from '#shared/contracts/overview'
import { formatDateTime } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { polling, useFirstAnswers } from '../../lib/query-client.ts'
import { words } from '../../ui/words.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { ON_CARD, resultOf, withoutErrors } from './activity-state.ts'
import { FilterFields } from './FilterFields.tsx'
import { emptyOf, isFiltered, readFilter, type LogFilter } from './log-filter-state.ts'
import { useActivity, useExport, useLogCard } from './queries.ts'
import { SystemCards } from './SystemCards.tsx'
import { text } from './text.ts'

export function ActivityLogPage() {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const list = useActivity(filter)
  const errors = useLogCard('errors')
  const webhooks = useLogCard('webhooks')
  const exporting = useExport(filter)
  const rows = list.data?.pages.flatMap((page) => page.rows)
  const total = list.data?.pages[0]?.total ?? 0
  const filtered = isFiltered(filter)
  // Waits for all lists, so that no card is pushed down when another card's rows arrive.
  const lists = filtered ? [list] : [list, errors, webhooks]
  const failure = lists.find(({ isError }) => isError)?.error
  const known = rows && (filtered || (errors.data && webhooks.data && !list.isPlaceholderData))
  const system = useQuery(polling(readSystemStatus, {}))
  // The system cards are above the rows and would push the rows down if they arrived later.
  const ready = useFirstAnswers(lists, [system])
  const refetch = () => lists.forEach((one) => void one.refetch())
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={
          <span role="status">
            {rows ? text.count(total) : list.isError ? 'Antallet er ikke kjent' : words.loading}
          </span>
        }
        actions={
          <>
            <Button
              pending={exporting.isPending}
              disabled={!rows}
              icon={<Download aria-hidden className="size-4" />}
              onClick={() => exporting.mutate()}
            >
              Last ned CSV
            </Button>
            <Button
              pending={lists.some(({ isRefetching }) => isRefetching)}
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={refetch}
            >
              Oppdater
            </Button>
          </>
        }
      />
      {ready ? (
        <>
          <SystemCards />
          <FilterFields filter={filter} />
          {failure && known && (
            <Banner tone="bad" live title={text.loadError} className="mb-4">
              {errorText(failure)}
            </Banner>
          )}
          {known ? (
            filtered ? (
              <Found rows={rows} total={total} list={list} filter={filter} />
            ) : (
              <Sections errors={errors.data} webhooks={webhooks.data} latest={rows} />
            )
          ) : failure ? (
            <Card>
              <ErrorState title={text.loadError} why={errorText(failure)} onRetry={refetch} />
            </Card>
          ) : (
            <Loading />
          )}
        </>
      ) : (
        <Loading />
      )}
    </>
  )
}

function Loading() {
  return (
    <Card flush>
      <SkeletonRows rows={6} />
    </Card>
  )
}

interface Counted {
  rows: readonly Activity[]
  total: number
}
interface SectionsProps {
  errors: Counted | undefined
  webhooks: Counted | undefined
  latest: readonly Activity[]
}

const NOTHING: Counted = { rows: [], total: 0 }

function Sections({ errors = NOTHING, webhooks = NOTHING, latest }: SectionsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <Card flush title="Feillogg" aside={<Badge>{text.badge(errors.total)}</Badge>}>
          <Entries rows={errors.rows} empty="Ingen feil registrert" />
        </Card>
        <Card flush title="Webhook-aktivitet" aside={<Badge>{text.badge(webhooks.total)}</Badge>}>
          <div
            role="region"
            tabIndex={0}
            aria-label="De siste webhookene"
            className="max-h-96 overflow-y-auto -outline-offset-2"
          >
            <Entries
              rows={withoutErrors(webhooks.rows, errors.rows, ON_CARD.webhooks)}
              empty={webhooks.total > 0 ? text.onlyErrors : 'Ingen webhook-aktivitet ennå'}
            />
          </div>
        </Card>
      </div>
      <Card flush title="Siste aktivitet">
        <Entries
          rows={withoutErrors(latest, errors.rows, ON_CARD.latest)}
          empty={latest.length > 0 ? text.onlyErrors : text.none}
        />
      </Card>
    </div>
  )
}

interface FoundProps {
  rows: readonly Activity[]
  total: number
  list: ReturnType<typeof useActivity>
  filter: LogFilter
}

function Found({ rows, total, list, filter }: FoundProps) {
  const [, setSearch] = useSearchParams()
  return (
    <Card flush title="Treff" aside={<Badge>{text.badge(total)}</Badge>}>
      {rows.length > 0 ? (
        <Entries rows={rows} empty={text.none} />
      ) : (
        <EmptyState
          {...emptyOf(filter)}
          icon={<Search aria-hidden className="size-5" />}
          action={<Button onClick={() => setSearch({}, { replace: true })}>Vis alt</Button>}
        />
      )}
      {list.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Vis flere
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entries({ rows, empty }: { rows: readonly Activity[]; empty: string }) {
  if (rows.length === 0) return <EmptyState title={empty} />
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <Entry key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Entry({ row }: { row: Activity }) {
  const { word, tone } = resultOf(row.success)
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex items-start justify-between gap-x-4 gap-y-1 max-sm:flex-col">
        <p className="min-w-0 wrap-anywhere">{row.description || row.action}</p>
        <StatusChip tone={tone}>{word}</StatusChip>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-2">
        <span>{text.types[row.type]}</span>
        <span aria-hidden>·</span>
        <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
        {row.actor && (
          <>
            <span aria-hidden>·</span>
            <span className="wrap-anywhere">{row.actor.name}</span>
          </>
        )}
        {row.metadata?.transferId && (
          <>
            <span aria-hidden className="max-sm:hidden">
              ·
            </span>
            <Link
              to={`/transfers?jobb=${encodeURIComponent(row.metadata.transferId)}`}
              className="prose-link pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              Vis overføringen
            </Link>
          </>
        )}
      </p>
    </li>
  )
}

import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Link } from 'react-router'
import { listActivity, type Activity } from '#shared/contracts/activity-log'
import { formatDateTime } from '#shared/dates'
import { callForHeaders, errorText } from '../../lib/api.ts'
import { keyOf } from '../../lib/query-client.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { resultOf, sections } from './activity-state.ts'
import { text } from './text.ts'

const EVERY_30_SECONDS = 30_000

function useActivity() {
  return useQuery({
    queryKey: keyOf(listActivity),
    queryFn: async ({ signal }) => {
      const { answer, headers } = await callForHeaders(listActivity, { signal })
      return { rows: answer, total: Number(headers.get('x-total-count') ?? answer.length) }
    },
    refetchInterval: EVERY_30_SECONDS,
    refetchOnMount: 'always',
  })
}

/** /errors: what the system has done, newest first. */
export function ActivityLogPage() {
  const { data, error, isFetching, refetch } = useActivity()
  const lists = data && sections(data.rows)
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={data ? text.count(data.rows.length, data.total) : text.loading}
        actions={
          <Button pending={isFetching} icon={<RefreshCw aria-hidden className="size-4" />} onClick={() => void refetch()}>
            {text.refresh}
          </Button>
        }
      />
      {lists ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            <Card flush title={text.errors} aside={<Badge>{lists.errors.length}</Badge>}>
              <Entries rows={lists.errors} empty={text.noErrors} />
            </Card>
            <Card flush title={text.webhooks} aside={<Badge>{lists.webhooks.length}</Badge>}>
              <div
                role="region"
                tabIndex={0}
                aria-label={text.webhookList}
                className="max-h-96 overflow-y-auto -outline-offset-2"
              >
                <Entries rows={lists.webhooks} empty={text.noWebhooks} />
              </div>
            </Card>
          </div>
          <Card flush title={text.latest} aside={<Badge>{lists.latest.length}</Badge>}>
            <Entries rows={lists.latest} empty={text.none} />
          </Card>
        </div>
      ) : error ? (
        <ErrorState
          title={text.loadError}
          why={errorText(error)}
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
        />
      ) : (
        <SkeletonRows rows={6} label={text.loading} />
      )}
    </>
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
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0">{row.description || row.action}</p>
        <StatusChip tone={tone}>{word}</StatusChip>
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-ink-2">
        <span>{text.types[row.type]}</span>
        <span aria-hidden>·</span>
        <time dateTime={row.createdAt}>{formatDateTime(row.createdAt)}</time>
        {row.metadata?.transferId && (
          <>
            <span aria-hidden>·</span>
            <Link
              to={`/transfers?jobb=${encodeURIComponent(row.metadata.transferId)}`}
              className="prose-link pointer-coarse:-my-3 pointer-coarse:py-3"
            >
              {text.showTransfer}
            </Link>
          </>
        )}
      </p>
    </li>
  )
}

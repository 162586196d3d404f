import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { formatClock } from '#shared/dates'
import { ApiError, errorText } from '../../lib/api.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { Refused } from '../admin/Refused.tsx'
import { Needs } from './Needs.tsx'
import { useOperationActs, useOperations } from './queries.ts'
import { text } from './text.ts'

/** /admin/drift: what the installation needs its operator for. */
export function OperationsPage() {
  const operations = useOperations()
  const { data, error, isFetching, refetch } = operations
  const acts = useOperationActs()
  const ready = useFirstAnswers([operations], [])
  if (error instanceof ApiError && error.status === 403) return <Refused errors={[error]} />
  const again = (
    <Button pending={isFetching} onClick={() => void refetch()}>
      {text.tryAgain}
    </Button>
  )
  return (
    <>
      <Link
        to="/admin"
        className="-mt-2 inline-flex min-h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-ink hover:underline pointer-coarse:-mt-3 pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {text.back}
      </Link>
      <PageHeader compact title={text.title} subtitle={text.subtitle} />
      {!ready ? (
        <div
          role="status"
          aria-label={text.loading}
          className="flex h-11 items-center rounded-card border border-line bg-surface px-4"
        >
          <Delayed>
            <Bone className="h-4 w-48" />
          </Delayed>
        </div>
      ) : data ? (
        <div className="grid grid-cols-1 gap-4">
          {error ? (
            // What was known stays, and is no longer said of now.
            <Banner tone="bad" live title={text.failed} action={again}>
              {text.stale(formatClock(data.readAt), errorText(error))}
            </Banner>
          ) : (
            <Banner
              tone={data.needs.length > 0 ? 'wait' : 'ok'}
              title={<span role="status">{text.needs(data.needs.length)}</span>}
              action={<span className="text-ink-2">{text.readAt(formatClock(data.readAt))}</span>}
            />
          )}
          {data.needs.length > 0 && <Needs operations={data} acts={acts} />}
          <p className="text-sm text-ink-2">{text.version(data)}</p>
        </div>
      ) : (
        <Card>
          <ErrorState title={text.failed} why={errorText(error)} action={again} />
        </Card>
      )}
    </>
  )
}

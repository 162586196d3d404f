import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Need, Operations } from '#shared/contracts/operations'
import { formatClock } from '#shared/dates'
import { ApiError, errorText } from '../../lib/api.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { Refused } from '../admin/Refused.tsx'
import { useOperationActs, useOperations, type OperationActs } from './queries.ts'
import { text } from './text.ts'

export function OperationsPage() {
  const operations = useOperations()
  const { data, error, isFetching, refetch } = operations
  const acts = useOperationActs()
  const ready = useFirstAnswers([operations], [])
  if (error instanceof ApiError && error.status === 403) return <Refused errors={[error]} />
  const again = { pending: isFetching, onRetry: () => void refetch() }
  return (
    <>
      <Link
        to="/admin"
        className="-mt-2 inline-flex min-h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-ink hover:underline pointer-coarse:-mt-3 pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        Admin Panel
      </Link>
      <PageHeader
        compact
        title="Drift"
        subtitle="Det i hele installasjonen som trenger deg. Tallene er på /metrics."
      />
      {!ready ? (
        <div
          role="status"
          aria-label="Laster driften …"
          className="flex h-11 items-center rounded-card border border-line bg-surface px-4"
        >
          <Delayed>
            <Bone className="h-4 w-48" />
          </Delayed>
        </div>
      ) : data ? (
        <div className="grid grid-cols-1 gap-4">
          {error ? (
            // Keeps showing the last figures, with the time when they were read.
            <Banner tone="bad" live title={text.failed} {...again}>
              {`Det som står her, er fra ${formatClock(data.readAt)}. ${errorText(error)}`}
            </Banner>
          ) : (
            <Banner
              tone={data.needs.length > 0 ? 'wait' : 'ok'}
              title={<span role="status">{text.needs(data.needs.length)}</span>}
              action={<span className="text-ink-2">{`Lest ${formatClock(data.readAt)}`}</span>}
            />
          )}
          {data.needs.length > 0 && <Needs operations={data} acts={acts} />}
          <p className="text-sm text-ink-2">{text.version(data)}</p>
        </div>
      ) : (
        <Card>
          <ErrorState title={text.failed} why={errorText(error)} {...again} />
        </Card>
      )}
    </>
  )
}

type Stopped = Extract<Need, { kind: 'stopped' }>

function Needs({ operations, acts }: { operations: Operations; acts: OperationActs }) {
  // A copy of the item, so that a refresh does not change an open confirmation.
  const [asking, setAsking] = useState<Stopped | null>(null)
  return (
    <Card flush title="Trenger tilsyn">
      <ul className="divide-y divide-line">
        {operations.needs.map((need) => {
          const [title, why, command] = text.tell(need, operations.database)
          return (
            <li
              key={title}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
            >
              <div className="min-w-[min(16rem,100%)] flex-1">
                <p className="font-semibold">{title}</p>
                <p className="max-w-[100ch] text-sm text-ink-2">{why}</p>
                {command && <Command>{command}</Command>}
              </div>
              <Act need={need} acts={acts} onRetry={setAsking} />
            </li>
          )
        })}
      </ul>
      {asking && (
        <ConfirmDialog
          open
          tone="primary"
          onOpenChange={() => setAsking(null)}
          {...text.retryConfirm(asking)}
          onConfirm={() => acts.retry.mutate(asking.code)}
        />
      )}
    </Card>
  )
}

function Command({ children }: { children: string }) {
  return (
    <span className="mt-1.5 flex w-fit max-w-full items-center gap-1 rounded-control border border-line bg-surface pl-3 text-ink">
      <code className="min-w-0 py-1.5 text-sm wrap-anywhere">{children}</code>
      <CopyButton text={children} label={`Kopier ${children}`} />
    </span>
  )
}

interface ActProps {
  need: Need
  acts: OperationActs
  onRetry: (stopped: Stopped) => void
}

function Act({ need, acts: { retry, resume }, onRetry }: ActProps) {
  if (need.kind === 'bills')
    return (
      <Button size="sm" asChild>
        <Link to="/admin#fakturaer">Se fakturaene</Link>
      </Button>
    )
  if (need.kind === 'stopped')
    return (
      <Button size="sm" pending={retry.isBusy(need.code)} onClick={() => onRetry(need)}>
        {text.retry(need.transfers)}
      </Button>
    )
  if (need.kind !== 'silent') return null
  const { vendor } = need
  const label = text.resumeLabel(vendor)
  const press = () => resume.mutate(vendor)
  return (
    <Button size="sm" aria-label={label} pending={resume.isBusy(vendor)} onClick={press}>
      Prøv nå
    </Button>
  )
}

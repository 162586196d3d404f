import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { causeOf, isCauseCode } from '#shared/causes/index'
import type { FailureState, Operations } from '#shared/contracts/operations'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataRow, DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { whoActs } from './attention.ts'
import { ageMs, durationText } from './figures.ts'
import type { OperationActs } from './queries.ts'
import { text } from './text.ts'

const COLUMNS: readonly DataColumn[] = [
  { key: 'cause', head: text.failureHeads.cause },
  { key: 'failed', head: text.failureHeads.failed, align: 'right', className: 'w-22' },
  { key: 'retrying', head: text.failureHeads.retrying, align: 'right', className: 'w-29' },
  { key: 'users', head: text.failureHeads.users, align: 'right', className: 'w-22' },
  { key: 'oldest', head: text.failureHeads.oldest, align: 'right', className: 'w-28' },
  { key: 'act', head: text.failureHeads.act, align: 'right', className: 'w-62' },
]

interface FailuresCardProps {
  operations: Operations
  retry: OperationActs['retry']
}

/** Why transfers stand still, and what may be tried again for all at once. */
export function FailuresCard({ operations: { failures, readAt }, retry }: FailuresCardProps) {
  // As it was when it was asked: a read in the meantime must not change the question.
  const [asking, setAsking] = useState<FailureState | null>(null)
  return (
    <Card flush id="feil" title={text.failures} intro={text.failuresIntro}>
      {failures.length === 0 ? (
        <EmptyState title={text.noFailures} icon={<CircleCheck aria-hidden className="size-5" />} />
      ) : (
        <DataTable label={text.failures} columns={COLUMNS}>
          {failures.map((failure) => (
            <FailureRow
              key={failure.code}
              failure={failure}
              readAt={readAt}
              pending={retry.isBusy(failure.code)}
              onRetry={() => setAsking(failure)}
            />
          ))}
        </DataTable>
      )}
      {asking && (
        <ConfirmDialog
          open
          tone="primary"
          onOpenChange={() => setAsking(null)}
          {...text.retryConfirm(causeOf(asking.code).title, asking)}
          onConfirm={() => retry.mutate(asking.code)}
        />
      )}
    </Card>
  )
}

const NUMBER =
  'hidden @xl:table-cell @xl:px-2 @xl:py-2.5 @xl:text-right @xl:align-top tabular-nums whitespace-nowrap'

interface FailureRowProps {
  failure: FailureState
  readAt: string
  pending: boolean
  onRetry: () => void
}

function FailureRow({ failure, readAt, pending, onRetry }: FailureRowProps) {
  const { code, failed, retrying, startable, users, oldestAt } = failure
  const who = whoActs(failure)
  const cause = causeOf(code)
  const age = durationText(ageMs(oldestAt, readAt))
  const isForeign = !isCauseCode(code)
  return (
    <DataRow
      columns={COLUMNS.length}
      className="grid grid-cols-1 gap-y-0.5 px-4 py-2.5"
      below={
        <p className="row-start-2 max-w-[100ch] text-sm text-ink-2 @xl:-mt-1 @xl:px-5 @xl:pb-2.5">
          {isForeign
            ? text.otherVersion(code)
            : who === 'owner'
              ? text.ownerReads(cause.explanation)
              : cause.explanation}
        </p>
      }
    >
      <td role="cell" className="row-start-1 min-w-0 @xl:table-cell @xl:px-2 @xl:py-2.5 @xl:pl-5">
        <p className="font-semibold">{cause.title}</p>
        <p className="mt-0.5 text-sm tabular-nums @xl:hidden">
          {text.failureLine(failed, retrying, users, age)}
        </p>
      </td>
      <td role="cell" className={NUMBER}>
        {text.number(failed)}
      </td>
      <td role="cell" className={NUMBER}>
        {text.number(retrying)}
      </td>
      <td role="cell" className={NUMBER}>
        {text.number(users)}
      </td>
      <td role="cell" className={NUMBER}>
        {age}
      </td>
      <td
        role="cell"
        className="row-start-3 @xl:table-cell @xl:py-2 @xl:pr-5 @xl:pl-2 @xl:text-right @xl:align-top"
      >
        {who === 'nobody' ? (
          <StatusChip tone="wait">{text.byThemselves}</StatusChip>
        ) : who === 'operator' ? (
          <Button size="sm" pending={pending} onClick={onRetry} className="my-1 @xl:my-0">
            {text.retry(startable)}
          </Button>
        ) : (
          <StatusChip tone="neutral">{who === 'off' ? text.isOff : text.ownerMust}</StatusChip>
        )}
      </td>
    </DataRow>
  )
}

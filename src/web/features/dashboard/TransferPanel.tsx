import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { errorText } from '../../lib/api.ts'
import { useTransfers } from '../transfers/queries.ts'
import { TransferList } from '../transfers/TransferList.tsx'
import { panelRows, statusFilter, type Panel } from './dashboard-state.ts'
import { text } from './text.ts'

const MOST = 100

/** The failed or the waiting transfers, each with its button. */
export function TransferPanel({ panel, count, id, onClose }: { panel: Panel; count: number; id: string; onClose: () => void }) {
  const { data, error, refetch } = useTransfers({ status: statusFilter(panel), limit: MOST })
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [panel])
  const rows = data && panelRows(data, panel)
  const title = panel === 'failed' ? text.failedPanel(count) : text.pendingPanel(count)
  return (
    <div ref={frame} id={id} className="mb-4 scroll-my-20">
      <Card
        flush
        title={title}
        aside={
          <Button size="sm" onClick={onClose}>
            {text.close}
          </Button>
        }
      >
        {rows ? (
          rows.length > 0 ? (
            <TransferList label={title} rows={rows} buttons={panel === 'failed' ? 'retry' : 'process'} />
          ) : (
            <EmptyState title={panel === 'failed' ? text.noFailed : text.noPending} />
          )
        ) : error ? (
          <ErrorState
            title={text.loadError}
            why={errorText(error)}
            action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
          />
        ) : (
          <SkeletonRows rows={3} label={text.loading} />
        )}
      </Card>
    </div>
  )
}

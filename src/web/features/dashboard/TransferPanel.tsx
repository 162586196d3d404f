import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { errorText } from '../../lib/api.ts'
import { useTransfers } from '../transfers/queries.ts'
import { TransferList } from '../transfers/list/TransferList.tsx'
import { panelRows, statusFilter, type Panel } from './dashboard-state.ts'
import { text } from './text.ts'

/** Maximum number of rows that the endpoint returns; the transfers screen shows the rest. */
const MOST = 500

export function TransferPanel({
  panel,
  count,
  id,
  onClose,
}: {
  panel: Panel
  count: number
  id: string
  onClose: () => void
}) {
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
            {words.close}
          </Button>
        }
      >
        {rows ? (
          rows.length > 0 ? (
            <>
              <TransferList
                label={title}
                rows={rows}
                buttons={panel === 'failed' ? 'retry' : 'process'}
              />
              {count > MOST && (
                <p className="border-t border-line px-4 py-3 text-sm text-ink-2 sm:px-5">
                  {text.shownOf(rows.length, count)}{' '}
                  <Link
                    to={`/transfers?status=${panel === 'failed' ? 'failed' : 'pending,queued'}`}
                    className="prose-link"
                  >
                    {text.seeAll}
                  </Link>
                </p>
              )}
            </>
          ) : (
            <EmptyState title={panel === 'failed' ? text.noFailed : text.noPending} />
          )
        ) : (
          <NotLoaded
            failed={text.loadError}
            why={error && errorText(error)}
            onRetry={() => void refetch()}
            rows={3}
          />
        )}
      </Card>
    </div>
  )
}

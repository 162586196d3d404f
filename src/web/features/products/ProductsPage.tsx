import { RefreshCw, Sparkles } from 'lucide-react'
import { lazy, Suspense, useCallback, useState } from 'react'
import { whenText } from '#shared/dates'
import { useMay } from '../../lib/access/may.tsx'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { useNow } from '../../lib/time.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useConnect } from '../connections/useConnect.ts'
import { BarPlace, FollowedTasks } from '../tasks/FollowedTasks.tsx'
import { offersSmartSync } from './items-state.ts'
import { useProductTasks } from './many/queries.ts'
import { PriceSyncCard } from './price-sync/PriceSyncCard.tsx'
import { usePriceSync } from './price-sync/queries.ts'
import { ProductList } from './list/ProductList.tsx'
import { useComparison, useRefreshComparison, useStatus } from './queries.ts'
import type { PairOfPlan } from './smart-sync/plan-state.ts'
import { useRunSmartSync } from './smart-sync/queries.ts'
import { InPlace } from './states/InPlace.tsx'
import { missingSystem, obstacleOf } from './states/states.ts'
import { Warnings } from './states/Warnings.tsx'
import { text } from './text.ts'

const SmartSyncDialog = lazy(() =>
  import('./smart-sync/SmartSyncDialog.tsx').then((part) => ({ default: part.SmartSyncDialog })),
)

const MINUTE_MS = 60_000

export function ProductsPage() {
  const now = useNow(MINUTE_MS)
  const status = useStatus()
  const missing = missingSystem(status.data)
  const reachable = missing === null && status.isFetched
  const compared = useComparison(reachable)
  const priceSync = usePriceSync(reachable)
  const refresh = useRefreshComparison()
  const connect = useConnect()
  const may = useMay()
  const followed = useProductTasks()
  const waits = followed.shown.some(({ waitsFor }) => waitsFor)
  const runSmartSync = useRunSmartSync(followed)
  const [planning, setPlanning] = useState<{ pair: PairOfPlan | null } | null>(null)
  const planOf = useCallback((pair: PairOfPlan) => setPlanning({ pair }), [setPlanning])
  const ready = useFirstAnswers(
    missing === null ? [status, compared] : [status],
    missing === null ? [priceSync] : [],
  )
  const answer = ready ? compared.data : undefined
  const obstacle = obstacleOf({
    ready,
    missing: ready ? missing : null,
    answer,
    error: ready ? compared.error : null,
  })
  const comparison = obstacle === null ? (answer?.comparison ?? null) : null
  const readAt = answer?.lists.fiken
  const mayWrite = answer?.mayWrite === true && missing === null
  const reading = refresh.isPending || answer?.lists.refreshing === true
  return (
    <>
      <PageHeader
        compact
        title={text.title}
        subtitle={text.subtitle}
        actions={
          comparison && (
            <>
              <p role="status" className="text-sm whitespace-nowrap text-ink-2 max-sm:sr-only">
                {reading ? 'Leses på nytt …' : readAt && `Lest ${whenText(readAt, now)}`}
              </p>
              <IconButton
                label="Oppdater"
                tone="secondary"
                pending={refresh.isPending}
                disabled={missing !== null}
                icon={<RefreshCw aria-hidden className="size-4" />}
                onClick={() => refresh.mutate()}
              />
              {offersSmartSync(comparison) && may('products') && (
                <Button
                  tone="primary"
                  disabled={!mayWrite}
                  icon={<Sparkles aria-hidden className="size-4" />}
                  onClick={() => setPlanning({ pair: null })}
                >
                  <span className="max-sm:sr-only">Smart Sync</span>
                </Button>
              )}
            </>
          )
        }
      />
      {answer && comparison ? (
        <>
          <Warnings
            missing={missing}
            waits={waits}
            problem={answer.lists.problem}
            mayWrite={answer.mayWrite || !may('products')}
            connect={connect}
          />
          <ProductList
            comparison={comparison}
            mayWrite={mayWrite}
            vatRegistered={answer.vatRegistered}
            followed={followed}
            onSmartSync={planOf}
          />
          <PriceSyncCard settings={priceSync} followed={followed} />
        </>
      ) : (
        obstacle && (
          <>
            <InPlace
              obstacle={obstacle}
              waits={waits}
              retrying={refresh.isPending || compared.isFetching}
              onRetry={() =>
                refresh.mutate(undefined, { onSettled: () => void compared.refetch() })
              }
            />
            <BarPlace>
              <FollowedTasks followed={followed} />
            </BarPlace>
          </>
        )
      )}
      {planning && (
        <Suspense>
          <SmartSyncDialog
            pair={planning.pair}
            running={runSmartSync.isPending}
            onClose={() => setPlanning(null)}
            onRun={(wanted) => runSmartSync.mutate(wanted, { onSettled: () => setPlanning(null) })}
          />
        </Suspense>
      )}
    </>
  )
}

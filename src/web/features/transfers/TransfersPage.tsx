import { Download, DownloadCloud, Ellipsis, RefreshCw, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatCount } from '#shared/counts'
import { exportTransfers } from '#shared/contracts/transfers/list'
import type { Transfer } from '#shared/contracts/transfers/row'
import { useMay } from '../../lib/access/may.tsx'
import { companyUrlOf, errorText } from '../../lib/api.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { useSelection } from '../../ui/selection.ts'
import { usePart } from '../../ui/use-part.ts'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { BarPlace, FollowedTasks } from '../tasks/FollowedTasks.tsx'
import { CauseStrip } from './list/CauseStrip.tsx'
import {
  isByArrival,
  isNarrowed,
  listQuery,
  needIn,
  PAGE_SIZE,
  readFilter,
  writeFilter,
  type Filter,
} from './filter-state.ts'
import { FilterBar } from './list/FilterBar.tsx'
import { NeedLines } from './list/NeedLines.tsx'
import { useCauses, useManyActs } from './list/many-queries.ts'
import {
  useAnyWaiting,
  useReadAllPending,
  useDeleteAllPending,
  useNeeds,
  useTransferPage,
} from './queries.ts'
import { usePlaces } from './places.ts'
import { deleteAllMeans } from './list/many-text.ts'
import { text } from './text.ts'
import { DrawerPlace } from './drawer/DrawerPlace.tsx'
import { TransferList } from './list/TransferList.tsx'

const FetchDialog = lazy(() =>
  import('./fetch/FetchDialog.tsx').then((part) => ({ default: part.FetchDialog })),
)

const CustomerQueue = lazy(() =>
  import('./customer-queue/CustomerQueue.tsx').then((part) => ({ default: part.CustomerQueue })),
)

/** The search parameter while the queue of customers is open, so that a reload keeps it. */
const QUEUE_PARAM = 'velg'

// Loaded only when there are no rows.
const Nothing = lazy(() =>
  import('./empty/Nothing.tsx').then((part) => ({ default: part.Nothing })),
)

const loadSelectionBar = async () => (await import('./list/SelectionBar.tsx')).SelectionBar

const idOf = ({ id }: Transfer) => id

export function TransfersPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const list = useTransferPage(filter)
  const causes = useCauses()
  const needs = useNeeds()
  const places = usePlaces()
  const acts = useManyActs()
  const mayAct = useMay()('transfers')
  const rows = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const choice = useSelection(rows, idOf)
  const drawSelection = usePart(choice.chosen.length > 0, loadSelectionBar)
  const byArrival = isByArrival(filter)
  const [fetching, setFetching] = useState(false)

  const change = (changes: Partial<Filter>) => {
    setSearch((now) => writeFilter(now, changes), {
      replace: true,
      preventScrollReset: !('page' in changes),
    })
  }
  const asking = search.has(QUEUE_PARAM)
  const ask = (open: boolean) =>
    setSearch(
      (now) => {
        if (open) now.set(QUEUE_PARAM, 'kunder')
        else now.delete(QUEUE_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const need = needIn(filter)
  const isWhole = !isNarrowed({ ...filter, status: '', cause: '' })
  const asksForCauses = isWhole && ['', 'act', 'failed'].includes(filter.status)
  const shownCauses = asksForCauses
    ? (causes.data ?? []).filter(({ code }) => !filter.cause || code === filter.cause)
    : []
  // The causes are above the rows and would push the rows down if they arrived later.
  const ready = useFirstAnswers([list], [causes, needs])
  const known = ready && list.data
  return (
    <>
      <PageHeader
        compact
        title={text.title}
        subtitle={text.subtitle(byArrival ? 'sist kommet inn først' : text.sorts[filter.sort])}
        actions={
          <HeaderActs
            refreshing={list.isRefetching}
            onRefresh={() => void list.refetch()}
            onFetch={() => setFetching(true)}
          />
        }
      />
      <section
        aria-label={text.title}
        className="@container rounded-card border border-line bg-surface"
      >
        <div className="grid gap-2 border-b border-line px-4 pt-3 pb-1 sm:px-5">
          <FilterBar filter={filter} onChange={change} />
          <div
            data-select-page
            className="-ml-2 flex min-h-9 items-center gap-x-2 text-sm text-ink-2 pointer-coarse:-ml-4 sm:pointer-coarse:-ml-2"
          >
            {mayAct && (
              <Checkbox
                label="Velg alle på siden"
                checked={choice.all}
                disabled={rows.length === 0}
                onCheckedChange={choice.chooseAll}
              />
            )}
            <p role="status" className="min-w-0 flex-1 truncate">
              {known
                ? rangeOf((filter.page - 1) * PAGE_SIZE + 1, rows.length, total, list.data.more)
                : list.error
                  ? null
                  : words.loading}
            </p>
            <a
              className={cx(
                'prose-link inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap pointer-coarse:min-h-11',
                rows.length === 0 && 'invisible',
              )}
              href={companyUrlOf(exportTransfers, undefined, listQuery(filter))}
              download
            >
              <Download aria-hidden className="size-4" />
              <span className="@max-xl:hidden">Last ned som CSV</span>
              <span className="@xl:hidden">CSV</span>
            </a>
          </div>
        </div>
        {list.isError && rows.length > 0 && (
          <Banner tone="bad" live title={text.loadError} className="m-3">
            {errorText(list.error)}
          </Banner>
        )}
        {!known && !list.isError ? (
          <SkeletonRows rows={8} />
        ) : rows.length > 0 ? (
          <>
            {isWhole && !filter.cause && (filter.status === '' || need) && needs.data && (
              <NeedLines needs={needs.data} shown={need} onShow={(status) => change({ status })} />
            )}
            <CauseStrip
              causes={shownCauses}
              places={places}
              acts={acts}
              onShow={(cause) => change({ cause })}
              onQueue={() => ask(true)}
            />
            <TransferList
              label={text.title}
              rows={rows}
              buttons="all"
              {...(mayAct && { chosen: choice.ids, onChoose: choice.choose })}
              sort={byArrival ? undefined : filter.sort}
              onSort={(sort) => change({ sort })}
            />
          </>
        ) : list.isError ? (
          <ErrorState
            title={text.loadError}
            why={errorText(list.error)}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <Nothing
              filter={filter}
              places={places}
              onFetch={mayAct && (() => setFetching(true))}
              onShowAll={() => setSearch({}, { replace: true })}
              onFirst={() => change({ page: 1 })}
            />
          </Suspense>
        )}
        {total > PAGE_SIZE && (
          <div className="border-t border-line p-2">
            <Pagination
              label="Sider"
              page={filter.page}
              pages={Math.ceil(total / PAGE_SIZE)}
              onPage={(page) => change({ page })}
            />
          </div>
        )}
      </section>
      <BarPlace>
        <FollowedTasks followed={acts.followed} />
        {drawSelection?.({
          chosen: choice.chosen,
          acts,
          onClear: choice.clear,
          onRelease: (id) => choice.choose(id, false),
        })}
      </BarPlace>
      <DrawerPlace rows={rows} />
      {asking && mayAct && (
        <Suspense>
          <CustomerQueue onClose={() => ask(false)} />
        </Suspense>
      )}
      {fetching && (
        <Suspense>
          <FetchDialog onClose={() => setFetching(false)} />
        </Suspense>
      )}
    </>
  )
}

interface HeaderActsProps {
  refreshing: boolean
  onRefresh: () => void
  onFetch: () => void
}

function HeaderActs({ refreshing, onRefresh, onFetch }: HeaderActsProps) {
  const deleteAll = useDeleteAllPending()
  const waiting = useAnyWaiting()
  const pending = useReadAllPending()
  const [confirming, setConfirming] = useState(false)
  const ask = () => pending.mutate(undefined, { onSettled: () => setConfirming(true) })
  const mayAct = useMay()('transfers')
  const spin = refreshing ? 'size-4 animate-spin' : 'size-4'
  const refresh = (
    <IconButton
      label={text.refresh}
      tone="secondary"
      icon={<RefreshCw aria-hidden className={spin} />}
      onClick={onRefresh}
    />
  )
  if (!mayAct) return refresh
  return (
    <>
      <div className="flex gap-2 max-lg:hidden">
        {refresh}
        {/* Not `disabled`, because the button still has the focus after everything has been
            deleted. */}
        <Button
          pending={pending.isPending || deleteAll.isPending}
          aria-disabled={!waiting}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={ask}
        >
          {text.deleteAll}
        </Button>
      </div>
      <Button
        icon={<DownloadCloud aria-hidden className="size-4 max-sm:hidden" />}
        onClick={onFetch}
      >
        <span className="max-sm:hidden">Hent jobber manuelt</span>
        <span className="sm:hidden">Hent jobber</span>
      </Button>
      <span className="lg:hidden">
        <MenuButton
          label="Flere valg"
          tone="secondary"
          pending={pending.isPending || deleteAll.isPending}
          icon={<Ellipsis aria-hidden className="size-5" />}
          items={[
            {
              label: text.refresh,
              icon: <RefreshCw aria-hidden className={spin} />,
              onSelect: onRefresh,
            },
            {
              label: text.deleteAll,
              icon: <Trash2 aria-hidden className="size-4" />,
              tone: 'danger',
              disabled: !waiting,
              onSelect: ask,
            },
          ]}
        />
      </span>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Slette alle ventende overføringer?"
        description={deleteAllMeans(pending.data)}
        confirm={text.deleteAll}
        onConfirm={() => deleteAll.mutate()}
      />
    </>
  )
}

/** Returns the range shown; `more` is true when there are more than `total` transfers. */
const rangeOf = (first: number, shown: number, total: number, more = false): string =>
  more
    ? `${first}–${first + shown - 1} av mer enn ${formatCount(total)} overføringer`
    : shown > 0 && shown < total
      ? `${first}–${first + shown - 1} av ${total} overføringer`
      : total === 1
        ? '1 overføring'
        : `${total} overføringer`

import { ArrowRightLeft, Download, DownloadCloud, RefreshCw, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Transfer } from '#shared/contracts/transfers'
import { exportTransfers } from '#shared/contracts/transfers-many'
import { errorText, urlOf } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { CauseStrip } from './CauseStrip.tsx'
import { emptyOf, isNarrowed, listQuery, PAGE_SIZE, pageWindow, readFilter, writeFilter, type Filter } from './filter-state.ts'
import { FilterBar } from './FilterBar.tsx'
import { useCauses, useManyActs } from './many-queries.ts'
import { text as many } from './many-text.ts'
import { useAnyWaiting, useDeleteAllPending, useFetchJobs, usePlaces, useTransferPage } from './queries.ts'
import { ManyOutcome, SelectionBar } from './SelectionBar.tsx'
import { text } from './text.ts'
import { TransferDrawer } from './TransferDrawer.tsx'
import { TransferList } from './TransferList.tsx'
import { useChoice } from './useChoice.ts'

/** /transfers: every transfer, searched, filtered and sorted in the address so that a view can be shared. */
export function TransfersPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const list = useTransferPage(filter)
  const causes = useCauses()
  const places = usePlaces()
  const acts = useManyActs()
  const rows = list.data?.rows ?? []
  const total = list.data?.total ?? 0
  const choice = useChoice(rows)

  const change = (changes: Partial<Filter>) => {
    setSearch((now) => writeFilter(now, changes), { replace: true, preventScrollReset: !('page' in changes) })
  }
  const asksForCauses = !filter.q && !filter.from && !filter.to && (filter.status === '' || filter.status === 'failed')
  const shownCauses = asksForCauses ? causes.filter(({ code }) => !filter.cause || code === filter.cause) : []
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle(text.sorts[filter.sort])}
        actions={<HeaderActs rows={rows} refreshing={list.isRefetching} onRefresh={() => void list.refetch()} />}
      />
      <CauseStrip causes={shownCauses} places={places} acts={acts} onShow={(cause) => change({ cause })} />
      <section aria-label={text.title} className="rounded-card border border-line bg-surface">
        <div className="grid gap-3 border-b border-line p-4 sm:px-5">
          <FilterBar filter={filter} onChange={change} />
          <div className="-mb-2 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-2">
            <p role="status">
              {list.data
                ? text.count((filter.page - 1) * PAGE_SIZE + 1, rows.length, total, list.data.more)
                : list.error
                  ? null
                  : text.loading}
            </p>
            {rows.length > 0 && (
              <a
                className="prose-link inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11"
                href={urlOf(exportTransfers, undefined, listQuery(filter))}
                download
              >
                <Download aria-hidden className="size-4" />
                {many.exportAll}
              </a>
            )}
          </div>
        </div>
        {list.isError && rows.length > 0 && (
          <Banner tone="bad" live title={text.loadError} className="m-3">
            {errorText(list.error)}
          </Banner>
        )}
        {list.isPending ? (
          <SkeletonRows rows={6} label={text.loading} />
        ) : rows.length > 0 ? (
          <>
            <div data-select-page className="flex items-center gap-1 border-b border-line py-1 pl-2 text-sm text-ink-2 sm:pl-3">
              <Checkbox label={many.selectPage} checked={choice.all} onCheckedChange={choice.chooseAll} />
              <span aria-hidden>{many.selectPage}</span>
            </div>
            <TransferList label={text.title} rows={rows} buttons="all" chosen={choice.ids} onChoose={choice.choose} />
          </>
        ) : list.isError ? (
          <ErrorState
            title={text.loadError}
            why={errorText(list.error)}
            action={<Button onClick={() => void list.refetch()}>{text.tryAgain}</Button>}
          />
        ) : (
          <Nothing filter={filter} onShowAll={() => setSearch({}, { replace: true })} onFirst={() => change({ page: 1 })} />
        )}
        {total > PAGE_SIZE && (
          <div className="border-t border-line p-2">
            <Pagination
              label={text.pages}
              page={filter.page}
              pages={Math.ceil(total / PAGE_SIZE)}
              window={pageWindow(filter.page, Math.ceil(total / PAGE_SIZE))}
              words={text}
              onPage={(page) => change({ page })}
            />
          </div>
        )}
      </section>
      <SelectionBar chosen={choice.chosen} acts={acts} onClear={choice.clear} />
      <ManyOutcome acts={acts} />
      <TransferDrawer />
    </>
  )
}

interface HeaderActsProps {
  /** What the list shows: the counts move when these do. */
  rows: readonly Transfer[]
  refreshing: boolean
  onRefresh: () => void
}

function HeaderActs({ rows, refreshing, onRefresh }: HeaderActsProps) {
  const fetchJobs = useFetchJobs()
  const deleteAll = useDeleteAllPending()
  const waiting = useAnyWaiting(rows)
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <IconButton
        label={text.refresh}
        tone="secondary"
        icon={<RefreshCw aria-hidden className={refreshing ? 'size-4 animate-spin' : 'size-4'} />}
        onClick={onRefresh}
      />
      {/* Not `disabled`: when it has done its work, the focus of whoever pressed it is still there. */}
      <Button
        pending={deleteAll.isPending}
        aria-disabled={!waiting}
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => setConfirming(true)}
      >
        {text.deleteAll}
      </Button>
      <Button
        tone="primary"
        className="max-sm:w-full"
        pending={fetchJobs.isPending}
        icon={<DownloadCloud aria-hidden className="size-4" />}
        onClick={() => fetchJobs.mutate()}
      >
        {text.fetchJobs}
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={text.confirmDeleteAll}
        description={text.confirmDeleteAllText}
        confirm={text.deleteAll}
        onConfirm={() => deleteAll.mutate()}
      />
    </>
  )
}

/** Why the list is empty, and the way out of it. */
function Nothing({ filter, onShowAll, onFirst }: { filter: Filter; onShowAll: () => void; onFirst: () => void }) {
  if (filter.page > 1) {
    return (
      <EmptyState
        title={text.noPage}
        why={text.noPageWhy}
        icon={<ArrowRightLeft aria-hidden className="size-5" />}
        action={<Button onClick={onFirst}>{text.firstPage}</Button>}
      />
    )
  }
  if (!isNarrowed(filter)) {
    return <EmptyState title={text.empty} why={text.emptyWhy} icon={<ArrowRightLeft aria-hidden className="size-5" />} />
  }
  return (
    <EmptyState
      {...emptyOf(filter)}
      icon={<Search aria-hidden className="size-5" />}
      action={<Button onClick={onShowAll}>{text.showAll}</Button>}
    />
  )
}

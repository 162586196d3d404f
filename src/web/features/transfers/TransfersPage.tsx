import { ArrowRightLeft, DownloadCloud, RefreshCw, Search, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '../../lib/api.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { DELETED, STATUSES } from './filter-state.ts'
import { useDeleteAllPending, useFetchJobs, useTransferPages } from './queries.ts'
import { text } from './text.ts'
import { TransferDrawer } from './TransferDrawer.tsx'
import { TransferList } from './TransferList.tsx'

/** /transfers: every transfer, searched and filtered in the address so that a view can be shared. */
export function TransfersPage() {
  const [search, setSearch] = useSearchParams()
  const status = search.get('status') ?? ''
  const q = search.get('q') ?? ''
  const list = useTransferPages({ status, q })
  const fetchJobs = useFetchJobs()
  const deleteAll = useDeleteAllPending()
  const [confirming, setConfirming] = useState(false)

  const filterBy = (key: 'status' | 'q', value: string) =>
    setSearch(
      (now) => {
        if (value) now.set(key, value)
        else now.delete(key)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const [typed, setTyped] = useSearchText(q, (value) => filterBy('q', value))
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const total = list.data?.pages[0]?.total ?? rows.length
  const fetchButton = (
    <Button
      tone="primary"
      className="max-sm:w-full"
      pending={fetchJobs.isPending}
      icon={<DownloadCloud aria-hidden className="size-4" />}
      onClick={() => fetchJobs.mutate()}
    >
      {text.fetchJobs}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={text.title}
        subtitle={text.subtitle}
        actions={
          <>
            <IconButton
              label={text.refresh}
              tone="secondary"
              icon={<RefreshCw aria-hidden className={list.isRefetching ? 'size-4 animate-spin' : 'size-4'} />}
              onClick={() => void list.refetch()}
            />
            <Button
              pending={deleteAll.isPending}
              icon={<Trash2 aria-hidden className="size-4" />}
              onClick={() => setConfirming(true)}
            >
              {text.deleteAll}
            </Button>
            {fetchButton}
          </>
        }
      />
      <section aria-label={text.title} className="rounded-card border border-line bg-surface">
        <div className="grid gap-3 border-b border-line p-4 sm:grid-cols-[1fr_13rem] sm:px-5">
          <TextField
            label={text.search}
            hideLabel
            type="search"
            placeholder={text.searchHint}
            lead={<Search aria-hidden className="size-4" />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <SelectField
            label={text.status}
            hideLabel
            options={STATUSES}
            value={STATUSES.some((known) => known.value === status) ? status : ''}
            onChange={(event) => filterBy('status', event.target.value)}
          />
          <p role="status" className="text-sm text-ink-2 sm:col-span-2">
            {list.data ? text.count(rows.length, total) : text.loading}
          </p>
        </div>
        {list.isError && rows.length > 0 && (
          <Banner tone="bad" live title={text.loadError} className="m-3">
            {errorText(list.error)}
          </Banner>
        )}
        {list.isPending ? (
          <SkeletonRows rows={6} label={text.loading} />
        ) : rows.length > 0 ? (
          <TransferList label={text.title} rows={rows} buttons="all" />
        ) : list.isError ? (
          <ErrorState
            title={text.loadError}
            why={errorText(list.error)}
            action={<Button onClick={() => void list.refetch()}>{text.tryAgain}</Button>}
          />
        ) : status || q ? (
          <EmptyState
            title={status === DELETED && !q ? text.noDeleted : text.noMatch}
            why={status === DELETED && !q ? text.noDeletedWhy : text.noMatchWhy}
            icon={<Search aria-hidden className="size-5" />}
            action={<Button onClick={() => setSearch({}, { replace: true })}>{text.showAll}</Button>}
          />
        ) : (
          <EmptyState title={text.empty} why={text.emptyWhy} icon={<ArrowRightLeft aria-hidden className="size-5" />} />
        )}
        {list.hasNextPage && (
          <div className="border-t border-line p-3 text-center">
            <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {text.more}
            </Button>
          </div>
        )}
      </section>
      <TransferDrawer />
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

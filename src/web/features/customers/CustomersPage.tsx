import { GitCompareArrows, RefreshCw } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Customer } from '#shared/contracts/customers'
import { errorText } from '../../lib/api.ts'
import { useFirstAnswers } from '../../lib/query-client.ts'
import { useSearchText } from '../../lib/search-text.ts'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { useMoreOptions } from '../../lib/useMoreOptions.ts'
import { words } from '../../ui/words.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MoreOptions } from '../../ui/MoreOptions.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { usePart } from '../../ui/use-part.ts'
import { CollectivePlace, type AskedCollective } from '../collective/CollectivePlace.tsx'
import { useCollective } from '../collective/list-query.ts'
import { useUsesCollective } from '../collective/useUsesCollective.ts'
import { ConnectHint } from '../connections/ConnectButton.tsx'
import { useConnect } from '../connections/useConnect.ts'
import { displayName } from './billing-state.ts'
import { askedAbout, type Asked } from './choose/asked.ts'
import { CustomerChoice } from './choose/CustomerChoice.tsx'
import { DecisionsButton } from './decisions/DecisionsButton.tsx'
import { EditPlace } from './edit/EditPlace.tsx'
import { CustomerList, ListSkeleton } from './list/CustomerList.tsx'
import { isNarrowed, PAGE_SIZE, readFilter, writeFilter, type Filter } from './list/filter-state.ts'
import { FilterBar } from './list/FilterBar.tsx'
import { Nothing } from './list/Nothing.tsx'
import { useFound } from './list/useFound.ts'
import { useCustomers, useCustomersState, useFreshCustomers } from './queries.ts'
import { text } from './text.ts'

/** The URL hash that shows the collective drafts, also while they are hidden as never used. */
const COLLECTIVE_PLACE = 'samlefaktura'

const loadCollectiveLine = async () =>
  (await import('../collective/CollectiveLine.tsx')).CollectiveLine

/** The page /customers, about who receives each client's invoices; the browser searches it. */
export function CustomersPage() {
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const list = useCustomers()
  const state = useCustomersState()
  const collective = useCollective()
  const isChosen = (collective.data?.length ?? 0) > 0
  const isUsed = useUsesCollective() || filter.show.includes('collective')
  const more = useMoreOptions([{ isUsed, place: COLLECTIVE_PLACE }])
  const showsCollective = isUsed || more.line.open
  const drawCollective = usePart(isChosen, loadCollectiveLine)
  const refresh = useFreshCustomers()
  const connect = useConnect()
  const connecting = connect.state.step === 'waiting'
  const [editing, setEditing] = useState<Customer | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [askedCollective, setAskedCollective] = useState<AskedCollective | null>(null)

  const change = (changes: Partial<Filter>) => {
    setSearch((now) => writeFilter(now, changes), {
      replace: true,
      preventScrollReset: !('page' in changes),
    })
  }
  const [typed, setTyped] = useSearchText(filter.q, (q) => change({ q }))
  const showAll = () => {
    setTyped('')
    change({ q: '', show: [] })
  }

  // Shows a typed letter immediately and renders the rows with lower priority.
  const q = useDeferredValue(typed)
  const { total, counts, hits, rows, page, pages } = useFound(
    list.data,
    collective.data,
    q,
    filter.show.join(','),
    q === filter.q ? filter.page : 1,
  )

  const latestConnect = useRef(connect.connect)
  useEffect(() => {
    latestConnect.current = connect.connect
  })
  const connectAgain = useCallback(() => void latestConnect.current('servicem8'), [])
  const choose = useCallback(
    (customer: Customer) => {
      if (customer.waiting_transfer)
        setAsked(askedAbout(displayName(customer), customer.waiting_transfer))
    },
    [setAsked],
  )

  const ready = useFirstAnswers(
    [list],
    [state, collective, { isFetched: !isChosen || drawCollective !== null }],
  )
  // When a banner says that the choices are unknown, the list must not claim that there are none.
  const isChosenUnknown =
    collective.isError && !collective.data && filter.show.includes('collective')
  const known = ready && list.data !== undefined
  useHashTarget(known)
  const isConnected = state.data?.servicem8Connected !== false
  return (
    <>
      <PageHeader
        compact
        title={text.title}
        aside={
          known && (
            <Badge>
              {text.number(total)}
              <span className="sr-only"> {text.customersWord}</span>
            </Badge>
          )
        }
        subtitle={text.subtitle}
        actions={
          <>
            <Button asChild>
              <Link to="/customers/import">
                <GitCompareArrows aria-hidden className="size-4" />
                <span className="max-sm:sr-only">{text.toImport}</span>
              </Link>
            </Button>
            <DecisionsButton />
            <IconButton
              label={text.refresh}
              tone="secondary"
              pending={refresh.isPending}
              icon={<RefreshCw aria-hidden className="size-4" />}
              onClick={() => refresh.mutate()}
            />
          </>
        }
      />
      <div className="grid gap-3 empty:hidden">
        <ConnectHint vendor="servicem8" connect={connect} />
      </div>
      <section
        aria-label={text.title}
        className="@container rounded-card border border-line bg-surface"
      >
        <div className="border-b border-line px-4 py-3 sm:px-5">
          <FilterBar
            typed={typed}
            onType={setTyped}
            show={filter.show}
            without={showsCollective ? null : 'collective'}
            onShow={(show) => change({ show })}
            counts={
              known ? { ...counts, collective: collective.data ? counts.collective : null } : null
            }
            status={
              known
                ? text.count((page - 1) * PAGE_SIZE + 1, rows.length, hits)
                : list.isError
                  ? null
                  : words.loading
            }
            onClear={showAll}
          />
        </div>
        {list.isError && total > 0 && (
          <Banner tone="bad" live title={text.loadError} className="m-3">
            {errorText(list.error)}
          </Banner>
        )}
        {collective.isError && known && (
          <Banner
            tone="bad"
            live
            title={text.collectiveError}
            className="m-3"
            pending={collective.isFetching}
            onRetry={() => void collective.refetch()}
          >
            {errorText(collective.error)}
          </Banner>
        )}
        {rows.length > 0 && known ? (
          <div className={cx(q !== typed && 'opacity-60')}>
            <CustomerList
              rows={rows}
              onEdit={setEditing}
              onChoose={choose}
              drawCollective={drawCollective}
              onCollective={showsCollective ? setAskedCollective : null}
              onConnect={connectAgain}
              connecting={connecting}
            />
          </div>
        ) : list.isError && !list.data && isConnected ? (
          <ErrorState
            title={text.loadError}
            why={errorText(list.error)}
            pending={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : ready && isChosenUnknown ? null : ready ? (
          <Nothing
            noCollective={counts.collective === 0 && filter.show.includes('collective')}
            narrowed={total > 0 && isNarrowed({ q, show: filter.show }) ? { q } : null}
            servicem8={
              !isConnected
                ? 'not connected'
                : state.data && state.data.readAt === null
                  ? 'first read'
                  : 'read'
            }
            connecting={connecting}
            onConnect={connectAgain}
            onShowAll={showAll}
          />
        ) : (
          <ListSkeleton />
        )}
        {!isUsed && rows.length > 0 && known && (
          <div id={COLLECTIVE_PLACE} className="border-t border-line px-4 text-sm sm:px-5">
            <MoreOptions {...more.line}>
              <p className="pb-3 text-ink-2">{text.aboutCollective}</p>
            </MoreOptions>
          </div>
        )}
        {known && pages > 1 && (
          <div className="border-t border-line p-2">
            <Pagination
              label={text.pages}
              page={page}
              pages={pages}
              onPage={(next) => change({ page: next })}
            />
          </div>
        )}
      </section>
      <EditPlace
        asked={editing}
        all={list.data}
        state={state.data}
        connect={connect}
        onClose={() => setEditing(null)}
      />
      <CustomerChoice asked={asked} onClose={() => setAsked(null)} />
      <CollectivePlace asked={askedCollective} onClose={() => setAskedCollective(null)} />
    </>
  )
}

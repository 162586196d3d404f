import { Package, Search } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Comparison, MatchedProduct } from '#shared/contracts/products/comparison'
import { MOST_ITEMS } from '#shared/contracts/tasks'
import { useMay } from '../../../lib/access/may.tsx'
import { useSearchText } from '../../../lib/search-text.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { ChoiceChip } from '../../../ui/ChoiceChip.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { BarPlace, FollowedTasks } from '../../tasks/FollowedTasks.tsx'
import type { FollowedTasks as Followed } from '../../tasks/followed-tasks.ts'
import { keptPrice } from '../acts/kept-price.ts'
import { uuidOf, type Asked } from '../asked.ts'
import { useCreateMaterial, useInventory, useRemove } from '../acts/queries.ts'
import { FileMenu } from '../file/FileMenu.tsx'
import {
  isNarrowed,
  PAGE_SIZES,
  pageSizeOf,
  readFilter,
  writeFilter,
  type Filter,
} from '../filter-state.ts'
import { FilterBar } from './FilterBar.tsx'
import { isPerfect, type Listed } from '../items-state.ts'
import { Legend } from './Legend.tsx'
import type { RowActs } from './ProductRow.tsx'
import { ProductTable } from './ProductTable.tsx'
import { Summary } from './Summary.tsx'
import { usePageSize } from './usePageSize.ts'
import { useFound } from './useFound.ts'
import { useChosen } from '../many/useChosen.ts'
import { ManyBar } from '../many/ManyBar.tsx'
import { useDeleteMany } from '../many/queries.ts'
import { text } from '../text.ts'

const ActDialogs = lazy(() =>
  import('../acts/ActDialogs.tsx').then((part) => ({ default: part.ActDialogs })),
)
const ScanDialog = lazy(() =>
  import('../scan/ScanDialog.tsx').then((part) => ({ default: part.ScanDialog })),
)

const SIZE_OPTIONS = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per side` }))

interface ProductListProps {
  comparison: Comparison
  mayWrite: boolean
  vatRegistered: boolean
  followed: Followed
  /** Opens Smart Sync for a pair; must be a stable function, so that rows do not render again. */
  onSmartSync: (pair: MatchedProduct) => void
}

export function ProductList(props: ProductListProps) {
  const { comparison, mayWrite, vatRegistered, followed, onSmartSync } = props
  const [search, setSearch] = useSearchParams()
  const filter = readFilter(search)
  const chosen = useChosen()
  const may = useMay()
  const change = (changes: Partial<Filter>) => {
    if (Object.keys(changes).some((key) => key !== 'page' && key !== 'sort')) chosen.clear()
    setSearch((now) => writeFilter(now, changes), {
      replace: true,
      preventScrollReset: true,
    })
  }
  const [typed, setTyped] = useSearchText(filter.q, (q) => change({ q }))
  const showAll = () => {
    setTyped('')
    change({ q: '', type: 'all', stock: 'all' })
  }
  // Shows a typed letter immediately and renders the rows with lower priority.
  const q = useDeferredValue(typed)
  const [size, setSize] = usePageSize()
  const wanted = { ...filter, q, page: q === filter.q ? filter.page : 1 }
  const { all, totals, hits, rows, page, pages } = useFound(comparison, wanted, size)
  const chosenRows = chosen.among(hits)
  const [asked, setAsked] = useState<Asked | null>(() => {
    const begun = keptPrice()
    return begun && { act: 'price', id: begun.id, to: begun.to }
  })
  const askedRow = asked && all.find(({ id }) => id === asked.id)
  const [scanning, setScanning] = useState(false)
  const inventory = useInventory()
  const create = useCreateMaterial()
  const remove = useRemove()
  const removeMany = useDeleteMany(followed)

  const latestCreate = useRef(create.mutate)
  useEffect(() => {
    latestCreate.current = create.mutate
  })
  const { choose } = chosen
  // Created once, so that rows do not render again.
  const acts = useMemo<RowActs>(
    () => ({
      ask: setAsked,
      choose,
      createInServicem8: ({ item }) => {
        if (item.kind === 'fiken_only') latestCreate.current(item.product)
      },
      smartSync: ({ item }) => {
        if (item.kind === 'matched') onSmartSync(item.pair)
      },
    }),
    [choose, setAsked, onSmartSync],
  )
  const busy = ({ id, item }: Listed) =>
    remove.isBusy(id) || (item.kind === 'fiken_only' && create.isBusy(item.product.productId))
  return (
    <>
      {totals && (
        <Summary
          totals={totals}
          priceFilter={filter.type === 'price'}
          onPriceFilter={(on) => change({ type: on ? 'price' : 'all' })}
        />
      )}
      {isPerfect(comparison) && (
        <Banner tone="ok" title="Perfekt synkronisering!" className="mb-4">
          Alle produkter finnes i begge systemer.
        </Banner>
      )}
      <section
        aria-label={text.title}
        className="@container rounded-card border border-line bg-surface"
      >
        <div className="border-b border-line px-4 py-3 sm:px-5">
          <FilterBar
            typed={typed}
            onType={(next) => {
              chosen.clear()
              setTyped(next)
            }}
            type={filter.type}
            stock={filter.stock}
            onChange={change}
            onClear={showAll}
            onScan={() => setScanning(true)}
          />
          <div
            data-select-page
            className="mt-2 -mb-1 -ml-1 flex min-h-9 items-center gap-x-2 text-sm text-ink-2 sm:-ml-2"
          >
            {may('products') && (
              <Checkbox
                label="Velg alle på siden"
                checked={chosen.ofPage(rows)}
                disabled={rows.length === 0}
                onCheckedChange={(now) => chosen.choosePage(rows, now)}
              />
            )}
            <p role="status" className="min-w-0 flex-1 truncate">
              {text.count((page - 1) * size + 1, rows.length, hits.length)}
            </p>
            <FileMenu comparison={comparison} followed={followed} />
          </div>
        </div>
        {rows.length > 0 ? (
          <div className={cx(q !== typed && 'opacity-60')}>
            <ProductTable
              rows={rows}
              sort={filter.sort}
              onSort={(sort) => change({ sort })}
              chosen={chosen.ids}
              busy={busy}
              inventory={inventory}
              mayWrite={mayWrite}
              onlyPrices={filter.type === 'price'}
              acts={acts}
            />
          </div>
        ) : (
          <Nothing
            narrowed={all.length > 0 && isNarrowed({ ...filter, q }) ? { q } : null}
            onShowAll={showAll}
          />
        )}
        <Legend onlyPrices={filter.type === 'price'} />
        {hits.length > PAGE_SIZES[0] && (
          <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line p-2">
            {pages > 1 && (
              <Pagination
                label="Sider"
                page={page}
                pages={pages}
                onPage={(next) => change({ page: next })}
              />
            )}
            <ChoiceChip
              label="Produkter per side"
              options={SIZE_OPTIONS}
              value={String(size)}
              onChange={(chosen) => {
                setSize(pageSizeOf(chosen))
                change({ page: 1 })
              }}
            />
          </div>
        )}
      </section>
      <BarPlace>
        <FollowedTasks followed={followed} />
        <ManyBar
          ids={chosenRows.map(({ id }) => id)}
          hits={hits.length}
          pending={removeMany.isPending}
          locked={!mayWrite && chosenRows.some((row) => uuidOf(row) !== null)}
          onAll={() => chosen.choosePage(hits.slice(0, MOST_ITEMS), true)}
          onClear={chosen.clear}
          onRemove={() =>
            removeMany.mutate(
              chosenRows.map(({ id }) => id),
              { onSuccess: chosen.clear },
            )
          }
        />
      </BarPlace>
      <Suspense>
        {asked && askedRow && (
          <ActDialogs
            asked={asked}
            row={askedRow}
            vatRegistered={vatRegistered}
            inventory={inventory}
            onRemove={remove.mutate}
            onClose={() => setAsked(null)}
          />
        )}
        {scanning && (
          <ScanDialog
            rows={all}
            mayWrite={mayWrite && may('products')}
            onClose={() => setScanning(false)}
            onShow={(code) => {
              setScanning(false)
              chosen.clear()
              setTyped(code)
              change({ q: code, type: 'all', stock: 'all' })
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface NothingProps {
  narrowed: { q: string } | null
  onShowAll: () => void
}

function Nothing({ narrowed, onShowAll }: NothingProps) {
  if (!narrowed)
    return (
      <EmptyState
        title="Ingen produkter"
        why="Produkter du legger inn i Fiken, og varer du legger inn i ServiceM8, dukker opp her."
        icon={<Package aria-hidden className="size-5" />}
      />
    )
  const searched = narrowed.q.trim() !== ''
  return (
    <EmptyState
      title={searched ? 'Ingen produkter matchet søket' : 'Ingen produkter i utvalget'}
      why={searched ? 'Prøv et annet ord, eller vis alle.' : 'Velg noe annet, eller vis alle.'}
      icon={<Search aria-hidden className="size-5" />}
      action={<Button onClick={onShowAll}>Vis alle</Button>}
    />
  )
}

import { useRef } from 'react'
import { DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { moveFocus } from '../../../ui/move-focus.ts'
import { isTracked, productIdOf } from '../asked.ts'
import type { Inventory } from '../acts/queries.ts'
import { text } from '../text.ts'
import type { Sort } from '../filter-state.ts'
import type { Listed } from '../items-state.ts'
import { ProductRow, type RowActs } from './ProductRow.tsx'

const COLUMNS: readonly DataColumn<Sort>[] = [
  { key: 'select', head: text.heads.select, hideHead: true, className: 'w-12' },
  { key: 'status', head: text.heads.status, hideHead: true, className: 'w-7' },
  { key: 'name', head: text.heads.name, sorts: ['name', '-name'], ascending: 'name' },
  {
    key: 'number',
    head: text.heads.number,
    sorts: ['number', '-number'],
    ascending: 'number',
    className: 'w-30 @[56rem]:w-32',
  },
  {
    key: 'price',
    head: text.heads.price,
    sorts: ['price', '-price'],
    ascending: 'price',
    className: 'w-44 @[56rem]:w-46',
  },
  {
    key: 'stock',
    head: text.heads.stock,
    sorts: ['stock', '-stock'],
    ascending: 'stock',
    className: 'w-29 @[56rem]:w-32',
  },
  // The column is exactly as wide as its header at a window width of 800 pixels.
  {
    key: 'inventory',
    head: text.heads.inventory,
    className: 'w-[82px] px-1! @[56rem]:w-22 @[56rem]:px-2!',
  },
  { key: 'acts', head: text.heads.acts, className: 'w-33 text-right @[56rem]:w-36' },
]

interface ProductTableProps {
  rows: readonly Listed[]
  sort: Sort
  onSort: (sort: Sort) => void
  chosen: ReadonlySet<string>
  busy: (row: Listed) => boolean
  inventory: Inventory
  mayWrite: boolean
  onlyPrices: boolean
  acts: RowActs
}

/** The product table, which scrolls sideways on narrow screens, because it needs 880 pixels. */
export function ProductTable(props: ProductTableProps) {
  const { rows, sort, onSort, chosen, busy, inventory, mayWrite, onlyPrices, acts } = props
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <div className="@container">
      <div
        role="region"
        aria-label={text.table}
        tabIndex={0}
        className="shows-more-x relative overflow-auto @max-[55rem]:max-h-[85dvh] @max-[55rem]:[--below-top-bar:0px] @[55rem]:overflow-visible"
      >
        <div className="min-w-[55rem]">
          <DataTable
            ref={list}
            label={text.table}
            columns={COLUMNS}
            sort={sort}
            onSort={onSort}
            events={{ onKeyDown: moveFocus, ...kept }}
          >
            {rows.map((row) => {
              const productId = productIdOf(row)
              return (
                <ProductRow
                  key={row.id}
                  row={row}
                  columns={COLUMNS.length}
                  chosen={chosen.has(row.id)}
                  busy={busy(row)}
                  tracked={
                    productId !== null && inventory.shown(productId, isTracked(row) ?? false)
                  }
                  switching={productId !== null && inventory.isBusy(productId)}
                  mayWrite={mayWrite}
                  onlyPrices={onlyPrices}
                  acts={acts}
                />
              )
            })}
          </DataTable>
        </div>
      </div>
    </div>
  )
}

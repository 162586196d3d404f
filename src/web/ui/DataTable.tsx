import { ArrowDown } from 'lucide-react'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { cx } from './cx.ts'

export interface DataColumn<Sort extends string = string> {
  key: string
  head: string
  hideHead?: boolean
  align?: 'right'
  /** The sort orders for the first and for the second click on the column header. */
  sorts?: readonly [Sort, Sort]
  /** The order in `sorts` that starts with the smallest or earliest value. */
  ascending?: Sort
  /** Classes for the width, and for the screen width from which the column is shown. */
  className?: string
}

interface DataTableProps<Sort extends string> {
  label: string
  columns: readonly DataColumn<Sort>[]
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  children: ReactNode
  ref?: Ref<HTMLTableElement>
  events?: Pick<ComponentProps<'table'>, 'onKeyDown' | 'onFocus'>
}

export function DataTable<Sort extends string>({
  label,
  columns,
  sort,
  onSort,
  children,
  ref,
  events,
}: DataTableProps<Sort>) {
  return (
    <div className="@container">
      <table
        ref={ref}
        role="table"
        aria-label={label}
        className="block w-full table-fixed border-collapse text-left @xl:table"
        {...events}
      >
        <thead role="rowgroup" className="sr-only @xl:not-sr-only @xl:table-header-group">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  )
}

const HEAD =
  'sticky top-(--below-top-bar) z-10 h-9 border-b border-line bg-surface px-2 text-sm font-semibold text-ink-2 whitespace-nowrap first:pl-5 last:pr-5'

function Head<Sort extends string>({
  column: { head, hideHead, align, sorts, ascending, className },
  sort,
  onSort,
}: {
  column: DataColumn<Sort>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}) {
  const classes = cx(HEAD, align === 'right' && 'text-right', className)
  if (!sorts || !onSort)
    return (
      <th role="columnheader" scope="col" className={classes}>
        <span className={hideHead ? 'sr-only' : undefined}>{head}</span>
      </th>
    )
  const [first, second] = sorts
  const chosen = sort === first || sort === second
  const rising = sort === ascending
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={chosen ? (rising ? 'ascending' : 'descending') : 'none'}
      className={classes}
    >
      {/* Cards have no column headers; their sort order is chosen beside the filters. */}
      <button
        type="button"
        className={cx(
          'hidden h-full items-center gap-1 rounded-md hover:text-ink @xl:inline-flex pointer-coarse:min-h-11',
          chosen && 'text-ink',
        )}
        onClick={() => onSort(sort === first ? second : first)}
      >
        {head}
        <ArrowDown
          aria-hidden
          className={cx('size-3.5', !chosen && 'opacity-40', rising && 'rotate-180')}
        />
      </button>
      <span className="@xl:hidden">{head}</span>
    </th>
  )
}

interface DataRowProps extends ComponentProps<'tbody'> {
  below?: ReactNode
  columns: number
  chosen?: boolean | undefined
}

/**
 * A row, grouped with the content below it, so that hovering highlights both. On narrow screens the
 * group is a grid; `className` defines its columns.
 */
export function DataRow({ children, below, columns, chosen, className, ...rest }: DataRowProps) {
  return (
    <tbody
      role="rowgroup"
      data-row
      className={cx(
        'relative border-b border-line transition-colors last:border-b-0 hover:bg-surface-2/60 active:bg-surface-2 @xl:table-row-group',
        chosen && 'bg-brand-soft/60',
        className,
      )}
      {...rest}
    >
      <tr role="row" className="contents @xl:table-row">
        {children}
      </tr>
      {below && (
        <tr role="row" className="contents @xl:table-row">
          <td role="cell" colSpan={columns} className="contents @xl:table-cell @xl:p-0">
            {below}
          </td>
        </tr>
      )}
    </tbody>
  )
}

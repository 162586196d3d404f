import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface Column<Row> {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** Numbers stand to the right. */
  align?: 'right'
  /** The cell that names the row. */
  isName?: boolean
}

interface TableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Scroll sideways inside the table below this width, in pixels. */
  minWidth?: number
}

/** A plain table that scrolls within itself when it is wider than the screen. */
export function Table<Row>({ caption, columns, rows, rowKey, minWidth }: TableProps<Row>) {
  return (
    <div role="region" aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-left text-sm" style={minWidth ? { minWidth } : undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-surface-2 text-ink-2">
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={cx(
                  'px-4 py-2 font-semibold whitespace-nowrap',
                  column.align === 'right' && 'text-right',
                )}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => {
                const classes = cx(
                  'px-4 py-2.5 align-top',
                  column.align === 'right' && 'text-right tabular-nums',
                )
                return column.isName ? (
                  <th key={column.key} scope="row" className={cx(classes, 'font-semibold')}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={classes}>
                    {column.cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { useRef } from 'react'
import type { MatchRow } from '#shared/contracts/customer-import'
import { cx } from '../../../ui/cx.ts'
import { DataRow, DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { moveFocus } from '../../../ui/move-focus.ts'
import { ClientName } from './ClientName.tsx'
import { text } from './text.ts'

const COLUMNS: readonly DataColumn[] = [
  { key: 'customer', head: text.customerHead },
  { key: 'contact', head: text.contactHead },
  { key: 'why', head: text.whyHead, className: 'w-52 @3xl:w-64' },
]

export const CELL = '@xl:table-cell @xl:h-12 @xl:px-2 @xl:py-1 @xl:align-middle'

export function LinkedList({ rows }: { rows: readonly MatchRow[] }) {
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable
      ref={list}
      label={text.list.linked}
      columns={COLUMNS}
      events={{ onKeyDown: moveFocus, ...kept }}
    >
      {rows.map((row) => (
        <DataRow key={row.uuid} columns={COLUMNS.length} className="grid gap-y-0.5 px-4 py-2.5">
          <th
            role="rowheader"
            scope="row"
            className={cx(CELL, 'min-w-0 text-left font-normal @xl:pl-5!')}
          >
            <ClientName row={row} rests />
          </th>
          <td role="cell" className={cx(CELL, 'min-w-0 text-sm')}>
            <p className="truncate">
              <span className="text-ink-2 @xl:sr-only">{text.inFiken}</span> {row.contact?.name}
            </p>
          </td>
          <td role="cell" className={cx(CELL, 'min-w-0 text-xs text-ink-2 @xl:pr-5!')}>
            {row.why}
          </td>
        </DataRow>
      ))}
    </DataTable>
  )
}

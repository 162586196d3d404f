import { useRef } from 'react'
import type { MatchRow } from '#shared/contracts/customer-import'
import { May, useMay } from '../../../lib/access/may.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow, DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { moveFocus } from '../../../ui/move-focus.ts'
import type { useSelection } from '../../../ui/selection.ts'
import { RowChoice } from '../../../ui/SelectionBar.tsx'
import { ClientName } from './ClientName.tsx'
import { CELL } from './LinkedList.tsx'
import { useReconsider } from './queries.ts'
import { text } from './text.ts'

const COLUMNS: readonly DataColumn[] = [
  { key: 'choose', head: text.choose, hideHead: true, className: 'w-12' },
  { key: 'customer', head: text.customerHead, className: 'w-2/5' },
  { key: 'why', head: text.whyHead },
]

type Choice = ReturnType<typeof useSelection<MatchRow>>

export function SelectPage({ choice, count }: { choice: Choice; count: string | null }) {
  return (
    <div
      data-select-page
      className="mt-1 -ml-2 flex min-h-9 items-center gap-x-3 text-sm text-ink-2 pointer-coarse:-ml-4 pointer-coarse:gap-x-0"
    >
      <May act="customers">
        <Checkbox
          label={text.selectPage}
          checked={choice.all}
          disabled={count === null}
          onCheckedChange={choice.chooseAll}
        />
      </May>
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        <span className="tabular-nums">{count}</span>
        {count !== null && (
          <May act="customers">
            <span>{text.chooseToMake}</span>
          </May>
        )}
      </p>
    </div>
  )
}

export function MissingList({ rows, choice }: { rows: readonly MatchRow[]; choice: Choice }) {
  const reconsider = useReconsider()
  const may = useMay()
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[role=checkbox]')
  return (
    <DataTable
      ref={list}
      label={text.list.missing}
      columns={COLUMNS}
      events={{ onKeyDown: moveFocus, ...kept }}
    >
      {rows.map((row) => {
        const chosen = choice.ids.has(row.uuid)
        return (
          <DataRow
            key={row.uuid}
            columns={COLUMNS.length}
            chosen={chosen}
            className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-y-0.5 py-2.5 pr-4"
          >
            <td role="cell" className={cx(CELL, 'relative row-span-2 self-start @xl:pl-3!')}>
              <May act="customers">
                <RowChoice
                  label={text.select(row.name || text.noName)}
                  toBar={text.toBar}
                  chosen={chosen}
                  onChange={(now) => choice.choose(row.uuid, now)}
                />
              </May>
            </td>
            <th
              role="rowheader"
              scope="row"
              className={cx(CELL, 'col-start-2 min-w-0 text-left font-normal')}
            >
              <ClientName row={row} rests />
            </th>
            <td
              role="cell"
              className={cx(CELL, 'col-start-2 min-w-0 text-sm text-ink-2 @xl:pr-5!')}
            >
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="min-w-0">{row.why}</span>
                {row.rejected && may('customers') && (
                  <Button
                    size="sm"
                    pending={reconsider.isBusy(row.uuid)}
                    aria-label={text.reconsiderOf(row.name || text.noName)}
                    onClick={() => reconsider.mutate(row.uuid)}
                  >
                    {text.reconsider}
                  </Button>
                )}
              </div>
            </td>
          </DataRow>
        )
      })}
    </DataTable>
  )
}

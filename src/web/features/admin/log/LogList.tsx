import type { AdminActivity } from '#shared/contracts/admin'
import { formatDateTime } from '#shared/dates'
import { cx } from '../../../ui/cx.ts'
import { DataRow, DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { fullName, resultOf } from '../admin-state.ts'
import { text } from '../text.ts'

const COLUMNS: readonly DataColumn[] = [
  { key: 'at', head: text.logHeads.at, className: 'w-30 @4xl:w-46' },
  { key: 'user', head: text.logHeads.user, className: 'w-44 @4xl:w-52' },
  { key: 'type', head: text.logHeads.type, className: 'hidden @3xl:table-cell @3xl:w-32' },
  { key: 'what', head: text.logHeads.what },
  { key: 'result', head: text.logHeads.result, align: 'right', className: 'w-36' },
]

const CELL = 'min-w-0 text-sm @xl:table-cell @xl:px-2 @xl:py-2.5 @xl:align-top'

export function LogList({ rows }: { rows: readonly AdminActivity[] }) {
  return (
    <DataTable label={text.log} columns={COLUMNS}>
      {rows.map((row) => (
        <LogRow key={row.id} row={row} />
      ))}
    </DataTable>
  )
}

/** The row of a log entry; on a narrow screen a card that begins with the event. */
function LogRow({
  row: { createdAt, user, type, description, action, success },
}: {
  row: AdminActivity
}) {
  const { word, tone } = resultOf(success)
  const name = user && fullName(user)
  return (
    <DataRow
      columns={COLUMNS.length}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5"
    >
      <td
        role="cell"
        className={cx(CELL, 'col-start-1 row-start-3 text-ink-2 max-sm:text-xs @xl:pl-5!')}
      >
        <time dateTime={createdAt} className="tabular-nums">
          {formatDateTime(createdAt)}
        </time>
        <span className="hidden @xl:block @3xl:hidden">{text.types[type]}</span>
      </td>
      <td role="cell" className={cx(CELL, 'col-span-2 col-start-1 row-start-2')}>
        {name && <p className="truncate @max-xl:hidden">{name}</p>}
        <p
          title={user?.email}
          className={cx(
            'truncate text-ink-2',
            name && '@xl:text-xs',
            !name && user && '@xl:text-ink',
          )}
        >
          {user?.email ?? text.system}
          <span className="@xl:hidden"> · {text.types[type]}</span>
        </p>
      </td>
      <td
        role="cell"
        className="hidden text-sm @3xl:table-cell @3xl:px-2 @3xl:py-2.5 @3xl:align-top"
      >
        {text.types[type]}
      </td>
      <td role="cell" className={cx(CELL, 'col-span-2 col-start-1 row-start-1 wrap-anywhere')}>
        {description || action}
      </td>
      <td role="cell" className={cx(CELL, 'col-start-2 row-start-3 text-right @xl:pr-5!')}>
        <StatusChip tone={tone}>{word}</StatusChip>
      </td>
    </DataRow>
  )
}

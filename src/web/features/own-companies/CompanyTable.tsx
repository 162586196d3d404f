import { History, TriangleAlert } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { ROLE_NAMES } from '#shared/access/role-names'
import type { OwnCompanyRow } from '#shared/contracts/own-companies'
import { formatDate, formatMonth } from '#shared/dates'
import { jobCount, kronerOf, type JobSum } from '#shared/needs/job-sum'
import { cx } from '../../ui/cx.ts'
import { DataRow, DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { useKeepFocus } from '../../ui/keep-focus.ts'
import { moveFocus } from '../../ui/move-focus.ts'
import { nameOf } from '../company-choice/choice-state.ts'
import { connectionsOf, type Sort } from './own-companies-state.ts'
import { text } from './text.ts'

const COLUMNS: readonly DataColumn<Sort>[] = [
  { key: 'company', head: text.heads.company, sorts: ['name', '-name'], ascending: 'name' },
  {
    key: 'needs',
    head: text.heads.needs,
    sorts: ['-needs', 'needs'],
    ascending: 'needs',
    className: 'w-34',
  },
  {
    key: 'uninvoiced',
    head: text.heads.uninvoiced,
    sorts: ['-uninvoiced', 'uninvoiced'],
    ascending: 'uninvoiced',
    className: 'w-34',
  },
  {
    key: 'oldest',
    head: text.heads.oldest,
    sorts: ['oldest', '-oldest'],
    ascending: 'oldest',
    className: 'w-26',
  },
  {
    key: 'reconciled',
    head: text.heads.reconciled,
    sorts: ['reconciled', '-reconciled'],
    ascending: 'reconciled',
    className: 'w-40 @4xl:w-48',
  },
  {
    key: 'connections',
    head: text.heads.connections,
    sorts: ['-connections', 'connections'],
    ascending: 'connections',
    className: 'w-48 @max-3xl:w-32',
  },
]

interface CompanyTableProps {
  rows: readonly OwnCompanyRow[]
  sort: Sort
  onSort: (sort: Sort) => void
}

export function CompanyTable({ rows, sort, onSort }: CompanyTableProps) {
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable
      ref={list}
      label={text.title}
      columns={COLUMNS}
      sort={sort}
      onSort={onSort}
      events={{ onKeyDown: moveFocus, ...kept }}
    >
      {rows.map((row) => (
        <CompanyRow key={row.id} row={row} />
      ))}
    </DataTable>
  )
}

const CELL =
  'text-sm leading-tight @xl:table-cell @xl:h-11 @xl:px-2 @xl:py-1 @xl:align-middle tabular-nums'

function CompanyRow({ row }: { row: OwnCompanyRow }) {
  const { needs, uninvoiced, reconciled } = row
  const name = nameOf(row)
  const connections = connectionsOf(row)
  return (
    <DataRow columns={COLUMNS.length} className="grid gap-y-1 px-4 py-2.5">
      <th
        role="rowheader"
        scope="row"
        className={cx(CELL, 'min-w-0 text-left font-normal @xl:pl-5!')}
      >
        {/* The link covers the row. It loads the page anew, so that nothing of the present company
            is left on it. */}
        <a
          data-details
          href={`/?company=${row.id}`}
          title={name}
          className="block font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand @xl:truncate"
        >
          {name}
        </a>
        <span className="text-xs text-ink-2">{ROLE_NAMES[row.role]}</span>
      </th>
      <Cell label={text.heads.needs} nothing={!needs && text.nobody}>
        {needs && <Sum sum={needs} urgent />}
      </Cell>
      <Cell label={text.heads.uninvoiced} nothing={uninvoiced.count === 0 && text.allInvoiced}>
        <Sum sum={uninvoiced} />
      </Cell>
      <Cell label={text.heads.oldest} nothing={uninvoiced.oldestAt === null && '–'}>
        {uninvoiced.oldestAt && formatDate(uninvoiced.oldestAt)}
      </Cell>
      <Cell label={text.heads.reconciled} nothing={!reconciled && text.neverReconciled}>
        {reconciled && (
          <>
            <span>{formatMonth(reconciled.last)}</span>
            {reconciled.changed.length > 0 && <Changed months={reconciled.changed} />}
          </>
        )}
      </Cell>
      <Cell
        label={text.heads.connections}
        nothing={connections.state !== 'ended' && connections.words}
        last
      >
        <span className="inline-flex items-start gap-1 font-semibold text-bad">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {connections.words}
        </span>
      </Cell>
    </DataRow>
  )
}

interface CellProps {
  label: string
  /** The quiet words for a company without a value, which has no line on a card; false with one. */
  nothing: string | false
  last?: boolean
  children: ReactNode
}

function Cell({ label, nothing, last, children }: CellProps) {
  return (
    <td
      role="cell"
      className={cx(
        CELL,
        'flex flex-wrap items-baseline gap-x-1.5',
        last && '@xl:pr-5!',
        nothing !== false && 'text-ink-2 @max-xl:hidden',
      )}
    >
      <span aria-hidden className="text-ink-2 @xl:hidden">
        {label}:
      </span>
      {nothing === false ? children : nothing}
    </td>
  )
}

function Sum({ sum, urgent }: { sum: JobSum; urgent?: boolean }) {
  const kroner = kronerOf(sum)
  const count = jobCount(sum.count)
  return (
    <>
      <span className={cx('@xl:block', urgent ? 'font-semibold text-bad' : 'text-ink')}>
        {urgent ? count : (kroner ?? count)}
      </span>
      {kroner && <span className="text-xs text-ink-2 @xl:block">{urgent ? kroner : count}</span>}
    </>
  )
}

function Changed({ months }: { months: readonly string[] }) {
  return (
    <span
      title={months.map(formatMonth).join(', ')}
      className="flex items-center gap-1 text-xs font-semibold text-wait"
    >
      <History aria-hidden className="size-3.5 shrink-0" />
      {text.changed}
    </span>
  )
}

import { Pencil } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { MatchCandidate, MatchRow } from '#shared/contracts/customer-import'
import { formatOrganizationNumber } from '#shared/norwegian'
import { May, useMay } from '../../../lib/access/may.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow, DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { moveFocus } from '../../../ui/move-focus.ts'
import { ClientName, customerPath } from './ClientName.tsx'
import { CELL } from './LinkedList.tsx'
import { useChoose, useReject } from './queries.ts'
import { text } from './text.ts'

const COLUMNS: readonly DataColumn[] = [
  { key: 'customer', head: text.customerHead, className: 'w-2/5' },
  { key: 'why', head: text.whyHead },
]

/** Number of candidates shown at first; the right candidate is rarely further down. */
const MOST_SHOWN = 3

export function UncertainList({ rows }: { rows: readonly MatchRow[] }) {
  const choose = useChoose()
  const reject = useReject()
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable
      ref={list}
      label={text.list.uncertain}
      columns={COLUMNS}
      events={{ onKeyDown: moveFocus, ...kept }}
    >
      {rows.map((row) => (
        <DataRow
          key={row.uuid}
          columns={COLUMNS.length}
          className="grid gap-y-0.5 px-4 py-2.5"
          below={
            <Below
              row={row}
              linking={choose.isBusy(row.uuid)}
              rejecting={reject.isBusy(row.uuid)}
              onChoose={(contactId) => choose.mutate({ uuid: row.uuid, contactId })}
              onReject={(contactIds) => reject.mutate({ uuid: row.uuid, contactIds })}
            />
          }
        >
          <th
            role="rowheader"
            scope="row"
            className={cx(CELL, 'min-w-0 text-left font-normal @xl:pl-5!')}
          >
            <ClientName row={row} />
          </th>
          <td role="cell" className={cx(CELL, 'min-w-0 text-sm text-ink-2 @xl:pr-5!')}>
            {row.why}
          </td>
        </DataRow>
      ))}
    </DataTable>
  )
}

interface BelowProps {
  row: MatchRow
  linking: boolean
  rejecting: boolean
  onChoose: (contactId: number) => void
  onReject: (contactIds: number[]) => void
}

function Below({ row: { name, candidates }, linking, rejecting, ...on }: BelowProps) {
  const [pressed, setPressed] = useState<number | null>(null)
  const [all, setAll] = useState(false)
  const shown = all ? candidates : candidates.slice(0, MOST_SHOWN)
  const hidden = candidates.length - shown.length
  const mayChoose = useMay()('customers')
  if (candidates.length === 0)
    return (
      <div className="pt-1.5 @xl:px-5 @xl:pt-0 @xl:pb-3">
        <May act="customers">
          <Button asChild size="sm" icon={undefined}>
            <Link to={customerPath(name)} aria-label={text.editOf(name)} data-details>
              <Pencil aria-hidden className="size-3.5" />
              {text.edit}
            </Link>
          </Button>
        </May>
      </div>
    )
  return (
    <div className="pt-1.5 @xl:px-5 @xl:pt-0 @xl:pb-3">
      <div
        role="list"
        aria-label={text.candidatesOf(name)}
        className="divide-y divide-line rounded-control border border-line bg-surface"
      >
        {shown.map((candidate, position) => (
          <CandidateLine
            key={candidate.contactId}
            candidate={candidate}
            customer={name}
            first={position === 0}
            pending={linking && pressed === candidate.contactId}
            busy={linking || rejecting}
            onChoose={() => {
              setPressed(candidate.contactId)
              on.onChoose(candidate.contactId)
            }}
          />
        ))}
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-1">
        {hidden > 0 && (
          <Button
            size="sm"
            tone="ghost"
            aria-label={text.moreOf(hidden, name)}
            onClick={() => setAll(true)}
          >
            {text.more(hidden)}
          </Button>
        )}
        {mayChoose && (
          <Button
            size="sm"
            tone="ghost"
            className="ml-auto"
            pending={rejecting}
            aria-disabled={linking}
            aria-label={text.noneOf(shown.length, name)}
            onClick={() => on.onReject(shown.map(({ contactId }) => contactId))}
          >
            {text.none(shown.length)}
          </Button>
        )}
      </div>
    </div>
  )
}

interface CandidateLineProps {
  candidate: MatchCandidate
  customer: string
  first: boolean
  pending: boolean
  busy: boolean
  onChoose: () => void
}

function CandidateLine(props: CandidateLineProps) {
  const { candidate, customer, first, pending, busy, onChoose } = props
  const { name, organizationNumber, email, address, comparison } = candidate
  const details = useId()
  const known = [
    organizationNumber && text.organizationNumber(formatOrganizationNumber(organizationNumber)),
    email,
    address,
  ].filter(Boolean)
  return (
    <div role="listitem" className="flex items-center gap-3 py-1.5 pr-1.5 pl-3 text-sm">
      <div className="grid min-w-0 flex-1 items-baseline gap-x-4 gap-y-0.5 @3xl:grid-cols-[calc(40cqw-2.6rem)_minmax(0,1fr)]">
        <p className="grid min-w-0">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <span className="text-xs text-ink-2 tabular-nums">{comparison}</span>
        </p>
        <p id={details} className="min-w-0 text-ink-2 wrap-anywhere tabular-nums">
          {known.length > 0 ? known.join(' · ') : text.noDetails}
        </p>
      </div>
      <May act="customers">
        <Button
          size="sm"
          pending={pending}
          aria-disabled={busy}
          aria-label={text.linkOf(customer, name)}
          aria-describedby={details}
          {...(first ? { 'data-details': true } : {})}
          onClick={onChoose}
        >
          {text.link}
        </Button>
      </May>
    </div>
  )
}

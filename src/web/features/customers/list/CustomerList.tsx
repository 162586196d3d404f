import { memo, useRef } from 'react'
import type { Customer } from '#shared/contracts/customers'
import { words } from '../../../ui/words.ts'
import { DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { moveFocus } from '../../../ui/move-focus.ts'
import type { Draw } from '../../../ui/use-part.ts'
import type { CollectiveLineProps } from '../../collective/CollectiveLine.tsx'
import type { AskedCollective } from '../../collective/CollectivePlace.tsx'
import { useWriteAgain } from '../queries.ts'
import { text } from '../text.ts'
import { CustomerRow } from './CustomerRow.tsx'
import type { Listed } from './found-state.ts'
import { Bone, Delayed } from '../../../ui/Skeleton.tsx'

const COLUMNS: readonly DataColumn[] = [
  { key: 'customer', head: text.customerHead },
  { key: 'billing', head: text.billingHead },
  { key: 'fiken', head: text.fikenHead, className: 'w-44 @3xl:w-52' },
]
const ACTS = { key: 'acts', head: text.acts, hideHead: true } as const
const WITH_COLLECTIVE = [...COLUMNS, { ...ACTS, className: 'w-28 @4xl:w-52' }]
const WITHOUT_COLLECTIVE = [...COLUMNS, { ...ACTS, className: 'w-20' }]

interface CustomerListProps {
  rows: readonly Listed[]
  onEdit: (customer: Customer) => void
  onChoose: (customer: Customer) => void
  /** Draws a customer's line about collective drafts; null until the code is loaded. */
  drawCollective: Draw<CollectiveLineProps> | null
  /** Null while collective drafts are hidden. */
  onCollective: ((asked: AskedCollective) => void) | null
  onConnect: () => void
  connecting: boolean
}

/** The list of customers, memoised so that typing in the search field does not render all rows. */
export const CustomerList = memo(function CustomerList({
  rows,
  onEdit,
  onChoose,
  drawCollective,
  onCollective,
  onConnect,
  connecting,
}: CustomerListProps) {
  const write = useWriteAgain()
  const list = useRef<HTMLTableElement>(null)
  const columns = onCollective ? WITH_COLLECTIVE : WITHOUT_COLLECTIVE
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable
      ref={list}
      label={text.title}
      columns={columns}
      events={{ onKeyDown: moveFocus, ...kept }}
    >
      {rows.map(({ customer, name, collective }) => (
        <CustomerRow
          key={customer.uuid}
          customer={customer}
          name={name}
          collective={collective}
          columns={columns.length}
          writing={write.isBusy(customer.uuid)}
          connecting={connecting}
          onEdit={onEdit}
          onChoose={onChoose}
          drawCollective={drawCollective}
          onCollective={onCollective}
          onWrite={write.mutate}
          onConnect={onConnect}
        />
      ))}
    </DataTable>
  )
})

const ROWS = 8

export function ListSkeleton() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">{words.loading}</span>
      <Delayed>
        <div aria-hidden>
          <div className="hidden h-9 border-b border-line @xl:block" />
          {Array.from({ length: ROWS }, (_, row) => (
            <div
              key={row}
              className="grid h-20 grid-cols-1 content-center gap-x-6 gap-y-1.5 border-b border-line px-4 last:border-b-0 @xl:h-13 @xl:grid-cols-[1fr_1fr_9rem] @xl:px-5"
            >
              <Bone className="h-4 w-40 max-w-full" />
              <Bone className="h-3.5 w-56 max-w-full" />
              <Bone className="h-3.5 w-28 max-w-full" />
            </div>
          ))}
        </div>
      </Delayed>
    </div>
  )
}

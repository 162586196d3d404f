import { memo, useRef } from 'react'
import type { Customer } from '#shared/contracts/customers'
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

const COLUMNS: readonly DataColumn[] = [
  { key: 'customer', head: text.customerHead },
  { key: 'billing', head: text.billingHead },
  { key: 'fiken', head: text.fikenHead, className: 'w-44 @3xl:w-52' },
  { key: 'acts', head: text.acts, hideHead: true, className: 'w-28 @4xl:w-52' },
]

interface CustomerListProps {
  rows: readonly Listed[]
  onEdit: (customer: Customer) => void
  /** Opens the choice of the customer's contact in Fiken. */
  onChoose: (customer: Customer) => void
  /** Null until its code is loaded. */
  drawCollective: Draw<CollectiveLineProps> | null
  onCollective: (asked: AskedCollective) => void
  onConnect: () => void
  /** True while the consent is open in another window. */
  connecting: boolean
}

/**
 * One page of customers. Memoised, so that it renders only when its rows change and not at every
 * typed letter.
 */
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
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable
      ref={list}
      label={text.title}
      columns={COLUMNS}
      events={{ onKeyDown: moveFocus, ...kept }}
    >
      {rows.map(({ customer, name, collective }) => (
        <CustomerRow
          key={customer.uuid}
          customer={customer}
          name={name}
          collective={collective}
          columns={COLUMNS.length}
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

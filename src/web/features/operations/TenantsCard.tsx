import { Gauge } from 'lucide-react'
import { Link } from 'react-router'
import type { Operations, TenantState } from '#shared/contracts/operations'
import { Card } from '../../ui/Card.tsx'
import { DataRow, DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ageMs, durationText, secondsText } from './figures.ts'
import { text } from './text.ts'

const COLUMNS: readonly DataColumn[] = [
  { key: 'name', head: text.tenantHeads.name },
  { key: 'waiting', head: text.tenantHeads.waiting, align: 'right', className: 'w-22' },
  { key: 'oldest', head: text.tenantHeads.oldest, align: 'right', className: 'w-28' },
  { key: 'made', head: text.tenantHeads.made, align: 'right', className: 'w-38' },
  { key: 'median', head: text.tenantHeads.median, align: 'right', className: 'w-28' },
  { key: 'log', head: text.tenantHeads.log, hideHead: true, align: 'right', className: 'w-32' },
]

/** Whose jobs take longest, and the way to what has been done for them. */
export function TenantsCard({ operations: { slowest, readAt } }: { operations: Operations }) {
  return (
    <Card flush id="kunder" title={text.tenants} intro={text.tenantsIntro}>
      {slowest.length === 0 ? (
        <EmptyState title={text.noTenants} icon={<Gauge aria-hidden className="size-5" />} />
      ) : (
        <DataTable label={text.tenants} columns={COLUMNS}>
          {slowest.map((tenant) => (
            <TenantRow key={tenant.id} tenant={tenant} readAt={readAt} />
          ))}
        </DataTable>
      )}
    </Card>
  )
}

const NUMBER =
  'hidden @xl:table-cell @xl:px-2 @xl:py-2 @xl:text-right @xl:align-top tabular-nums whitespace-nowrap'

function TenantRow({ tenant, readAt }: { tenant: TenantState; readAt: string }) {
  const { id, companyName, email, waiting, oldestAt, made, medianSeconds } = tenant
  const fullName = [tenant.firstName, tenant.lastName].filter((part) => part?.trim()).join(' ')
  const name = fullName || email
  const whose = [companyName, fullName && email].filter(Boolean).join(' · ')
  const age = oldestAt === null ? null : durationText(ageMs(oldestAt, readAt))
  const median = medianSeconds === null ? null : secondsText(medianSeconds)
  return (
    <DataRow
      columns={COLUMNS.length}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5"
    >
      <td role="cell" className="contents @xl:table-cell @xl:px-2 @xl:py-2 @xl:pl-5">
        <div className="col-start-1 row-start-1 min-w-0">
          <p className="truncate font-semibold">{name}</p>
          <p title={email} className="truncate text-sm text-ink-2">
            {whose}
          </p>
        </div>
        <p className="col-span-2 row-start-2 text-sm tabular-nums @xl:hidden">
          {text.tenantLine(waiting, age, made, median)}
        </p>
      </td>
      <td role="cell" className={NUMBER}>
        {text.number(waiting)}
      </td>
      <td role="cell" className={NUMBER}>
        {age ?? <span className="text-ink-2">–</span>}
      </td>
      <td role="cell" className={NUMBER}>
        {text.number(made)}
      </td>
      <td role="cell" className={NUMBER} title={text.medianLong}>
        {median ?? <span className="text-ink-2">–</span>}
      </td>
      <td
        role="cell"
        className="col-start-2 row-start-1 @xl:table-cell @xl:py-1 @xl:pr-5 @xl:pl-2 @xl:text-right @xl:align-top"
      >
        <Link
          to={`/admin?bruker=${id}#aktivitetslogg`}
          aria-label={text.logOf(name)}
          className="inline-flex min-h-8 items-center text-sm font-semibold text-brand underline-offset-3 hover:underline pointer-coarse:min-h-11"
        >
          {text.showLog}
        </Link>
      </td>
    </DataRow>
  )
}

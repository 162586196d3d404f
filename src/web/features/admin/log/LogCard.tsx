import { RefreshCw, ScrollText, Search } from 'lucide-react'
import { ACTIVITY_TYPES } from '#shared/contracts/activity-log'
import { errorText } from '../../../lib/api.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { fullName, LOG_SIZES, nameOf, resultOf, type AdminView } from '../admin-state.ts'
import { useUserNames, type useLog } from '../queries.ts'
import { text } from '../text.ts'
import type { AdminActivity, AdminUser } from '#shared/contracts/admin'
import { formatDateTime } from '#shared/dates'
import { DataRow, DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'

interface LogCardProps {
  log: ReturnType<typeof useLog>
  view: AdminView
  onView: (change: Partial<AdminView>) => void
}

const LOG_ID = 'aktivitetslogg'

export function goToLog(): void {
  document.getElementById(LOG_ID)?.querySelector('select')?.focus()
}

export function LogCard({ log, view, onView }: LogCardProps) {
  const { data, error, isPlaceholderData, isFetching, refetch } = log
  const status =
    data &&
    (data.total > data.rows.length
      ? text.shown(data.rows.length, data.total)
      : text.all(data.total))
  return (
    <Card
      flush
      id={LOG_ID}
      title={text.log}
      intro={<span role="status">{status ?? ''}</span>}
      aside={
        <IconButton
          label={text.refresh}
          tone="secondary"
          pending={isFetching}
          icon={<RefreshCw aria-hidden className="size-4" />}
          onClick={() => void refetch()}
        />
      }
    >
      <search
        aria-label={text.logFilters}
        className="grid grid-cols-2 gap-3 border-b border-line px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_12rem_10rem]"
      >
        <UserField
          chosen={view.user}
          className="col-span-2 md:col-span-1"
          onChoose={(user) => onView({ user })}
        />
        <SelectField
          label={text.type}
          placeholder={text.allTypes}
          options={ACTIVITY_TYPES.map((value) => ({ value, label: text.types[value] }))}
          value={view.type}
          onChange={({ target }) =>
            onView({ type: ACTIVITY_TYPES.find((type) => type === target.value) ?? '' })
          }
        />
        <SelectField
          label={text.size}
          options={LOG_SIZES.map((size) => ({ value: String(size), label: text.sizeOf(size) }))}
          value={String(view.size)}
          onChange={({ target }) => onView({ size: Number(target.value) })}
        />
      </search>
      {error && data && (
        <Banner tone="bad" live title={text.logFailed} className="m-3">
          {errorText(error)}
        </Banner>
      )}
      {data && data.rows.length > 0 ? (
        <div className={cx(isPlaceholderData && 'opacity-60')}>
          <LogList rows={data.rows} />
        </div>
      ) : error && !data ? (
        <ErrorState
          title={text.logFailed}
          why={errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      ) : view.type || view.user ? (
        <EmptyState
          title={text.logNoMatch}
          why={text.logNoMatchWhy}
          icon={<Search aria-hidden className="size-5" />}
          action={
            <Button onClick={() => onView({ type: '', user: '' })}>{text.showAllEntries}</Button>
          }
        />
      ) : (
        <EmptyState title={text.logEmpty} icon={<ScrollText aria-hidden className="size-5" />} />
      )}
    </Card>
  )
}

const COLUMNS: readonly DataColumn[] = [
  { key: 'at', head: text.logHeads.at, className: 'w-30 @4xl:w-46' },
  { key: 'user', head: text.logHeads.user, className: 'w-44 @4xl:w-52' },
  { key: 'type', head: text.logHeads.type, className: 'hidden @3xl:table-cell @3xl:w-32' },
  { key: 'what', head: text.logHeads.what },
  { key: 'result', head: text.logHeads.result, align: 'right', className: 'w-36' },
]

const CELL = 'min-w-0 text-sm @xl:table-cell @xl:px-2 @xl:py-2.5 @xl:align-top'

function LogList({ rows }: { rows: readonly AdminActivity[] }) {
  return (
    <DataTable label={text.log} columns={COLUMNS}>
      {rows.map((row) => (
        <LogRow key={row.id} row={row} />
      ))}
    </DataTable>
  )
}

function LogRow({
  row: { createdAt, user, actor, type, description, action, success },
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
        {actor && (
          <p title={actor.email} className="truncate text-ink-2 max-sm:text-xs @xl:text-xs">
            {text.doneBy(nameOf(actor))}
          </p>
        )}
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

interface UserFieldProps {
  chosen: string
  onChoose: (id: string) => void
  className: string
}

const byName = (one: AdminUser, other: AdminUser) =>
  nameOf(one).localeCompare(nameOf(other), 'nb') || one.email.localeCompare(other.email)

function UserField({ chosen, onChoose, className }: UserFieldProps) {
  const options = useUserNames(chosen)
    .toSorted(byName)
    .map((user) => {
      const name = nameOf(user)
      return { value: user.id, label: name === user.email ? name : `${name} (${user.email})` }
    })
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen)
  return (
    <SelectField
      label={text.user}
      className={className}
      placeholder={text.allUsers}
      options={isKnown ? options : [{ value: chosen, label: text.goneUser }, ...options]}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

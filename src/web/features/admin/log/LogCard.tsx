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
import { LOG_SIZES, type AdminView } from '../admin-state.ts'
import type { useLog } from '../queries.ts'
import { text } from '../text.ts'
import { LogList } from './LogList.tsx'
import { UserField } from './UserField.tsx'

interface LogCardProps {
  log: ReturnType<typeof useLog>
  view: AdminView
  onView: (change: Partial<AdminView>) => void
}

const LOG_ID = 'aktivitetslogg'

/** Brings the log into view, with the focus on its user filter. */
export function goToLog(): void {
  document.getElementById(LOG_ID)?.querySelector('select')?.focus()
}

/** The activity log of all users, newest first. */
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
          action={
            <Button pending={isFetching} onClick={() => void refetch()}>
              {text.tryAgain}
            </Button>
          }
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

import { Info, ScrollText, Trash2 } from 'lucide-react'
import type { AdminUser } from '#shared/contracts/admin'
import { formatDate } from '#shared/dates'
import { Badge } from '../../../ui/Badge.tsx'
import { IconButton } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { DataRow } from '../../../ui/DataTable.tsx'
import { fullName, nameOf, whyKept } from '../admin-state.ts'
import { text } from '../text.ts'

interface UserRowProps {
  user: AdminUser
  ownId: string | null
  columns: number
  busy: Record<'status' | 'admin' | 'remove', boolean>
  onStatus: (user: AdminUser) => void
  onAdmin: (user: AdminUser) => void
  onDelete: (user: AdminUser) => void
  onShowLog: (user: AdminUser) => void
}

const CELL = '@xl:table-cell @xl:h-13 @xl:px-2 @xl:py-1 @xl:align-middle'
/** Classes of a table cell that is a separate column only on wide screens; see UserList. */
const WIDE_CELL = 'hidden @4xl:table-cell @4xl:h-13 @4xl:px-2 @4xl:py-1 @4xl:align-middle'
const TWO_LINES =
  '@4xl:line-clamp-2 @4xl:text-sm @4xl:leading-tight @4xl:wrap-anywhere @4xl:whitespace-normal'

export function UserRow({ user, ownId, columns, busy, ...on }: UserRowProps) {
  const name = nameOf(user)
  const shown = fullName(user)
  const kept = whyKept(user, ownId)
  const status = user.isActive ? text.active : text.inactive
  const role = user.isAdmin ? text.admin : text.ordinary
  const registered = formatDate(user.createdAt)
  return (
    <DataRow
      columns={columns}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 pr-2 pl-4"
      below={
        kept && (
          <p className="col-span-3 col-start-1 row-start-4 flex items-start gap-1.5 pb-1 text-xs text-ink-2 @xl:px-5 @xl:pb-2.5">
            <Info aria-hidden className="mt-px size-3.5 shrink-0 text-info" />
            {kept}
          </p>
        )
      }
    >
      <th
        role="rowheader"
        scope="row"
        className={cx(
          CELL,
          'col-span-2 col-start-1 row-start-1 min-w-0 text-left font-normal @xl:pl-5!',
        )}
      >
        <div className="flex min-w-0 items-center gap-2">
          <span
            title={shown ?? undefined}
            className={cx('truncate', TWO_LINES, shown ? 'font-semibold' : 'text-ink-2 italic')}
          >
            {shown ?? text.nameless}
          </span>
          {user.id === ownId && (
            <span className="shrink-0 whitespace-nowrap">
              <Badge>{text.you}</Badge>
            </span>
          )}
        </div>
        <p className="truncate text-sm text-ink-2 @xl:text-xs @4xl:hidden">
          {[user.email, user.companyName].filter(Boolean).join(' · ')}
        </p>
      </th>
      <td role="cell" className={WIDE_CELL}>
        <p
          title={user.companyName ?? undefined}
          className={cx('text-sm', TWO_LINES, !user.companyName && 'text-ink-2')}
        >
          {user.companyName || text.none}
        </p>
      </td>
      <td role="cell" className={WIDE_CELL}>
        <p title={user.email} className={cx('text-sm', TWO_LINES)}>
          <BrokenAtSign email={user.email} />
        </p>
      </td>
      <td role="cell" className={cx(CELL, 'col-start-1 row-start-3')}>
        {kept ? (
          <Fixed word={status} />
        ) : (
          <RightSwitch
            label={text.statusOf(name)}
            word={status}
            checked={user.isActive}
            busy={busy.status}
            onPress={() => on.onStatus(user)}
          />
        )}
      </td>
      <td role="cell" className={cx(CELL, 'col-start-2 row-start-3 min-w-0')}>
        {kept ? (
          <Fixed word={role} />
        ) : (
          <RightSwitch
            label={text.adminOf(name)}
            word={role}
            checked={user.isAdmin}
            busy={busy.admin}
            onPress={() => on.onAdmin(user)}
          />
        )}
      </td>
      <td
        role="cell"
        className={cx(CELL, 'col-start-3 row-start-3 pr-2 text-xs text-ink-2 @xl:text-sm')}
      >
        <time dateTime={user.createdAt} className="tabular-nums">
          <span className="sr-only">{text.heads.registered} </span>
          {registered}
        </time>
      </td>
      <td
        role="cell"
        className={cx(CELL, 'col-start-3 row-start-1 justify-self-end text-right @xl:pr-5!')}
      >
        <div className="inline-flex">
          <IconButton
            label={text.logOf(name)}
            icon={<ScrollText aria-hidden className="size-4" />}
            data-details
            onClick={() => on.onShowLog(user)}
          />
          {!kept && (
            <IconButton
              label={text.remove(name)}
              icon={<Trash2 aria-hidden className="size-4" />}
              pending={busy.remove}
              onClick={() => on.onDelete(user)}
            />
          )}
        </div>
      </td>
    </DataRow>
  )
}

function BrokenAtSign({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

function Fixed({ word }: { word: string }) {
  return <span className="text-sm">{word}</span>
}

interface RightSwitchProps {
  label: string
  word: string
  checked: boolean
  busy: boolean
  onPress: () => void
}

function RightSwitch({ label, word, checked, busy, onPress }: RightSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onPress()
      }}
      className="group inline-flex h-9 items-center gap-2 rounded-control text-sm aria-disabled:opacity-55 pointer-coarse:h-11"
    >
      <span className="block h-5.5 w-9.5 shrink-0 rounded-full border-2 border-line-strong bg-surface-2 transition-colors group-aria-checked:border-brand group-aria-checked:bg-brand">
        <span className="mt-0.5 block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-brand-ink" />
      </span>
      <span aria-hidden className="whitespace-nowrap">
        {word}
      </span>
    </button>
  )
}

import { useRef } from 'react'
import type { AdminUser } from '#shared/contracts/admin'
import { DataTable, type DataColumn } from '../../../ui/DataTable.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import type { UserActs } from '../queries.ts'
import { text } from '../text.ts'
import { UserRow } from './UserRow.tsx'

/**
 * From this width on, company and address have columns of their own; below it they stand under the
 * name.
 */
const WIDE = 'hidden @4xl:table-cell'

const COLUMNS: readonly DataColumn[] = [
  { key: 'user', head: text.heads.user },
  { key: 'company', head: text.heads.company, className: WIDE },
  { key: 'email', head: text.heads.email, className: `${WIDE} w-48` },
  { key: 'status', head: text.heads.status, className: 'w-30' },
  { key: 'admin', head: text.heads.admin, className: 'w-30' },
  { key: 'registered', head: text.heads.registered, className: 'w-26' },
  { key: 'acts', head: text.heads.acts, align: 'right', className: 'w-31' },
]

interface UserListProps {
  rows: readonly AdminUser[]
  /** The id of the administrator viewing the list. */
  ownId: string | null
  acts: UserActs
  onDelete: (user: AdminUser) => void
  onShowLog: (user: AdminUser) => void
}

export function UserList({ rows, ownId, acts, onDelete, onShowLog }: UserListProps) {
  const list = useRef<HTMLTableElement>(null)
  const kept = useKeepFocus(list, '[data-details]')
  return (
    <DataTable ref={list} label={text.users} columns={COLUMNS} events={kept}>
      {rows.map((user) => (
        <UserRow
          key={user.id}
          user={user}
          ownId={ownId}
          columns={COLUMNS.length}
          busy={{
            status: acts.status.isBusy(user.id),
            admin: acts.admin.isBusy(user.id),
            remove: acts.remove.isBusy(user.id),
          }}
          onStatus={acts.status.mutate}
          onAdmin={acts.admin.mutate}
          onDelete={onDelete}
          onShowLog={onShowLog}
        />
      ))}
    </DataTable>
  )
}

import { useState } from 'react'
import type { AdminSubscription } from '#shared/contracts/billing'
import {
  SUBSCRIPTION_NAMES,
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '#shared/subscription-status'
import { errorText } from '../../lib/api.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { useChange, useSettings, useSubscriptions } from './queries.ts'
import { text } from './text.ts'
import { billedAfter } from './under-way.ts'

const PAGE_SIZE = 10
const OPTIONS = SUBSCRIPTION_STATUSES.map((value) => ({ value, label: SUBSCRIPTION_NAMES[value] }))

export function SubscriptionsCard() {
  const { data, error, refetch, isFetching } = useSubscriptions()
  const senderId = useSettings().data?.sender?.userId
  const [wanted, setWanted] = useState(1)
  const [q, setQ] = useState('')
  const found = data?.filter((one) => isFound(one, q)) ?? []
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE))
  const page = Math.min(wanted, pages)
  return (
    <Card title={text.allSubscriptions} flush aside={data && <Badge>{data.length}</Badge>}>
      {data?.length === 0 ? (
        <EmptyState title={text.noSubscriptions} />
      ) : data ? (
        <>
          <div className="border-b border-line px-4 py-3 sm:px-5">
            <TextField
              hideLabel
              type="search"
              className="max-w-sm"
              label={text.searchSubscriptions}
              placeholder={text.searchHint}
              value={q}
              onChange={(event) => {
                setQ(event.target.value)
                setWanted(1)
              }}
            />
          </div>
          {found.length === 0 && <EmptyState title={text.noneFound} />}
          <ul aria-label={text.allSubscriptions} className="divide-y divide-line">
            {found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((subscription) => (
              <Row
                key={subscription.userId}
                subscription={subscription}
                isSender={subscription.userId === senderId}
              />
            ))}
          </ul>
          {pages > 1 && (
            <div className="border-t border-line p-3">
              <Pagination label={text.pagesOf} page={page} pages={pages} onPage={setWanted} />
            </div>
          )}
        </>
      ) : (
        <NotLoaded
          failed={text.subscriptionsFailed}
          why={error && errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
          rows={5}
          loading={text.loading}
        />
      )}
    </Card>
  )
}

function isFound({ name, email }: AdminSubscription, q: string): boolean {
  const wanted = q.trim().toLocaleLowerCase('nb')
  return `${name} ${email}`.toLocaleLowerCase('nb').includes(wanted)
}

function Row({
  subscription,
  isSender,
}: {
  subscription: AdminSubscription
  /** True for the account whose Fiken connection creates the bills. */
  isSender: boolean
}) {
  const { userId, name, email, status, heldByAdmin, integrationOn } = subscription
  const change = useChange()
  const { refetch } = useSubscriptions()
  const [asked, setAsked] = useState<SubscriptionStatus | null>(null)
  const question = asked && text.changeConfirm[asked]
  const note = heldByAdmin ? text.held : status === 'active' && !integrationOn ? text.off : null
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_11rem] lg:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_11rem] sm:items-center sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-sm break-words text-ink-2">{email}</p>
      </div>
      <Fact term={text.next} value={subscription.nextInvoiceDate} />
      <Fact term={text.last} value={subscription.lastInvoiceDate} />
      {isSender ? (
        <p className="text-sm text-ink-2">{text.sends}</p>
      ) : (
        <SelectField
          hideLabel
          label={text.change(name)}
          value={status}
          options={OPTIONS}
          disabled={change.isPending}
          hint={note ?? undefined}
          onChange={(event) => {
            setAsked(event.target.value as SubscriptionStatus)
            void refetch()
          }}
        />
      )}
      {asked && question && (
        <ConfirmDialog
          open
          tone={asked === 'cancelled' ? 'danger' : 'primary'}
          onOpenChange={() => setAsked(null)}
          title={question.title}
          description={billedAfter(name, question.what, subscription.billsUnderWay)}
          confirm={question.confirm}
          onConfirm={() => change.mutate({ userId, status: asked })}
        />
      )}
    </li>
  )
}

function Fact({ term, value }: { term: string; value: string | null }) {
  return (
    <p className="text-sm">
      <span className="text-ink-2 sm:block">{term}</span>{' '}
      <span className="tabular-nums">{value === null ? text.none : text.date(value)}</span>
    </p>
  )
}

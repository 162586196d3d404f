import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { readDecisions, undoDecision, type Decision } from '#shared/contracts/customers'
import { call, errorText } from '../../../lib/api.ts'
import { May } from '../../../lib/access/may.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { found, keyOf, MOST_SHOWN, nameOf, recipientOf } from './decisions-state.ts'
import { text } from './text.ts'
import { useQuery } from '@tanstack/react-query'
import { afterWrite } from '../../../lib/live.ts'
import { reading } from '../../../lib/query-client.ts'
import { useRowMutation } from '../../../lib/row-mutation.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'

export function DecisionsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open wide onOpenChange={onClose} title={text.title} description={text.description}>
      <Decisions />
    </Dialog>
  )
}

function Decisions() {
  const { data, error, refetch, isFetching } = useDecisions()
  if (data && data.length > 0) return <Searched decisions={data} />
  if (data) return <EmptyState title={text.none} why={text.noneWhy} />
  if (!error) return <SkeletonRows rows={3} />
  return (
    <ErrorState
      title={text.loadError}
      why={errorText(error)}
      pending={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function Searched({ decisions }: { decisions: readonly Decision[] }) {
  const [typed, setTyped] = useState('')
  const hits = found(decisions, useDeferredValue(typed))
  const forget = useForget()
  const place = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  // Moves the focus to the search field, because the dialog opened before the list was loaded.
  useEffect(() => place.current?.querySelector<HTMLElement>('[type=search]')?.focus(), [])
  const kept = useKeepFocus(list, 'button')
  return (
    <div ref={place} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        hideLabel
        type="search"
        data-first
        label={text.search}
        placeholder={text.search}
        lead={<Search aria-hidden className="size-4" />}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className={hits.length > 0 ? 'sr-only' : 'text-sm text-ink-2'}>
        {hits.length > 0 ? text.count(hits.length) : text.noMatch}
      </p>
      <ul ref={list} {...kept} className="divide-y divide-line">
        {hits.slice(0, MOST_SHOWN).map((decision) => (
          <Row
            key={keyOf(decision)}
            decision={decision}
            busy={forget.isBusy(keyOf(decision))}
            onForget={() => forget.mutate(decision)}
          />
        ))}
      </ul>
      {hits.length > MOST_SHOWN && (
        <p className="text-sm text-ink-2">{text.more(hits.length - MOST_SHOWN)}</p>
      )}
    </div>
  )
}

function Row({
  decision,
  busy,
  onForget,
}: {
  decision: Decision
  busy: boolean
  onForget: () => void
}) {
  const recipient = recipientOf(decision)
  const { contactName, foundBy, forJob } = decision
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 grow text-sm">
        <p className="truncate text-base font-semibold">{nameOf(decision)}</p>
        {recipient && <p className="truncate">{text.invoices(recipient)}</p>}
        <p className="wrap-anywhere text-ink-2 max-sm:line-clamp-3 sm:truncate">
          {foundBy === 'rejected' ? text.nobody : text.inFiken(contactName || text.goneContact)} ·{' '}
          {text.foundBy[foundBy]}
          {forJob && ` · ${text.onlyFor(forJob.title)}`}
        </p>
      </div>
      <May act="customers">
        <Button
          pending={busy}
          className="shrink-0"
          aria-label={text.forgetOf(nameOf(decision), forJob?.title)}
          onClick={onForget}
        >
          {text.forget}
        </Button>
      </May>
    </li>
  )
}

function useDecisions() {
  return useQuery(reading(readDecisions, {}))
}

function useForget() {
  return useRowMutation({
    rowOf: (decision: Decision) => keyOf(decision),
    mutationFn: ({ clientUuid, recipientKey, forJob }: Decision) =>
      call(undoDecision, {
        body: { clientUuid, recipientKey, ...(forJob && { transferId: forJob.transferId }) },
      }),
    onSuccess: ({ message }) => toast({ title: text.forgotten, description: message }),
    onError: (error) => toastFailure(text.failed, error),
    onSettled: afterWrite(undoDecision),
  })
}

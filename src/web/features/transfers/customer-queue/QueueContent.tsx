import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readRecipient } from '#shared/contracts/transfers/actions'
import { readCustomerQueue } from '#shared/contracts/transfers/customer-queue'
import { call, errorText } from '../../../lib/api.ts'
import { keyOf, queryClient, reading } from '../../../lib/query-client.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { words } from '../../../ui/words.ts'
import { Key } from '../../../ui/Key.tsx'
import { LastLine } from './LastLine.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import {
  actOfKey,
  after,
  openQueue,
  placeIn,
  type Queue,
  type QueueEvent,
  type Question,
} from './queue-state.ts'
import { text } from './text.ts'
import { unsavedAnswers, useAnswers } from './useAnswers.ts'
import { useQueueKeys } from './useQueueKeys.ts'
import { useTakeBack } from './useTakeBack.ts'

export function QueueContent({ onClose }: { onClose: () => void }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...reading(readCustomerQueue, {}),
    // The queue stands still while the user answers; it is read again after each answer.
    meta: {},
    refetchOnMount: 'always',
    gcTime: 0,
  })
  if (data && isFetchedAfterMount) return <Answering questions={data} onClose={onClose} />
  if (error)
    return (
      <ErrorState title={text.loadError} why={errorText(error)} onRetry={() => void refetch()} />
    )
  return <SkeletonRows rows={4} />
}

function Answering({
  questions,
  onClose,
}: {
  questions: readonly Question[]
  onClose: () => void
}) {
  const [queue, setQueue] = useState<Queue>(() => openQueue(questions))
  const [notice, setNotice] = useState<{ title: string; why?: string } | null>(() => {
    const customers = unsavedAnswers()
    return customers && { title: text.failed(customers.join(', ')), why: text.sessionEnded }
  })
  const on = (event: QueueEvent) => setQueue((now) => after(now, event))
  const readAgain = () =>
    void call(readCustomerQueue, {}).then(
      (now) => on({ kind: 'read', questions: now }),
      () => {},
    )
  const answers = useAnswers({
    onStored: readAgain,
    onElsewhere: ({ question }) => {
      on({ kind: 'answered elsewhere' })
      setNotice({ title: text.elsewhere(question.customer) })
      readAgain()
    },
    onFailed: ({ question }, why) => {
      // A contact of the answer may be gone from Fiken.
      queryClient.removeQueries({ queryKey: queryOf(question) })
      on({ kind: 'failed', question })
      setNotice({ title: text.failed(question.customer), why: `${why} ${text.comesBack}` })
    },
  })
  const sent = useTakeBack(answers.last)
  const back = () => {
    const answer = answers.takeBack()
    if (answer) on({ kind: 'taken back', question: answer.question })
    else sent.ask()
  }
  const [shown, next] = queue.ahead
  const later = () => {
    setNotice(null)
    on({ kind: 'later' })
  }
  const recipient = useQueueRecipient(shown)
  useQueueRecipient(next)
  // Old candidates are not shown before they have been read again: nothing moves while the user
  // chooses.
  const known = recipient.isStale && recipient.isFetching ? undefined : recipient.data
  const isElsewhere = known?.isAsked === false
  if (shown && isElsewhere) on({ kind: 'gone' })
  const lastLine = (
    <LastLine last={answers.last} takeBack={sent} onBack={back} onUndone={answers.forgetLast} />
  )
  const keys = (
    <QueueKeys
      onKey={(key) => {
        const wish = actOfKey(key, null)
        if (wish?.act === 'back') back()
        if (wish?.act === 'later' && shown && recipient.error) later()
      }}
    />
  )
  if (!shown) {
    const sums = text.sums(queue.answered, queue.later)
    return (
      <>
        {notice && <Notice {...notice} />}
        <EmptyState
          title={sums ? text.done : text.none}
          why={sums}
          action={
            <Button tone="primary" onClick={onClose}>
              {words.close}
            </Button>
          }
        />
        {lastLine}
        {keys}
      </>
    )
  }
  const place = placeIn(queue)
  const asks = text.asks(place, shown.customer, shown.jobs)
  if (known && !isElsewhere) {
    return (
      <QuestionForm
        key={shown.id}
        asks={asks}
        choice={known}
        notice={notice && <Notice {...notice} />}
        onAnswer={(contactId, name) => {
          setNotice(null)
          on({ kind: 'answered' })
          answers.hold({ question: shown, contactId, name })
        }}
        onLater={later}
        onBack={back}
        lastLine={lastLine}
      />
    )
  }
  return (
    <div key={shown.id} className="grid gap-4">
      <p className="text-sm text-ink-2">{asks}</p>
      {notice && <Notice {...notice} />}
      {recipient.error ? (
        <>
          <ErrorState
            title={text.loadError}
            why={errorText(recipient.error)}
            onRetry={() => void recipient.refetch()}
          />
          <Button className="justify-self-end" onClick={later}>
            {text.later} <Key name="s" />
          </Button>
        </>
      ) : (
        <SkeletonRows rows={4} />
      )}
      {lastLine}
      {keys}
    </div>
  )
}

/** The keys of a view without a customer. */
function QueueKeys({ onKey }: { onKey: (key: string) => void }) {
  useQueueKeys(onKey)
  return null
}

function Notice({ title, why }: { title: string; why?: string }) {
  return (
    <Banner live tone={why ? 'bad' : 'info'} title={title}>
      {why}
    </Banner>
  )
}

const FRESH_MS = 60_000

const queryOf = ({ id }: Pick<Question, 'id'>) => [
  ...keyOf(readRecipient, { params: { id } }),
  'queue',
]

/** Reads a question's candidates; those of the next one are read while the user answers. */
function useQueueRecipient(question: Question | undefined) {
  const id = question?.id ?? ''
  return useQuery({
    ...reading(readRecipient, { params: { id } }),
    queryKey: queryOf({ id }),
    meta: {},
    enabled: question !== undefined,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleDot } from 'lucide-react'
import {
  readMailPreferences,
  saveMailPreferences,
  type MailPreferences,
} from '#shared/contracts/profile'
import { call, errorText } from '../../lib/api.ts'
import { keyOf, queryClient, reading } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { text } from './text.ts'
import { useEffect, useRef, useState } from 'react'
import { toastFailure } from '../../lib/toast-failure.ts'
import { AUTO_SAVE_MS } from '../configuration/configuration-state.ts'

/** A card for e-mail preferences; every notification e-mail links to it (#varsler). */
export function MailCard() {
  const { data, error, refetch } = useQuery({
    ...reading(readMailPreferences, {}),
    refetchOnMount: 'always',
  })
  useHashTarget(data !== undefined)
  if (data) return <Switches saved={data} />
  return (
    <Card id="varsler" title={text.mails} intro={text.mailsIntro} flush>
      {error ? (
        <ErrorState
          title={text.mailsUnread}
          why={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={2} label={text.mailsLoading} />
      )}
    </Card>
  )
}

function Switches({ saved }: { saved: MailPreferences }) {
  const form = useMailPreferences(saved)
  const session = useSession()
  const isAdmin = session.state === 'user' && session.user.isAdmin
  return (
    <Card
      id="varsler"
      title={text.mails}
      intro={text.mailsIntro}
      aside={
        <p role="status" className="inline-flex items-center gap-2 text-sm text-ink-2">
          <SaveState state={form.state} />
        </p>
      }
    >
      <div className="-my-3 grid divide-y divide-line">
        <div className="py-1.5">
          <SwitchField
            label={text.failureMail}
            hint={
              isAdmin
                ? `${text.failureMailHint} ${text.failureMailAdminHint}`
                : text.failureMailHint
            }
            checked={form.values.failureMail}
            onCheckedChange={(failureMail) => form.change({ failureMail })}
          />
        </div>
        <div className="py-1.5">
          <SwitchField
            label={text.weeklySummary}
            hint={text.weeklySummaryHint}
            checked={form.values.weeklySummary}
            onCheckedChange={(weeklySummary) => form.change({ weeklySummary })}
          />
        </div>
      </div>
      {form.state === 'failed' && (
        <Button className="mt-5" onClick={form.saveNow}>
          {words.tryAgain}
        </Button>
      )}
    </Card>
  )
}

function SaveState({ state }: { state: ReturnType<typeof useMailPreferences>['state'] }) {
  if (state === 'saving') {
    return (
      <>
        <Spinner label={null} /> {text.mailsSaving}
      </>
    )
  }
  if (state === 'saved') {
    return (
      <>
        <Check aria-hidden className="size-4 text-ok" /> {text.mailsSaved}
      </>
    )
  }
  return (
    <>
      <CircleDot aria-hidden className="size-4 text-wait" /> {text.mailsUnsaved}
    </>
  )
}

function useMailPreferences(saved: MailPreferences) {
  const [changed, setChanged] = useState<Partial<MailPreferences>>({})
  const values = { ...saved, ...changed }
  const unsaved =
    values.failureMail !== saved.failureMail || values.weeklySummary !== saved.weeklySummary
  const { mutate, isPending, isError, reset } = useMutation({
    mutationFn: (body: MailPreferences) => call(saveMailPreferences, { body }),
    onSuccess: (answer) => queryClient.setQueryData(keyOf(readMailPreferences), answer),
    onError: (error) => toastFailure(text.mailsFailed, error),
  })

  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  })
  const key = JSON.stringify(values)
  useEffect(() => {
    // After a failure there is no automatic retry, which would keep replacing the error message.
    if (!unsaved || isPending || isError) return
    const timer = setTimeout(() => mutate(latest.current), AUTO_SAVE_MS)
    return () => clearTimeout(timer)
  }, [key, unsaved, isPending, isError, mutate])

  return {
    values,
    change: (change: Partial<MailPreferences>) => {
      if (isError) reset()
      setChanged((now) => ({ ...now, ...change }))
    },
    saveNow: () => mutate(values),
    state: isPending
      ? ('saving' as const)
      : isError
        ? ('failed' as const)
        : unsaved
          ? ('unsaved' as const)
          : ('saved' as const),
  }
}

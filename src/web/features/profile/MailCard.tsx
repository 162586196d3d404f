import { useQuery } from '@tanstack/react-query'
import { Check, CircleDot } from 'lucide-react'
import { readMailPreferences, type MailPreferences } from '#shared/contracts/profile'
import { errorText } from '../../lib/api.ts'
import { reading } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { useHashTarget } from '../../lib/useHashTarget.ts'
import { text } from './text.ts'
import { useMailPreferences } from './useMailPreferences.ts'

/** The card of the mails that the user gets. Every such mail links here (#varsler). */
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
          action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
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
          {text.tryAgain}
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

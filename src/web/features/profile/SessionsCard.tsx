import { useMutation, useQuery } from '@tanstack/react-query'
import {
  endOtherSessions,
  listSessions,
  type OwnSessionView,
} from '#shared/contracts/account/sessions'
import { formatDateTime } from '#shared/dates'
import { call, errorText } from '../../lib/api.ts'
import { keyOf, queryClient, reading } from '../../lib/query-client.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast-store.ts'
import { text } from './text.ts'

export function SessionsCard() {
  const { data, error, refetch } = useQuery({
    ...reading(listSessions, {}),
    refetchOnMount: 'always',
  })
  const end = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ ended }) => {
      toast({ title: text.sessionsEnded(ended) })
      void queryClient.invalidateQueries({ queryKey: keyOf(listSessions) })
    },
    onError: (failure) => toastFailure(text.sessionsNotEnded, failure, text.tryLater),
  })
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <Card id="innlogginger" title={text.sessions} intro={text.sessionsIntro} flush>
      {data ? (
        <ul className="divide-y divide-line">
          {data.map((session, index) => (
            <Place key={index} session={session} />
          ))}
        </ul>
      ) : (
        <NotLoaded
          failed={text.sessionsUnread}
          why={error && errorText(error)}
          onRetry={() => void refetch()}
          rows={1}
          loading={text.sessionsLoading}
        />
      )}
      {others > 0 && (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <Button pending={end.isPending} onClick={() => end.mutate()}>
            {text.endOthers}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Place({
  session: { current, device, address, startedAt, usedAt },
}: {
  session: OwnSessionView
}) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
      <div className="min-w-0">
        <p className="font-semibold">{device ?? text.unknownDevice}</p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {[
            startedAt && text.sessionSince(formatDateTime(startedAt)),
            !current && usedAt && text.sessionUsed(formatDateTime(usedAt)),
            address && text.sessionFrom(address),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {current && <StatusChip tone="ok">{text.thisSession}</StatusChip>}
    </li>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { AnswerOf } from '#shared/contract'
import type { SessionUser } from '#shared/contracts/auth'
import {
  endConnectionReview,
  readConnectionReview,
} from '#shared/contracts/account/connection-review'
import { disconnectServicem8, revokeFiken } from '#shared/contracts/connections'
import { formatDateTime } from '#shared/dates'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import { call } from '../../lib/api.ts'
import { refresh } from '../../lib/live.ts'
import { reading } from '../../lib/query-client.ts'
import { rememberUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toast-store.ts'

// Defined in this lazily loaded file, so that other pages do not load these texts.
const text = {
  reviewTitle: (at: string) => `Passordet ble satt med en lenke ${at}`,
  reviewWhy: 'Kontoen er koblet til systemene under. Kjenner du dem ikke, så koble dem fra.',
  reviewAccount: (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(': '),
  reviewUnnamed: 'Firma uten navn',
  reviewEnd: (system: string) => `Koble fra ${system}`,
  reviewEndAsk: (system: string) => `Koble fra ${system}?`,
  reviewEndWhy: 'Ingenting overføres før systemet er koblet til igjen. Det som er overført, blir.',
  reviewDone: 'Dette stemmer',
  reviewNone: 'Ingen systemer er koblet til.',
  reviewFailed: 'Feil',
  reviewNotEnded: 'Kunne ikke koble fra. Prøv igjen.',
} as const

type Reviewed = AnswerOf<typeof readConnectionReview>['connections'][number]

const END = { servicem8: disconnectServicem8, fiken: revokeFiken } as const

/** Lists the connections after a password reset by link, because an intruder can have made them. */
export function ConnectionReview({ user }: { user: SessionUser }) {
  const { data } = useQuery(reading(readConnectionReview, {}))
  const [ending, setEnding] = useState<Reviewed | null>(null)
  const done = useMutation({
    mutationFn: () => call(endConnectionReview, {}),
    onSuccess: () => rememberUser({ ...user, reviewsConnections: false }),
    onError: (error) => toastFailure(text.reviewFailed, error, text.reviewFailed),
  })
  const end = useMutation({
    mutationFn: ({ vendor, company }: Reviewed) => call(END[vendor], { company: company.id }),
    onSuccess: ({ message }) => {
      toast({ title: message })
      void refresh('connections', 'status', ...TRANSFER_TOPICS)
    },
    onError: (error) => toastFailure(text.reviewFailed, error, text.reviewNotEnded),
  })
  if (!data?.resetAt) return null
  const [several, endingIn] = [user.companies.length > 1, ending && VENDOR_NAMES[ending.vendor]]
  return (
    <Banner
      tone="wait"
      className="mb-5"
      title={text.reviewTitle(formatDateTime(data.resetAt))}
      action={
        <Button size="sm" pending={done.isPending} onClick={() => done.mutate()}>
          {text.reviewDone}
        </Button>
      }
    >
      <p>{data.connections.length > 0 ? text.reviewWhy : text.reviewNone}</p>
      <ul className="mt-2 grid gap-2">
        {data.connections.map((one) => (
          <li
            key={one.company.id + one.vendor}
            className="flex flex-wrap items-center gap-x-4 gap-y-1"
          >
            <span className="font-semibold">
              {text.reviewAccount(
                several ? (one.company.name ?? text.reviewUnnamed) : null,
                VENDOR_NAMES[one.vendor],
                one.accountName,
              )}
            </span>
            <Button
              size="sm"
              pending={end.isPending && end.variables === one}
              onClick={() => setEnding(one)}
            >
              {text.reviewEnd(VENDOR_NAMES[one.vendor])}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={text.reviewEndAsk(endingIn ?? '')}
        description={text.reviewEndWhy}
        confirm={text.reviewEnd(endingIn ?? '')}
        onConfirm={() => ending && end.mutate(ending)}
      />
    </Banner>
  )
}

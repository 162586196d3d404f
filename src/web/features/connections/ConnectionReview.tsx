import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { SessionUser } from '#shared/contracts/auth'
import {
  endConnectionReview,
  readConnectionReview,
} from '#shared/contracts/account/connection-review'
import { disconnectServicem8, revokeFiken, type Vendor } from '#shared/contracts/connections'
import { formatDateTime } from '#shared/dates'
import { TRANSFER_TOPICS } from '#shared/live-topics'
import { call } from '../../lib/api.ts'
import { refresh } from '../../lib/live.ts'
import { useMay } from '../../lib/access/may.tsx'
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
  reviewAccount: (system: string, account: string | null) =>
    account ? `${system}: ${account}` : system,
  reviewEnd: (system: string) => `Koble fra ${system}`,
  reviewEndAsk: (system: string) => `Koble fra ${system}?`,
  reviewEndWhy: 'Ingenting overføres før systemet er koblet til igjen. Det som er overført, blir.',
  reviewDone: 'Dette stemmer',
  reviewNone: 'Ingen systemer er koblet til.',
  reviewFailed: 'Feil',
  reviewNotEnded: 'Kunne ikke koble fra. Prøv igjen.',
} as const

const END = { servicem8: disconnectServicem8, fiken: revokeFiken } as const

/** Lists the connections after a password reset by link, because an intruder can have made them. */
export function ConnectionReview({ user }: { user: SessionUser }) {
  const { data } = useQuery(reading(readConnectionReview, {}))
  const may = useMay()
  const [ending, setEnding] = useState<Vendor | null>(null)
  const done = useMutation({
    mutationFn: () => call(endConnectionReview, {}),
    onSuccess: () => rememberUser({ ...user, reviewsConnections: false }),
    onError: (error) => toastFailure(text.reviewFailed, error, text.reviewFailed),
  })
  const end = useMutation({
    mutationFn: (vendor: Vendor) => call(END[vendor], {}),
    onSuccess: ({ message }) => {
      toast({ title: message })
      void refresh('connections', 'status', ...TRANSFER_TOPICS)
    },
    onError: (error) => toastFailure(text.reviewFailed, error, text.reviewNotEnded),
  })
  if (!data?.resetAt || !may('disconnect')) return null
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
        {data.connections.map(({ vendor, accountName }) => (
          <li key={vendor} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-semibold">
              {text.reviewAccount(VENDOR_NAMES[vendor], accountName)}
            </span>
            <Button
              size="sm"
              pending={end.isPending && end.variables === vendor}
              onClick={() => setEnding(vendor)}
            >
              {text.reviewEnd(VENDOR_NAMES[vendor])}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={text.reviewEndAsk(ending ? VENDOR_NAMES[ending] : '')}
        description={text.reviewEndWhy}
        confirm={text.reviewEnd(ending ? VENDOR_NAMES[ending] : '')}
        onConfirm={() => ending && end.mutate(ending)}
      />
    </Banner>
  )
}

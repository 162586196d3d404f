import { Receipt } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { readDeposit } from '#shared/contracts/transfers/deposits'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { errorTextBelow } from '../../../lib/api.ts'
import { May, useMay } from '../../../lib/access/may.tsx'
import { useHashTarget } from '../../../lib/useHashTarget.ts'
import { ErrorLine } from '../../../ui/ErrorLine.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { isBelowZero } from '../credit-state.ts'
import { isNotUpdated, sharedSays } from './deposits-state.ts'
import { useChooseDeposit, useDeposit, useJobPayments, useUpdateDraft } from './queries.ts'
import { text } from './text.ts'

const DepositDialog = lazy(() =>
  import('./DepositDialog.tsx').then((part) => ({ default: part.DepositDialog })),
)

/** The URL hash used by the button of a cause about the deposit. */
export const DEPOSITS_PLACE = 'forskudd'

export function Deposits({ transfer }: { transfer: Transfer }) {
  const { id } = transfer
  const { data, error, isFetching, refetch } = useDeposit(id)
  useHashTarget(true)
  return (
    <section
      id={DEPOSITS_PLACE}
      aria-label={text.title}
      className="grid scroll-mt-4 gap-3 border-t border-line pt-4 outline-none"
    >
      <h3 className="font-semibold">{text.title}</h3>
      <Payments id={id} />
      {data ? (
        <Choice transfer={transfer} known={data} />
      ) : error ? (
        <NotRead
          what="Kunne ikke hente fratrekket"
          error={error}
          pending={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        // Approximate height of the loaded content.
        <Bone className="h-12 w-full" />
      )}
    </section>
  )
}

interface NotReadProps {
  what: string
  error: Error
  pending: boolean
  onRetry: () => void
}

function NotRead({ what, error, pending, onRetry }: NotReadProps) {
  return (
    <ErrorLine pending={pending} onRetry={onRetry}>
      {what}. {errorTextBelow(what, error)}
    </ErrorLine>
  )
}

function Payments({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useJobPayments(id)
  if (!data)
    return error ? (
      <NotRead
        what="Kunne ikke hente innbetalingene"
        error={error}
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <div role="status">
        <span className="sr-only">Henter innbetalingene på jobben</span>
        <Bone className="h-5 w-full" />
      </div>
    )
  if (data.length === 0)
    return <p className="text-ink-2">Det er ingen innbetalinger på jobben i ServiceM8.</p>
  return (
    <>
      <ul aria-label="Innbetalinger i ServiceM8" className="divide-y divide-line">
        {data.map(({ uuid, amount, date, method, isDeposit }) => (
          <li key={uuid} className="flex items-baseline justify-between gap-3 py-1.5">
            <span className="min-w-0 break-words">
              {date === null ? 'Uten dato' : formatDate(date)} · {method || 'Ukjent betalingsmåte'}
              {isDeposit && (
                <span className="ml-2">
                  <Badge>Forskudd</Badge>
                </span>
              )}
            </span>
            <span className="shrink-0 tabular-nums">
              {amount === null ? 'Ukjent beløp' : formatKroner(amount)}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-2">
        Innbetalinger gjør aldri utkastet mindre. Før dem i Fiken.
      </p>
    </>
  )
}

interface ChoiceProps {
  transfer: Transfer
  known: AnswerOf<typeof readDeposit>
}

function Choice({ transfer, known }: ChoiceProps) {
  const { id } = transfer
  const [asking, setAsking] = useState(false)
  const choose = useChooseDeposit(id)
  const update = useUpdateDraft(id)
  const { chosen, sent, hasDraft } = known
  const may = useMay()
  const mayChange = known.mayChange && may('deposits')
  const shown = chosen ?? (known.mayChange ? null : sent)
  const shared = sharedSays(transfer)
  return (
    <>
      {shown ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line p-3">
          <div className="min-w-48 flex-1">
            <p className="font-medium">
              {text.chosen(shown.invoiceNumber, formatDate(shown.issueDate))}
            </p>
            <p className="text-ink-2">
              {statusOf(known, transfer)} ·{' '}
              <span className="tabular-nums">{formatKroner(-shown.gross)}</span>
            </p>
          </div>
          {mayChange && (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setAsking(true)}>
                Bytt
              </Button>
              <Button
                size="sm"
                tone="ghost"
                pending={choose.isPending}
                onClick={() => choose.mutate({ invoiceId: null })}
              >
                Ta bort fratrekket
              </Button>
            </div>
          )}
        </div>
      ) : !mayChange ? (
        shared && <p className="text-ink-2">{shared}</p>
      ) : (
        // A deposit cannot be deducted from a sum below zero.
        !isBelowZero(transfer) && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="min-w-48 flex-1 text-ink-2">
              {'Har kunden fått faktura for et forskudd i Fiken, kan den trekkes fra på utkastet.'}{' '}
              {shared}
            </p>
            <Button
              size="sm"
              icon={<Receipt aria-hidden className="size-3.5" />}
              onClick={() => setAsking(true)}
            >
              Trekk fra en forskuddsfaktura
            </Button>
          </div>
        )
      )}
      {isNotUpdated({ chosen, sent, hasDraft }) && (
        <Banner
          tone="wait"
          title="Utkastet i Fiken er som før"
          action={
            <May act="transfers">
              <Button size="sm" pending={update.isPending} onClick={() => update.mutate()}>
                Oppdater utkast
              </Button>
            </May>
          }
        >
          Oppdater utkastet, så blir det som du har valgt her.
        </Banner>
      )}
      {asking && (
        <Suspense>
          <DepositDialog id={id} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

function statusOf(
  { chosen, sent }: ChoiceProps['known'],
  { fikenInvoiceNumber }: Transfer,
): string {
  if (!sent || sent.invoiceId !== (chosen ?? sent).invoiceId) return 'Trekkes fra på utkastet'
  return fikenInvoiceNumber === null
    ? 'Er trukket fra på utkastet i Fiken'
    : 'Er trukket fra på fakturaen'
}

import { Ban, ExternalLink, RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '#shared/contracts/billing'
import { errorText } from '../../lib/api.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { useBills, useEnd, useEndUnseen, useRetry } from './queries.ts'
import { text } from './text.ts'

const TONES: Record<Bill['status'], Tone> = {
  queued: 'wait',
  failed: 'bad',
  done: 'ok',
  ending: 'wait',
  ended: 'neutral',
}

export function BillsCard({
  months,
  isUnderWay,
}: {
  months: readonly string[] | undefined
  isUnderWay: boolean
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const month = chosen ?? months?.[0] ?? null
  const { data, error, refetch, isFetching } = useBills(month, isUnderWay)
  return (
    <Card
      id="fakturaer"
      title={text.bills}
      flush
      aside={
        months &&
        months.length > 0 && (
          <SelectField
            hideLabel
            label={text.billsFor}
            value={month ?? ''}
            options={months.map((value) => ({ value, label: text.month(value) }))}
            onChange={(event) => setChosen(event.target.value)}
          />
        )
      }
    >
      {months?.length === 0 ? (
        <EmptyState title={text.noBills} why={text.noBillsWhy} />
      ) : data ? (
        <ul aria-label={text.bills} className="divide-y divide-line">
          {data.map((bill) => (
            <BillRow key={bill.id} bill={bill} />
          ))}
        </ul>
      ) : (
        <NotLoaded
          failed={text.billsFailed}
          why={error && errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
          rows={3}
          loading={text.loading}
        />
      )}
    </Card>
  )
}

function BillRow({ bill }: { bill: Bill }) {
  const retry = useRetry()
  const end = useEnd()
  const endUnseen = useEndUnseen()
  const [asking, setAsking] = useState(false)
  const name = bill.name ?? text.deletedAccount
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_6.5rem_minmax(0,1.4fr)] sm:items-center lg:grid-cols-[minmax(0,1fr)_11rem_minmax(0,1.4fr)_10.5rem] sm:px-5">
      <p className="min-w-0 font-semibold break-words">{name}</p>
      <p className="tabular-nums sm:text-right">
        {bill.gross === null ? text.withoutVat(bill.price) : text.withVat(bill.gross)}
      </p>
      <div className="min-w-0">
        <StatusChip tone={TONES[bill.status]}>
          {bill.invoiceNumber === null
            ? text.status[bill.status]
            : text.invoice(bill.invoiceNumber)}
        </StatusChip>
        {bill.message && <p className="mt-1 text-sm break-words">{bill.message}</p>}
        {bill.nextAttemptAt && (
          <p className="text-sm text-ink-2">{text.retryAt(bill.nextAttemptAt)}</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 sm:col-span-3 sm:justify-end lg:col-span-1">
        {bill.status === 'failed' && (
          <>
            <Button
              size="sm"
              pending={retry.isPending}
              aria-label={text.retryOf(name)}
              onClick={() => retry.mutate(bill.id)}
            >
              <RotateCw aria-hidden className="size-4" />
              {words.tryAgain}
            </Button>
            <Button
              size="sm"
              tone="ghost"
              pending={end.isPending || endUnseen.isPending}
              aria-label={text.endOf(name)}
              onClick={() => setAsking(true)}
            >
              <Ban aria-hidden className="size-4" />
              {text.end}
            </Button>
          </>
        )}
        {bill.url && (
          <Button asChild size="sm" tone="ghost">
            <a href={bill.url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden className="size-4" />
              {text.openInFiken}
            </a>
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="danger"
        {...(bill.closedCompany === null
          ? text.endConfirm(name, bill.month, bill.mayBeInFiken)
          : text.endUnseenConfirm(name, bill.month, bill.closedCompany))}
        onConfirm={() => (bill.closedCompany === null ? end : endUnseen).mutate(bill.id)}
      />
    </li>
  )
}

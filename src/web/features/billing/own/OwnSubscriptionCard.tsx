import { useState } from 'react'
import { Link } from 'react-router'
import { restartSubscription, type OwnSubscription } from '#shared/contracts/billing'
import { formatDate } from '#shared/dates'
import { formatMonthlyPrice } from '#shared/money'
import { SUBSCRIPTION_NAMES } from '#shared/subscription-status'
import { call, errorText } from '../../../lib/api.ts'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { nameBills } from '../under-way.ts'
import { explanationOf, stillComing } from './own-state.ts'
import { text } from './text.ts'
import { useOwnSubscription } from './useOwnSubscription.ts'
import { useMutation } from '@tanstack/react-query'
import { afterWrite } from '../../../lib/live.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { toast } from '../../../ui/toast-store.ts'

export function OwnSubscriptionCard() {
  const { data, error, refetch, isFetching } = useOwnSubscription()
  return (
    <Card id="abonnement" title={text.title} intro={text.intro} flush={!data}>
      {data ? (
        <Plan subscription={data} />
      ) : (
        <NotLoaded
          failed={text.failed}
          why={error && errorText(error)}
          pending={isFetching}
          onRetry={() => void refetch()}
          rows={4}
          loading={text.loading}
        />
      )}
    </Card>
  )
}

function Plan({ subscription }: { subscription: OwnSubscription }) {
  const { status, nextInvoiceDate, monthlyPrice, billedWhenSwitchedOn, missing, bills } =
    subscription
  const coming = nameBills(stillComing(subscription))
  const restart = useRestart()
  const [asking, setAsking] = useState(false)
  const facts = [
    [text.status, SUBSCRIPTION_NAMES[status]],
    [text.price, `${formatMonthlyPrice(monthlyPrice)} uten MVA`],
    [text.next, nextInvoiceDate === null ? text.noNext : formatDate(nextInvoiceDate)],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-4">
      <Facts facts={facts} />
      <p>
        {text.explains[explanationOf(subscription)]}
        {coming !== null && ` ${text.underWay(coming)}`}
        {billedWhenSwitchedOn !== null && ` ${text.billedNow(billedWhenSwitchedOn)}`}
      </p>
      {status === 'active' && missing.length > 0 && (
        <Banner tone="wait" title={text.missing(missing)} />
      )}
      {status === 'active' && (
        <p>
          {text.stop}{' '}
          <Link className="prose-link" to="/configuration#integrasjon">
            {text.toSwitch}
          </Link>
        </p>
      )}
      {status === 'cancelled' && (
        <Button className="w-fit" pending={restart.isPending} onClick={() => setAsking(true)}>
          {text.restart}
        </Button>
      )}
      <section>
        <h3 className="text-sm font-semibold">{text.bills}</h3>
        {bills.length === 0 ? (
          <p className="text-ink-2">{text.noBills}</p>
        ) : (
          <ul className="mt-1 divide-y divide-line">
            {bills.map((bill) => (
              <li key={bill.month} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span>{text.month(bill.month)}</span>
                {bill.status !== 'ended' && (
                  <span className="tabular-nums">
                    {bill.gross === null ? text.withoutVat(bill.price) : text.withVat(bill.gross)}
                  </span>
                )}
                <span className="text-ink-2 sm:w-44 sm:text-right">
                  {bill.invoiceNumber === null
                    ? text.bill[bill.status]
                    : text.invoice(bill.invoiceNumber)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="primary"
        {...text.restartConfirm}
        onConfirm={() => restart.mutate()}
      />
    </div>
  )
}

function useRestart() {
  return useMutation({
    mutationFn: () => call(restartSubscription, {}),
    onSuccess: () => toast({ title: text.restarted }),
    onError: (error) => toastFailure(text.restartFailed, error),
    onSettled: afterWrite(restartSubscription),
  })
}

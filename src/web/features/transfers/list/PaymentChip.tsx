import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDate, formatDateTime } from '#shared/dates'
import { formatKroner } from '#shared/money'
import { paymentLabel } from '#shared/payment-status'
import { Details } from '../../../ui/Details.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { text } from '../text.ts'

/** A chip with the payment status; nothing for a draft, which the transfer's own chip shows. */
export function PaymentChip({ payment }: Pick<Transfer, 'payment'>) {
  if (!payment || payment.status === 'draft') return null
  const { text: label, tone } = paymentLabel(payment.status)
  return (
    <span data-payment={payment.status} className="inline-flex">
      <span className="sr-only">{text.payment}: </span>
      <StatusChip tone={tone}>{label}</StatusChip>
    </span>
  )
}

export function PaymentFacts({
  transfer: { payment, fikenInvoiceNumber },
  brief,
}: {
  transfer: Pick<Transfer, 'payment' | 'fikenInvoiceNumber'>
  brief?: boolean
}) {
  if (!payment) return null
  const { status, dueDate, paidAmount, checkedAt, toldAt } = payment
  const over = status === 'paid' || status === 'credited' || status === 'settled'
  return (
    <Details
      rows={[
        { term: text.payment, value: paymentLabel(status).text },
        { term: text.invoiceNumber, value: fikenInvoiceNumber },
        { term: 'Forfall', value: dueDate && formatDate(dueDate) },
        {
          term: 'Betalt',
          value: paidAmount !== null && paidAmount !== 0 && formatKroner(paidAmount),
        },
        {
          term: !checkedAt ? 'Neste sjekk' : over ? 'Sett i Fiken' : 'Sist sjekket',
          value: !brief && (checkedAt ? formatDateTime(checkedAt) : 'Innen en time eller to'),
        },
        { term: 'Meldt til ServiceM8', value: !brief && toldAt && formatDateTime(toldAt) },
      ]}
    />
  )
}

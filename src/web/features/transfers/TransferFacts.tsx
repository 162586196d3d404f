import type { Transfer } from '#shared/contracts/transfers'
import { formatDateTime } from '#shared/dates'
import { formatPhoneNumber } from '#shared/norwegian'
import { contactDisplayName, displayPoNumber } from '#shared/transfer-display'
import { Details } from '../../ui/Details.tsx'
import { PaymentFacts } from './PaymentChip.tsx'
import { text as payments } from './payment-text.ts'
import { text } from './text.ts'
import { amountText, customerOf, shownLines } from './transfer-amounts.ts'

/** Everything the specification shows of one transfer; `brief` is the hover card, where lines scroll and the description is cut. */
export function TransferFacts({ transfer, brief }: { transfer: Transfer; brief?: boolean }) {
  const job = transfer.servicem8Data
  const contact = job?.billing_contact
  const lines = shownLines(transfer)
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-semibold">{customerOf(transfer)}</p>
        <Details
          rows={[
            { term: `${text.contact}:`, value: contactDisplayName(job) },
            { term: text.email, value: contact?.email },
            { term: text.phone, value: contact?.phone && formatPhoneNumber(contact.phone) },
            { term: text.address, value: contact?.address && <span className="whitespace-pre-line">{contact.address}</span> },
          ]}
        />
      </div>
      {job?.job_description && (
        <div>
          <p className="text-ink-2">{text.description}</p>
          <p className={brief ? 'line-clamp-2' : 'whitespace-pre-line'}>{job.job_description}</p>
        </div>
      )}
      <Details
        rows={[
          { term: text.amount, value: <strong className="font-semibold tabular-nums">{amountText(transfer.amount)}</strong> },
          { term: text.netAmount, value: !brief && transfer.netAmount !== null && amountText(transfer.netAmount) },
          { term: text.lines, value: transfer.lineItemsCount },
          { term: text.poNumber, value: displayPoNumber(transfer.poNumber) },
        ].filter((row) => row.value !== false)}
      />
      {lines.length > 0 && (
        <div>
          <p className="text-ink-2">{text.lineList}</p>
          <ul
            data-scrolls={brief}
            aria-label={text.lines}
            className={brief ? 'max-h-32 divide-y divide-line overflow-y-auto' : 'divide-y divide-line'}
          >
            {lines.map((line) => (
              <li key={line.index} className="flex justify-between gap-4 py-1.5">
                <span className="min-w-0">
                  {line.description}
                  <span className="block text-ink-2 tabular-nums">{line.perUnit}</span>
                </span>
                <span className="shrink-0 tabular-nums">{line.total}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {brief && <PaymentFacts transfer={transfer} brief />}
      <Details
        rows={[
          { term: text.created, value: formatDateTime(transfer.createdAt) },
          { term: text.draftId, value: transfer.fikenInvoiceDraftId },
          // Beside its payment, where that is known.
          { term: payments.invoiceNumber, value: transfer.payment === null && transfer.fikenInvoiceNumber },
          { term: text.retries, value: transfer.retryCount > 0 && text.times(transfer.retryCount) },
        ].filter((row) => row.value !== false)}
      />
      {brief && transfer.status === 'failed' && transfer.errorMessage && (
        <div className="rounded-control bg-bad-soft px-3 py-2">
          <p className="font-semibold text-bad">{text.errorMessage}</p>
          <p>{transfer.errorMessage}</p>
        </div>
      )}
    </div>
  )
}

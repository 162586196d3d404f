import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDateTime } from '#shared/dates'
import { formatPhoneNumber } from '#shared/norwegian'
import { contactDisplayName, displayPoNumber, jobSite } from '#shared/transfer-display'
import { Details } from '../../../ui/Details.tsx'
import { PaymentFacts } from './PaymentChip.tsx'
import { text as payments } from '../payment-text.ts'
import { text } from '../text.ts'
import { amountText, customerOf } from './transfer-amounts.ts'
import { LineList } from './LineList.tsx'

/**
 * What is known of a transfer; `brief` is the hover card, with its lines and a description that is
 * cut. In the drawer the lines are those of the draft.
 */
export function TransferFacts({ transfer, brief }: { transfer: Transfer; brief?: boolean }) {
  const job = transfer.servicem8Data
  const contact = job?.billing_contact
  const site = brief ? null : jobSite(job)
  return (
    <div className="grid gap-3">
      <div>
        <p className="font-semibold">{customerOf(transfer)}</p>
        <Details
          rows={[
            { term: `${text.contact}:`, value: contactDisplayName(job) },
            { term: text.email, value: contact?.email },
            { term: text.phone, value: contact?.phone && formatPhoneNumber(contact.phone) },
            {
              term: text.address,
              value: contact?.address && (
                <span className="whitespace-pre-line">{contact.address}</span>
              ),
            },
          ]}
        />
      </div>
      {site && <Details rows={[{ term: text.jobAddress, value: site }]} />}
      {job?.job_description && (
        <div>
          <p className="text-ink-2">{text.description}</p>
          <p className={brief ? 'line-clamp-2' : 'whitespace-pre-line'}>{job.job_description}</p>
        </div>
      )}
      <Details
        rows={[
          {
            term: text.amount,
            value: (
              <strong className="font-semibold tabular-nums">{amountText(transfer.amount)}</strong>
            ),
          },
          {
            term: text.netAmount,
            value: !brief && transfer.netAmount !== null && amountText(transfer.netAmount),
          },
          { term: text.lines, value: transfer.lineItemsCount },
          { term: text.poNumber, value: displayPoNumber(transfer.poNumber) },
        ].filter((row) => row.value !== false)}
      />
      {brief && <LineList transfer={transfer} brief />}
      {brief && <PaymentFacts transfer={transfer} brief />}
      <Details
        rows={[
          { term: text.created, value: formatDateTime(transfer.createdAt) },
          { term: text.draftId, value: transfer.fikenInvoiceDraftId },
          // Beside its payment, where that is known.
          {
            term: payments.invoiceNumber,
            value: transfer.payment === null && transfer.fikenInvoiceNumber,
          },
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

import type { Transfer } from '#shared/contracts/transfers/row'
import { formatDateTime } from '#shared/dates'
import { formatPhoneNumber } from '#shared/norwegian'
import { contactDisplayName, displayPoNumber, jobSite } from '#shared/transfer-display'
import { Details } from '../../../ui/Details.tsx'
import { PaymentFacts } from './PaymentChip.tsx'
import { text } from '../text.ts'
import { amountText, customerOf } from './transfer-amounts.ts'
import { LineList } from './LineList.tsx'

/**
 * The facts about a job. `brief` is for the hover card, which shows the job's lines and a shortened
 * description; the drawer shows the draft's lines instead.
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
            { term: 'Kontakt:', value: contactDisplayName(job) },
            { term: 'E-post', value: contact?.email },
            { term: 'Telefon', value: contact?.phone && formatPhoneNumber(contact.phone) },
            {
              term: 'Adresse',
              value: contact?.address && (
                <span className="whitespace-pre-line">{contact.address}</span>
              ),
            },
          ]}
        />
      </div>
      {site && <Details rows={[{ term: 'Jobbens adresse', value: site }]} />}
      {job?.job_description && (
        <div>
          <p className="text-ink-2">Beskrivelse:</p>
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
            term: 'Uten MVA',
            value: !brief && transfer.netAmount !== null && amountText(transfer.netAmount),
          },
          { term: text.lines, value: transfer.lineItemsCount },
          { term: 'PO-nummer', value: displayPoNumber(transfer.poNumber) },
        ]}
      />
      {brief && <LineList transfer={transfer} brief />}
      {brief && <PaymentFacts transfer={transfer} brief />}
      <Details
        rows={[
          { term: 'Opprettet', value: formatDateTime(transfer.createdAt) },
          { term: 'Fiken faktura-utkast ID', value: transfer.fikenInvoiceDraftId },
          // If there is a payment, the number is shown beside the payment instead.
          {
            term: text.invoiceNumber,
            value: transfer.payment === null && transfer.fikenInvoiceNumber,
          },
          {
            term: 'Forsøk på nytt',
            value: transfer.retryCount > 0 && `${transfer.retryCount} gang(er)`,
          },
        ]}
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

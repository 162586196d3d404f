import type { ReactNode } from 'react'
import type { PreviewLine, TransferPreview } from '#shared/contracts/transfers/preview'
import { formatDate } from '#shared/dates'
import { formatDecimal, formatKroner } from '#shared/money'
import { formatBankAccountNumber, formatOrganizationNumber } from '#shared/norwegian'
import { cx } from '../../ui/cx.ts'
import { Details } from '../../ui/Details.tsx'
import { InvoiceLines } from './InvoiceLines.tsx'
import { text } from './text.ts'

interface InvoiceProps {
  preview: TransferPreview
  /** A button on a line that may be left out, or taken back in. */
  lineAct?: (line: PreviewLine) => ReactNode
}

/**
 * The draft as the invoice that the customer will get: the one thing that is printed of the page
 * (`data-paper`, app.css). It has no number, since Fiken gives it one when the invoice is made. All
 * sums are the server's.
 */
export function Invoice({ preview, lineAct }: InvoiceProps) {
  const { seller, recipient, head } = preview
  return (
    <article
      data-paper
      aria-label={text.paper}
      className="@container rounded-card border border-line-strong bg-surface p-4 shadow-card sm:p-5 print:text-[10pt]"
    >
      <p className="mb-4 rounded-control bg-surface-2 px-3 py-2 text-xs text-ink-2">
        <strong className="font-semibold text-ink">{text.notAnInvoice}.</strong> {text.noNumber}
      </p>
      <div className="grid gap-x-6 gap-y-4 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Party of={text.seller} name={seller?.name ?? text.unknownSeller}>
          <p className="whitespace-pre-line empty:hidden">{seller?.address}</p>
          {seller?.organizationNumber && (
            <p>
              {text.organizationNumber(formatOrganizationNumber(seller.organizationNumber))}
              {seller.vatRegistered && ' MVA'}
            </p>
          )}
        </Party>
        <div className="row-start-1 @md:col-start-2 @md:row-auto @md:text-right">
          <h4 className="text-lg font-semibold tracking-tight">{text.heading}</h4>
        </div>
        <Recipient recipient={recipient} />
        {head && (
          <Details
            rows={[
              { term: text.date, value: formatDate(head.issueDate) },
              {
                term: text.due(text.days(head.daysUntilDueDate)),
                value: <strong className="font-semibold">{formatDate(head.dueDate)}</strong>,
              },
              { term: text.ours, value: head.ourReference },
              { term: text.yours, value: head.yourReference },
              { term: text.order, value: head.orderReference },
              {
                term: text.account,
                value: head.bankAccountNumber && formatBankAccountNumber(head.bankAccountNumber),
              },
            ]}
          />
        )}
      </div>
      {head?.invoiceText && (
        <p className="mt-4 break-words whitespace-pre-line">{head.invoiceText}</p>
      )}
      <InvoiceLines lines={preview.lines} lineAct={lineAct} />
      <Sums preview={preview} gross={text.gross} />
    </article>
  )
}

/** A job's own part of a draft for several: no paper, since it has no head of its own. */
export function InvoicePart({ preview, lineAct }: InvoiceProps) {
  return (
    <div className="@container rounded-card border border-line p-4 sm:p-5">
      <Recipient recipient={preview.recipient} />
      <InvoiceLines lines={preview.lines} lineAct={lineAct} />
      <Sums preview={preview} gross={text.partGross} />
    </div>
  )
}

function Recipient({ recipient }: Pick<TransferPreview, 'recipient'>) {
  return (
    <Party of={text.recipient} name={recipient?.name ?? text.unknownRecipient}>
      <p className="whitespace-pre-line empty:hidden">{recipient?.address}</p>
      {recipient?.organizationNumber && (
        <p>{text.organizationNumber(formatOrganizationNumber(recipient.organizationNumber))}</p>
      )}
    </Party>
  )
}

function Party({ of, name, children }: { of: string; name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words">
      <p className="text-xs text-ink-2">{of}</p>
      <p className="font-semibold">{name}</p>
      {children}
    </div>
  )
}

function Sums({
  preview: { net, vat, gross, rates },
  gross: grossTerm,
}: {
  preview: TransferPreview
  /** What the whole of it is called. */
  gross: string
}) {
  if (net === null || vat === null || gross === null) return null
  return (
    <dl className="mt-3 ml-auto grid max-w-80 gap-1 break-inside-avoid">
      <Sum term={text.net} ore={net} />
      {rates.map((rate) => (
        <Sum
          key={rate.percent}
          term={text.vatOfRate(formatDecimal(rate.percent), formatKroner(rate.net))}
          ore={rate.vat}
        />
      ))}
      {rates.length !== 1 && <Sum term={text.vat} ore={vat} />}
      <Sum term={grossTerm} ore={gross} strong />
    </dl>
  )
}

function Sum({ term, ore, strong }: { term: string; ore: number; strong?: boolean }) {
  return (
    <div
      className={cx(
        'flex items-baseline justify-between gap-4',
        strong && 'mt-1 border-t border-line-strong pt-2 text-base font-semibold',
      )}
    >
      <dt className={strong ? undefined : 'text-ink-2'}>{term}</dt>
      <dd className="shrink-0 tabular-nums">{formatKroner(ore)}</dd>
    </div>
  )
}

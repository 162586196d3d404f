import type { ReactNode } from 'react'
import type { PreviewLine, TransferPreview } from '#shared/contracts/transfers/preview'
import { formatDate } from '#shared/dates'
import { hoursText, isByTheHour } from '#shared/hours'
import { formatDecimal, formatKroner } from '#shared/money'
import { formatBankAccountNumber, formatOrganizationNumber } from '#shared/norwegian'
import { cx } from '../../ui/cx.ts'
import { Details } from '../../ui/Details.tsx'

const text = {
  organizationNumber: (number: string) => `Org.nr. ${number}`,
  days: (count: number) => (count === 1 ? '1 dag' : `${count} dager`),
  vat: 'MVA',
  draft: [
    'Forhåndsvisning av et utkast, ikke en faktura.',
    'Fiken setter fakturanummer når fakturaen lages.',
  ],
  invoiced: ['Utkastet slik det ble sendt, ikke selve fakturaen.', 'Den ligger i Fiken.'],
} as const

interface InvoiceProps {
  preview: TransferPreview
  lineAct?: (line: PreviewLine) => ReactNode
}

/**
 * The draft as an invoice, the only printed part of the page (`data-paper`, app.css). The invoice
 * has no number, because Fiken assigns one later. All sums come from the server.
 */
export function Invoice({ preview, lineAct }: InvoiceProps) {
  const { seller, recipient, head } = preview
  const [note, then] = preview.state === 'invoiced' ? text.invoiced : text.draft
  return (
    <article
      data-paper
      aria-label="Forhåndsvisning av fakturaen"
      className="@container rounded-card border border-line-strong bg-surface p-4 shadow-card sm:p-5 print:text-[10pt]"
    >
      <p className="mb-4 rounded-control bg-surface-2 px-3 py-2 text-xs text-ink-2">
        <strong className="font-semibold text-ink">{note}</strong> {then}
      </p>
      <div className="grid gap-x-6 gap-y-4 @md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Party of="Fra" name={seller?.name ?? 'Selskapet er ikke hentet fra Fiken'}>
          <p className="whitespace-pre-line empty:hidden">{seller?.address}</p>
          {seller?.organizationNumber && (
            <p>
              {text.organizationNumber(formatOrganizationNumber(seller.organizationNumber))}
              {seller.vatRegistered && ' MVA'}
            </p>
          )}
        </Party>
        <div className="row-start-1 @md:col-start-2 @md:row-auto @md:text-right">
          <h4 className="text-lg font-semibold tracking-tight">Fakturautkast</h4>
        </div>
        <Recipient recipient={recipient} />
        {head && (
          <Details
            rows={[
              { term: 'Fakturadato', value: formatDate(head.issueDate) },
              {
                term: `Forfall (${text.days(head.daysUntilDueDate)})`,
                value: <strong className="font-semibold">{formatDate(head.dueDate)}</strong>,
              },
              { term: 'Vår referanse', value: head.ourReference },
              { term: 'Deres referanse', value: head.yourReference },
              { term: 'Bestillingsnummer', value: head.orderReference },
              {
                term: 'Bankkonto',
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
      <Sums preview={preview} gross="Å betale" />
    </article>
  )
}

export function InvoicePart({ preview, lineAct }: InvoiceProps) {
  return (
    <div className="@container rounded-card border border-line p-4 sm:p-5">
      <Recipient recipient={preview.recipient} />
      <InvoiceLines lines={preview.lines} lineAct={lineAct} />
      <Sums preview={preview} gross="Sum for jobben" />
    </div>
  )
}

function Recipient({ recipient }: Pick<TransferPreview, 'recipient'>) {
  return (
    <Party of="Til" name={recipient?.name ?? 'Ikke avgjort'}>
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
  gross: string
}) {
  if (net === null || vat === null || gross === null) return null
  return (
    <dl className="mt-3 ml-auto grid max-w-80 gap-1 break-inside-avoid">
      <Sum term="Sum uten MVA" ore={net} />
      {rates.map((rate) => (
        <Sum
          key={rate.percent}
          term={`MVA ${formatDecimal(rate.percent)} % av ${formatKroner(rate.net)}`}
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

const HEAD = 'py-1.5 pl-3 text-right font-semibold whitespace-nowrap'
const NUMBER = 'py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums'
/** Classes that hide a column on a narrow screen, where the description has the same values. */
const WIDE_ONLY = '@max-md:hidden'

/** The lines of the invoice; accounts, buttons and left-out lines are not printed. */
function InvoiceLines({
  lines,
  lineAct,
}: {
  lines: readonly PreviewLine[]
  lineAct: ((line: PreviewLine) => ReactNode) | undefined
}) {
  return (
    <table className="mt-4 w-full border-b border-line">
      <caption className="sr-only">Linjer</caption>
      <thead className="text-xs text-ink-2">
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-1.5 text-left font-semibold">
            Beskrivelse
          </th>
          <th scope="col" className={cx(HEAD, WIDE_ONLY)}>
            Antall
          </th>
          <th scope="col" className={cx(HEAD, WIDE_ONLY)}>
            Pris
          </th>
          <th scope="col" className={cx(HEAD, WIDE_ONLY)}>
            {text.vat}
          </th>
          <th scope="col" className={HEAD}>
            Beløp
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map((line, index) => (
          // The key includes the index, because lines without a UUID can be identical.
          <Line key={line.uuid || index} line={line} act={lineAct?.(line)} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, act }: { line: PreviewLine; act: ReactNode }) {
  const { description, comment, net, shown, vatName, account, leftOut } = line
  const number = formatDecimal(line.quantity)
  const quantity = isByTheHour(description) ? hoursText(number) : number
  const price = formatKroner(line.unitPrice)
  const percent = line.vatPercent === null ? null : `${formatDecimal(line.vatPercent)} %`
  const struck = leftOut && 'text-ink-2 line-through'
  return (
    <tr className={cx('break-inside-avoid', leftOut && 'print:hidden')}>
      <td className="min-w-0 py-2 align-top break-words">
        <span className={cx('block', struck)}>{description}</span>
        {comment && <span className="block text-ink-2">{comment}</span>}
        <span className="block text-ink-2 tabular-nums @md:hidden">
          {`${quantity} × ${price}`}
          {percent && ` · ${percent}`}
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2 print:hidden">
          {leftOut ? (
            <strong className="font-semibold">Utelatt</strong>
          ) : (
            vatName && account && <span>{`${vatName} · konto ${account}`}</span>
          )}
          {act}
        </span>
      </td>
      <td className={cx(NUMBER, WIDE_ONLY, struck)}>{quantity}</td>
      <td className={cx(NUMBER, WIDE_ONLY, struck)}>{price}</td>
      <td className={cx(NUMBER, WIDE_ONLY, struck)}>{percent ?? '–'}</td>
      <td className={cx(NUMBER, struck)}>{formatKroner(net ?? shown ?? 0)}</td>
    </tr>
  )
}

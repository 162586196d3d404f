import type { PreviewLine, TransferPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { hoursText, isByTheHour } from '#shared/hours'
import { formatDecimal, formatKroner } from '#shared/money'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useLineActs } from './preview-queries.ts'
import { text } from './preview-text.ts'

const NUMBER = 'py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums'
/** Where the paper is narrow, what these say stands under the description. */
const WIDE_ONLY = '@max-md:hidden'

/**
 * The lines of the invoice. What only we need is on the screen beside them, not on paper: accounts,
 * the buttons, and lines that are left out.
 */
export function InvoiceLines({
  preview,
  transfer,
}: {
  preview: TransferPreview
  transfer: Transfer
}) {
  const acts = useLineActs(transfer.id)
  return (
    <table className="mt-4 w-full border-b border-line">
      <caption className="sr-only">{text.lines}</caption>
      <thead className="text-xs text-ink-2">
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-1.5 text-left font-semibold">
            {text.description}
          </th>
          <th scope="col" className={cx('py-1.5 pl-3 text-right font-semibold', WIDE_ONLY)}>
            {text.quantity}
          </th>
          <th scope="col" className={cx('py-1.5 pl-3 text-right font-semibold', WIDE_ONLY)}>
            {text.price}
          </th>
          <th scope="col" className={cx('py-1.5 pl-3 text-right font-semibold', WIDE_ONLY)}>
            {text.vat}
          </th>
          <th scope="col" className="py-1.5 pl-3 text-right font-semibold">
            {text.amount}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {preview.lines.map((line, index) => (
          // A draft may have two lines that are alike in everything.
          <Line key={line.uuid || index} line={line} acts={acts} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, acts }: { line: PreviewLine; acts: ReturnType<typeof useLineActs> }) {
  const { index, uuid, description, comment, net, shown, vatName, account, leftOut } = line
  const { leaveOut, putBack } = acts
  const number = formatDecimal(line.quantity)
  const quantity = isByTheHour(description) ? hoursText(number) : number
  const price = formatKroner(line.unitPrice)
  const percent = line.vatPercent === null ? null : text.percent(formatDecimal(line.vatPercent))
  const struck = leftOut && 'text-ink-2 line-through'
  return (
    <tr className={cx('break-inside-avoid', leftOut && 'print:hidden')}>
      <td className="min-w-0 py-2 align-top break-words">
        <span className={cx('block', struck)}>{description}</span>
        {comment && <span className="block text-ink-2">{comment}</span>}
        <span className="block text-ink-2 tabular-nums @md:hidden">
          {text.line(quantity, price)}
          {percent && ` · ${percent}`}
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2 print:hidden">
          {leftOut ? (
            <strong className="font-semibold">{text.leftOut}</strong>
          ) : (
            vatName && account && <span>{text.vatOn(vatName, account)}</span>
          )}
          {index !== null && (
            <Button
              size="sm"
              tone="ghost"
              className="-ml-2.5 pointer-coarse:-ml-3.5"
              aria-label={leftOut ? text.putBackName(description) : text.leaveOutName(description)}
              pending={leaveOut.isBusy(index) || putBack.isBusy(index)}
              onClick={() =>
                leftOut ? putBack.mutate({ index }) : leaveOut.mutate({ index, uuid })
              }
            >
              {leftOut ? text.putBack : text.leaveOut}
            </Button>
          )}
        </span>
      </td>
      <td className={cx(NUMBER, WIDE_ONLY, struck)}>{quantity}</td>
      <td className={cx(NUMBER, WIDE_ONLY, struck)}>{price}</td>
      <td className={cx(NUMBER, WIDE_ONLY, struck)}>{percent ?? '–'}</td>
      <td className={cx(NUMBER, struck)}>{formatKroner(net ?? shown ?? 0)}</td>
    </tr>
  )
}

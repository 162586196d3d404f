import type { ReactNode } from 'react'
import type { PreviewLine } from '#shared/contracts/transfers/preview'
import { hoursText, isByTheHour } from '#shared/hours'
import { formatDecimal, formatKroner } from '#shared/money'
import { cx } from '../../ui/cx.ts'
import { text } from './text.ts'

const HEAD = 'py-1.5 pl-3 text-right font-semibold whitespace-nowrap'
const NUMBER = 'py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums'
/** Where the paper is narrow, what these say stands under the description. */
const WIDE_ONLY = '@max-md:hidden'

/**
 * The lines of the invoice. What only we need is on the screen beside them, not on paper: accounts,
 * the buttons, and lines that are left out.
 */
export function InvoiceLines({
  lines,
  lineAct,
}: {
  lines: readonly PreviewLine[]
  lineAct: ((line: PreviewLine) => ReactNode) | undefined
}) {
  return (
    <table className="mt-4 w-full border-b border-line">
      <caption className="sr-only">{text.lines}</caption>
      <thead className="text-xs text-ink-2">
        <tr className="border-b border-line-strong">
          <th scope="col" className="py-1.5 text-left font-semibold">
            {text.description}
          </th>
          <th scope="col" className={cx(HEAD, WIDE_ONLY)}>
            {text.quantity}
          </th>
          <th scope="col" className={cx(HEAD, WIDE_ONLY)}>
            {text.price}
          </th>
          <th scope="col" className={cx(HEAD, WIDE_ONLY)}>
            {text.vat}
          </th>
          <th scope="col" className={HEAD}>
            {text.amount}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map((line, index) => (
          // A draft may have two lines that are alike in everything.
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

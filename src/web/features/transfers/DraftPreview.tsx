import { Eye } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { PreviewLine, TransferPreview } from '#shared/contracts/transfer-preview'
import type { Transfer } from '#shared/contracts/transfers'
import { formatDate } from '#shared/dates'
import { formatDecimal, formatKroner } from '#shared/money'
import { formatBankAccountNumber } from '#shared/norwegian'
import { errorText } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Details } from '../../ui/Details.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useLineActs, usePreview } from './preview-queries.ts'
import { text } from './preview-text.ts'

/**
 * The draft, as it was sent or as it would be. What was sent is shown at once; another is built when it is asked for, since that takes
 * calls to both systems.
 */
export function DraftPreview({ transfer }: { transfer: Transfer }) {
  const sent = transfer.fikenInvoiceDraftId !== null || transfer.fikenInvoiceNumber !== null
  const [asked, setAsked] = useState(false)
  const section = useRef<HTMLElement>(null)
  const { data, error, isFetching, refetch } = usePreview(transfer, { sent, enabled: sent || asked })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={text.title}
      aria-busy={isFetching}
      className="grid gap-3 border-t border-line pt-4 outline-none"
    >
      <h3 className="font-semibold">{text.title}</h3>
      {data ? (
        <Draft preview={data} transfer={transfer} />
      ) : error ? (
        <Banner
          tone="bad"
          live
          title={text.failed}
          action={
            <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
              {text.tryAgain}
            </Button>
          }
        >
          {errorText(error)}
        </Banner>
      ) : sent || asked ? (
        // About as high as what comes, so that nothing below it jumps.
        <p role="status" className="flex min-h-80 items-start gap-3 text-ink-2">
          <Spinner label={null} />
          {text.loading}
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-2">{text.showWhy}</p>
          <Button
            size="sm"
            icon={<Eye aria-hidden className="size-3.5" />}
            onClick={() => {
              setAsked(true)
              // The button goes; whoever came here by the keyboard goes on from here, not from the top of the drawer.
              section.current?.focus({ preventScroll: true })
            }}
          >
            {text.show}
          </Button>
        </div>
      )}
    </section>
  )
}

function Draft({ preview, transfer }: { preview: TransferPreview; transfer: Transfer }) {
  const { state, recipient, head, problems, notes, fetchedAt } = preview
  const planned = state === 'planned'
  return (
    <>
      <p className="text-ink-2">{text[state]}</p>
      {planned && fetchedAt === null && <Banner tone="wait" title={text.stale} />}
      {planned &&
        (problems.length === 0 ? (
          <Banner tone="ok" title={text.ok} />
        ) : (
          <Banner tone="bad" title={text.stops(problems.length)}>
            <ul className="grid gap-1">
              {problems.map(({ code, title, message }) => (
                <li key={code + message}>
                  <strong className="font-semibold">{title}.</strong> {message}
                </li>
              ))}
            </ul>
          </Banner>
        ))}
      <div>
        <p className="text-ink-2">{text.recipient}</p>
        <p className="font-semibold">{recipient?.name ?? text.unknownRecipient}</p>
        {recipient?.how && <p className="text-ink-2">{recipient.how}</p>}
        {recipient?.address && <p className="whitespace-pre-line">{recipient.address}</p>}
        {recipient?.email && <p className="break-words">{recipient.email}</p>}
        {recipient?.organizationNumber && <p>{text.organizationNumber(recipient.organizationNumber)}</p>}
      </div>
      {head && (
        <Details
          rows={[
            { term: text.date, value: formatDate(head.issueDate) },
            { term: text.due, value: text.days(head.daysUntilDueDate) },
            { term: text.ours, value: head.ourReference },
            { term: text.yours, value: head.yourReference },
            { term: text.order, value: head.orderReference },
            { term: text.account, value: head.bankAccountNumber && formatBankAccountNumber(head.bankAccountNumber) },
          ]}
        />
      )}
      {head?.invoiceText && (
        <div>
          <p className="text-ink-2">{text.invoiceText}</p>
          <p className="break-words whitespace-pre-line">{head.invoiceText}</p>
        </div>
      )}
      <Lines preview={preview} transfer={transfer} />
      {notes.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Lines({ preview, transfer }: { preview: TransferPreview; transfer: Transfer }) {
  const acts = useLineActs(transfer.id)
  const sums = sumsOf(preview)
  return (
    <div className="rounded-control border border-line">
      <ul aria-label={text.lines} className="divide-y divide-line border-b border-line last:border-b-0">
        {preview.lines.map((line, index) => (
          // A draft may have two lines that are alike in everything.
          <Line key={line.uuid || index} line={line} acts={acts} />
        ))}
      </ul>
      <dl className="grid gap-1 px-3 py-2 empty:hidden">
        {sums.map(({ term, value, strong }) => (
          <div key={term} className={cx('flex justify-between gap-4', strong && 'font-semibold')}>
            <dt className={strong ? undefined : 'text-ink-2'}>{term}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function sumsOf({ net, vat, gross, theirTotal, leftOutGross, difference }: TransferPreview) {
  const rows: { term: string; value: ReactNode; strong?: boolean }[] = []
  const add = (term: string, ore: number | null, strong = false) => {
    if (ore !== null) rows.push({ term, value: formatKroner(ore), strong })
  }
  add(text.net, net)
  add(text.vat, vat)
  add(text.gross, gross, true)
  add(text.theirs, theirTotal)
  if (leftOutGross !== 0) add(text.minus, -leftOutGross)
  if (difference === 0) rows.push({ term: text.equal, value: '✓' })
  else add(text.difference, difference)
  return rows
}

function Line({ line, acts }: { line: PreviewLine; acts: ReturnType<typeof useLineActs> }) {
  const { index, uuid, description, comment, quantity, unitPrice, net, vat, shown, vatName, account, leftOut } = line
  const { leaveOut, putBack } = acts
  const busy = (act: typeof leaveOut | typeof putBack) => act.isPending && act.variables.index === index
  return (
    <li className="px-3 py-2">
      <div className="flex justify-between gap-4">
        <span className={cx('min-w-0 break-words', leftOut && 'text-ink-2 line-through')}>{description}</span>
        <span className={cx('shrink-0 tabular-nums', leftOut && 'text-ink-2 line-through')}>
          {formatKroner(net ?? shown ?? 0)}
        </span>
      </div>
      {comment && <p className="break-words text-ink-2">{comment}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink-2">
        <p className="min-w-0 tabular-nums">
          {leftOut && <strong className="font-semibold">{text.leftOut}. </strong>}
          {text.line(formatDecimal(quantity), formatKroner(unitPrice))}
          {vatName && account && <span className="block">{text.vatOn(vatName, account)}</span>}
          {vat !== null && vat !== 0 && <span className="block">{text.vatAmount(formatKroner(vat))}</span>}
        </p>
        {index !== null && (
          <Button
            size="sm"
            tone="ghost"
            aria-label={leftOut ? text.putBackName(description) : text.leaveOutName(description)}
            pending={busy(leaveOut) || busy(putBack)}
            onClick={() => (leftOut ? putBack.mutate({ index }) : leaveOut.mutate({ index, uuid }))}
          >
            {leftOut ? text.putBack : text.leaveOut}
          </Button>
        )}
      </div>
    </li>
  )
}

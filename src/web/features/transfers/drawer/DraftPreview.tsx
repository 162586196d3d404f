import { Eye, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TransferPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatKroner } from '#shared/money'
import { errorText } from '../../../lib/api.ts'
import { printAs } from '../../../lib/print.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Details } from '../../../ui/Details.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { titleOf, wasSent } from '../transfer-state.ts'
import { Invoice } from '../../draft-paper/Invoice.tsx'
import { LineAct } from './LineAct.tsx'
import { LineList } from './LineList.tsx'
import { useLineActs, usePreview } from './preview-queries.ts'
import { text } from './preview-text.ts'

/**
 * The draft, as it was sent or as it would be. What was sent is shown immediately; another is built
 * when it is asked for, since that takes calls to both systems. Until it is there, the job's own
 * lines stand in its place.
 */
export function DraftPreview({ transfer }: { transfer: Transfer }) {
  const sent = wasSent(transfer)
  const [asked, setAsked] = useState(false)
  const section = useRef<HTMLElement>(null)
  const { data, error, isFetching, refetch } = usePreview(transfer, {
    sent,
    enabled: sent || asked,
  })
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={text.title}
      aria-busy={isFetching}
      className="grid gap-3 border-t border-line pt-4 outline-none"
    >
      <div className="flex min-h-8 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <h3 className="font-semibold">{text.title}</h3>
        {data?.gross != null && (
          <Button
            size="sm"
            icon={<Printer aria-hidden className="size-3.5" />}
            onClick={() => printAs(text.printName(titleOf(transfer)))}
          >
            {text.print}
          </Button>
        )}
      </div>
      {data ? (
        <Draft preview={data} transfer={transfer} />
      ) : error ? (
        <>
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
          <LineList transfer={transfer} />
        </>
      ) : sent || asked ? (
        // About as high as what comes, so that nothing below it jumps.
        <p role="status" className="flex min-h-120 items-start gap-3 text-ink-2">
          <Spinner label={null} />
          {text.loading}
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-ink-2">{text.showWhy}</p>
            <Button
              size="sm"
              icon={<Eye aria-hidden className="size-3.5" />}
              onClick={() => {
                setAsked(true)
                // The button goes; a keyboard user goes on from here, not from the
                // top of the drawer.
                section.current?.focus({ preventScroll: true })
              }}
            >
              {text.show}
            </Button>
          </div>
          <LineList transfer={transfer} />
        </>
      )}
    </section>
  )
}

function Draft({ preview, transfer }: { preview: TransferPreview; transfer: Transfer }) {
  const { state, problems, notes, fetchedAt } = preview
  const acts = useLineActs(transfer.id)
  const planned = state === 'planned'
  // The drawer begins with why the job has stopped: no need to read it twice.
  const isSaidAbove =
    transfer.status === 'failed' &&
    problems.every(({ message }) => transfer.errorMessage?.includes(message))
  return (
    <>
      <p className="text-ink-2">{text[state]}</p>
      {planned && fetchedAt === null && <Banner tone="wait" title={text.stale} />}
      {planned &&
        (problems.length === 0 ? (
          <Banner tone="ok" title={text.ok} />
        ) : isSaidAbove ? (
          <Banner tone="bad" title={text.stillStops} />
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
      <Invoice preview={preview} lineAct={(line) => <LineAct line={line} acts={acts} />} />
      <Details rows={checksOf(preview)} />
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

/** What the customer does not see: who the recipient is to us, and the total in ServiceM8. */
function checksOf({
  recipient,
  theirTotal,
  leftOutGross,
  depositGross,
  difference,
}: TransferPreview) {
  const amount = (ore: number | null) => ore !== null && formatKroner(ore)
  return [
    { term: text.how, value: recipient?.how },
    { term: text.email, value: recipient?.email },
    { term: text.theirs, value: amount(theirTotal) },
    { term: text.minus, value: leftOutGross !== 0 && formatKroner(-leftOutGross) },
    { term: text.deposit, value: depositGross !== 0 && formatKroner(-depositGross) },
    difference === 0
      ? { term: text.equal, value: '✓' }
      : { term: text.difference, value: amount(difference) },
  ].filter(({ value }) => value !== false)
}

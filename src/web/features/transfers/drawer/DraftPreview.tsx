import { Eye, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { readPreview, TransferPreview } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { formatKroner } from '#shared/money'
import { errorText } from '../../../lib/api.ts'
import { printAs } from '../../../lib/print.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Details } from '../../../ui/Details.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useDeposit } from '../deposits/queries.ts'
import { startMeans } from '../waiting-state.ts'
import { titleOf, wasSent } from '../transfer-state.ts'
import { Invoice, InvoicePart } from '../../draft-paper/Invoice.tsx'
import { LineAct } from './LineAct.tsx'
import { LineList } from '../list/LineList.tsx'
import { useLineActs, useMoveContact, usePreview } from './preview-queries.ts'
import { text } from './preview-text.ts'

/**
 * The draft, as it was sent or as it would be. What was sent is shown immediately; another is built
 * when it is asked for, since that takes calls to both systems. Until it is there, the job's own
 * lines stand in its place. Of a job that waits for its customer's collective draft it is a part of that one.
 */
export function DraftPreview({ transfer }: { transfer: Transfer }) {
  const sent = wasSent(transfer)
  const deposit = useDeposit(transfer.id)
  // With a deposit taken off, it gets a draft of its own all the same.
  const part = deposit.data?.chosen ? null : partOf(transfer)
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
      aria-label={part ? text.part.title : text.title}
      aria-busy={isFetching}
      className="grid gap-3 border-t border-line pt-4 outline-none"
    >
      <div className="flex min-h-8 items-center justify-between gap-3 pointer-coarse:min-h-11">
        <h3 className="font-semibold">{part ? text.part.title : text.title}</h3>
        {/* A part is no invoice of its own, and is not printed as one. */}
        {!part && data?.gross != null && (
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
        <Draft preview={data} transfer={transfer} part={part} />
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
            <p className={part ? 'basis-full text-ink-2' : 'text-ink-2'}>
              {part ? text.part.showWhy[part] : text.showWhy}
            </p>
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
              {part ? text.part.show : text.show}
            </Button>
          </div>
          <LineList transfer={transfer} />
        </>
      )}
    </section>
  )
}

/** How a job is, or would be, a part of its customer's collective draft. */
type Part = 'waits' | 'joins'

/** Null for one that goes alone. */
function partOf(transfer: Transfer): Part | null {
  const means = startMeans(transfer)
  return means === 'leaves' ? 'waits' : means
}

function Draft({
  preview,
  transfer,
  part,
}: {
  preview: AnswerOf<typeof readPreview>
  transfer: Transfer
  part: Part | null
}) {
  const { state, problems, notes, moved, fetchedAt } = preview
  const acts = useLineActs(transfer.id)
  const planned = state === 'planned'
  const Paper = part ? InvoicePart : Invoice
  // The drawer begins with why the job has stopped: no need to read it twice.
  const isSaidAbove =
    transfer.status === 'failed' &&
    problems.every(({ message }) => transfer.errorMessage?.includes(message))
  return (
    <>
      <p className="text-ink-2">{part ? text.part.planned[part] : text[state]}</p>
      {planned && fetchedAt === null && <Banner tone="wait" title={text.stale} />}
      {planned &&
        (problems.length === 0 ? (
          <Banner tone="ok" title={part ? text.part.ok : text.ok} />
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
      <Paper preview={preview} lineAct={(line) => <LineAct line={line} acts={acts} />} />
      <Details rows={checksOf(preview)} />
      {notes.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {moved && <Moved transfer={transfer} moved={moved} />}
    </>
  )
}

/** Fiken has the address that the client had before. */
function Moved({
  transfer,
  moved,
}: {
  transfer: Transfer
  moved: NonNullable<AnswerOf<typeof readPreview>['moved']>
}) {
  const move = useMoveContact(transfer.id)
  return (
    <Banner
      tone="wait"
      title={text.moved.title}
      action={
        <Button size="sm" pending={move.isPending} onClick={() => move.mutate()}>
          {text.moved.change}
        </Button>
      }
    >
      {text.moved.why(moved.inFiken, moved.inServiceM8)}
    </Banner>
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

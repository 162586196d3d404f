import { Eye, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AnswerOf } from '#shared/contract'
import type { readPreview, PreviewLine } from '#shared/contracts/transfers/preview'
import type { Transfer } from '#shared/contracts/transfers/row'
import { errorText } from '../../../lib/api.ts'
import { May, useMay } from '../../../lib/access/may.tsx'
import { printAs } from '../../../lib/print.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useDeposit } from '../deposits/queries.ts'
import { startMeans } from '../waiting-state.ts'
import { titleOf, wasSent } from '../transfer-state.ts'
import { Checks } from '../../draft-paper/Checks.tsx'
import { Invoice, InvoicePart } from '../../draft-paper/Invoice.tsx'
import { LineList } from '../list/LineList.tsx'
import { useLineActs, useMoveContact, usePreview } from './preview-queries.ts'

const text = {
  title: 'Utkastet',
  sent: 'Slik ble det sendt til Fiken',
  invoiced: 'Slik ble det sendt til Fiken, og fakturert',
  planned: 'Slik ville det blitt nå. Ingenting er sendt.',
  /** The texts for a job that is, or would be, part of its customer's collective draft. */
  part: {
    title: 'Jobbens del av samlefakturaen',
    planned: {
      waits:
        'Slik ville jobbens linjer blitt nå. De kommer på samlefakturaen sammen med de andre jobbene. Ingenting er sendt.',
      joins:
        'Slik ville jobbens linjer blitt nå. De kommer på kundens neste samlefaktura når jobben startes. Ingenting er sendt.',
    },
    showWhy: {
      waits: 'Jobben får ikke et eget utkast. Den kommer på kundens samlefaktura.',
      joins:
        'Jobben får ikke et eget utkast. Den kommer på kundens neste samlefaktura når den startes.',
    },
  },
  stops: (count: number) => (count === 1 ? 'Én ting stopper det' : `${count} ting stopper det`),
} as const

/**
 * The draft as an invoice. A sent draft is shown immediately; any other is created on request,
 * because this takes requests to both systems. A job that waits for a collective draft shows its
 * part of that draft.
 */
export function DraftPreview({ transfer }: { transfer: Transfer }) {
  const sent = wasSent(transfer)
  const deposit = useDeposit(transfer.id)
  // A job with a deducted deposit always gets its own draft.
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
        {/* One job's part of a collective draft cannot be printed as an invoice. */}
        {!part && data?.gross != null && (
          <Button
            size="sm"
            icon={<Printer aria-hidden className="size-3.5" />}
            onClick={() =>
              printAs(`${titleOf(transfer).replace('#', '')}, forhåndsvisning av utkast`)
            }
          >
            Skriv ut
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
            title="Kunne ikke vise utkastet"
            pending={isFetching}
            onRetry={() => void refetch()}
          >
            {errorText(error)}
          </Banner>
          <LineList transfer={transfer} />
        </>
      ) : sent || asked ? (
        // Approximate height of the loaded content, so that nothing below moves.
        <p role="status" className="flex min-h-120 items-start gap-3 text-ink-2">
          <Spinner label={null} />
          Bygger utkastet...
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className={part ? 'basis-full text-ink-2' : 'text-ink-2'}>
              {part
                ? text.part.showWhy[part]
                : 'Jobben hentes og utkastet bygges, men ingenting sendes.'}
            </p>
            <Button
              size="sm"
              icon={<Eye aria-hidden className="size-3.5" />}
              onClick={() => {
                setAsked(true)
                // Moves the focus to the section, because the pressed button disappears.
                section.current?.focus({ preventScroll: true })
              }}
            >
              {part ? 'Se jobbens del' : 'Se utkastet'}
            </Button>
          </div>
          <LineList transfer={transfer} />
        </>
      )}
    </section>
  )
}

type Part = 'waits' | 'joins'

/** Returns the job's part in a collective draft; null for a job that gets its own draft. */
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
  const { state, problems, moved, fetchedAt } = preview
  const acts = useLineActs(transfer.id)
  const planned = state === 'planned'
  const Paper = part ? InvoicePart : Invoice
  // The top of the drawer already says why the job is stopped.
  const isSaidAbove =
    transfer.status === 'failed' &&
    problems.every(({ message }) => transfer.errorMessage?.includes(message))
  return (
    <>
      <p className="text-ink-2">{part ? text.part.planned[part] : text[state]}</p>
      {planned && fetchedAt === null && (
        <Banner
          tone="wait"
          title="ServiceM8 svarer ikke nå, så jobben vises slik den sist ble hentet."
        />
      )}
      {planned &&
        (problems.length === 0 ? (
          <Banner tone="ok" title={part ? 'Klar for samlefakturaen' : 'Klart til å sendes'} />
        ) : isSaidAbove ? (
          <Banner tone="bad" title="Det som står øverst, stopper det fortsatt" />
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
      <Checks preview={preview} showsRecipient />
      {moved && <Moved transfer={transfer} moved={moved} />}
    </>
  )
}

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
      title="Kunden har en annen adresse i Fiken"
      action={
        <May act="transfers">
          <Button size="sm" pending={move.isPending} onClick={() => move.mutate()}>
            Endre adressen i Fiken
          </Button>
        </May>
      }
    >
      {`Fiken har ${moved.inFiken}. I ServiceM8 er den ${moved.inServiceM8}.`}
    </Banner>
  )
}

function LineAct({
  line: { index, uuid, description, leftOut },
  acts: { leaveOut, putBack },
}: {
  line: PreviewLine
  acts: ReturnType<typeof useLineActs>
}) {
  const may = useMay()
  if (index === null || !may('transfers')) return null
  return (
    <Button
      size="sm"
      tone="ghost"
      className="-ml-2.5 pointer-coarse:-ml-3.5"
      aria-label={leftOut ? `Ta med igjen linjen ${description}` : `Utelat linjen ${description}`}
      pending={leaveOut.isBusy(index) || putBack.isBusy(index)}
      onClick={() => (leftOut ? putBack.mutate({ index }) : leaveOut.mutate({ index, uuid }))}
    >
      {leftOut ? 'Ta med igjen' : 'Utelat'}
    </Button>
  )
}

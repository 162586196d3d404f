import { useQuery } from '@tanstack/react-query'
import {
  ChevronDown,
  ChevronUp,
  Ellipsis,
  ExternalLink,
  Play,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { readTransfer, type Transfer } from '#shared/contracts/transfers/row'
import { errorText } from '../../../lib/api.ts'
import { useMay } from '../../../lib/access/may.tsx'
import { polling } from '../../../lib/query-client.ts'
import { NotLoaded } from '../../../ui/NotLoaded.tsx'
import { isWriting } from '../../../ui/event-target.ts'
import { words } from '../../../ui/words.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { MenuButton } from '../../../ui/MenuButton.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Bone } from '../../../ui/Skeleton.tsx'
import { askedOf } from '../../customers/choose/asked.ts'
import { CustomerChoice } from '../../customers/choose/CustomerChoice.tsx'
import { CauseBox } from '../cause/CauseBox.tsx'
import { openDraft } from '../open-draft.ts'
import { OverrulingQuestion } from '../overruling/OverrulingQuestion.tsx'
import { ProcessingIndicator, useProgressShown } from '../list/ProcessingIndicator.tsx'
import { PaymentChip, PaymentFacts } from '../list/PaymentChip.tsx'
import { usePlaces } from '../places.ts'
import { useTransferActs } from '../queries.ts'
import { text } from '../text.ts'
import { concernsAll, startMeans } from '../waiting-state.ts'
import {
  actsOn,
  explanationOf,
  fixesIn,
  isInvoiced,
  isUnsolved,
  titleOf,
} from '../transfer-state.ts'
import { OPEN_PARAM } from '../open-param.ts'
import { startWords } from '../list/row-buttons-state.ts'
import { TransferStatus } from '../list/TransferStatus.tsx'
import { useUndo } from './preview-queries.ts'
import { TransferDetails } from './TransferDetails.tsx'
import { UndoQuestion } from './UndoQuestion.tsx'

/** A drawer for the transfer in the URL, shown immediately if it is among `rows`. */
export function TransferDrawer({ rows }: { rows: readonly Transfer[] }) {
  const [search, setSearch] = useSearchParams()
  const id = search.get(OPEN_PARAM)
  const close = () =>
    setSearch(
      (now) => {
        now.delete(OPEN_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const place = rows.findIndex((row) => row.id === id)
  const step = (by: 1 | -1) => {
    const next = place === -1 ? undefined : rows[place + by]?.id
    if (next === undefined) return undefined
    return () =>
      setSearch(
        (now) => {
          now.set(OPEN_PARAM, next)
          return now
        },
        { replace: true, preventScrollReset: true },
      )
  }
  const [previous, next] = [step(-1), step(1)]
  const onKeyDown = (event: KeyboardEvent) => {
    const go = event.key === 'j' ? next : event.key === 'k' ? previous : undefined
    const held = event.ctrlKey || event.metaKey || event.altKey
    // React also delivers events from dialogs opened by the drawer.
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!go || held || !inside || isWriting(event.target)) return
    event.preventDefault()
    go()
  }
  const { data, error, refetch } = useQuery({
    ...polling(readTransfer, { params: { id: id ?? '' } }),
    enabled: id !== null,
    placeholderData: rows[place],
  })
  return (
    <Sheet
      wide
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={data ? titleOf(data) : text.title}
      aside={
        data ? (
          <span className="flex flex-wrap gap-1.5">
            <TransferStatus transfer={data} />
            <PaymentChip payment={data.payment} />
          </span>
        ) : (
          !error && <Bone className="h-5.5 w-32" />
        )
      }
      acts={
        // Rendered even before the list has loaded, so that the status chip does not move.
        <>
          <StepButton label="Forrige jobb" icon={ChevronUp} onStep={previous} />
          <StepButton label="Neste jobb" icon={ChevronDown} onStep={next} />
        </>
      }
      onKeyDown={onKeyDown}
    >
      {data ? (
        <Content key={data.id} transfer={data} />
      ) : (
        <NotLoaded
          failed={text.loadError}
          why={error && errorText(error)}
          onRetry={() => void refetch()}
          rows={5}
        />
      )}
    </Sheet>
  )
}

/** A button to the next or previous job; never `disabled`, because that would lose the focus. */
function StepButton({
  label,
  icon: Icon,
  onStep,
}: {
  label: string
  icon: LucideIcon
  onStep: (() => void) | undefined
}) {
  return (
    <IconButton
      label={label}
      aria-disabled={!onStep}
      icon={<Icon aria-hidden className="size-5" />}
      onClick={onStep}
    />
  )
}

function Content({ transfer }: { transfer: Transfer }) {
  const acts = useTransferActs()
  const places = usePlaces()
  const progress = useProgressShown(transfer)
  const offered = actsOn(transfer, useMay()('transfers'))
  const failed = transfer.status === 'failed'
  const explanation = explanationOf(transfer, places)
  const fixes = fixesIn(explanation)
  const [choosing, setChoosing] = useState(false)
  const startButton = startWords(transfer)
  const StartIcon = startButton?.icon ?? Play
  const startLabel = startButton?.label ?? (failed ? words.tryAgain : text.transferNow)
  const starts = offered.start && !fixes.includes('retry')
  const unsolved = isUnsolved(transfer, explanation)
  const starting = acts.start.isBusy(transfer.id) || acts.retry.isBusy(transfer.id)
  const start = () => (failed ? acts.retry : acts.start).mutate(transfer)
  // The box above already says that its buttons affect other jobs.
  const acting = !failed && offered.undo && concernsAll(transfer)
  return (
    <div className="grid gap-5 p-4 text-sm">
      {progress && <ProcessingIndicator transfer={transfer} />}
      <CauseBox
        transfer={transfer}
        places={places}
        acts={acts}
        onChooseCustomer={() => setChoosing(true)}
      />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {starts && !unsolved && (
          <Button
            // Not primary while the cause must be fixed first, or while the job waits for a
            // collective draft, which needs no action.
            tone={
              (explanation && explanation.steps.length > 0) || startMeans(transfer) === 'leaves'
                ? 'secondary'
                : 'primary'
            }
            pending={starting}
            icon={<StartIcon aria-hidden className="size-4" />}
            onClick={start}
          >
            {startLabel}
          </Button>
        )}
        {offered.openDraft && !fixes.includes('openDraft') && (
          <Button
            icon={<ExternalLink aria-hidden className="size-4" />}
            onClick={() => void openDraft(transfer, places)}
          >
            {isInvoiced(transfer) ? 'Åpne fakturaen i Fiken' : 'Åpne utkastet i Fiken'}
          </Button>
        )}
        {offered.undo && <UndoButton transfer={transfer} />}
        {offered.restore && (
          <Button
            tone="primary"
            pending={acts.restore.isBusy(transfer.id)}
            icon={<Undo2 aria-hidden className="size-4" />}
            onClick={() => acts.restore.mutate(transfer)}
          >
            {text.restore}
          </Button>
        )}
        {starts && unsolved && (
          <MenuButton
            label={`Flere valg for ${titleOf(transfer)}`}
            tone="secondary"
            pending={starting}
            icon={<Ellipsis aria-hidden className="size-5" />}
            items={[
              {
                label: startLabel,
                icon: <StartIcon aria-hidden className="size-4" />,
                onSelect: start,
              },
            ]}
          />
        )}
      </div>
      {acting && <p className="-mt-2 text-ink-2">{acting}</p>}
      <PaymentFacts transfer={transfer} />
      <TransferDetails transfer={transfer} />
      <CustomerChoice
        asked={choosing ? askedOf(transfer) : null}
        onClose={() => setChoosing(false)}
      />
      <OverrulingQuestion overruling={acts.overruling} />
    </div>
  )
}

function UndoButton({ transfer }: { transfer: Transfer }) {
  const [asking, setAsking] = useState(false)
  const undo = useUndo()
  return (
    <>
      <Button
        pending={undo.isPending}
        icon={<Undo2 aria-hidden className="size-4" />}
        onClick={() => setAsking(true)}
      >
        {words.undo}
      </Button>
      {asking && (
        <UndoQuestion
          transfer={transfer}
          onConfirm={undo.mutate}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

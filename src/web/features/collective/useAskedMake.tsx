import type { ReactNode } from 'react'
import type { CollectiveForecast } from '#shared/contracts/collective'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { becomesText } from './collective-state.ts'
import { OutsideList } from './OutsideList.tsx'
import { useForecast, useMake, type WhichJobs } from './queries.ts'
import { text } from './text.ts'

interface AskedMake {
  ask: () => void
  /** True while the forecast is loading or the drafts are being started. */
  isPending: boolean
  question: ReactNode
}

/**
 * Creates collective drafts after a confirmation.
 *
 * @param name the customer's name when the request is for all of one customer's waiting jobs
 */
export function useAskedMake(
  which: WhichJobs,
  { name, onMade }: { name?: string; onMade?: () => void } = {},
): AskedMake {
  const forecast = useForecast()
  const make = useMake(onMade)
  const { data, reset } = forecast
  return {
    ask: () => forecast.mutate(which),
    isPending: forecast.isPending || make.isPending,
    question: data && (
      <MakeQuestion
        name={name}
        forecast={data}
        onClose={reset}
        // Sends only the jobs named in the question, even if the selection has changed after the
        // question opened.
        onConfirm={() => make.mutate(data.ids)}
      />
    ),
  }
}

interface MakeQuestionProps {
  name: string | undefined
  forecast: CollectiveForecast
  onClose: () => void
  onConfirm: () => void
}

function MakeQuestion({ name, forecast, onClose, onConfirm }: MakeQuestionProps) {
  const { jobs, leftOut, outside } = forecast
  const list = outside.length > 0 && <OutsideList jobs={outside} onClose={onClose} />
  if (jobs === 0)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title="Ingen av jobbene kan være med nå"
        description={leftOut > 0 ? text.leavesOut(leftOut) : undefined}
      >
        {list}
      </Dialog>
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      tone="primary"
      title={name === undefined ? 'Lage samlefaktura nå?' : `Lage samlefaktura til ${name} nå?`}
      description={[
        becomesText(forecast, { ofOne: name !== undefined }),
        leftOut > 0 && text.leavesOut(leftOut),
      ]
        .filter(Boolean)
        .join(' ')}
      more={list}
      confirm={text.make}
      onConfirm={onConfirm}
    />
  )
}

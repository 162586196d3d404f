import { ExternalLink } from 'lucide-react'
import type { Act } from '#shared/access/roles'
import type { Transfer } from '#shared/contracts/transfers/row'
import { useMay } from '../../../lib/access/may.tsx'
import { Button, type ButtonTone } from '../../../ui/Button.tsx'
import { openDraft } from '../open-draft.ts'
import type { TransferActs } from '../queries.ts'
import { RemedyStep } from '../remedy/RemedyStep.tsx'
import { concernsAll } from '../waiting-state.ts'
import type { ActStep, Places, Step } from '../transfer-state.ts'
import { SendAgainButton } from './SendAgainButton.tsx'

export interface CauseStepsProps {
  steps: readonly Step[]
  transfer: Transfer
  places: Places
  acts: TransferActs
  /** The buttons' tone; `inherit` is for a tinted background. */
  tone?: Extract<ButtonTone, 'inherit' | 'secondary'>
  onChooseCustomer: () => void
}

export function CauseSteps({ steps, ...props }: CauseStepsProps) {
  const may = useMay()
  return steps
    .filter((step) => !('act' in step) || step.act === 'openDraft' || may(actOf(step.act)))
    .map((step) => <StepButton key={step.label} step={step} {...props} />)
}

const actOf = (act: ActStep['act']): Act =>
  act === 'dropDeposit' || act === 'settleDeposit' ? 'deposits' : 'transfers'

function StepButton({
  step,
  transfer,
  places,
  acts,
  onChooseCustomer,
  tone = 'secondary',
}: Omit<CauseStepsProps, 'steps'> & { step: Step }) {
  if ('href' in step) return <RemedyStep step={step} tone={tone} />
  if ('external' in step) {
    return (
      <Button asChild tone={tone} size="sm">
        <a href={step.external} target="_blank" rel="noreferrer">
          {step.label}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </Button>
    )
  }
  if (step.act === 'openDraft') {
    return (
      <Button tone={tone} size="sm" onClick={() => void openDraft(transfer, places)}>
        {step.label}
      </Button>
    )
  }
  if (step.act === 'chooseCustomer') {
    return (
      <Button tone={tone} size="sm" onClick={onChooseCustomer}>
        {step.label}
      </Button>
    )
  }
  if (step.act === 'sendAgain') {
    const { mutate, isBusy } = acts.sendAgain
    return (
      <SendAgainButton
        label={step.label}
        tone={tone}
        pending={isBusy(transfer.id)}
        concerns={concernsAll(transfer)}
        onAnswer={(deleted) => mutate({ id: transfer.id, deleted })}
      />
    )
  }
  const act = acts[step.act]
  return (
    <Button
      tone={tone}
      size="sm"
      pending={act.isBusy(transfer.id)}
      onClick={() => act.mutate(transfer)}
    >
      {step.label}
    </Button>
  )
}

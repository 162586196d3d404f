import { ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { Transfer } from '#shared/contracts/transfers'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Countdown } from './Countdown.tsx'
import { openDraft } from './open-draft.ts'
import type { TransferActs } from './queries.ts'
import { SendAnewButton } from './SendAnewButton.tsx'
import { explanationOf, type Places, type Step } from './transfer-state.ts'

interface CauseBoxProps {
  transfer: Transfer
  places: Places
  acts: TransferActs
  /** Opens the choice of customer, which lives outside the row. */
  onChooseCustomer: () => void
}

/** Why a transfer stands still, and the button that mends it. */
export function CauseBox(props: CauseBoxProps) {
  const { transfer, places } = props
  const explanation = explanationOf(transfer, places)
  if (!explanation) return null
  const { tone, title, why, steps, nextAttemptAt } = explanation
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control px-3 py-2 text-sm',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-wait-soft text-wait',
      )}
    >
      <p className="min-w-48 flex-1">
        <strong className="font-semibold">{title}</strong>
        {why && <span className="block text-ink">{why}</span>}
        {nextAttemptAt && <Countdown to={nextAttemptAt} />}
      </p>
      {steps.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {steps.map((step) => (
            <StepButton key={step.label} step={step} {...props} />
          ))}
        </div>
      )}
    </div>
  )
}

function StepButton({ step, transfer, places, acts, onChooseCustomer }: CauseBoxProps & { step: Step }) {
  if ('href' in step) {
    return (
      <Button asChild tone="inherit" size="sm">
        <Link to={step.href}>{step.label}</Link>
      </Button>
    )
  }
  if ('external' in step) {
    return (
      <Button asChild tone="inherit" size="sm">
        <a href={step.external} target="_blank" rel="noreferrer">
          {step.label}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      </Button>
    )
  }
  if (step.act === 'openDraft') {
    return (
      <Button tone="inherit" size="sm" onClick={() => void openDraft(transfer, places)}>
        {step.label}
      </Button>
    )
  }
  if (step.act === 'chooseCustomer') {
    return (
      <Button tone="inherit" size="sm" onClick={onChooseCustomer}>
        {step.label}
      </Button>
    )
  }
  if (step.act === 'sendAnew') {
    const { mutate, isPending, variables } = acts.sendAnew
    const pending = isPending && variables.id === transfer.id
    return (
      <SendAnewButton
        label={step.label}
        tone="inherit"
        pending={pending}
        onAnswer={(deleted) => mutate({ id: transfer.id, deleted })}
      />
    )
  }
  const act = acts[step.act]
  return (
    <Button
      tone="inherit"
      size="sm"
      pending={act.isPending && act.variables.id === transfer.id}
      onClick={() => act.mutate(transfer)}
    >
      {step.label}
    </Button>
  )
}

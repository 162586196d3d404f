import { Check, Lock } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep } from '#shared/contracts/onboarding'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { ConnectButton, ConnectHint } from '../connections/ConnectButton.tsx'
import { useConnect, type Connect } from '../connections/useConnect.ts'
import { CompanyStep } from './CompanyStep.tsx'
import { JobChoice } from './JobChoice.tsx'
import { leftOver, nextStep } from './left-over.ts'
import { useActivate } from './queries.ts'
import { usePutAway } from '../../lib/put-away.ts'
import { text } from './text.ts'

const TrialDialog = lazy(() =>
  import('./TrialDialog.tsx').then((part) => ({ default: part.TrialDialog })),
)

/** The setup list: each step with its state and the one button that takes it further. */
export function SetupChecklist({ steps, quiet }: { steps: readonly SetupStep[]; quiet: boolean }) {
  const done = steps.filter((step) => step.state === 'done').length
  return (
    <StepList
      title={text.title}
      aside={text.progress(done, steps.length)}
      steps={steps}
      numbered={steps}
      quiet={quiet}
    />
  )
}

/**
 * The list of open steps after the integration has been switched on. They stop some jobs, not all,
 * so the user can dismiss the list on this device until its content changes.
 */
export function SetupRest({
  steps,
  said,
}: {
  steps: readonly SetupStep[]
  /** The systems for which a banner above already asks for a new approval. */
  said: readonly Vendor[]
}) {
  const left = leftOver(steps, said)
  const reasons = left.map(({ reason }) => reason).join('\n')
  const [putAway, putItAway] = usePutAway('setup', reasons)
  if (left.length === 0 || putAway) return null
  return (
    <StepList
      title={text.rest(left.length)}
      aside={
        <Button size="sm" tone="ghost" onClick={putItAway}>
          {text.putAway}
        </Button>
      }
      steps={left}
      numbered={steps}
      quiet
    />
  )
}

interface StepListProps {
  title: string
  aside: ReactNode
  steps: readonly SetupStep[]
  /** All steps: a step keeps its number when the others are gone. */
  numbered: readonly SetupStep[]
  /** True when none of the steps has the page's primary action. */
  quiet: boolean
}

function StepList({ title, aside, steps, numbered, quiet }: StepListProps) {
  // Here rather than in a step: when a phone returns from the consent, that step is already done.
  const connect = useConnect()
  const next = quiet ? undefined : nextStep(steps)
  return (
    <Card
      flush
      className="mb-4"
      title={title}
      aside={<span className="text-sm text-ink-2">{aside}</span>}
    >
      <ol>
        {steps.map((step) => (
          <Step
            key={step.id}
            step={step}
            number={numbered.indexOf(step) + 1}
            isNext={step.id === next}
            connect={connect}
            activate={steps.find(({ id, state }) => id === 'activate' && state === 'open')}
          />
        ))}
      </ol>
    </Card>
  )
}

interface StepProps {
  step: SetupStep
  number: number
  isNext: boolean
  connect: Connect
  /** The step that switches the integration on, when it can be taken. */
  activate: SetupStep | undefined
}

function Step({ step, number, isNext, connect, activate }: StepProps) {
  const { state, title, reason } = step
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx(
        'flex gap-3 border-b border-line px-4 py-3 last:border-b-0 sm:px-5',
        isNext && 'bg-surface-2 last:rounded-b-card',
      )}
    >
      <Mark state={state} number={number} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-44 flex-1">
          <p className={cx('font-semibold', state === 'locked' && 'text-ink-2')}>{title}</p>
          <p className="text-sm text-ink-2">{reason}</p>
        </div>
        {step.id === 'activate' && state === 'open' && <JobChoice />}
        {state !== 'locked' && (
          <StepButton step={step} isNext={isNext} connect={connect} activate={activate} />
        )}
      </div>
    </li>
  )
}

function Mark({ state, number }: { state: SetupStep['state']; number: number }) {
  const look = {
    done: 'bg-ok-soft text-ok',
    open: 'bg-brand text-brand-ink',
    locked: 'bg-surface-2 text-ink-2',
  }[state]
  return (
    <span
      className={cx(
        'mt-0.5 grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold',
        look,
      )}
    >
      {state === 'done' ? (
        <Check role="img" aria-label={text.done} className="size-4" strokeWidth={2.6} />
      ) : state === 'locked' ? (
        <Lock role="img" aria-label={text.locked} className="size-3.5" />
      ) : (
        number
      )}
    </span>
  )
}

function StepButton({
  step: { id, state },
  isNext,
  connect,
  activate,
}: Omit<StepProps, 'number'>): ReactNode {
  const done = state === 'done'
  if (id === 'servicem8' || id === 'fiken')
    return done ? null : <ConnectStep vendor={id} connect={connect} isNext={isNext} />
  if (id === 'trial') return <TrialStep again={done} isNext={isNext} activate={activate} />
  if (id === 'activate') return done ? null : <ActivateStep isNext={isNext} />
  if (done) return null
  if (id === 'company') return <CompanyStep isNext={isNext} />
  const [href, label] = {
    bank_account: ['/configuration#bankkonto', text.bankAccount],
    vat: ['/configuration#mva', text.vat],
  }[id]
  return (
    <Button asChild tone={isNext ? 'primary' : 'secondary'}>
      <Link to={href ?? ''}>{label}</Link>
    </Button>
  )
}

function ConnectStep({
  vendor,
  connect,
  isNext,
}: {
  vendor: Vendor
  connect: Connect
  isNext: boolean
}) {
  return (
    <div className="grid gap-2">
      <ConnectButton
        vendor={vendor}
        connected={false}
        connect={connect}
        tone={isNext ? 'primary' : 'secondary'}
      />
      <ConnectHint vendor={vendor} connect={connect} />
    </div>
  )
}

interface TrialStepProps {
  again: boolean
  isNext: boolean
  activate: SetupStep | undefined
}

function TrialStep({ again, isNext, activate }: TrialStepProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        tone={isNext ? 'primary' : 'secondary'}
        size={again ? 'sm' : 'md'}
        onClick={() => setOpen(true)}
      >
        {again ? text.trialAgain : text.trial}
      </Button>
      {open && (
        <Suspense>
          <TrialDialog activate={activate} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function ActivateStep({ isNext }: { isNext: boolean }) {
  const activate = useActivate()
  return (
    <Button
      tone={isNext ? 'primary' : 'secondary'}
      pending={activate.isPending}
      onClick={() => activate.mutate()}
    >
      {text.activate}
    </Button>
  )
}

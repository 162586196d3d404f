import { Check, Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { SetupStep } from '#shared/contracts/onboarding'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { ConnectButton, ConnectHint } from '../configuration/ConnectButton.tsx'
import { useConnect, type Connect } from '../configuration/useConnect.ts'
import { useActivate } from './queries.ts'
import { text } from './text.ts'
import { TrialDialog } from './TrialDialog.tsx'

/** The way to an integration that runs: each step with how it stands and the one button that takes it further. */
export function SetupChecklist({ steps }: { steps: readonly SetupStep[] }) {
  // Here rather than in a step: a phone comes back from its consent when that step is done.
  const connect = useConnect()
  const done = steps.filter((step) => step.state === 'done').length
  const next = steps.find((step) => step.state === 'open')?.id
  return (
    <Card
      flush
      className="mb-4"
      title={text.title}
      aside={<span className="text-sm text-ink-2">{text.progress(done, steps.length)}</span>}
    >
      <ol>
        {steps.map((step, index) => (
          <Step key={step.id} step={step} number={index + 1} isNext={step.id === next} connect={connect} />
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
}

function Step({ step, number, isNext, connect }: StepProps) {
  const { state, title, reason } = step
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx('flex gap-3 border-b border-line px-4 py-3 last:border-b-0 sm:px-5', isNext && 'bg-surface-2')}
    >
      <Mark state={state} number={number} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-44 flex-1">
          <p className={cx('font-semibold', state === 'locked' && 'text-ink-2')}>{title}</p>
          <p className="text-sm break-words text-ink-2">{reason}</p>
        </div>
        {state !== 'locked' && <StepButton step={step} isNext={isNext} connect={connect} />}
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
    <span className={cx('mt-0.5 grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold', look)}>
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

function StepButton({ step: { id, state }, isNext, connect }: Omit<StepProps, 'number'>): ReactNode {
  const done = state === 'done'
  if (id === 'servicem8' || id === 'fiken') return done ? null : <ConnectStep vendor={id} connect={connect} />
  if (id === 'trial') return <TrialStep again={done} isNext={isNext} />
  if (id === 'activate') return done ? null : <ActivateStep isNext={isNext} />
  if (done) return null
  const [href, label] = {
    company: ['/configuration#fiken', text.company],
    bank_account: ['/configuration#bankkonto', text.bankAccount],
    vat: ['/configuration#mva', text.vat],
  }[id]
  return (
    <Button asChild tone={isNext ? 'primary' : 'secondary'}>
      <Link to={href ?? ''}>{label}</Link>
    </Button>
  )
}

function ConnectStep({ vendor, connect }: { vendor: 'servicem8' | 'fiken'; connect: Connect }) {
  return (
    <div className="grid gap-2">
      <ConnectButton vendor={vendor} connected={false} connect={connect} />
      <ConnectHint vendor={vendor} connect={connect} />
    </div>
  )
}

function TrialStep({ again, isNext }: { again: boolean; isNext: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone={isNext ? 'primary' : 'secondary'} size={again ? 'sm' : 'md'} onClick={() => setOpen(true)}>
        {again ? text.trialAgain : text.trial}
      </Button>
      {open && <TrialDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ActivateStep({ isNext }: { isNext: boolean }) {
  const activate = useActivate()
  return (
    <Button tone={isNext ? 'primary' : 'secondary'} pending={activate.isPending} onClick={() => activate.mutate()}>
      {text.activate}
    </Button>
  )
}

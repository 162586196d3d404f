import { Check, Lock } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep } from '#shared/contracts/onboarding'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { useConnect } from '../connections/useConnect.ts'
import { leftOver, nextStep } from './left-over.ts'
import { JobChoice } from './JobChoice.tsx'
import { StepButton, type StepProps } from './StepButton.tsx'
import { text } from './text.ts'

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
 * A list of steps that stop only some jobs; the user can dismiss the list on this device until its
 * content changes.
 */
export function SetupRest({
  steps,
  said,
}: {
  steps: readonly SetupStep[]
  /** Systems for which a banner already asks the user to approve access again. */
  said: readonly Vendor[]
}) {
  const left = leftOver(steps, said)
  const reasons = left.map(({ reason }) => reason).join('\n')
  const [putAway, putItAway] = usePutAway(reasons)
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
  /** All steps of the setup, so that a step keeps its number when other steps are hidden. */
  numbered: readonly SetupStep[]
  quiet: boolean
}

function StepList({ title, aside, steps, numbered, quiet }: StepListProps) {
  // Rendered by the list and not by a step: when a phone returns from the consent page, that step
  // is already complete and hidden.
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

const DISMISSED = 'put-away:setup'

/** Remembers that the user has dismissed the list with this content. */
function usePutAway(content: string): [putAway: boolean, putItAway: () => void] {
  const [seen, setSeen] = useState(readDismissed)
  return [
    seen === content,
    () => {
      setSeen(content)
      try {
        localStorage.setItem(DISMISSED, content)
      } catch {
        // The browser can block storage; the list then stays dismissed only until the next page
        // load.
      }
    },
  ]
}

function readDismissed(): string | null {
  try {
    return localStorage.getItem(DISMISSED)
  } catch {
    return null
  }
}

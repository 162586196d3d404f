import { Check, ChevronDown, Lock } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { VENDOR_NAMES } from '#shared/access/vendor-names'
import type { Vendor } from '#shared/contracts/connections'
import type { SetupStep } from '#shared/contracts/onboarding'
import { May, useMay } from '../../lib/access/may.tsx'
import { ofCompany } from '../../lib/company/company.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { useConnect } from '../connections/useConnect.ts'
import { leftOver, leftOverTitle, nextStep } from './left-over.ts'
import { JobChoice } from './JobChoice.tsx'
import { useActOfStep, StepButton, type StepProps } from './StepButton.tsx'
import { text } from './text.ts'

const TrialDialog = lazy(() =>
  import('./TrialDialog.tsx').then((part) => ({ default: part.TrialDialog })),
)

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
      title={leftOverTitle(left.length)}
      aside={
        <Button size="sm" tone="ghost" onClick={putItAway}>
          {text.putAway}
        </Button>
      }
      steps={left}
      numbered={steps}
      quiet
      isRest
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
  /** True for steps that remain after activation: each is shown with its reason. */
  isRest?: boolean
}

function StepList({ title, aside, steps, numbered, quiet, isRest = false }: StepListProps) {
  // The consent and the trial belong to the list and not to a step: when they end, that step is
  // complete and folded.
  const connect = useConnect()
  const next = nextStep(steps)
  const [trying, setTrying] = useState(false)
  const [showsDone, setShowsDone] = useState(false)
  const done = steps.filter(({ state }) => state === 'done')
  return (
    <Card
      flush
      className="mb-4"
      title={title}
      aside={<span className="text-sm text-ink-2">{aside}</span>}
    >
      <ol>
        {!isRest && done.length > 0 && (
          <DoneSteps steps={done} open={showsDone} onOpen={() => setShowsDone(true)} />
        )}
        {(isRest || showsDone ? steps : steps.filter(({ state }) => state !== 'done')).map(
          (step) => (
            <Step
              key={step.id}
              step={step}
              number={numbered.indexOf(step) + 1}
              isNext={!quiet && step.id === next}
              inFull={isRest || step.id === next}
              connect={connect}
              onTrial={() => setTrying(true)}
            />
          ),
        )}
      </ol>
      {trying && (
        <Suspense>
          <TrialDialog
            activate={steps.find(({ id, state }) => id === 'activate' && state === 'open')}
            onClose={() => setTrying(false)}
          />
        </Suspense>
      )}
    </Card>
  )
}

function DoneSteps({
  steps,
  open,
  onOpen,
}: {
  steps: readonly SetupStep[]
  open: boolean
  onOpen: () => void
}) {
  if (open) return null
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-expanded={false}
        onClick={onOpen}
        className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left text-sm text-ink-2 transition-colors hover:bg-surface-2 sm:px-5"
      >
        <Mark state="done" number={0} />
        <span className="min-w-0 flex-1">{steps.map(shortName).join(' · ')}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0" />
      </button>
    </li>
  )
}

function shortName({ id, state, title, reason }: SetupStep): string {
  if (id === 'servicem8' || id === 'fiken') return VENDOR_NAMES[id]
  return id === 'company' && state === 'done' ? reason : title
}

/** Shows the next step in full, and every other step as one line. */
function Step({ step, number, isNext, inFull, connect, onTrial }: StepProps) {
  const { id, state, title, reason, more } = step
  const act = useActOfStep(id)
  const mayDo = useMay()(act)
  const button = state !== 'locked' && mayDo && (
    <StepButton
      step={step}
      isNext={isNext}
      size={inFull ? 'md' : 'sm'}
      connect={connect}
      onTrial={onTrial}
    />
  )
  if (!inFull)
    return (
      <li className="flex min-h-9 items-center gap-3 border-b border-line px-4 py-1 last:border-b-0 sm:px-5">
        <Mark state={state} number={number} />
        <p className={cx('min-w-0 flex-1 truncate text-sm', state !== 'open' && 'text-ink-2')}>
          {state === 'open' ? shortName(step) : title}
          {state === 'done' && isNamed(id) && <span className="text-ink-2"> · {reason}</span>}
        </p>
        {button}
      </li>
    )
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 sm:px-5',
        isNext && 'bg-surface-2 last:rounded-b-card',
      )}
    >
      <Mark state={state} number={number} />
      <p className="min-w-0 self-center font-semibold">{title}</p>
      {/* On a phone below the number too, so that the button is on the first screen. */}
      <div className="col-span-full flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 sm:col-start-2">
        <div className="min-w-44 flex-1 text-sm text-ink-2">
          {mayDo ? (
            <p>
              {reason} {more && <More>{more}</More>}
            </p>
          ) : (
            <May act={act} asks />
          )}
        </div>
        {id === 'activate' && mayDo && <JobChoice />}
        {button}
      </div>
    </li>
  )
}

/** Whose reason names what was chosen: the account, the user or the company. */
const isNamed = (id: SetupStep['id']) => id === 'servicem8' || id === 'fiken' || id === 'company'

function More({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  if (open) return children
  return (
    <button
      type="button"
      aria-expanded={false}
      className="prose-link pointer-coarse:min-h-6"
      onClick={() => setOpen(true)}
    >
      {text.readMore}
    </button>
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
        'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
        look,
      )}
    >
      {state === 'done' ? (
        <Check role="img" aria-label={text.done} className="size-3.5" strokeWidth={2.6} />
      ) : state === 'locked' ? (
        <Lock role="img" aria-label={text.locked} className="size-3" />
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
        localStorage.setItem(ofCompany(DISMISSED), content)
      } catch {
        // The browser can block storage; the list then stays dismissed only until the next page
        // load.
      }
    },
  ]
}

function readDismissed(): string | null {
  try {
    return localStorage.getItem(ofCompany(DISMISSED))
  } catch {
    return null
  }
}

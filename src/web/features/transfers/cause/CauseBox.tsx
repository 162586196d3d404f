import { helpPathOf } from '../../../lib/help-path.ts'
import { cx } from '../../../ui/cx.ts'
import { Countdown } from './Countdown.tsx'
import { explanationOf } from '../transfer-state.ts'
import { ReadMore } from './ReadMore.tsx'
import { CauseSteps, type CauseStepsProps } from './CauseSteps.tsx'

export function CauseBox(props: Omit<CauseStepsProps, 'steps'>) {
  const explanation = explanationOf(props.transfer, props.places)
  if (!explanation) return null
  const { tone, title, why, steps, nextAttemptAt } = explanation
  const help = helpPathOf(props.transfer)
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
        {help && (
          <>
            {' '}
            <ReadMore to={help} about={title} />
          </>
        )}
      </p>
      {steps.length > 0 && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          <CauseSteps tone="inherit" steps={steps} {...props} />
        </div>
      )}
    </div>
  )
}

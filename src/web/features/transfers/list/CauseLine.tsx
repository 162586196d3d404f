import { ChevronDown, Clock, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CauseSteps, type CauseStepsProps } from '../cause/CauseSteps.tsx'
import type { Explanation, Step } from '../transfer-state.ts'
import { Countdown } from '../cause/Countdown.tsx'

interface CauseLineProps extends Omit<CauseStepsProps, 'steps'> {
  explanation: Explanation
  short: boolean
  without: (step: Step) => boolean
}

/**
 * A line with the cause, which expands in place. In the table it is below the row; on a card it is
 * below the status, with the buttons inside.
 */
export function CauseLine({ explanation, short, without, ...props }: CauseLineProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { tone, title, why, nextAttemptAt } = explanation
  const steps = short ? [] : explanation.steps.filter((step) => !without(step))
  const opens = !short && (why !== '' || steps.length > 0 || nextAttemptAt !== undefined)
  const needsUser = tone === 'bad' || props.transfer.need === 'act'
  const Icon = needsUser ? TriangleAlert : Clock
  const line = cx(
    'col-start-2 -col-end-1 row-start-4 flex min-w-0 items-center gap-2 text-left text-sm @max-xl:mt-1 @max-xl:pr-2 @xl:max-w-full',
    tone === 'bad' ? 'text-bad' : 'text-wait',
  )
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 @max-xl:hidden" />
      <strong
        className={cx(
          'min-w-0 font-semibold text-pretty @max-xl:text-[0.8125rem]/4 @xl:truncate',
          // Text that cannot be expanded must be readable in full.
          opens && !open && '@max-xl:line-clamp-2',
        )}
      >
        {title}
      </strong>
    </>
  )
  const inside = open
    ? 'col-span-full row-start-5 px-4 pt-1 pointer-coarse:mt-2'
    : tone === 'bad'
      ? '@max-xl:col-start-2 @max-xl:-col-end-1 @max-xl:row-start-5 @max-xl:line-clamp-2 @max-xl:pr-2 @max-xl:text-[0.8125rem]/4'
      : '@max-xl:hidden'
  return (
    <div className="contents text-sm @xl:flex @xl:flex-wrap @xl:items-center @xl:gap-x-3 @xl:gap-y-1 @xl:px-5 @xl:pb-2">
      {opens ? (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={cx(
            line,
            'relative z-1 min-h-8 rounded-md pointer-coarse:-my-2 pointer-coarse:min-h-11',
          )}
        >
          {words}
          <ChevronDown
            aria-hidden
            className={cx('size-4 shrink-0 transition-transform', open && 'rotate-180')}
          />
        </button>
      ) : (
        <p className={line}>{words}</p>
      )}
      {opens && (
        <div
          id={id}
          className={cx(
            inside,
            'min-w-0 text-sm text-ink-2',
            open ? '@xl:order-last @xl:basis-full @xl:p-0 @xl:pl-6' : '@xl:flex-1 @xl:truncate',
          )}
        >
          {why}
          {open && nextAttemptAt && <Countdown to={nextAttemptAt} />}
        </div>
      )}
      {steps.length > 0 && (
        <div
          className={cx(
            open ? 'col-span-full row-start-6 px-4 pt-2 pb-1' : '@max-xl:hidden',
            'flex flex-wrap gap-2 empty:hidden @xl:ml-auto @xl:p-0',
          )}
        >
          <CauseSteps steps={steps} {...props} />
        </div>
      )}
    </div>
  )
}

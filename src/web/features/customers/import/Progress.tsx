import { useRef } from 'react'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import { Button } from '../../../ui/Button.tsx'
import { useKeepFocus } from '../../../ui/keep-focus.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useCancelTask } from '../../tasks/queries.ts'
import { stepOf } from './import-state.ts'
import { text } from './text.ts'

interface ProgressProps {
  task: Task
  items: readonly TaskItem[] | undefined
}

/**
 * The progress of a comparison; the lists below stay as they were until it has compared something.
 */
export function Progress({ task, items }: ProgressProps) {
  const cancel = useCancelTask()
  const place = useRef<HTMLElement>(null)
  const kept = useKeepFocus(place, 'button')
  const { step, steps, title } = stepOf(task, items)
  return (
    <section
      ref={place}
      {...kept}
      aria-label={text.running}
      className="grid gap-2.5 rounded-card border border-line bg-surface py-3 pr-3 pl-4 sm:pl-5"
    >
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{text.running}</p>
          <p role="status" className="text-sm text-ink-2 tabular-nums">
            {task.status === 'queued' ? text.waiting : text.step(step, steps, title)}
          </p>
        </div>
        <Button size="sm" pending={cancel.isPending} onClick={() => cancel.mutate(task.id)}>
          {text.cancel}
        </Button>
      </div>
      {/* In the middle of the step: an empty bar would seem to stand still. */}
      <ProgressBar label={text.running} value={step - 0.5} max={steps} />
      <p className="text-sm text-ink-2">{text.leave}</p>
    </section>
  )
}

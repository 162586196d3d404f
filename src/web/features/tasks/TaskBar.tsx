import { CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Task } from '#shared/contracts/tasks'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { useCancelTask, useSeeTask } from './queries.ts'
import { isOpen, isUnderWay, progressOf, wentWell } from './task-state.ts'
import { text } from './text.ts'

interface TaskBarProps {
  task: Task
  /** Shows what was not done, and why. */
  onShow: (task: Task) => void
}

/** A success is marked as seen after this long in a visible tab. */
const WELL_MS = 30_000

/** How far work over many items is, and how it went, until it is marked as seen. */
export function TaskBar({ task, onShow }: TaskBarProps) {
  const cancel = useCancelTask()
  const see = useSeeTask()
  const focused = useRef(false)
  useEffect(
    () => () => {
      // Dismissing the bar removes the button, and would lose the focus.
      if (focused.current && document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true })
    },
    [],
  )
  const open = isOpen(task)
  const underWay = isUnderWay(task)
  const { done, total } = progressOf(task)
  const well = !open && wentWell(task)
  const { mutate: putAway } = see
  useEffect(() => {
    if (!well) return
    const timer = setInterval(() => !document.hidden && putAway(task.id), WELL_MS)
    return () => clearInterval(timer)
  }, [well, putAway, task.id])
  const Icon = well ? CircleCheck : Info
  return (
    <section
      aria-label={task.title}
      className="grid gap-2 rounded-card border border-line-strong bg-surface p-2 pl-4 shadow-raised"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {!open && !underWay && <Icon aria-hidden className="size-5 shrink-0 text-ink-2" />}
        <p role="status" className="min-w-32 flex-1 text-sm">
          <span className="font-semibold">
            {task.status === 'cancelled' ? text.cancelled(task.title) : task.title}
          </span>
          {!open && (
            <span className="block text-ink-2">
              {underWay || task.outcome === '' ? task.summary : ''}
              {task.outcome && ` ${text.sentence(task.outcome)}`}
            </span>
          )}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {(open || underWay) && (
            <span className="text-sm text-ink-2 tabular-nums">
              {task.status === 'queued' ? text.waiting : text.progress(done, total)}
            </span>
          )}
          {!open && !underWay && !well && (
            <Button size="sm" onClick={() => onShow(task)}>
              {text.show}
            </Button>
          )}
          <Button
            size="sm"
            tone={open ? 'secondary' : 'ghost'}
            pending={cancel.isPending || see.isPending}
            onFocus={() => (focused.current = true)}
            onBlur={({ relatedTarget }) => (focused.current = relatedTarget === null)}
            onClick={() => (open ? cancel : see).mutate(task.id)}
          >
            {open ? text.cancel : text.close}
          </Button>
        </div>
      </div>
      {(open || underWay) && <ProgressBar label={task.title} value={done} max={total} />}
    </section>
  )
}

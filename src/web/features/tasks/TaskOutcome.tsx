import type { ReactNode } from 'react'
import type { Task, TaskItem } from '#shared/contracts/tasks'
import { errorText } from '../../lib/api.ts'
import { MOST_SHOWN, moreText } from '../../lib/most-shown.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useTaskItems } from './queries.ts'
import { notDone } from './task-state.ts'
import { text } from './text.ts'

interface TaskOutcomeProps {
  /** The dialog is open while there is one. */
  task: Task | null
  onClose: () => void
  /** What else the kind has to say of its items. */
  note?: (items: readonly TaskItem[]) => ReactNode
}

/** What became of a task where not everything was done: which, and why. */
export function TaskOutcome({ task, onClose, note }: TaskOutcomeProps) {
  return (
    <Dialog
      open={task !== null}
      onOpenChange={onClose}
      title={text.outcome}
      description={task && text.howItWent(task)}
    >
      {task && <Items id={task.id} note={note} />}
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>{text.close}</Button>
      </div>
    </Dialog>
  )
}

function Items({ id, note }: { id: string; note: TaskOutcomeProps['note'] }) {
  const { data, error, refetch } = useTaskItems(id)
  if (error)
    return (
      <ErrorState
        title={text.loadError}
        why={errorText(error)}
        action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}
      />
    )
  if (!data) return <SkeletonRows rows={3} label={text.loading} />
  const { failed, waits, leftAlone, waiting } = notDone(data.items)
  return (
    <div tabIndex={0} role="group" aria-label={text.outcome} className="max-h-80 overflow-y-auto">
      {note?.(data.items)}
      <List title={text.failed} items={failed} />
      <List title={text.waits} items={waits} />
      <List title={text.leftAlone} items={leftAlone} />
      <List title={text.notDone} items={waiting} />
    </div>
  )
}

function List({ title, items }: { title: string; items: readonly TaskItem[] }) {
  if (items.length === 0) return null
  const more = moreText(items.length)
  return (
    <>
      <p className="mt-3 font-semibold">{title}</p>
      <ul className="mt-1 divide-y divide-line">
        {items.slice(0, MOST_SHOWN).map((item) => (
          <li key={item.subject} className="py-2">
            <span className="font-semibold">{item.title}</span>
            {item.message && <span className="block text-sm text-ink-2">{item.message}</span>}
          </li>
        ))}
      </ul>
      {more && <p className="border-t border-line py-2 text-ink-2">{more}</p>}
    </>
  )
}

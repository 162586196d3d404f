import type { ReactNode } from 'react'
import type { TaskItem } from '#shared/contracts/tasks'
import type { FollowedTasks as Followed } from './followed-tasks.ts'
import { TaskBar } from './TaskBar.tsx'
import { TaskOutcome } from './TaskOutcome.tsx'
import { text } from './text.ts'

/** Where bars are: over the page, in reach of the thumb. */
export function BarPlace({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(0.75rem+var(--above-bottom-bar))] z-20 mx-2 mt-3 grid gap-2 empty:hidden sm:mx-4">
      {children}
    </div>
  )
}

/** What a person can do something about, counted. */
function noteOf(items: readonly TaskItem[]): string {
  const coded = (code: string) => items.filter((one) => one.code === code).length
  const [paid, unapproved] = [coded('already_paid'), coded('not_approved')]
  return [
    paid > 0 ? text.outcomePaid(paid) : '',
    unapproved > 0 ? text.outcomeUnapproved(unapproved) : '',
    paid + unapproved > 0 ? text.outcomeOneByOne : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Tasks that are under way or just over, and what was not done of one. */
export function FollowedTasks({ followed }: { followed: Followed }) {
  const { shown, show, outcome, forget } = followed
  return (
    <>
      {shown.map((task) => (
        <TaskBar key={task.id} task={task} onShow={show} />
      ))}
      <TaskOutcome task={outcome} onClose={forget} note={noteOf} />
    </>
  )
}

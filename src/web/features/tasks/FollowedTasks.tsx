import { CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { actOfTask, type Task, type TaskItem } from '#shared/contracts/tasks'
import { errorText } from '../../lib/api.ts'
import { useMay } from '../../lib/access/may.tsx'
import { MOST_SHOWN, moreText } from '../../lib/most-shown.ts'
import { words } from '../../ui/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { FollowedTasks as Followed } from './followed-tasks.ts'
import { useCancelTask, useSeeTask, useTaskItems } from './queries.ts'
import { isOpen, isUnderWay, progressOf, wentWell, notDone } from './task-state.ts'

/** A place for bars that stays at the bottom of the window, within reach of the thumb. */
export function BarPlace({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(0.75rem+var(--above-bottom-bar))] z-20 mx-2 mt-3 grid gap-2 empty:hidden sm:mx-4">
      {children}
    </div>
  )
}

/** Returns a note with the number of items that can still be done one by one; '' if none can. */
function noteOf(items: readonly TaskItem[]): string {
  const coded = (code: string) => items.filter((one) => one.code === code).length
  const [paid, unapproved] = [coded('already_paid'), coded('not_approved')]
  return [
    paid > 0 ? `${paid} er allerede betalt.` : '',
    unapproved > 0 ? `${unapproved} er ikke godkjent.` : '',
    paid + unapproved > 0 ? 'Skal de overføres likevel, startes de én for én.' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Shows bars for running and just ended tasks, and a dialog that lists the items not done. */
export function FollowedTasks({ followed }: { followed: Followed }) {
  const { shown, show, outcome, forget } = followed
  return (
    <>
      {shown.map((task) => (
        <TaskBar key={task.id} task={task} onShow={show} />
      ))}
      <TaskOutcome task={outcome} onClose={forget} />
    </>
  )
}

interface TaskBarProps {
  task: Task
  onShow: (task: Task) => void
}

/** Time in ms in a visible tab after which a successful task is marked as seen. */
const WELL_MS = 30_000

function TaskBar({ task, onShow }: TaskBarProps) {
  const cancel = useCancelTask()
  const see = useSeeTask()
  const focused = useRef(false)
  useEffect(
    () => () => {
      // Returns the focus, which would be lost when the bar and its button disappear.
      if (focused.current && document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true })
    },
    [],
  )
  const may = useMay()
  const mayEnd = may(actOfTask(task.kind))
  const open = isOpen(task)
  const underWay = isUnderWay(task)
  const { done, total } = progressOf(task)
  const well = !open && wentWell(task)
  const { mutate: putAway } = see
  useEffect(() => {
    if (!well || !mayEnd) return
    const timer = setInterval(() => !document.hidden && putAway(task.id), WELL_MS)
    return () => clearInterval(timer)
  }, [well, mayEnd, putAway, task.id])
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
            {task.status === 'cancelled' ? `Avbrutt: ${task.title}` : task.title}
          </span>
          {!open && (
            <span className="block text-ink-2">
              {underWay || task.outcome === '' ? task.summary : ''}
              {task.outcome && ` ${task.outcome}.`}
            </span>
          )}
        </p>
        <div className="ml-auto flex items-center gap-2">
          {(open || underWay) && (
            <span className="text-sm text-ink-2 tabular-nums">
              {task.status === 'queued' ? 'Venter på tur' : `${done} av ${total}`}
            </span>
          )}
          {!open && !underWay && !well && (
            <Button size="sm" onClick={() => onShow(task)}>
              Vis hvilke
            </Button>
          )}
          {mayEnd && (
            <Button
              size="sm"
              tone={open ? 'secondary' : 'ghost'}
              pending={cancel.isPending || see.isPending}
              onFocus={() => (focused.current = true)}
              onBlur={({ relatedTarget }) => (focused.current = relatedTarget === null)}
              onClick={() => (open ? cancel : see).mutate(task.id)}
            >
              {open ? words.cancel : words.close}
            </Button>
          )}
        </div>
      </div>
      {(open || underWay) && <ProgressBar label={task.title} value={done} max={total} />}
    </section>
  )
}

interface TaskOutcomeProps {
  task: Task | null
  onClose: () => void
}

function TaskOutcome({ task, onClose }: TaskOutcomeProps) {
  return (
    <Dialog
      open={task !== null}
      onOpenChange={onClose}
      title="Slik gikk det"
      description={task && (task.outcome ? `${task.summary} ${task.outcome}.` : task.summary)}
    >
      {task && <Items id={task.id} />}
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  )
}

function Items({ id }: { id: string }) {
  const { data, error, refetch } = useTaskItems(id)
  if (error)
    return (
      <ErrorState
        title="Kunne ikke hente hva som skjedde"
        why={errorText(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <SkeletonRows rows={3} label="Henter hva som skjedde" />
  const { failed, waits, leftAlone, waiting } = notDone(data.items)
  return (
    <div tabIndex={0} role="group" aria-label="Slik gikk det" className="max-h-80 overflow-y-auto">
      {noteOf(data.items)}
      <List title="Disse feilet:" items={failed} />
      <List title="Disse venter:" items={waits} />
      <List title="Ikke endret:" items={leftAlone} />
      <List title="Disse ble det ikke gjort noe med:" items={waiting} />
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

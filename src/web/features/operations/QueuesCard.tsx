import { Link } from 'react-router'
import type { Operations, QueueState } from '#shared/contracts/operations'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { DataRow, DataTable, type DataColumn } from '../../ui/DataTable.tsx'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { ASKED, helpFor, longRun, longWait } from './attention.ts'
import { Command } from './Command.tsx'
import { ageMs, durationText } from './figures.ts'
import { text } from './text.ts'

const FIGURE = 'w-20'
const COLUMNS: readonly DataColumn[] = [
  { key: 'name', head: text.queueHeads.name },
  { key: 'waiting', head: text.queueHeads.waiting, align: 'right', className: FIGURE },
  { key: 'later', head: text.queueHeads.later, align: 'right', className: FIGURE },
  { key: 'oldest', head: text.queueHeads.oldest, align: 'right', className: 'w-26' },
  { key: 'running', head: text.queueHeads.running, align: 'right', className: FIGURE },
  { key: 'state', head: text.queueHeads.state, align: 'right', className: 'w-45' },
]

export function QueuesCard({ operations }: { operations: Operations }) {
  return (
    <Card flush id="koer" title={text.queues} intro={text.queuesIntro}>
      <DataTable label={text.queues} columns={COLUMNS}>
        {operations.queues.map((queue) => (
          <QueueRow key={queue.name} queue={queue} operations={operations} />
        ))}
      </DataTable>
    </Card>
  )
}

const NUMBER =
  'hidden @xl:table-cell @xl:px-2 @xl:py-2 @xl:text-right @xl:align-top tabular-nums whitespace-nowrap'

/** A queue: a row, or a card with its figures in one line. */
function QueueRow({ queue, operations }: { queue: QueueState; operations: Operations }) {
  const { waiting, later, running, oldestAt } = queue
  const { name, does } = text.queue[queue.name]
  const age = oldestAt === null ? null : durationText(ageMs(oldestAt, operations.readAt))
  const wait = longWait(queue, operations.readAt)
  const run = longRun(queue, operations.readAt)
  const state = stateOf(queue, wait !== null, run !== null)
  const figure = (value: number) => (
    <span className={cx(value === 0 && 'text-ink-2')}>{text.number(value)}</span>
  )
  return (
    <DataRow
      columns={COLUMNS.length}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 px-4 py-2.5"
      below={
        (wait !== null || run !== null) && (
          <QueueHelp queue={queue} operations={operations} wait={wait} run={run} />
        )
      }
    >
      <td
        role="cell"
        // On a card its parts lie in the card’s own grid, so that only the name is beside the chip.
        className="contents @xl:table-cell @xl:px-2 @xl:py-2 @xl:pl-5"
      >
        <p className="col-start-1 row-start-1 min-w-0 font-semibold">{name}</p>
        <div className="col-span-2 row-start-2 text-sm">
          <p className="text-ink-2">{does}</p>
          <p className="tabular-nums empty:hidden @xl:hidden">
            {text.queueLine(waiting, later, running, age)}
          </p>
        </div>
      </td>
      <td role="cell" className={NUMBER}>
        {figure(waiting)}
      </td>
      <td role="cell" className={NUMBER}>
        {figure(later)}
      </td>
      <td role="cell" className={NUMBER}>
        {age ?? <span className="text-ink-2">–</span>}
      </td>
      <td role="cell" className={NUMBER}>
        {figure(running)}
      </td>
      <td
        role="cell"
        className="col-start-2 row-start-1 text-right @xl:table-cell @xl:py-2 @xl:pr-5 @xl:pl-2 @xl:align-top"
      >
        <StatusChip tone={state.tone}>{state.word}</StatusChip>
      </td>
    </DataRow>
  )
}

function stateOf(
  { waiting, later, running }: QueueState,
  isLate: boolean,
  isStuck: boolean,
): { tone: Tone; word: string } {
  const words = text.queueStates
  if (isLate) return { tone: 'bad', word: words.late }
  if (isStuck) return { tone: 'bad', word: words.stuck }
  if (running > 0) return { tone: 'info', word: words.running }
  if (waiting > 0) return { tone: 'wait', word: words.waiting }
  return later > 0 ? { tone: 'neutral', word: words.later } : { tone: 'ok', word: words.empty }
}

interface QueueHelpProps {
  queue: QueueState
  operations: Operations
  wait: number | null
  run: number | null
}

/** What helps a queue that is behind, with the command for it. */
function QueueHelp({ queue, operations, wait, run }: QueueHelpProps) {
  const help = helpFor(queue, operations.database)
  const isPostgres = operations.database.kind === 'postgres'
  const paused = operations.vendors.filter(
    ({ vendor, paused }) => wait !== null && paused > 0 && ASKED[queue.name].includes(vendor),
  )
  return (
    <div className="col-span-2 mt-1 grid gap-2 rounded-control bg-surface-2 px-3 py-2.5 text-sm @xl:mx-5 @xl:mb-3">
      {wait !== null && (
        <div>
          <p>
            {text.waited(durationText(wait))} {text.help[help]}
          </p>
          {help !== 'one-process' && (
            <Command>{isPostgres ? text.commands.worker : text.commands.start}</Command>
          )}
        </div>
      )}
      {run !== null && (
        <div>
          <p>{text.stuck(durationText(run))}</p>
          <Command>{text.commands.start}</Command>
        </div>
      )}
      {paused.map(({ vendor }) => (
        <Link
          key={vendor}
          to={`#${vendor}`}
          className="inline-flex min-h-8 w-fit items-center underline underline-offset-3 pointer-coarse:min-h-11"
        >
          {text.seePaused(vendor)}
        </Link>
      ))}
    </div>
  )
}

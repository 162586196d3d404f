import type { Operations } from '#shared/contracts/operations'
import { whenText } from '#shared/dates'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { OperationActs } from './queries.ts'
import { text } from './text.ts'

interface RoutinesCardProps {
  operations: Operations
  run: OperationActs['run']
}

/** What the clock starts, each of which can be started now. */
export function RoutinesCard({ operations: { routines, readAt }, run }: RoutinesCardProps) {
  return (
    <Card flush id="rutiner" title={text.routinesTitle} intro={text.routinesIntro}>
      <ul className="divide-y divide-line">
        {routines.map(({ name, nextAt }) => (
          <li
            key={name}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
          >
            <div className="min-w-56 flex-1">
              <p className="font-semibold">{text.routine[name].name}</p>
              <p className="text-sm text-ink-2">{text.routine[name].does}</p>
              <p className="text-sm tabular-nums">
                {text.next(whenText(nextAt, new Date(readAt)))}
              </p>
            </div>
            <Button
              size="sm"
              aria-label={text.runLabel(text.routine[name].name)}
              pending={run.isBusy(name)}
              onClick={() => run.mutate(name)}
            >
              {text.run}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

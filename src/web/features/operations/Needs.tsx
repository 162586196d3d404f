import { useState } from 'react'
import { Link } from 'react-router'
import type { Need, Operations } from '#shared/contracts/operations'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import type { OperationActs } from './queries.ts'
import { text } from './text.ts'

type Stopped = Extract<Need, { kind: 'stopped' }>

/** Each thing that needs somebody, with the command or the button that helps. */
export function Needs({ operations, acts }: { operations: Operations; acts: OperationActs }) {
  // As it was when it was asked: a read in the meantime must not change the question.
  const [asking, setAsking] = useState<Stopped | null>(null)
  return (
    <Card flush title={text.list}>
      <ul className="divide-y divide-line">
        {operations.needs.map((need) => {
          const [title, why, command] = text.tell(need, operations.database)
          return (
            <li
              key={title}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
            >
              <div className="min-w-[min(16rem,100%)] flex-1">
                <p className="font-semibold">{title}</p>
                <p className="max-w-[100ch] text-sm text-ink-2">{why}</p>
                {command && <Command>{command}</Command>}
              </div>
              <Act need={need} acts={acts} onRetry={setAsking} />
            </li>
          )
        })}
      </ul>
      {asking && (
        <ConfirmDialog
          open
          tone="primary"
          onOpenChange={() => setAsking(null)}
          {...text.retryConfirm(asking)}
          onConfirm={() => acts.retry.mutate(asking.code)}
        />
      )}
    </Card>
  )
}

function Command({ children }: { children: string }) {
  return (
    <span className="mt-1.5 flex w-fit max-w-full items-center gap-1 rounded-control border border-line bg-surface pl-3 text-ink">
      <code className="min-w-0 py-1.5 text-sm wrap-anywhere">{children}</code>
      <CopyButton text={children} label={text.copy(children)} />
    </span>
  )
}

interface ActProps {
  need: Need
  acts: OperationActs
  onRetry: (stopped: Stopped) => void
}

function Act({ need, acts: { retry, resume }, onRetry }: ActProps) {
  if (need.kind === 'bills')
    return (
      <Button size="sm" asChild>
        <Link to="/admin#fakturaer">{text.seeBills}</Link>
      </Button>
    )
  if (need.kind === 'stopped')
    return (
      <Button size="sm" pending={retry.isBusy(need.code)} onClick={() => onRetry(need)}>
        {text.retry(need.transfers)}
      </Button>
    )
  if (need.kind !== 'silent') return null
  const { vendor } = need
  const label = text.resumeLabel(vendor)
  const press = () => resume.mutate(vendor)
  return (
    <Button size="sm" aria-label={label} pending={resume.isBusy(vendor)} onClick={press}>
      {text.resume}
    </Button>
  )
}

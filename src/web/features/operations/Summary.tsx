import { Link } from 'react-router'
import type { Operations } from '#shared/contracts/operations'
import { formatClock } from '#shared/dates'
import { errorText } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { attentionOf, keyOf, placeOf, waitingForOwners, type Attention } from './attention.ts'
import { text } from './text.ts'

interface SummaryProps {
  operations: Operations
  /** Why the last read failed. What was known stays, and is no longer said of now. */
  error: unknown
  pending: boolean
  onAgain: () => void
}

/** One sentence on how it goes, and a link to each thing that needs somebody. */
export function Summary({ operations, error, pending, onAgain }: SummaryProps) {
  const attention = attentionOf(operations)
  const owners = waitingForOwners(operations)
  const clock = formatClock(operations.readAt)
  if (error)
    return (
      <Banner
        tone="bad"
        live
        title={text.failed}
        action={
          <Button size="sm" pending={pending} onClick={onAgain}>
            {text.tryAgain}
          </Button>
        }
      >
        <p>{text.stale(clock, errorText(error))}</p>
        <AttentionList attention={attention} />
      </Banner>
    )
  return (
    <Banner
      tone={attention.length > 0 ? 'wait' : 'ok'}
      title={
        <span role="status">{attention.length > 0 ? text.needs(attention.length) : text.fine}</span>
      }
      action={<span className="self-start text-ink-2 tabular-nums">{text.readAt(clock)}</span>}
    >
      <AttentionList attention={attention} />
      {owners > 0 && <p>{text.owners(owners)}</p>}
    </Banner>
  )
}

function AttentionList({ attention }: { attention: readonly Attention[] }) {
  if (attention.length === 0) return null
  return (
    <ul className="mt-0.5">
      {attention.map((item) => (
        <li key={keyOf(item)}>
          <Link
            to={placeOf(item)}
            className="inline-flex min-h-7 items-center py-0.5 underline decoration-current/40 underline-offset-3 hover:decoration-current pointer-coarse:min-h-11"
          >
            {text.attention(item)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

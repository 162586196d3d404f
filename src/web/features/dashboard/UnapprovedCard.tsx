import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '#shared/contract'
import type { readUnapproved } from '#shared/contracts/overview'
import { formatDate } from '#shared/dates'
import { May } from '../../lib/access/may.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { amountText } from '../transfers/list/transfer-amounts.ts'
import { text } from './text.ts'
import { UNAPPROVED_ID } from './uninvoiced-state.ts'

const words = text.unapproved
/** Number of jobs shown at first, the same as in the list of newest transfers. */
const FEW = 5

export type UnapprovedJob = AnswerOf<typeof readUnapproved>['jobs'][number]

/**
 * A card with completed jobs that are not approved yet, if only approved jobs are transferred (rule
 * 2). Renders nothing when there are none.
 */
export function UnapprovedCard({
  jobs,
  count,
}: {
  jobs: readonly UnapprovedJob[]
  /** The number of all unapproved jobs; only the newest are listed. */
  count: number
}) {
  const [all, setAll] = useState(false)
  if (jobs.length === 0) return null
  return (
    <Card
      flush
      id={UNAPPROVED_ID}
      title={words.title(count)}
      aside={
        <May act="configuration">
          <Link
            to="/configuration#servicem8"
            className="prose-link inline-flex min-h-6 items-center text-sm pointer-coarse:min-h-11"
          >
            {words.change}
          </Link>
        </May>
      }
    >
      <p className="border-b border-line px-4 py-3 text-sm text-ink-2 sm:px-5">
        {words.why(count)}
      </p>
      <ul aria-label={words.list} className="divide-y divide-line">
        {(all ? jobs : jobs.slice(0, FEW)).map((job) => (
          <Job key={job.jobUuid} job={job} />
        ))}
      </ul>
      {all && count > jobs.length && (
        <p className="border-t border-line px-4 py-3 text-sm text-ink-2 sm:px-5">
          {text.shownOf(jobs.length, count)}
        </p>
      )}
      {!all && jobs.length > FEW && (
        <div className="border-t border-line p-3 text-center">
          <Button size="sm" onClick={() => setAll(true)}>
            {count > jobs.length ? words.showMore : words.showAll(count)}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Job({
  job: { jobUuid, jobNumber, customer, amount, completedAt },
}: {
  job: UnapprovedJob
}) {
  const title = `Jobb #${jobNumber || jobUuid.slice(-8)}`
  return (
    <li className="px-4 py-3 sm:px-5">
      <div className="flex items-baseline justify-between gap-3">
        <a
          href={`https://go.servicem8.com/OpenJob/${encodeURIComponent(jobUuid)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={words.openJob(title)}
          className="inline-flex items-center gap-1.5 font-semibold hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
        >
          {title}
          <ExternalLink aria-hidden className="size-3.5 text-ink-2" />
        </a>
        <span className="shrink-0 font-semibold tabular-nums">{amountText(amount)}</span>
      </div>
      <div className="mt-0.5 flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span className="min-w-0">{customer}</span>
        {completedAt && (
          <time dateTime={completedAt} className="tabular-nums">
            {words.completed(formatDate(completedAt))}
          </time>
        )}
      </div>
    </li>
  )
}

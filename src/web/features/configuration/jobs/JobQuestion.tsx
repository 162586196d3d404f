import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { JOB_FETCH_TYPES, type JobFetchType } from '#shared/contracts/configuration'
import { readJobChoice } from '#shared/contracts/onboarding'
import { reading } from '../../../lib/query-client.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'

const text = {
  choice: 'Når skal en jobb overføres til Fiken?',
  choices: {
    awaiting_payment: {
      name: 'Når den er godkjent',
      means: 'Fullført og godkjent for fakturering i ServiceM8, og ikke betalt.',
    },
    completed: {
      name: 'Alle fullførte jobber',
      means: 'Også jobber som er betalt, eller ikke godkjent.',
    },
  },
  recommended: 'Anbefalt',
  lately: (completed: number, approved: number) =>
    `Siste 90 dager: ${completed === 1 ? '1 jobb' : `${completed} jobber`} fullført, ${approved === 0 ? 'ingen' : approved} godkjent.`,
  nothingLately: 'Siste 90 dager: ingen jobber fullført.',
  latelyLoading: 'Ser på de siste 90 dagene …',
  latelyUnknown: 'Kan endres senere under Konfigurasjoner.',
} as const

interface JobQuestionProps {
  chosen: JobFetchType | undefined
  onChoose: (type: JobFetchType) => void
  busy?: boolean
}

/** Asks which jobs become drafts, and recommends an answer from the account's own jobs. */
export function JobQuestion({ chosen, onChoose, busy = false }: JobQuestionProps) {
  const lately = useQuery(reading(readJobChoice, {}))
  const name = useId()
  const { completed = 0, approved = 0, recommended = null } = lately.data ?? {}
  return (
    <fieldset className="@container min-w-0 basis-full" aria-busy={busy}>
      <legend className="font-semibold max-sm:text-sm">{text.choice}</legend>
      {/* Always one line, so that nothing below moves when the response arrives. */}
      <p role="status" className="h-5 truncate text-sm text-ink-2">
        {lately.isPending
          ? text.latelyLoading
          : lately.isError
            ? text.latelyUnknown
            : recommended
              ? text.lately(completed, approved)
              : text.nothingLately}
      </p>
      <div className="mt-2 grid gap-2 @xl:grid-cols-2">
        {JOB_FETCH_TYPES.map((type) => (
          <label
            key={type}
            className={cx(
              'flex cursor-pointer gap-3 rounded-control border bg-surface p-3 transition-colors max-sm:py-2',
              chosen === type ? 'border-brand' : 'border-line-strong hover:border-ink-2',
            )}
          >
            <input
              type="radio"
              name={name}
              value={type}
              checked={chosen === type}
              onChange={() => onChoose(type)}
              className="mt-1 size-4 shrink-0 accent-brand"
            />
            <span className="min-w-0">
              <span className="flex min-h-6 flex-wrap items-center gap-x-2">
                <span className="font-semibold">{text.choices[type].name}</span>
                {recommended === type && <Badge>{text.recommended}</Badge>}
              </span>
              <span className={cx('block text-sm text-ink-2', chosen !== type && '@max-xl:hidden')}>
                {text.choices[type].means}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

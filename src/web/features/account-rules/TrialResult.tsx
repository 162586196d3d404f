import type { RuleTrial } from '#shared/contracts/account-rules'
import { Banner } from '../../ui/Banner.tsx'
import { text } from './text.ts'

/** Which of the newest lines would get another account. */
export function TrialResult({ trial: { lines, changed, rows } }: { trial: RuleTrial }) {
  if (lines === 0) return <Banner tone="info" live title={text.trialNone} />
  return (
    <section aria-label={text.changed(changed)} className="grid gap-2">
      <Banner tone="info" live title={text.changed(changed)}>
        {text.changedOf(lines)}
      </Banner>
      {rows.length > 0 && (
        <ul
          // So that the keyboard reaches what is scrolled.
          tabIndex={0}
          className="max-h-56 divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {rows.map((row, index) => (
            <li
              key={index}
              className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-3 py-2 text-sm"
            >
              <span className="min-w-0 break-words">
                <span className="text-ink-2">{text.job(row.jobNumber)}</span> {row.text}
              </span>
              <span className="font-semibold tabular-nums">
                <span aria-hidden>{text.fromTo(row.from, row.to)}</span>
                <span className="sr-only">{text.fromToRead(row.from, row.to)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Trial } from '#shared/contracts/onboarding'
import { formatDecimal, formatKroner } from '#shared/money'
import { errorText } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useTrial } from './queries.ts'
import { text } from './text.ts'

/** Runs a trial when it opens, and shows the draft as it would be, or what stands in its way. */
export function TrialDialog({ onClose }: { onClose: () => void }) {
  const { mutate, data, error, isPending } = useTrial()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate()
  }, [mutate])
  return (
    <Dialog wide open onOpenChange={onClose} title={text.trialTitle} description={text.trialWhy}>
      <div aria-busy={isPending} className="grid gap-4">
        {data ? (
          <Result trial={data} />
        ) : error ? (
          <Banner
            tone="bad"
            live
            title={text.trialFailed}
            action={
              <Button size="sm" pending={isPending} onClick={() => mutate()}>
                {text.tryAgain}
              </Button>
            }
          >
            {errorText(error)}
          </Banner>
        ) : (
          <p role="status" className="flex items-center gap-3 py-8 text-ink-2">
            <Spinner label={null} />
            {text.trialRunning}
          </p>
        )}
        <div className="flex justify-end">
          <Button onClick={onClose}>{text.close}</Button>
        </div>
      </div>
    </Dialog>
  )
}

function Result({ trial }: { trial: Trial }) {
  const { job, recipient, lines, problems, notes } = trial
  return (
    <>
      {problems.length === 0 ? (
        <Banner tone="ok" live title={text.trialOk}>
          {text.trialOkWhy}
        </Banner>
      ) : (
        <Banner tone="bad" live title={text.trialStops(problems.length)}>
          <ul className="grid gap-2">
            {problems.map(({ title, message, mend }) => (
              <li key={message}>
                <strong className="font-semibold">{title}.</strong> {message}{' '}
                {mend && (
                  <Link className="underline" to={mend.href}>
                    {mend.label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <Fact term={text.job}>
          {text.jobName(job.number, job.customer)}
          {job.description && <span className="line-clamp-2 text-sm text-ink-2">{job.description}</span>}
        </Fact>
        <Fact term={text.recipient}>
          {recipient ? recipient.name : text.recipientUnknown}
          {recipient && <span className="block text-sm text-ink-2 first-letter:uppercase">{recipient.how}</span>}
        </Fact>
      </dl>
      {lines.length > 0 && <Lines trial={trial} />}
      {notes.length > 0 && (
        <ul className="grid gap-1 text-sm text-ink-2">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className="break-words font-semibold [&>span]:font-normal">{children}</dd>
    </div>
  )
}

function Lines({ trial: { lines, net, vat, gross } }: { trial: Trial }) {
  const sums = [
    [text.net, net],
    [text.vatSum, vat],
    [text.gross, gross],
  ] as const
  return (
    <section aria-label={text.lines} className="rounded-control border border-line">
      <ul>
        {lines.map((line, index) => (
          // A draft may have two lines that are alike in everything.
          <li key={index} className="flex justify-between gap-4 border-b border-line px-3 py-2">
            <span className="min-w-0">
              <span className="block break-words">{line.description}</span>
              <span className="block text-sm text-ink-2">
                {formatDecimal(line.quantity)} × {formatKroner(line.unitPrice)} · {line.vat} · {text.account(line.account)}
              </span>
            </span>
            <span className="shrink-0 tabular-nums">{formatKroner(line.net)}</span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 px-3 py-2">
        {sums.map(([term, ore]) => (
          <div key={term} className="flex justify-between gap-4 last:font-semibold">
            <dt>{term}</dt>
            <dd className="tabular-nums">{formatKroner(ore)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

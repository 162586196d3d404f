import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { InvoiceMode } from '#shared/contracts/configuration'
import type { SetupStep, Trial } from '#shared/contracts/onboarding'
import { formatDecimal, formatKroner } from '#shared/money'
import { ApiError, errorText } from '../../lib/api.ts'
import { May, useMay } from '../../lib/access/may.tsx'
import { words } from '../../ui/words.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogButtons } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useActivate, useMade, useTrial } from './queries.ts'
import { text } from './text.ts'
import { TrialVat } from './TrialVat.tsx'

interface TrialDialogProps {
  activate: SetupStep | undefined
  onClose: () => void
}

export function TrialDialog({ activate, onClose }: TrialDialogProps) {
  const { mutate, data, error, isPending } = useTrial()
  const switchOn = useActivate()
  const made = useMade()
  const may = useMay()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    mutate()
  }, [mutate])
  return (
    <Dialog
      wide
      open
      onOpenChange={onClose}
      title={text.trialTitle}
      description={text.trialWhy(made)}
    >
      <div aria-busy={isPending} className="grid gap-4">
        {data ? (
          <Result trial={data} made={made} onFixed={() => mutate()} />
        ) : error ? (
          <Banner
            // Having no job to try is not an error.
            tone={error instanceof ApiError && error.code === 'no_job' ? 'wait' : 'bad'}
            live
            title={text.trialFailed}
            pending={isPending}
            onRetry={() => mutate()}
          >
            {errorText(error)}
          </Banner>
        ) : (
          <p role="status" className="flex items-center gap-3 py-8 text-ink-2">
            <Spinner label={null} />
            {text.trialRunning(made)}
          </p>
        )}
        {data?.problems.length === 0 && activate && (
          <p className="text-sm text-ink-2">
            {activate.reason} {activate.more}
          </p>
        )}
        <DialogButtons>
          <Button onClick={onClose}>{words.close}</Button>
          {data?.problems.length === 0 && activate && may('first_activation') && (
            <Button
              tone="primary"
              pending={switchOn.isPending}
              onClick={() => switchOn.mutate(undefined, { onSuccess: onClose })}
            >
              {text.switchOnNow}
            </Button>
          )}
        </DialogButtons>
      </div>
    </Dialog>
  )
}

interface ResultProps {
  trial: Trial
  made: InvoiceMode
  /** Repeats the trial run after the user has fixed a problem in the dialog. */
  onFixed: () => void
}

function Result({ trial, made, onFixed }: ResultProps) {
  const { job, recipient, lines, problems, notes } = trial
  const asksVat = problems.some(({ mend }) => mend?.asks === 'vat')
  return (
    <>
      {problems.length === 0 ? (
        <Banner tone="ok" live title={text.trialOk(made)}>
          {text.trialOkWhy}
        </Banner>
      ) : (
        <Banner tone="bad" live title={text.trialStops(problems.length)}>
          <ul className="grid gap-2">
            {problems.map(({ title, message, mend }) => (
              <li key={message}>
                <strong className="font-semibold">{title}.</strong> {message}{' '}
                {mend && mend.asks !== 'vat' && (
                  <Link className="underline" to={mend.href}>
                    {mend.label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {asksVat && (
        <May act="vat">
          <TrialVat rates={trial.rates} onSaved={onFixed} />
        </May>
      )}
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <Fact term={text.job}>
          {text.jobName(job.number, job.customer)}
          {job.description && (
            <span className="line-clamp-2 text-sm text-ink-2">{job.description}</span>
          )}
        </Fact>
        <Fact term={text.recipient}>
          {recipient ? recipient.name : text.recipientUnknown}
          {recipient && (
            <span className="block text-sm text-ink-2 first-letter:uppercase">{recipient.how}</span>
          )}
        </Fact>
      </dl>
      {lines.length > 0 && <Lines trial={trial} made={made} />}
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
      <dd className="font-semibold [&>span]:font-normal">{children}</dd>
    </div>
  )
}

function Lines({ trial, made }: { trial: Trial; made: InvoiceMode }) {
  const { lines, net, vat, gross } = trial
  const sums = [
    [text.net, net],
    [text.vatSum, vat],
    [text.gross, gross],
  ] as const
  return (
    <section aria-label={text.lines(made)} className="rounded-control border border-line">
      <ul>
        {lines.map((line, index) => (
          // The key is the index, because a draft can have two identical lines.
          <li key={index} className="flex justify-between gap-4 border-b border-line px-3 py-2">
            <span className="min-w-0">
              <span className="block">{line.description}</span>
              <span className="block text-sm text-ink-2">
                {formatDecimal(line.quantity)} × {formatKroner(line.unitPrice)} · {line.vat} ·{' '}
                {text.account(line.account)}
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

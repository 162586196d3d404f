import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { CAUSES } from '#shared/causes/index'
import { FETCH_DAYS } from '#shared/contracts/intake'
import { readSystemStatus } from '#shared/contracts/overview'
import { addDays, dateOf, formatDate } from '#shared/dates'
import { errorText } from '../../../lib/api.ts'
import { polling } from '../../../lib/query-client.ts'
import { useNow } from '../../../lib/time.ts'
import { words } from '../../../ui/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { StatusChip } from '../../../ui/StatusChip.tsx'
import { MayConnect } from '../../../lib/access/MayConnect.tsx'
import { MissingButton } from '../../connections/MissingButton.tsx'
import { usePlaces } from '../places.ts'
import { openRemedy } from '../remedy/open-remedy.ts'
import { sumOf, tickedFirst, type Found } from './fetch-state.ts'
import { text } from './fetch-text.ts'
import { useFetchJobs, useFoundJobs } from './queries.ts'
import { amountText } from '../list/transfer-amounts.ts'

const PERIODS = [7, 30, FETCH_DAYS] as const

export function FetchDialog({ onClose }: { onClose: () => void }) {
  const system = useQuery(polling(readSystemStatus, {}))
  const [days, setDays] = useState<number | null>(null)
  const now = useNow()
  if (system.isPending) {
    return (
      <Dialog open wide onOpenChange={onClose} title={text.title}>
        <SkeletonRows rows={2} />
      </Dialog>
    )
  }
  const status = system.data?.servicem8Status ?? 'connected'
  if (status !== 'connected') {
    return (
      <Dialog open wide onOpenChange={onClose} title={text.title}>
        <NotConnected expired={status === 'reauth_required'} onClose={onClose} />
      </Dialog>
    )
  }
  const from = days === null ? null : addDays(dateOf(now), -days)
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={text.title}
      description={
        from === null
          ? 'Hvilke dager skal vi lete i? Ingenting hentes før du har valgt jobbene.'
          : `Jobber fullført fra og med ${formatDate(from)}, og som ikke er hentet før.`
      }
    >
      <div role="group" aria-label="Periode" className="grid grid-cols-3 gap-2 sm:flex">
        {PERIODS.map((period) => (
          <Button
            key={period}
            aria-label={text.days(period)}
            aria-pressed={days === period}
            className={cx(
              'max-sm:px-1! max-sm:whitespace-nowrap',
              days === period && 'border-brand! bg-brand-soft!',
            )}
            onClick={() => setDays(period)}
          >
            <span className="sm:hidden">{`${period} dager`}</span>
            <span className="max-sm:hidden">{text.days(period)}</span>
          </Button>
        ))}
      </div>
      {from === null ? (
        <div className="mt-5 flex justify-end">
          <Button onClick={onClose}>{words.cancel}</Button>
        </div>
      ) : (
        <Jobs key={from} from={from} onClose={onClose} />
      )}
    </Dialog>
  )
}

const DEAD = 'servicem8_grant_dead'

function NotConnected({ expired, onClose }: { expired: boolean; onClose: () => void }) {
  const icon = <Unplug aria-hidden className="size-5" />
  if (!expired) {
    return (
      <EmptyState
        title="ServiceM8 er ikke koblet til"
        why="Jobbene hentes derfra."
        icon={icon}
        action={<MissingButton tone="primary" missing="servicem8" />}
      />
    )
  }
  const { title, explanation, remedy } = CAUSES[DEAD]
  return (
    <EmptyState
      title={title}
      why={explanation}
      icon={icon}
      action={
        <MayConnect missing="servicem8">
          <Button
            tone="primary"
            onClick={() => {
              onClose()
              openRemedy({ asks: 'servicem8', cause: DEAD })
            }}
          >
            {remedy.label}
          </Button>
        </MayConnect>
      }
    />
  )
}

function Jobs({ from, onClose }: { from: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useFoundJobs(from)
  return (
    <div className="mt-4 min-h-48" aria-busy={isFetching}>
      {isFetching ? (
        <SkeletonRows rows={4} label="Leter i ServiceM8" />
      ) : error ? (
        <ErrorState
          title="Kunne ikke hente jobbene"
          why={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : data && data.jobs.length > 0 ? (
        <Choice found={data} onClose={onClose} />
      ) : (
        data && <EmptyState title="Ingen jobber å hente i perioden" why={text.leftOut(data)} />
      )}
    </div>
  )
}

function Choice({ found, onClose }: { found: Found; onClose: () => void }) {
  const fetchJobs = useFetchJobs()
  const settings = usePlaces()
  const starts =
    settings?.autoTransferOnSync === true &&
    settings.isActive &&
    !settings.requiresCompanySelection &&
    settings.fikenCompanySlug !== null
  const [ticked, setTicked] = useState(() => tickedFirst(found.jobs))
  const chosen = found.jobs.filter(({ jobUuid }) => ticked.has(jobUuid))
  const all = chosen.length === 0 ? false : chosen.length === found.jobs.length ? true : 'some'
  const tick = (jobUuid: string, now: boolean) => {
    const next = new Set(ticked)
    if (now) next.add(jobUuid)
    else next.delete(jobUuid)
    setTicked(next)
  }
  return (
    <>
      <div className="flex items-center justify-between gap-3 border-y border-line py-1 pr-3 text-sm">
        <span className="flex shrink-0 items-center gap-1">
          <Checkbox
            label={text.all}
            checked={all}
            onCheckedChange={(now) =>
              setTicked(new Set(now ? found.jobs.map(({ jobUuid }) => jobUuid) : []))
            }
          />
          <span aria-hidden className="text-ink-2">
            {text.all}
          </span>
        </span>
        <p role="status" className="text-right font-semibold tabular-nums">
          {text.chosen(chosen.length, found.jobs.length, amountText(sumOf(chosen)))}
        </p>
      </div>
      <ul
        aria-label="Jobber som kan hentes"
        className="max-h-72 divide-y divide-line overflow-y-auto"
      >
        {found.jobs.map((job) => (
          <li key={job.jobUuid} className="flex items-start gap-1 py-2 pr-3">
            <Checkbox
              label={`Velg jobb #${job.jobNumber}`}
              checked={ticked.has(job.jobUuid)}
              onCheckedChange={(now) => tick(job.jobUuid, now)}
            />
            <div className="min-w-0 flex-1 pt-1.5 pointer-coarse:pt-2.5">
              <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="font-semibold">{`Jobb #${job.jobNumber}`}</span>
                {job.paid && <StatusChip tone="wait">Allerede betalt</StatusChip>}
                <span className="ml-auto font-semibold tabular-nums">{amountText(job.amount)}</span>
              </div>
              <div className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
                <span className="min-w-0">{job.customer}</span>
                {job.completedAt && <span>{`Fullført ${formatDate(job.completedAt)}`}</span>}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">
        {settings &&
          (starts
            ? 'Jobbene overføres med en gang de er hentet.'
            : 'Jobbene venter under Overføringer til du starter dem.')}{' '}
        {text.leftOut(found)}
      </p>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button
          tone="primary"
          pending={fetchJobs.isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            fetchJobs.mutate(
              chosen.map(({ jobUuid }) => jobUuid),
              { onSuccess: onClose },
            )
          }
        >
          {text.fetch(chosen.length)}
        </Button>
      </div>
    </>
  )
}

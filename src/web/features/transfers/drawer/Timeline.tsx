import { Check, CircleDot, Globe, TriangleAlert, User, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimelineEntry } from '#shared/contracts/transfers/row'
import { formatMoment } from '#shared/dates'
import { ErrorLine } from '../../../ui/ErrorLine.tsx'
import { cx } from '../../../ui/cx.ts'
import { Bone, Delayed } from '../../../ui/Skeleton.tsx'
import { useTimeline } from './preview-queries.ts'
import { text } from '../text.ts'
import { callsTitle, itemsOf, sentenceOf, technicalOf } from './timeline-state.ts'

export function Timeline({ id }: { id: string }) {
  const { data, isError, refetch } = useTimeline(id)
  return (
    <section aria-label={text.timeline} className="border-t border-line pt-4">
      <h3 className="mb-3 font-semibold">{text.timeline}</h3>
      {data ? (
        data.length === 0 ? (
          <p className="text-ink-2">Ingen hendelser er lagret ennå</p>
        ) : (
          <ol className="grid gap-3">
            {itemsOf(data).map((item) =>
              item.kind === 'calls' ? (
                <Calls key={item.calls[0]?.id} calls={item.calls} />
              ) : (
                <Entry key={item.entry.id} entry={item.entry} />
              ),
            )}
          </ol>
        )
      ) : isError ? (
        <ErrorLine onRetry={() => void refetch()}>Kunne ikke hente hendelsene</ErrorLine>
      ) : (
        <Delayed>
          <Bone className="h-20 w-full" />
        </Delayed>
      )}
    </section>
  )
}

const ICONS: Record<TimelineEntry['kind'], LucideIcon> = {
  step: CircleDot,
  call: Globe,
  person: User,
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const Icon =
    entry.ok === false
      ? TriangleAlert
      : entry.kind === 'step' && entry.ok
        ? Check
        : ICONS[entry.kind]
  const look =
    entry.ok === false
      ? 'bg-bad-soft text-bad'
      : entry.ok
        ? 'bg-ok-soft text-ok'
        : 'bg-surface-2 text-ink-2'
  return (
    <Line icon={<Icon aria-hidden className="size-3.5" />} look={look}>
      <p>{sentenceOf(entry)}</p>
      <p className="text-xs text-ink-2">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
        {entry.actor && ` · ${entry.actor.name}`}
      </p>
      {entry.kind === 'call' && <Technical title="Tekniske detaljer" calls={[entry]} />}
    </Line>
  )
}

/** A collapsed group of requests, which matter only when something else has failed. */
function Calls({ calls }: { calls: readonly TimelineEntry[] }) {
  return (
    <Line icon={<Globe aria-hidden className="size-3.5" />} look="bg-surface-2 text-ink-2">
      <Technical title={callsTitle(calls)} calls={calls} />
    </Line>
  )
}

function Line({ icon, look, children }: { icon: ReactNode; look: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-3">
      <span className={cx('grid size-7 place-items-center rounded-full', look)}>{icon}</span>
      <div className="min-w-0 self-center">{children}</div>
    </li>
  )
}

function Technical({ title, calls }: { title: string; calls: readonly TimelineEntry[] }) {
  return (
    <details className="text-xs text-ink-2">
      <summary className="inline-flex min-h-6 items-center underline underline-offset-2 pointer-coarse:min-h-11">
        {title}
      </summary>
      <ul className="grid gap-1.5 py-1">
        {calls.map((call) => (
          <li key={call.id}>
            <code className="block break-all">{technicalOf(call)}</code>
            {call.requestId && <code className="block break-all">{call.requestId}</code>}
          </li>
        ))}
      </ul>
    </details>
  )
}

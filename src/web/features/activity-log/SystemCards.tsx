import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readSystemStatus } from '#shared/contracts/overview'
import { formatDateTime } from '#shared/dates'
import { useMay } from '../../lib/access/may.tsx'
import { missingTone } from '../../lib/missing-tone.ts'
import { polling } from '../../lib/query-client.ts'
import { ErrorLine } from '../../ui/ErrorLine.tsx'
import { Bone, Delayed } from '../../ui/Skeleton.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { systemCards } from './activity-state.ts'

export function SystemCards() {
  const may = useMay()
  const { data, isError, refetch } = useQuery(polling(readSystemStatus, {}))
  if (!data) {
    return isError ? (
      <ErrorLine
        className="mb-4 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
        onRetry={() => void refetch()}
      >
        Kunne ikke hente systemstatus
      </ErrorLine>
    ) : (
      <div
        aria-hidden
        className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
      >
        {[1, 2, 3, 4].map((place) => (
          <div
            key={place}
            className="grid h-23 content-start gap-2.5 bg-surface px-4 py-3.5 sm:px-5"
          >
            <Delayed>
              <Bone className="h-3.5 w-20" />
              <Bone className="h-5 w-24" />
              <Bone className="h-3.5 w-28 max-w-full" />
            </Delayed>
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul
      aria-label="Systemstatus"
      className="mb-4 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4"
    >
      {systemCards(data).map(({ key, name, ok, word, detail, href, fix }) => (
        <li key={key} className="grid content-start gap-1.5 bg-surface px-4 py-3.5 sm:px-5">
          <p className="text-sm text-ink-2">{name}</p>
          <div>
            <StatusChip tone={ok ? 'ok' : missingTone(data)}>{word}</StatusChip>
          </div>
          {ok ? (
            <p className="text-xs wrap-anywhere text-ink-2">
              {detail.kind === 'text'
                ? detail.text
                : detail.at
                  ? `Sist ${formatDateTime(detail.at)}`
                  : 'Ingen webhook mottatt ennå'}
            </p>
          ) : (
            <Link
              to={href}
              className="prose-link inline-flex min-h-6 items-center text-xs pointer-coarse:min-h-11"
            >
              {(may('renew_fiken') && fix) || 'Gå til Konfigurasjoner'}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

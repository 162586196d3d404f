import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SECURITY_EVENTS, SECURITY_REASONS } from '#shared/access/security-events'
import { listSecurityLog, type SecurityEntry } from '#shared/contracts/account/security-log'
import { formatDateTime } from '#shared/dates'
import { errorText } from '../../../lib/api.ts'
import { reading } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { text } from '../text.ts'

export function SecurityCard() {
  const [open, setOpen] = useState(false)
  return (
    <Card flush id="sikkerhet" title={text.security} intro={text.securityIntro}>
      {open ? (
        <Entries />
      ) : (
        <div className="px-4 py-4 sm:px-5">
          <Button onClick={() => setOpen(true)}>{text.showSecurity}</Button>
        </div>
      )}
    </Card>
  )
}

const PAGE = 50
const MOST = 500

function Entries() {
  const [limit, setLimit] = useState(PAGE)
  const log = useQuery({
    ...reading(listSecurityLog, { query: { limit } }),
    refetchOnMount: 'always',
    placeholderData: (shown) => shown,
  })
  const { data: rows, error, isPlaceholderData, refetch } = log
  if (error)
    return (
      <ErrorState
        title={text.securityFailed}
        why={errorText(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!rows) return <SkeletonRows rows={4} label={text.securityLoading} />
  if (rows.length === 0) return <EmptyState title={text.noSecurity} />
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {limit < MOST && (rows.length >= limit || isPlaceholderData) && (
        <div className="border-t border-line px-4 py-3 sm:px-5">
          <Button
            pending={isPlaceholderData}
            onClick={() => setLimit((shown) => Math.min(MOST, shown + PAGE))}
          >
            {text.moreSecurity}
          </Button>
        </div>
      )}
    </>
  )
}

const worded = (words: Readonly<Record<string, string>>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : key

function Entry({
  entry: { createdAt, event, reason, who, device, address },
}: {
  entry: SecurityEntry
}) {
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[11rem_1fr_1fr] sm:px-5">
      <time dateTime={createdAt} className="text-ink-2 tabular-nums">
        {formatDateTime(createdAt)}
      </time>
      <p className="min-w-0">
        {worded(SECURITY_EVENTS, event)}
        {reason && <span className="text-ink-2">: {worded(SECURITY_REASONS, reason)}</span>}
      </p>
      <p className="min-w-0 wrap-anywhere text-ink-2">
        {[who ?? text.unknownWho, device, address].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}
